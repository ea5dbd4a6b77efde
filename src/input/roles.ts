import type { ResolvedDecisionsOptions } from "./decisions-options.js";
import { ID_NAMES, isDecisionName, isFavourableWord, isGoodOutcome, plainName } from "./guess-words.js";
import { columnHint } from "./nearest-name.js";
import { listValues, type ProblemList, plural, quoteValue } from "./problem.js";
import { type RawColumn, type RawTable, sameCells } from "./raw-table.js";
import type { Skip } from "./reading.js";
import { isRefusalReason } from "./reason-words.js";
import { parseNumber } from "./values.js";

export interface Roles {
  readonly decision: string;
  readonly id: string | null;
  readonly weight: string | null;
  readonly outcome: string | null;
  readonly sensitive: readonly string[];
  readonly ignored: readonly string[];
  /** Columns with the reasons for refusals. */
  readonly reasons: readonly string[];
  /** Columns left for the model to look at, in file order. */
  readonly features: readonly string[];
}

const MOST_OTHERS = 1; // an id of its own in each row is no value of its column

/** The columns that can be used, by name: unnamed ones left out with a warning, repeated names refused. */
export function nameColumns(
  table: RawTable,
  { ignored, skip }: { readonly ignored: ReadonlySet<string>; readonly skip: readonly Skip[] },
  problems: ProblemList,
): Map<string, RawColumn> {
  const columns = new Map<string, RawColumn>();
  const repeated = new Map<string, number[]>();
  const unnamed: number[] = [];
  for (const [j, column] of table.columns.entries()) {
    if (column.name === "") unnamed.push(j + 1);
    else if (!columns.has(column.name)) columns.set(column.name, column);
    else if (repeated.get(column.name)?.push(j) === undefined) repeated.set(column.name, [j]);
  }
  if (unnamed.length > 0) {
    const positions = unnamed.slice(0, 5).join(", ");
    const words = `${plural(unnamed.length, "column")} without a name (position ${positions}) left out`;
    const message = `${table.file}, row 1: ${words}. Name it in the header to use it`;
    problems.add("warning", "COLUMN_UNNAMED", message, { count: unnamed.length, rows: [1] });
  }
  for (const [name, positions] of repeated) {
    if (ignored.has(name)) continue;
    const first = columns.get(name);
    const equal = positions.every((j) => first !== undefined && sameCells(first, table.columns[j]!));
    const words = `${table.file}, row 1: the column name '${name}' occurs ${positions.length + 1} times`;
    const place = { column: name, count: positions.length, rows: [1] };
    if (equal && skip.includes("copies")) {
      problems.add("warning", "COLUMN_DUPLICATE", `${words}, each time with the same values; read once`, place);
      continue;
    }
    const advice = equal
      ? ", each time with the same values. Delete all but one, or read it once (--skip copies)"
      : ". Rename or delete all but one, or leave the column out";
    problems.add("error", "COLUMN_DUPLICATE", `${words}${advice}`, place);
  }
  return columns;
}

/** Gives every column its role; null when the decision column cannot be found. */
export function assignRoles(
  columns: ReadonlyMap<string, RawColumn>,
  options: ResolvedDecisionsOptions,
  problems: ProblemList,
): Roles | null {
  checkNames(columns, options, problems);
  const decision = findDecision(columns, options.decision, problems);
  if (decision === null) return null;
  const known = (name: string | null) => (name !== null && columns.has(name) ? name : null);
  const weight = known(options.weight);
  const outcome = known(options.outcome);
  const taken = new Set([decision, weight, outcome, ...options.sensitive]);
  const id = options.id === null ? guessId(columns, taken, problems) : known(options.id);
  const ignored = [...new Set(options.ignore)].filter((name) => columns.has(name));
  const roles = new Set([decision, weight, outcome, id, ...ignored]);
  const reasons =
    options.reasonColumns?.filter((name) => columns.has(name)) ??
    guessReasons(columns, new Set([...roles, ...options.sensitive]), problems);
  const notFeatures = new Set([...roles, ...reasons]);
  return {
    decision,
    id,
    weight,
    outcome,
    sensitive: [...new Set(options.sensitive)].filter((name) => columns.has(name)),
    ignored,
    reasons,
    features: [...columns.keys()].filter((name) => !notFeatures.has(name)),
  };
}

