import type { RangeReading } from "../column-style.js";
import { inspectTable, type TableSource } from "../csv.js";
import {
  AGE_WORDS,
  BAD_OUTCOMES,
  FINE_OUTCOMES,
  holdsPhrase,
  ID_WORDS,
  IDENTITY_WORDS,
  IMMUTABLE_WORDS,
  isGoodOutcome,
  isMissingWord,
  isNoWord,
  NUMBER_NAMES,
  OUTCOME_WORDS,
  plainName,
  SENSITIVE_WORDS,
  WEIGHT_LIKE,
  WEIGHT_NAMES,
} from "../guess-words.js";
import type { NumberStyle } from "../number-style.js";
import type { RawColumn } from "../raw-table.js";
import { MISSING_MARKERS, type ReadColumn, readColumn } from "../values.js";
import {
  type ColumnLook,
  guessDecision,
  guessFavourable,
  guessLetters,
  guessReasons,
  guessSharedId,
  lookAt,
} from "./guess-columns.js";
import { codesWithZeros, guessNumbers, guessRanges, questionKey } from "./guess-numbers.js";

/**
 * How far a guess can be relied on: from an unmistakable name and fitting values, from one of the two, or worth a
 * question.
 */
export type Confidence = "high" | "medium" | "low";

export interface Guess<T> {
  readonly value: T;
  readonly confidence: Confidence;
  readonly reason: string;
}

export interface Question {
  readonly setting: "decision" | "favourable" | "weight" | "favourableOutcome" | "numbers";
  /** Where a setting has a value for each column: which is asked about. */
  readonly column?: string;
  readonly question: string;
  readonly choices: readonly string[];
  /** Whether several of them may be the answer: then it lists them with commas. @default false */
  readonly several?: boolean;
  /** Without an answer an audit cannot start. */
  readonly needed: boolean;
}

/** What the columns of two files seem to be for. */
export interface RolesGuess {
  /** Every named column, in the order of the file. */
  readonly columns: readonly ColumnLook[];
  readonly rows: number;
  readonly decision: Guess<string> | null;
  readonly favourable: Guess<string> | null;
  readonly outcome: Guess<string> | null;
  readonly favourableOutcome: Guess<string> | null;
  readonly id: Guess<string> | null;
  readonly weight: Guess<string> | null;
  readonly sensitive: readonly Guess<string>[];
  readonly immutable: readonly Guess<string>[];
  readonly ignore: readonly Guess<string>[];
  /** Columns of the decisions with the reasons for a refusal. */
  readonly reasonColumns: readonly Guess<string>[];
  readonly types: readonly Guess<{ readonly column: string; readonly type: "number" | "category" }>[];
  /** How columns write their numbers, where that is not plain. */
  readonly numbers: readonly Guess<{ readonly column: string; readonly style: NumberStyle }>[];
  /** Columns with ranges, and what becomes of them. */
  readonly ranges: readonly Guess<{ readonly column: string; readonly reading: RangeReading }>[];
  /** Markers besides the usual ones. */
  readonly missing: Guess<readonly string[]> | null;
  readonly lettersId: Guess<string> | null;
  readonly lettersIgnore: readonly Guess<string>[];
  readonly questions: readonly Question[];
}

export interface GuessInput {
  readonly decisions: TableSource;
  readonly letters: TableSource | null;
  /** @default detected */
  readonly delimiter?: string | null;
}

/** Answers of the user, by the key of the question; an empty one says that there is none. */
export type Answers = Readonly<Partial<Record<string, string>>>;

const FEW_VALUES = 12;
/** Share of an id's values that must differ. */
const MOSTLY_UNIQUE = 0.9;
/** Different numbers a column must have before a text among them is taken for a slip, */
const MANY_NUMBERS = 20;
/** and how many for each such text. */
const SLIPS_AMONG = 20;
const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ]|$)/;

/**
 * Guesses what each column is for, from its name and its values; `answers` replace guesses and questions. Never throws
 * on bad data: `recast check` reports those.
 */
