import type { ResolvedDecisionsOptions } from "./decisions-options.js";
import { DECISION_NAMES, FAVOURABLE_WORDS, GOOD_OUTCOMES } from "./guess-words.js";
import { listValues, type ProblemList, plural, quoteValue } from "./problem.js";
import type { RawColumn, RawTable } from "./raw-table.js";
import { parseNumber } from "./values.js";

/** What each column is for, by name. */
export interface Roles {
  readonly decision: string;
  readonly id: string | null;
  readonly weight: string | null;
  readonly outcome: string | null;
  readonly sensitive: readonly string[];
  readonly ignored: readonly string[];
  /** Columns left for the model to look at, in file order. */
  readonly features: readonly string[];
}

const ID_NAMES = ["id", "person_id", "applicant_id", "case_id"];

/** The columns that can be used, by name: unnamed ones left out with a warning, repeated names refused. */
export function nameColumns(
  table: RawTable,
  ignored: ReadonlySet<string>,
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
    problems.add(
      "warning",
      "COLUMN_UNNAMED",
      `${table.file}, row 1: ${plural(unnamed.length, "column")} without a name (position ` +
        `${unnamed.slice(0, 5).join(", ")}); left out: give it a name in the header to use it`,
      { count: unnamed.length, rows: [1] },
    );
  }
  for (const [name, positions] of repeated) {
    if (ignored.has(name)) continue;
    const first = columns.get(name);
    const equal = positions.every((j) => first !== undefined && sameCells(first, table.columns[j]!));
    problems.add(
      "error",
      "COLUMN_DUPLICATE",
      `${table.file}, row 1: the column name '${name}' occurs ${positions.length + 1} times; ` +
        (equal ? "the copies hold the same values, so delete all but one" : "rename or delete all but one") +
        ", or ignore the column",
      { column: name, count: positions.length, rows: [1] },
    );
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
  const decision = findDecision(columns, options, problems);
  if (decision === null) return null;
  const known = (name: string | null) => (name !== null && columns.has(name) ? name : null);
  const weight = known(options.weight);
  const outcome = known(options.outcome);
  const taken = new Set([decision, weight, outcome, ...options.sensitive]);
  const id = options.id === null ? guessId(columns, taken, problems) : known(options.id);
  const ignored = [...new Set(options.ignore)].filter((name) => columns.has(name));
  const notFeatures = new Set([decision, weight, outcome, id, ...ignored]);
  return {
    decision,
    id,
    weight,
    outcome,
    sensitive: [...new Set(options.sensitive)].filter((name) => columns.has(name)),
    ignored,
    features: [...columns.keys()].filter((name) => !notFeatures.has(name)),
  };
}

/** The favourable and the other of the two decision values; null, with a problem, when they cannot be told apart. */
export function settleFavourable(
  values: readonly [string, string],
  column: string,
  { favourable, file }: ResolvedDecisionsOptions,
  problems: ProblemList,
): { favourable: string; unfavourable: string } | null {
  const [a, b] = values;
  const chosen = favourable === null ? guessFavourable(a, b) : matchValue(favourable.trim(), values);
  if (chosen !== null) {
    if (favourable === null) {
      problems.add(
        "note",
        "ROLE_GUESSED",
        `${file}, column '${column}': ${quoteValue(chosen)} is taken as the favourable value; ` +
          "name it with favourable if that is wrong",
        { column },
      );
    }
    return { favourable: chosen, unfavourable: chosen === a ? b : a };
  }
  problems.add(
    "error",
    "FAVOURABLE_UNKNOWN",
    favourable === null
      ? `${file}, column '${column}': which of the two values ${listValues(values)} is good for the person? ` +
          "Name it as the favourable one"
      : `${file}, column '${column}': the favourable value ${quoteValue(favourable)} does not occur; ` +
          `found ${listValues(values)}`,
    { column },
  );
  return null;
}

/** The outcome that is good for the person: as named, else by an unmistakable word among two values, else null. */
export function settleOutcome(
  values: readonly string[],
  { outcome, favourableOutcome, file }: ResolvedDecisionsOptions,
  problems: ProblemList,
): string | null {
  const column = outcome ?? "";
  if (favourableOutcome !== null) {
    const chosen = matchValue(favourableOutcome.trim(), values);
    if (chosen === null) {
      problems.add(
        "error",
        "FAVOURABLE_UNKNOWN",
        `${file}, column '${column}': the favourable outcome ${quoteValue(favourableOutcome)} does not occur; ` +
          `found ${listValues(values)}`,
        { column },
      );
    }
    return chosen;
  }
  const [a, b] = values;
  const known = (value: string | undefined) => value !== undefined && GOOD_OUTCOMES.has(value.toLowerCase());
  if (values.length !== 2 || known(a) === known(b)) return null; // 0 and 1 are no words: either may be the good one
  const chosen = (known(a) ? a : b) ?? null;
  problems.add(
    "note",
    "ROLE_GUESSED",
    `${file}, column '${column}': ${quoteValue(chosen ?? "")} is taken as the favourable outcome; ` +
      "name it with favourableOutcome if that is wrong",
    { column },
  );
  return chosen;
}