/** The other and the favourable of the two decision values; null, with a problem, when they cannot be told apart. */
export function settleFavourable(
  values: readonly [string, string],
  column: string,
  favourable: string | null,
  problems: ProblemList,
): readonly [string, string] | null {
  const [a, b] = values;
  const chosen = favourable === null ? guessFavourable(a, b) : matchValue(favourable.trim(), values);
  if (chosen === null) {
    const words =
      favourable === null
        ? `which of ${listValues(values)} is good for the person? Name it (--favourable)`
        : `no row has the favourable value ${quoteValue(favourable)}. Name one of ${listValues(values)} (--favourable)`;
    problems.report("error", "FAVOURABLE_UNKNOWN", { column }, words);
    return null;
  }
  if (favourable === null) {
    const words = `${quoteValue(chosen)} is taken as favourable. If that is wrong, name the other value (--favourable)`;
    problems.report("note", "ROLE_GUESSED", { column }, words);
  }
  return chosen === a ? [b, a] : [a, b];
}

/** The outcome that is good for the person: as named, else by an unmistakable word among two values, else null. */
export function settleOutcome(
  values: readonly string[],
  column: string,
  favourable: string | null,
  problems: ProblemList,
): string | null {
  if (favourable !== null) {
    const chosen = matchValue(favourable.trim(), values);
    if (chosen !== null) return chosen;
    const words =
      `no row has the favourable outcome ${quoteValue(favourable)}. ` +
      `Name one of ${listValues(values)} (--favourable-outcome)`;
    problems.report("error", "FAVOURABLE_UNKNOWN", { column }, words);
    return null;
  }
  const good = values.filter(isGoodOutcome);
  const [chosen] = good;
  // 0 and 1 are no words: either may be the good one
  if (values.length !== 2 || good.length !== 1 || chosen === undefined) return null;
  const advice = "If that is wrong, name the other value (--favourable-outcome)";
  const words = `${quoteValue(chosen)} is taken as the favourable outcome. ${advice}`;
  problems.report("note", "ROLE_GUESSED", { column }, words);
  return chosen;
}

function guessFavourable(a: string, b: string): string | null {
  const [isA, isB] = [a, b].map(isFavourableWord);
  if (isA !== isB) return isA ? a : b;
  const [x, y] = [parseNumber(a), parseNumber(b)];
  if (x === 1 && (y === 0 || y === -1)) return a;
  if (y === 1 && (x === 0 || x === -1)) return b;
  return null;
}

/** The value written as asked for, else the one that is the same number ("1" and "1.0"). */
export function matchValue(wanted: string, values: readonly string[]): string | null {
  if (values.includes(wanted)) return wanted;
  const number = parseNumber(wanted);
  return values.find((value) => number !== undefined && parseNumber(value) === number) ?? null;
}

/** Refuses names of columns that the file does not have. */
export function checkNames(
  columns: ReadonlyMap<string, RawColumn>,
  options: ResolvedDecisionsOptions,
  problems: ProblemList,
): void {
  const { file, sensitive, ignore, immutable, types, numbers, ranges } = options;
  const { reasonColumns, neverCited } = options;
  const roles = ["decision", "outcome", "id", "weight"] as const;
  const named: readonly [string, readonly string[]][] = [
    ...roles.map((role): [string, string[]] => [role, [options[role] ?? []].flat()]),
    ...Object.entries({ sensitive, ignore, immutable }),
    ...Object.entries({ types, numbers, ranges }).map(([role, given]): [string, string[]] => [
      role,
      Object.keys(given),
    ]),
    ["reasons", reasonColumns ?? []],
    ["never cited", neverCited ?? []],
  ];
  const names = [...columns.keys()];
  const headless = names.some((name) => parseNumber(name) !== undefined)
    ? ". Row 1 looks like data: add a header row with column names"
    : "";
  for (const [role, wanted] of named) {
    for (const column of wanted.filter((name) => !columns.has(name))) {
      const message = `${file} has no column '${column}' (named as ${role}). ${columnHint(column, names)}${headless}`;
      problems.add("error", "COLUMN_UNKNOWN", message, { column });
    }
  }
}

