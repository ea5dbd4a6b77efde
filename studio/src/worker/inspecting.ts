import type { ColumnSummary } from "../../../src/findings/evidence.js";
import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import { type FilesInspection, inspectFiles } from "../../../src/folder/inspect-files.js";
import { type ByRole, byRole } from "../../../src/folder/sources.js";
import { understoodCsv } from "../../../src/folder/understood-csv.js";
import { type Cause, causesOf } from "../../../src/input/causes.js";
import type { Decisions } from "../../../src/input/decisions.js";
import type { Confidence, Question, RolesGuess } from "../../../src/input/guess/guess-roles.js";
import type { Letters } from "../../../src/input/letters.js";
import { asProblem, type Problem } from "../../../src/input/problem.js";
import type { PlacedProblem } from "../../../src/input/repairs.js";
import type { ColumnType } from "../../../src/input/table.js";
import { understoodWords } from "../../../src/input/understood-text.js";
import { groupingRules } from "../../../src/measure/groups/groups.js";
import { jobWords } from "../text/jobs.js";
import { cutSource, guessSources, type Reading } from "./cut-source.js";
import type { PresetOffer } from "./preset-offer.js";
import type { FileRole, Report, Source } from "./session.js";

export interface ColumnReason {
  readonly as:
    | "decision"
    | "id"
    | "outcome"
    | "weight"
    | "sensitive"
    | "immutable"
    | "ignore"
    | "type"
    | "lettersId"
    | "reasonColumns";
  readonly confidence: Confidence;
  readonly reason: string;
}

export interface ColumnView {
  /** Empty where the file gives none. */
  readonly name: string;
  /** The type its values look like. */
  readonly looks: ColumnType;
  readonly distinct: number;
  /** Rows without a value. */
  readonly missing: number;
  readonly values: readonly string[];
  /** What the reader made of it with the configuration; null where it could not tell. */
  readonly settled: ColumnSummary | null;
  readonly reasons: readonly ColumnReason[];
}

export interface FileView {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly ColumnView[];
}

export interface DecisionCount {
  readonly value: string;
  readonly people: number;
}

export interface Inspected {
  readonly files: Readonly<Record<FileRole, FileView | null>>;
  /** What is wrong with files and settings, the gravest first, each with what repairs it. */
  readonly causes: readonly Cause[];
  readonly questions: readonly Question[];
  /** The decision column, its values and which is taken as favourable. */
  readonly decision: { readonly column: string | null; readonly favourable: string | null };
  readonly counts: readonly DecisionCount[];
  readonly outcome: { readonly column: string | null; readonly favourable: string | null };
  readonly letters: { readonly count: number; readonly form: Letters["form"]; readonly reasons: number } | null;
  /** What letters in free text seem to say; null for other letters. */
  readonly understood: UnderstoodView | null;
  readonly isUsable: boolean;
  /** A preset for files with these columns, where it is not in force. */
  readonly preset: PresetOffer | null;
}

/** Letters in free text, each with what was understood of it, and all of it as a file to confirm. */
export interface UnderstoodView {
  readonly title: string;
  readonly letters: readonly { readonly words: string; readonly text: string }[];
  readonly csv: string;
}

/** Looks at the files with a configuration: what each column is, and every problem. */
export function inspectSources(
  sources: ByRole<Source>,
  configuration: AuditConfiguration,
  report: Report,
): Omit<Inspected, "preset"> {
  const { decisions: source, letters, population } = sources;
  report({ done: 0, total: 2, label: jobWords.files.guessing });
  const guess = guessSources(source, letters, configuration);
  report({ done: 1, total: 2, label: jobWords.files.checking(source.name) });
  const cut = byRole(sources, (file, role) => ({ name: file.name, found: cutSource(file, role, configuration) }));
  const tried = attempt(() => inspectFiles(cut, configuration));
  const found = tried.value;
  const draft = found?.decisions.draft ?? null;
  const bins =
    draft && attempt(() => groupingRules(draft.groups, { bins: configuration.bins ?? {}, intersections: false }));
  const refused = [tried.problem, bins?.problem ?? null].flatMap((problem): PlacedProblem[] =>
    problem === null ? [] : [{ ...problem, role: "settings" }],
  );
  const causes = [...causesOf(refused, NO_TABLES), ...(found?.causes ?? [])];
  report({ done: 2, total: 2, label: jobWords.files.checking(source.name) });
  return {
    files: {
      decisions: decisionsView(source, configuration, guess, draft),
      letters: letters && otherView(letters, configuration, guess, "letters"),
      population: population && otherView(population, configuration, guess, "population"),
    },
    causes,
    questions: guess.questions,
    ...settledValues(draft, configuration, found?.problems ?? []),
    counts: draft === null ? [] : decisionCounts(draft),
    letters: lettersFacts(found?.letters?.draft ?? null),
    understood: understoodOf(found),
    isUsable: draft !== null && !causes.some(({ severity }) => severity === "error"),
  };
}