export function guessRoles(input: GuessInput, answers: Answers = {}): RolesGuess {
  const { delimiter = null } = input;
  const { table } = inspectTable(input.decisions, { file: "decisions", delimiter });
  const letters = input.letters === null ? null : inspectTable(input.letters, { file: "letters", delimiter }).table;
  const raw = new Map((table?.columns ?? []).filter(({ name }) => name !== "").map((column) => [column.name, column]));
  const usual = new Set(MISSING_MARKERS);
  const missing = guessMissing([...raw.values()].map((column) => readColumn(column, usual, undefined)));
  const markers = new Set([...MISSING_MARKERS, ...(missing?.value ?? [])]);
  const read = new Map([...raw].map(([name, column]) => [name, readMostly(column, markers)]));
  const columns = [...read.values()].map(lookAt);
  const questions: Question[] = [];
  const taken = new Set<string>();
  const take = (guess: Guess<string> | null) => {
    if (guess !== null) taken.add(guess.value);
    return guess;
  };

  const decision = take(given(answers.decision) ?? guessDecision(columns, questions));
  const decisionLook = columns.find(({ name }) => name === decision?.value);
  const favourable = given(answers.favourable) ?? (decisionLook ? guessFavourable(decisionLook, questions) : null);
  const outcome = take(guessOutcome(columns, taken));
  const outcomeLook = columns.find(({ name }) => name === outcome?.value);
  const favourableOutcome =
    given(answers.favourableOutcome) ?? (outcomeLook ? guessFavourableOutcome(outcomeLook, questions) : null);
  const id = take(
    guessId(columns, taken) ??
      guessSharedId(letters, read, taken) ??
      (input.letters === null ? null : guessRepeatedId(columns, taken)),
  );
  const weight = take(given(answers.weight) ?? guessWeight(columns, taken, questions));
  const reasonColumns = guessReasons(read, { taken, decision, favourable });
  for (const guess of reasonColumns) take(guess);
  const free = columns.filter(({ name }) => !taken.has(name));
  const sensitiveAs = {
    number: "a number by its values; grouped in quarters unless cut points (bins) are given",
    category: "a protected or closely related attribute by its name",
  };
  const sensitive = free.filter(isSensitive).map(({ name, type }) => byName(name, sensitiveAs[type]));
  const ignore = free.flatMap((column) => guessIgnored(column, table?.rows ?? 0));
  const ignored = new Set(ignore.map(({ value }) => value));
  const used = [
    ...free.filter(({ name }) => !ignored.has(name)).map(({ name }) => name),
    ...[weight?.value ?? []].flat(),
  ];
  const written = used.flatMap((name) => read.get(name) ?? []);
  const numbers = guessNumbers(written, answers, questions);
  return {
    columns,
    rows: table?.rows ?? 0,
    decision,
    favourable,
    outcome,
    favourableOutcome,
    id,
    weight,
    sensitive,
    ignore,
    reasonColumns,
    missing,
    immutable: free
      .filter(({ name }) => !ignored.has(name) && holdsPhrase(name, IMMUTABLE_WORDS))
      .map(({ name }) => byName(name, "no letter can ask anybody to change it")),
    types: [
      ...free.filter(isCodedCategory).map(({ name, distinct }) => ({
        value: { column: name, type: "category" as const },
        confidence: "medium" as const,
        reason: `${distinct} different numbers that look like codes for groups`,
      })),
      ...free.filter((column) => !isCodedCategory(column) && !ignored.has(column.name)).flatMap(codesWithZeros),
      ...free.flatMap(({ name }) => mistypedNumber(name, read.get(name))),
    ],
    numbers,
    ranges: guessRanges(written),
    ...guessLetters(letters, columns, read, id?.value ?? null),
    questions: questions.filter((question) => answers[questionKey(question)] === undefined),
  };
}

/**
 * A column as the library reads it, but as numbers where nearly all its values are: a slip of the pen makes no
 * category.
 */
function readMostly(column: RawColumn, markers: ReadonlySet<string>): ReadColumn {
  const given = { ranges: holdsPhrase(column.name, SENSITIVE_WORDS) ? ("category" as const) : undefined };
  const plain = readColumn(column, markers, undefined, given);
  const texts = textLevels(plain);
  const numeric = plain.numbers.filter(Number.isFinite).length;
  const isMostlyNumbers = texts.length > 0 && numeric >= MANY_NUMBERS && numeric >= SLIPS_AMONG * texts.length;
  return isMostlyNumbers ? readColumn(column, markers, "number", given) : plain;
}

function textLevels({ raw, missing, numbers }: ReadColumn): string[] {
  return raw.levels.filter((_, code) => missing[code] === 0 && Number.isNaN(numbers[code]));
}

/** That a column is one of numbers although some of its cells are not. */
function mistypedNumber(name: string, column: ReadColumn | undefined): RolesGuess["types"] {
  const texts = column?.type === "number" ? textLevels(column) : [];
  const [first] = texts;
  if (first === undefined) return [];
  const others = texts.length === 1 ? `'${first}'` : `'${first}' and ${texts.length - 1} more`;
  const reason = `all its values but ${others} are numbers`;
  return [{ value: { column: name, type: "number" }, confidence: "medium", reason }];
}

/** What the user answered, as a guess that needs no doubt; null for "none of these". */
function given(answer: string | undefined): Guess<string> | null {
  return answer === undefined || answer === "" ? null : { value: answer, confidence: "high", reason: "as answered" };
}

function byName(value: string, reason: string): Guess<string> {
  return { value, confidence: "medium", reason };
}

function isSensitive({ name, distinct }: ColumnLook): boolean {
  return distinct > 1 && holdsPhrase(name, SENSITIVE_WORDS);
}

/** Sex, race and the like written as numbers. */
function isCodedCategory(column: ColumnLook): boolean {
  const isShort = column.type === "number" && column.distinct <= FEW_VALUES;
  return isShort && isSensitive(column) && !holdsPhrase(column.name, AGE_WORDS);
}