function guessFavourable(a: string, b: string): string | null {
  const [isA, isB] = [a, b].map((value) => FAVOURABLE_WORDS.has(value.toLowerCase()));
  if (isA !== isB) return isA ? a : b;
  const [x, y] = [parseNumber(a), parseNumber(b)];
  if (x === 1 && (y === 0 || y === -1)) return a;
  if (y === 1 && (x === 0 || x === -1)) return b;
  return null;
}

/** The value written as asked for, else the one that is the same number ("1" and "1.0"). */
function matchValue(wanted: string, values: readonly string[]): string | null {
  if (values.includes(wanted)) return wanted;
  const number = parseNumber(wanted);
  return values.find((value) => number !== undefined && parseNumber(value) === number) ?? null;
}

function checkNames(
  columns: ReadonlyMap<string, RawColumn>,
  options: ResolvedDecisionsOptions,
  problems: ProblemList,
): void {
  const named: [string, string][] = [];
  for (const role of ["decision", "outcome", "id", "weight"] as const) {
    const name = options[role];
    if (name !== null) named.push([role, name]);
  }
  for (const role of ["sensitive", "ignore", "immutable"] as const) {
    for (const name of options[role]) named.push([role, name]);
  }
  for (const name of Object.keys(options.types)) named.push(["types", name]);
  const names = [...columns.keys()];
  for (const [role, name] of named) {
    if (columns.has(name)) continue;
    const near = names.find((other) => other.toLowerCase() === name.trim().toLowerCase());
    const hint = near === undefined ? `its columns are ${listValues(names, 30)}` : `did you mean '${near}'?`;
    const headless = names.some((other) => parseNumber(other) !== undefined)
      ? "; row 1 looks like data: the file needs a header row with column names"
      : "";
    problems.add(
      "error",
      "COLUMN_UNKNOWN",
      `${options.file} has no column '${name}' (named as ${role}); ${hint}${headless}`,
      {
        column: name,
      },
    );
  }
}

function findDecision(
  columns: ReadonlyMap<string, RawColumn>,
  { decision, file }: ResolvedDecisionsOptions,
  problems: ProblemList,
): string | null {
  if (decision !== null) return columns.has(decision) ? decision : null;
  const candidates = [...columns.keys()].filter((name) => DECISION_NAMES.includes(name.toLowerCase()));
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) {
    problems.add(
      "note",
      "ROLE_GUESSED",
      `${file}: column '${only}' is taken as the decision; name another with decision`,
      {
        column: only,
      },
    );
    return only;
  }
  const names = [...columns.keys()];
  problems.add(
    "error",
    "DECISION_UNKNOWN",
    `${file}: which column holds the decision? Name it as the decision; its columns are ${listValues(names, 30)}`,
  );
  return null;
}

/** The id column by its name, if its values are unique; null without one. */
export function guessId(
  columns: ReadonlyMap<string, RawColumn>,
  taken: ReadonlySet<string | null>,
  problems: ProblemList,
): string | null {
  for (const wanted of ID_NAMES) {
    for (const [name, column] of columns) {
      if (name.toLowerCase() !== wanted || taken.has(name)) continue;
      if (column.levels.length === column.codes.length && !column.levels.includes("")) {
        problems.add(
          "note",
          "ROLE_GUESSED",
          `${problems.file}: column '${name}' is taken as the person id: its values are unique`,
          {
            column: name,
          },
        );
        return name;
      }
      problems.add(
        "warning",
        "ID_DUPLICATE",
        `${problems.file}: column '${name}' looks like an id, but its values are not unique, ` +
          "so it is used as a feature; " +
          "put it in ignore if it is none",
        { column: name, count: column.codes.length - column.levels.length },
      );
    }
  }
  return null;
}

function sameCells(a: RawColumn, b: RawColumn): boolean {
  return a.codes.every((code, i) => a.levels[code] === b.levels[b.codes[i]!]);
}