function understoodOf(found: FilesInspection | null): UnderstoodView | null {
  const said = found?.letters?.understood ?? null;
  if (said === null) return null;
  const [title = "", ...lines] = understoodWords(said);
  const letters = said.letters.map(({ text }, k) => ({ words: lines[k] ?? "", text }));
  return { title, letters, csv: understoodCsv(said, found?.decisions.draft?.schema.id ?? "id") };
}

function lettersFacts(letters: Letters | null): Inspected["letters"] {
  if (letters === null) return null;
  return { count: letters.table.rows, form: letters.form, reasons: letters.reasons?.reasons.length ?? 0 };
}

const NO_TABLES = { decisions: null, letters: null, id: null, lettersId: null };

/** The value of a function that may refuse its options: then the refusal as a problem. */
function attempt<T>(run: () => T): { readonly value: T | null; readonly problem: Problem | null } {
  try {
    return { value: run(), problem: null };
  } catch (error) {
    return { value: null, problem: asProblem(error) };
  }
}

/** What the reader says about a column that it took as the decision and cannot use as one. */
const NOT_A_DECISION: readonly string[] = ["DECISION_NOT_BINARY", "SINGLE_CLASS"];

function settledValues(
  draft: Decisions | null,
  { decision, outcome, ...given }: AuditConfiguration,
  problems: readonly Problem[],
) {
  const schema = draft?.schema;
  const refused = problems.find(({ code }) => NOT_A_DECISION.includes(code))?.column;
  return {
    decision: {
      column: schema?.decision.column ?? decision ?? refused ?? null,
      favourable: schema?.decision.favourable ?? [given.favourable ?? []].flat()[0] ?? null,
    },
    outcome: {
      column: schema === undefined ? (outcome ?? null) : schema.outcome,
      favourable: schema?.favourableOutcome ?? given.favourableOutcome ?? null,
    },
  };
}

function decisionCounts({ decisions, schema }: Decisions): readonly DecisionCount[] {
  const accepted = decisions.reduce((sum, decision) => sum + decision, 0);
  const { favourable, unfavourable } = schema.decision;
  return [
    { value: favourable, people: accepted },
    { value: unfavourable, people: decisions.length - accepted },
  ];
}

function decisionsView(source: Source, reading: Reading, guess: RolesGuess, draft: Decisions | null): FileView {
  const { table } = cutSource(source, "decisions", reading);
  const looks = new Map(guess.columns.map((look) => [look.name, look]));
  const settled = new Map(draft?.columns.map((column) => [column.name, column]));
  const rows = table?.rows ?? 0;
  const reasons = reasonsByColumn(guess);
  return {
    name: source.name,
    rows,
    columns: (table?.columns ?? []).map(({ name }) => {
      const look = looks.get(name);
      return {
        name,
        looks: look?.type ?? "category",
        distinct: look?.distinct ?? 0,
        missing: rows - (look?.present ?? rows),
        values: look?.values ?? [],
        settled: settled.get(name) ?? null,
        reasons: reasons.get(name) ?? [],
      };
    }),
  };
}

/** Letters and population: their roles follow from the decisions. */
function otherView(source: Source, reading: Reading, guess: RolesGuess, role: FileRole): FileView {
  const { table } = cutSource(source, role, reading);
  const found = (name: string): ColumnReason[] => {
    if (role !== "letters") return [];
    const id = guess.lettersId?.value === name ? [{ ...guess.lettersId, as: "lettersId" as const }] : [];
    const ignored = guess.lettersIgnore.filter(({ value }) => value === name);
    return [...id, ...ignored.map((reason) => ({ ...reason, as: "ignore" as const }))].map(
      ({ as, confidence, reason }) => ({ as, confidence, reason }),
    );
  };
  return {
    name: source.name,
    rows: table?.rows ?? 0,
    columns: (table?.columns ?? []).map(({ name, levels }) => ({
      name,
      looks: "category",
      distinct: levels.length,
      missing: 0,
      values: levels.slice(0, 8),
      settled: null,
      reasons: found(name),
    })),
  };
}

function reasonsByColumn(guess: RolesGuess): ReadonlyMap<string, readonly ColumnReason[]> {
  const found = new Map<string, ColumnReason[]>();
  const add = (as: ColumnReason["as"], column: string, { confidence, reason }: Omit<ColumnReason, "as">) => {
    found.set(column, [...(found.get(column) ?? []), { as, confidence, reason }]);
  };
  for (const as of ["decision", "id", "outcome", "weight"] as const) {
    const one = guess[as];
    if (one !== null) add(as, one.value, one);
  }
  for (const as of ["sensitive", "immutable", "ignore", "reasonColumns"] as const)
    for (const one of guess[as]) add(as, one.value, one);
  for (const one of guess.types) add("type", one.value.column, one);
  return found;
}
