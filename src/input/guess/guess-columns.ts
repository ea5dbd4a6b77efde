import {
  DECISION_WORDS,
  holdsPhrase,
  isDecisionName,
  isFavourableWord,
  LETTER_ID_NAMES,
  OUTCOME_WORDS,
  plainName,
  SENSITIVE_WORDS,
} from "../guess-words.js";
import { isLetterName, isLongName } from "../letter-header.js";
import { isFreeText } from "../letter-text.js";
import { listValues } from "../problem.js";
import { cellAt, type RawColumn, type RawTable } from "../raw-table.js";
import { isReasonName, isRefusalReason } from "../reason-words.js";
import type { ColumnType } from "../table.js";
import { countMissing, presentLevels, type ReadColumn } from "../values.js";
import type { Guess, Question, RolesGuess } from "./guess-roles.js";

export interface ColumnLook {
  readonly name: string;
  readonly type: ColumnType;
  /** Different values, missing ones left out. */
  readonly distinct: number;
  /** The first few of them, as written. */
  readonly values: readonly string[];
  /** Rows with a value. */
  readonly present: number;
  /** How many of the different values are numbers, however they are written. */
  readonly numeric: number;
  readonly isUnique: boolean;
  /** A number of at least 0 in every row. */
  readonly isNonNegative: boolean;
}

const MOST_VALUES = 20;

export function lookAt(column: ReadColumn): ColumnLook {
  const { raw, type, numbers } = column;
  const levels = presentLevels(column);
  const rows = raw.codes.length;
  const present = rows - countMissing(column);
  return {
    name: raw.name,
    type,
    distinct: levels.length,
    values: levels.slice(0, MOST_VALUES),
    present,
    numeric: numbers.filter((value) => !Number.isNaN(value)).length,
    isUnique: rows > 0 && present === rows && levels.length === rows,
    isNonNegative: type === "number" && present === rows && numbers.every((value) => Number.isNaN(value) || value >= 0),
  };
}

/** More values than this are no decision that somebody could sort into two. */
const MOST_DECISIONS = 8;

/**
 * The column with the decision: the best name, and two values or a few that can be sorted into two; a question when no
 * name stands out.
 */
export function guessDecision(columns: readonly ColumnLook[], questions: Question[]): Guess<string> | null {
  const binary = columns.filter(({ distinct }) => distinct === 2);
  const several = columns.filter(({ distinct }) => distinct > 2 && distinct <= MOST_DECISIONS);
  const isCalled = ({ name }: ColumnLook) => isDecisionName(name);
  const isLike = ({ name }: ColumnLook) => holdsPhrase(name, DECISION_WORDS) && !holdsPhrase(name, OUTCOME_WORDS);
  const oneWord = "one of its two values is a word for a favourable decision";
  const ranked: [readonly ColumnLook[], (column: ColumnLook) => boolean, Guess<string>["confidence"], string][] = [
    [binary, isCalled, "high", "named like a decision, with two values"],
    [several, isCalled, "medium", "named like a decision, with a few values"],
    [binary, isLike, "medium", "a name decisions have, with two values"],
    [binary, ({ values }) => hasDecisionWord(values), "medium", oneWord],
    [several, (look) => isLike(look) && look.type === "category", "low", "a name decisions have, with a few values"],
  ];
  for (const [among, fits, confidence, reason] of ranked) {
    const found = among.filter(fits);
    if (found.length === 1) return { value: found[0]?.name ?? "", confidence, reason };
    if (found.length > 1) return ask(found, questions);
  }
  const unclaimed = binary.filter(({ name }) => !holdsPhrase(name, [...OUTCOME_WORDS, ...SENSITIVE_WORDS]));
  const [only] = unclaimed;
  if (only !== undefined && unclaimed.length === 1) {
    return { value: only.name, confidence: "low", reason: "the only column with two values that no other role fits" };
  }
  return ask(unclaimed.length > 0 ? unclaimed : binary, questions);
}

function ask(candidates: readonly ColumnLook[], questions: Question[]): null {
  const none = candidates.length === 0 ? " No column has exactly two values" : "";
  const question = `Which column holds the decision?${none}`;
  questions.push({ setting: "decision", question, choices: candidates.map(({ name }) => name), needed: true });
  return null;
}

/** The value that is good for the person: by an unmistakable word, else 1 among 1 and 0. */
export function guessFavourable({ name, values, distinct }: ColumnLook, questions: Question[]): Guess<string> | null {
  const good = values.filter(isFavourableWord);
  if (distinct === 2 && good.length === 1)
    return { value: good[0] ?? "", confidence: "high", reason: "an unmistakable word" };
  const one = values.find((value) => Number(value) === 1);
  const other = values.find((value) => value !== one);
  if (distinct === 2 && one !== undefined && (Number(other) === 0 || Number(other) === -1)) {
    return { value: one, confidence: "medium", reason: "1 usually stands for the favourable decision; check it" };
  }
  const isSeveral = distinct > 2;
  const question = isSeveral
    ? `Which values of '${name}' are good for the person? The others count as one unfavourable decision.`
    : `Which value of '${name}' is good for the person?`;
  questions.push({
    setting: "favourable",
    question,
    choices: values,
    needed: true,
    ...(isSeveral && { several: true }),
  });
  return null;
}

/** "yes" and the like on one side only; true of nearly every yes/no column, so it is the last thing looked at. */
function hasDecisionWord(values: readonly string[]): boolean {
  return values.filter((value) => value.length > 4 && isFavourableWord(value)).length === 1;
}

/** What is known of the decision when reasons for refusals are looked for. */
interface Refusals {
  readonly taken: ReadonlySet<string>;
  readonly decision: Guess<string> | null;
  readonly favourable: Guess<string> | null;
}

