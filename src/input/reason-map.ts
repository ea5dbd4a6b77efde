import type { FeatureSchema } from "./evidence.js";
import { wordsOf } from "./guess-words.js";
import { plainText, plainWords } from "./letter-words.js";
import { columnHint } from "./nearest-name.js";
import type { ProblemList } from "./problem.js";
import { type Direction, isNoReason, isOtherReason, reasonParts, singular } from "./reason-words.js";
import { parseNumber } from "./values.js";

/** What pages call a reason whose code says nothing, and which value would have helped. */
interface ReasonWords {
  readonly name?: string;
  readonly direction?: "higher" | "lower";
}

/**
 * What a code or a word in a notice stands for: a column, several of them, `other` or nothing but a name for something
 * that is not in the file, or `none` where it is no reason.
 */
export type ReasonMeaning =
  | string
  | (ReasonWords & { readonly field: string })
  | (ReasonWords & { readonly fields: readonly string[] })
  | { readonly name: string };

/** Whether anything is a meaning that a map can give. */
export function isReasonMeaning(value: unknown): value is ReasonMeaning {
  if (typeof value === "string") return value !== "";
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { name, field, fields, direction, ...rest } = value as Record<string, unknown>;
  const isText = (given: unknown) => typeof given === "string" && given !== "";
  if (Object.keys(rest).length > 0 || (name !== undefined && !isText(name))) return false;
  if (field === undefined && fields === undefined) return name !== undefined && direction === undefined;
  const isWay = direction === undefined || direction === "higher" || direction === "lower";
  const isField = isText(field) && fields === undefined;
  const areFields = field === undefined && Array.isArray(fields) && fields.length > 0 && fields.every(isText);
  return isWay && (isField || areFields);
}

/** Codes and words of notices, each with what it stands for. */
export type ReasonMap = Readonly<Record<string, ReasonMeaning>>;

/** A reason that is understood. */
export interface KnownReason {
  readonly name: string;
  readonly features: readonly string[];
  readonly direction: Direction;
  /** Where its meaning is from; `none` is no reason. */
  readonly from: "map" | "column" | "other" | "none";
}

/** What reasons can mean in a file of decisions. */
export interface ReasonBook {
  /** The reasons that the map names, in its order, without those that are none. */
  readonly mapped: readonly KnownReason[];
  /** Columns that notices never name; one that is named all the same counts as others do. */
  readonly neverCited: ReadonlySet<string>;
  /** The meaning of a cell; undefined where it has none. */
  find(cell: string): KnownReason | undefined;
  /** A feature by its own name. */
  feature(name: string): KnownReason | undefined;
  /** The one column whose words a text contains, to be proposed; null for none or several. */
  propose(cell: string): string | null;
}

/** What was said about reasons. */
export interface ReasonRules {
  readonly map: ReasonMap;
  /** Columns that notices never name. */
  readonly neverCited: readonly string[];
}

/** Reports columns of the map that the file does not have. */
export function checkReasonMap(map: ReasonMap, names: readonly string[], problems: ProblemList): void {
  for (const [code, meaning] of Object.entries(map)) {
    for (const column of fieldsOf(meaning)) {
      if (names.includes(column)) continue;
      const message =
        `${problems.file} has no column '${column}', which the reason '${code}' is said to be about. ` +
        `${columnHint(column, names)}. Write 'other' where no column has it, and 'none' where it is no reason`;
      problems.add("error", "COLUMN_UNKNOWN", message, { column });
    }
  }
}

/** What reasons can mean, from the map and the names of the features. */
export function reasonBook({ map, neverCited }: ReasonRules, features: readonly FeatureSchema[]): ReasonBook {
  const types = new Map(features.map(({ name, type }) => [name, type]));
  const exact = new Map<string, KnownReason>();
  const plain = new Map<string, KnownReason>();
  for (const [code, meaning] of Object.entries(map)) {
    const known = mappedReason(code, meaning, types);
    exact.set(code.trim(), known);
    if (!plain.has(keyOf(code))) plain.set(keyOf(code), known);
  }
  const byWords = uniqueByWords(features);
  const ofFeature = (name: string, direction: Direction): KnownReason => ({
    name,
    features: [name],
    direction: types.get(name) === "number" ? direction : 0,
    from: "column",
  });
  return {
    mapped: [...exact.values()].filter(({ from }) => from !== "none"),
    neverCited: new Set(neverCited),
    find(cell) {
      const mapped = exact.get(cell) ?? plain.get(keyOf(cell));
      if (mapped !== undefined) return mapped;
      if (types.has(cell)) return ofFeature(cell, 0);
      const whole = byWords.get(wordKey(plainWords(cell)));
      if (whole !== undefined) return ofFeature(whole, 0);
      if (isNoReason(cell)) return { name: "none", features: [], direction: 0, from: "none" };
      if (isOtherReason(cell)) return { name: "other", features: [], direction: 0, from: "other" };
      const { words, direction } = reasonParts(cell);
      const named = byWords.get(wordKey(words));
      return named === undefined ? undefined : ofFeature(named, direction);
    },
    feature: (name) => (types.has(name) ? ofFeature(name, 0) : undefined),
    propose(cell) {
      const text = ` ${wordKey(plainWords(cell.slice(0, 200)))} `;
      const found = [...byWords].filter(([words]) => words !== "" && text.includes(` ${words} `));
      return found.length === 1 ? found[0]![1] : null;
    },
  };
}

/** Codes as the map is asked for them: 1 and 1.0 are the same, and so are `Credit history` and `credit_history`. */
function keyOf(code: string): string {
  const number = parseNumber(code.trim());
  return number === undefined ? plainWords(code).join(" ") : `#${number}`;
}

function mappedReason(
  code: string,
  meaning: ReasonMeaning,
  types: ReadonlyMap<string, FeatureSchema["type"]>,
): KnownReason {
  if (meaning === "none") return { name: code, features: [], direction: 0, from: "none" };
  const features = fieldsOf(meaning).filter((name) => types.has(name));
  const { name: word, direction: way }: ReasonWords = typeof meaning === "string" ? {} : meaning;
  const direction = way === "higher" ? 1 : way === "lower" ? -1 : 0;
  const name = word === undefined ? code : `${word} (${code})`; // two codes may have one name
  return { name, features: [...new Set(features)], direction, from: "map" };
}

/** The columns a meaning names. */
function fieldsOf(meaning: ReasonMeaning): readonly string[] {
  if (typeof meaning === "string") return meaning === "other" || meaning === "none" ? [] : [meaning];
  return "field" in meaning ? [meaning.field] : "fields" in meaning ? meaning.fields : [];
}

function wordKey(words: readonly string[]): string {
  return words.map(singular).join(" ");
}

/** Features by the words of their names; those that two of them share are left out. */
function uniqueByWords(features: readonly FeatureSchema[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const shared = new Set<string>();
  for (const { name } of features) {
    const key = wordKey(wordsOf(name).map(plainText));
    if (found.has(key)) shared.add(key);
    else found.set(key, name);
  }
  for (const key of shared) found.delete(key);
  return found;
}
