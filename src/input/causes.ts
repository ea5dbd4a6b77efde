import type { ErrorCode } from "../errors.js";
import { sharedId } from "./guess/guess-columns.js";
import { isDecisionName } from "./guess-words.js";
import { hasLongNames } from "./letter-header.js";
import { listValues, quoteValue, type Severity } from "./problem.js";
import type { RawTable } from "./raw-table.js";
import type { FileRole } from "./reading.js";
import { type FileTables, type PlacedProblem, type Repair, repair, repairsOf } from "./repairs.js";
import { readColumns } from "./skipped-rows.js";
import { MISSING_MARKERS } from "./values.js";

/** Why files cannot be read as they are, or what in them is worth knowing; said once, however much follows from it. */
export interface Cause {
  /** The gravest of its problems. */
  readonly severity: Severity;
  readonly role: PlacedProblem["role"];
  /** For people: what is wrong, where, and the way out. */
  readonly message: string;
  /** The problem itself first, then those that follow from it. */
  readonly problems: readonly PlacedProblem[];
  /** What would repair it, the likeliest first; none where only another file does. */
  readonly repairs: readonly Repair[];
}

const SEVERITIES = ["error", "warning", "note"] as const satisfies readonly Severity[];

/** What goes wrong where the names of the columns are none. */
const OF_NAMES: readonly ErrorCode[] = [
  "ID_MISSING",
  "COLUMN_UNKNOWN",
  "COLUMN_DUPLICATE",
  "COLUMN_UNNAMED",
  "COLUMN_MISSING",
  "DECISION_UNKNOWN",
  "LETTER_FIELD_UNKNOWN",
  "LETTERS_NOT_UNDERSTOOD",
  "NO_FEATURES",
];

/** What goes wrong where it is not known whose letters they are. */
const OF_IDS: readonly ErrorCode[] = [
  "ID_MISSING",
  "COLUMN_MISSING",
  "LETTER_UNPAIRED",
  "LETTER_WITHOUT_PERSON",
  "LETTERS_NOT_UNDERSTOOD",
];

/** The problems of all files by cause, the gravest first, each with what repairs it. */
export function causesOf(problems: readonly PlacedProblem[], tables: FileTables): readonly Cause[] {
  const causes: Cause[] = [];
  let left = problems;
  const take = (cause: Omit<Cause, "severity"> | null) => {
    if (cause === null || cause.problems.length === 0) return;
    const severity = SEVERITIES.find((one) => cause.problems.some((problem) => problem.severity === one)) ?? "note";
    causes.push({ ...cause, severity });
    left = left.filter((problem) => !cause.problems.includes(problem));
  };
  take(misplaced(left, tables));
  take(withoutHeader(left, tables));
  take(withoutIds(left, tables));
  while (left[0] !== undefined) take(alike(left, left[0], tables));
  return SEVERITIES.flatMap((severity) => causes.filter((cause) => cause.severity === severity));
}

/** Problems of one kind in one file. */
function alike(left: readonly PlacedProblem[], lead: PlacedProblem, tables: FileTables): Omit<Cause, "severity"> {
  const { severity, role, code } = lead;
  const problems = left.filter((one) => one.code === code && one.role === role && one.severity === severity);
  const columns = problems.flatMap(({ column }) => column ?? []);
  const several = problems.length > 1 ? SEVERAL[code]?.(lead.file ?? role, columns) : undefined;
  const more = problems.length > 1 ? `. And ${problems.length - 1} more like it` : "";
  const repairs = repairsOf({ code, role, problems }, tables);
  return { role, message: several ?? `${lead.message}${more}`, problems, repairs };
}

/** What several columns have in common, in one sentence. */
const SEVERAL: Partial<Record<ErrorCode, (file: string, columns: readonly string[]) => string>> = {
  COLUMN_MISSING: (file, columns) =>
    `${file} lacks the columns ${listValues(columns, 5)}, and without person ids their values cannot be taken from ` +
    "the decisions. Add the columns, or a column with the people's ids",
  LETTER_FIELD_UNKNOWN: (file, columns) =>
    `${file}, row 1: the decisions have no columns ${listValues(columns, 5)}. Rename them, or leave them unread`,
  COLUMN_CONSTANT: (file, columns) =>
    `${file}: ${listValues(columns, 5)} each have one value in every row, so they say nothing about the decision`,
  COLUMN_EMPTY: (file, columns) => `${file}: ${listValues(columns, 5)} are empty and left out`,
};