function guessOutcome(columns: readonly ColumnLook[], taken: ReadonlySet<string>): Guess<string> | null {
  const found = columns.filter(
    ({ name, distinct }) => !taken.has(name) && distinct === 2 && holdsPhrase(name, OUTCOME_WORDS),
  );
  const [only] = found;
  if (only === undefined) return null;
  const reason = "named like something known only after the decision, with two values";
  return { value: only.name, confidence: found.length === 1 ? "medium" : "low", reason };
}

function guessFavourableOutcome({ name, values }: ColumnLook, questions: Question[]): Guess<string> | null {
  const [a = "", b = ""] = values;
  const good = values.filter(isGoodOutcome);
  if (good.length === 1) return { value: good[0] ?? "", confidence: "high", reason: "an unmistakable word" };
  if (isNoWord(a) !== isNoWord(b)) {
    const no = isNoWord(a) ? a : b;
    const isBad = holdsPhrase(name, BAD_OUTCOMES);
    if (isBad || holdsPhrase(name, FINE_OUTCOMES)) {
      const value = isBad ? no : no === a ? b : a;
      return { value, confidence: "medium", reason: `by the name '${name}'` };
    }
  }
  const question = `Which value of '${name}' is good for the person?`;
  questions.push({ setting: "favourableOutcome", question, choices: values, needed: false });
  return null;
}

function guessId(columns: readonly ColumnLook[], taken: ReadonlySet<string>): Guess<string> | null {
  const isNamed = (name: string) => holdsPhrase(name, ID_WORDS) || NUMBER_NAMES.includes(plainName(name));
  const unique = columns.filter(({ name, isUnique }) => !taken.has(name) && isUnique && isNamed(name));
  const best = unique.find(({ name }) => name.toLowerCase() === "id") ?? unique[0];
  if (best === undefined) return null;
  const reason = "named like an id, and no value occurs twice";
  return { value: best.name, confidence: unique.length === 1 ? "high" : "medium", reason };
}

/** Letters need an id: one that a few people share is still the id, and a check names the rows. */
function guessRepeatedId(columns: readonly ColumnLook[], taken: ReadonlySet<string>): Guess<string> | null {
  const found = columns.find(
    ({ name, distinct, present }) =>
      !taken.has(name) && holdsPhrase(name, ID_WORDS) && distinct < present && distinct >= MOSTLY_UNIQUE * present,
  );
  if (found === undefined) return null;
  const repeats = found.present - found.distinct;
  const reason = `named like an id, though ${repeats} of its ${found.present} values occur before; correct them`;
  return { value: found.name, confidence: "medium", reason };
}

function guessWeight(
  columns: readonly ColumnLook[],
  taken: ReadonlySet<string>,
  questions: Question[],
): Guess<string> | null {
  const usable = columns.filter(({ name, isNonNegative }) => !taken.has(name) && isNonNegative);
  const named = usable.find(({ name }) => holdsPhrase(name, WEIGHT_NAMES));
  if (named !== undefined) return { value: named.name, confidence: "high", reason: "named like a sampling weight" };
  const like = usable.find(({ name }) => WEIGHT_LIKE.includes(plainName(name)));
  if (like !== undefined) {
    const question = `Is '${like.name}' a sampling weight (how many people a row stands for)?`;
    questions.push({ setting: "weight", question, choices: [like.name], needed: false });
  }
  return null;
}

/** Columns that say nothing, who somebody is, or what was known only later. */
function guessIgnored({ name, type, distinct, numeric, present, values }: ColumnLook, rows: number): Guess<string>[] {
  const ignore = (confidence: Confidence, reason: string) => [{ value: name, confidence, reason }];
  if (present === 0) return ignore("high", "it is empty");
  if (distinct === 1) return ignore("high", "every row has the same value");
  if (type === "category" && holdsPhrase(name, IDENTITY_WORDS) && distinct > FEW_VALUES) {
    return ignore("high", "it says who somebody is");
  }
  if (distinct === 2 && holdsPhrase(name, OUTCOME_WORDS)) {
    return ignore("medium", "named like something known only after the decision");
  }
  if (distinct > FEW_VALUES && values.every((value) => DATE.test(value))) {
    return ignore("medium", "it holds dates");
  }
  if (type === "category" && rows >= 20 && distinct > rows / 2 && numeric < distinct / 2) {
    const texts = `${distinct} different texts in ${rows} rows`;
    return ignore("medium", `${texts}: it tells people apart rather than describing them`);
  }
  if (holdsPhrase(name, ID_WORDS) && distinct > rows / 2) return ignore("medium", "it looks like another id");
  return [];
}

/** Words for "missing" in columns whose other cells are numbers. */
function guessMissing(columns: readonly ReadColumn[]): Guess<readonly string[]> | null {
  const words = new Set<string>();
  const places: string[] = [];
  for (const column of columns) {
    const texts = textLevels(column);
    const numeric = column.raw.levels.length - texts.length;
    if (texts.length === 0 || texts.length > 3 || numeric < 5) continue;
    if (!texts.every(isMissingWord)) continue;
    for (const cell of texts) words.add(cell);
    places.push(column.raw.name);
  }
  if (words.size === 0) return null;
  const reason = `the only texts among the numbers of ${places.slice(0, 3).join(", ")}`;
  return { value: [...words], confidence: "medium", reason };
}