/** The columns with reasons for refusals: by their names, or called `reason` and empty for everybody accepted. */
export function guessReasons(
  columns: ReadonlyMap<string, ReadColumn>,
  { taken, decision, favourable }: Refusals,
): readonly Guess<string>[] {
  const answers = columns.get(decision?.value ?? "")?.raw;
  const isOnlyRefused = ({ raw, missing }: ReadColumn) =>
    answers !== undefined &&
    favourable !== null &&
    missing.includes(0) &&
    raw.codes.every((code, i) => missing[code] === 1 || cellAt(answers, i) !== favourable.value);
  return [...columns].flatMap(([name, column]): Guess<string>[] => {
    if (taken.has(name) || countMissing(column) === column.raw.codes.length) return [];
    if (isRefusalReason(name)) return [{ value: name, confidence: "high", reason: "named like reasons for a refusal" }];
    if (!isReasonName(name) || !isOnlyRefused(column)) return [];
    return [{ value: name, confidence: "medium", reason: "named like reasons, and nobody accepted has one" }];
  });
}

const FEW = 5;
/** Share of ids that may be mistyped. */
const MOST_STRANGERS = 0.1;

/** The values of a column that are not among people's ids; null when they are too many for the column to hold ids. */
export function strangersAmong(levels: readonly string[], people: ReadonlySet<string>): readonly string[] | null {
  const strangers = levels.filter((cell) => !people.has(cell));
  const isSlip = strangers.length === 1 && levels.length > FEW;
  const isFew = strangers.length <= MOST_STRANGERS * levels.length;
  return levels.length > 0 && (isSlip || isFew) ? strangers : null;
}

/** A column of the decisions and one of the letters that hold the same people's ids. */
export interface SharedId {
  readonly id: string;
  readonly lettersId: string;
  /** Ids in the letters that nobody has. */
  readonly strangers: readonly string[];
}

/**
 * A column of the decisions without repeats that holds every value of a column of the letters, but for slips: of the
 * same name, else of one with more than a few values. Numbers count only beside letters in long form: in full rows they
 * may be features that no letter changes.
 */
export function sharedId(
  table: RawTable | null,
  decisions: ReadonlyMap<string, ReadColumn>,
  taken: ReadonlySet<string>,
): SharedId | null {
  const isLong = (table?.columns ?? []).filter(({ name }) => isLongName(name)).length >= 2;
  const unique = [...decisions].filter(
    ([name, { raw, type }]) =>
      !taken.has(name) && raw.levels.length === raw.codes.length && (isLong || type === "category"),
  );
  for (const [name, { raw }] of unique) {
    const people = new Set(raw.levels);
    for (const column of table?.columns ?? []) {
      if (column.name !== name && (decisions.has(column.name) || column.levels.length < FEW)) continue;
      const strangers = strangersAmong(column.levels, people);
      if (strangers !== null) return { id: name, lettersId: column.name, strangers };
    }
  }
  return null;
}

export function guessSharedId(...given: Parameters<typeof sharedId>): Guess<string> | null {
  const found = sharedId(...given);
  if (found === null) return null;
  const { id, lettersId, strangers } = found;
  const among = strangers.length === 0 ? "all" : `all but ${listValues(strangers, 3)}`;
  const confidence = strangers.length === 0 ? "high" : "medium";
  return {
    value: id,
    confidence,
    reason: `no value twice, and ${among} of '${lettersId}' in the letters are among them`,
  };
}

/**
 * Which column of the letters holds the person's id, where its name differs, and which are no columns of the decisions.
 */
export function guessLetters(
  table: RawTable | null,
  columns: readonly ColumnLook[],
  decisions: ReadonlyMap<string, ReadColumn>,
  id: string | null,
): Pick<RolesGuess, "lettersId" | "lettersIgnore"> {
  if (table === null) return { lettersId: null, lettersIgnore: [] };
  const named = table.columns.filter(({ name }) => name !== "");
  const known = new Set(columns.map(({ name }) => name));
  const isLong = named.filter((column) => isLongName(column.name) && !known.has(column.name)).length >= 2;
  const strange = named.filter((column) => !known.has(column.name) && !isLetterName(column.name, named));
  const hasReasons = named.some(({ name }) => isReasonName(name));
  const hasContent = isLong || hasReasons || named.some(({ name }) => known.has(name) && name !== id);
  const isUsualId = ({ name }: RawColumn) =>
    (isLong || hasReasons || !hasContent) && LETTER_ID_NAMES.includes(plainName(name));

  const people = new Set(id === null ? [] : decisions.get(id)?.raw.levels);
  const hasOwnId = named.some(({ name }) => name === id);
  const holds = ({ levels }: RawColumn) => strangersAmong(levels, people) !== null;
  const holder = hasOwnId || people.size === 0 ? undefined : strange.find(holds);
  const isUsed = (column: RawColumn) => !hasContent && isFreeText(column);
  const others = strange.filter((column) => column.name !== holder?.name && !isUsualId(column) && !isUsed(column));
  const ignored = { confidence: "medium", reason: "no column of the decisions has this name" } as const;
  const strangers = strangersAmong(holder?.levels ?? [], people) ?? [];
  const among = strangers.length === 0 ? "all its values" : `all its values but ${listValues(strangers, 3)}`;
  const reason = `${among} are values of '${id}' in the decisions`;
  return {
    lettersId: holder === undefined || isUsualId(holder) ? null : { value: holder.name, confidence: "high", reason },
    lettersIgnore: others.map(({ name }) => ({ value: name, ...ignored })),
  };
}