/** Files in each other's place, as their columns tell. */
function misplaced(left: readonly PlacedProblem[], { decisions, letters }: FileTables): Omit<Cause, "severity"> | null {
  if (decisions === null || !left.some(({ role, severity }) => role === "decisions" && severity === "error"))
    return null;
  const isLong = (table: RawTable | null) => table !== null && hasLongNames(table.columns.map(({ name }) => name));
  const decision = (table: RawTable | null) => table?.columns.find(({ name }) => isDecisionName(name))?.name ?? null;
  const isLetters = isLong(decisions) && !isLong(letters);
  const other = decision(decisions) === null && !isLong(letters) ? decision(letters) : null;
  if (!isLetters && other === null) return null;
  const places: readonly [FileRole, FileRole] = ["decisions", "letters"];
  const message = isLetters
    ? `${decisions.file} was given as the decisions, but it contains letters, one change per row`
    : `${decisions.file} was given as the decisions, but ${letters?.file} has them, in ${quoteValue(other ?? "")}`;
  const label =
    letters === null ? `Use ${quoteValue(decisions.file)} as letters` : `Use ${quoteValue(letters.file)} as decisions`;
  const problems = left.filter(({ role }) => role === "decisions" || role === "letters" || role === "settings");
  return { role: "decisions", message, problems, repairs: [{ label, settings: {}, places }] };
}

/** A first row that is no header, with everything that is wrong about the names in it. */
function withoutHeader(left: readonly PlacedProblem[], tables: FileTables): Omit<Cause, "severity"> | null {
  const lead = left.find(({ code }) => code === "HEADER_LIKE_ROW");
  if (lead === undefined) return null;
  const follow = left.filter(({ code }) => OF_NAMES.includes(code));
  const repairs = repairsOf({ code: lead.code, role: lead.role, problems: [lead] }, tables);
  return { role: lead.role, message: lead.message, problems: [lead, ...follow], repairs };
}

/** Letters to nobody in particular, although a column has the ids of the people. */
function withoutIds(left: readonly PlacedProblem[], tables: FileTables): Omit<Cause, "severity"> | null {
  const { decisions, letters } = tables;
  if (decisions === null || letters === null) return null;
  const isStrange = ({ code, count }: PlacedProblem) => code === "LETTER_WITHOUT_PERSON" && count > letters.rows / 2;
  const isUnpaired = ({ code, column, rows }: PlacedProblem) =>
    code === "COLUMN_MISSING" ||
    code === "LETTERS_NOT_UNDERSTOOD" ||
    (code === "ID_MISSING" && rows.length === 0) ||
    (code === "LETTER_UNPAIRED" && column === null);
  const lead = left.find((one) => one.role === "letters" && (isStrange(one) || isUnpaired(one)));
  if (lead === undefined) return null;
  const usable = decisions.columns.filter(({ name }) => name !== "");
  const found = sharedId(letters, readColumns(usable, { types: {}, missing: MISSING_MARKERS }), new Set());
  if (found === null || (found.id === tables.id && found.lettersId === tables.lettersId)) return null;
  const { id, lettersId } = found;
  const follow = left.filter(
    ({ role, code, column }) =>
      (role === "letters" && (OF_IDS.includes(code) || (code === "LETTER_FIELD_UNKNOWN" && column === lettersId))) ||
      (role === "decisions" && code === "COLUMN_LIKE_ID" && column === id),
  );
  const where =
    lettersId === id
      ? `'${id}' has the people's ids in both files`
      : `'${lettersId}' has the ids that '${id}' has in ${decisions.file}`;
  const message = `${letters.file}: whose letters are these? No id column was named, but ${where}`;
  const problems = [lead, ...follow.filter((problem) => problem !== lead)];
  const settings = lettersId === id ? { id } : { id, lettersId };
  return { role: "letters", message, problems, repairs: [repair(`'${id}' is the person id`, settings)] };
}