/** The decision column: as named, else by an unmistakable name; null, with a problem, without one. */
export function findDecision(
  columns: ReadonlyMap<string, RawColumn>,
  decision: string | null,
  problems: ProblemList,
): string | null {
  if (decision !== null) return columns.has(decision) ? decision : null;
  const names = [...columns.keys()];
  const candidates = names.filter(isDecisionName);
  const [column] = candidates;
  if (column !== undefined && candidates.length === 1) {
    const guess = `column '${column}' is taken as the decision`;
    const message = `${problems.file}: ${guess}. If that is wrong, name another (--decision)`;
    problems.add("note", "ROLE_GUESSED", message, { column });
    return column;
  }
  const asked = `which column has the decision? Name one of ${listValues(names, 30)} (--decision)`;
  problems.report("error", "DECISION_UNKNOWN", {}, asked);
  return null;
}

/** The id column by its name, if its values are unique; null without one. */
export function guessId(
  columns: ReadonlyMap<string, RawColumn>,
  taken: ReadonlySet<string | null>,
  problems: ProblemList,
): string | null {
  for (const wanted of ID_NAMES) {
    for (const [column, { codes, levels }] of columns) {
      if (plainName(column) !== wanted || taken.has(column)) continue;
      const place = `${problems.file}: column '${column}'`;
      if (levels.length === codes.length && !levels.includes("")) {
        const message = `${place} is taken as the person id: its values are unique`;
        problems.add("note", "ROLE_GUESSED", message, { column });
        return column;
      }
      const message =
        `${place} looks like an id, but its values repeat, so it is used as a feature. ` +
        "If it is none, leave it out (--ignore)";
      problems.add("warning", "ID_DUPLICATE", message, { column, count: codes.length - levels.length });
    }
  }
  return null;
}

/** The columns that nothing but reasons for a refusal have their names. */
function guessReasons(
  columns: ReadonlyMap<string, RawColumn>,
  taken: ReadonlySet<string | null>,
  problems: ProblemList,
): readonly string[] {
  const found = [...columns.keys()].filter((name) => isRefusalReason(name) && !taken.has(name));
  const [column] = found;
  if (column !== undefined) {
    const message =
      `${problems.file}: ${listValues(found, 4)} ${found.length === 1 ? "is" : "are"} taken as reasons for refusals, ` +
      "so no model uses them. If that is wrong, leave them out (--ignore)";
    problems.add("note", "ROLE_GUESSED", message, { column });
  }
  return found;
}

/** Warns when the names of the columns look like values of them: a file without a header loses its first person. */
export function checkHeader({ columns }: RawTable, problems: ProblemList): void {
  const likeText = columns.filter(({ name, levels }) => parseNumber(name) === undefined && levels.includes(name));
  const likeNumber = columns.filter(isNumberAmongNumbers);
  const like = likeText.length + likeNumber.length;
  if (like < 2 || columns.length - like > MOST_OTHERS) return;
  if (likeText.length === 0 && isCounting(likeNumber)) return;
  const names = columns.map(({ name }) => name);
  const words = `${listValues(names, 5)} are read as column names, but look like a person`;
  const advice = "If the file has no header, add one, or read the first row as data (--headerless decisions)";
  problems.report("warning", "HEADER_LIKE_ROW", { rows: [1] }, `${words}. ${advice}`);
}

function isNumberAmongNumbers({ name, levels }: RawColumn): boolean {
  if (parseNumber(name) === undefined) return false;
  const numbers = levels.filter((level) => parseNumber(level) !== undefined).length;
  return numbers > levels.length / 2; // the others may be markers of missing values
}

/** Whether names number the columns, or name years: each is one more than the one before. */
function isCounting(columns: readonly RawColumn[]): boolean {
  return columns.every(({ name }, k) => k === 0 || Number(name) - Number(columns[k - 1]?.name) === 1);
}
