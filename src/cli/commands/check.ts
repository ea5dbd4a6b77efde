import { canonicalJson } from "../../document/canonical-json.js";
import { amount, count } from "../../document/format.js";
import { column, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import { type Page, page } from "../../document/terminal.js";
import type { ColumnSummary } from "../../findings/evidence.js";
import { decisionsOptions, lettersOptions } from "../../folder/configuration.js";
import type { DecisionsInspection } from "../../input/decisions.js";
import { type LettersInspection, noLettersProblem } from "../../input/letters.js";
import { asAuditError, asProblem, type Problem, type Severity } from "../../input/problem.js";
import { inspectDecisionsFile, inspectLettersFile, readPopulation } from "../../platform/read-evidence.js";
import { EXIT_CODES } from "../failure.js";
import type { CheckFlags } from "../flags.js";
import { type CliIo, colorsFor, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";

/** What a check found. */
interface CheckResult {
  readonly decisions: DecisionsInspection;
  /** Null without a letters file, or when the decisions are too broken to read letters against. */
  readonly letters: LettersInspection | null;
  readonly problems: readonly Problem[];
}

/** `recast check`: every problem of the two files, in words. */
export async function runCheck(decisionsPath: string, given: CheckFlags, io: CliIo): Promise<number> {
  const flags = withoutText(given);
  const result = await inspectFiles(decisionsPath, flags, io);
  const errors = result.problems.filter(({ severity }) => severity === "error").length;
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(decisionsPath, flags, result)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(decisionsPath, flags, result, io));
  return errors > 0 ? EXIT_CODES.data : EXIT_CODES.ok;
}

/** A column of texts is not looked at before it is embedded. */
function withoutText({ text, ...flags }: CheckFlags): CheckFlags {
  if (text === undefined) return flags;
  const { ignore = [], lettersIgnore = [] } = flags;
  return { ...flags, ignore: [...ignore, text], lettersIgnore: [...lettersIgnore, text] };
}

async function inspectFiles(decisionsPath: string, flags: CheckFlags, io: CliIo): Promise<CheckResult> {
  const path = pathFrom(io.cwd, decisionsPath);
  const decisions = await inspectDecisionsFile(path, decisionsOptions(flags, decisionsPath));
  throwFileError(decisions.problems);
  const others = await inspectPopulation(decisions, flags, io);
  if (flags.letters === undefined) {
    return { decisions, letters: null, problems: [...decisions.problems, noLettersProblem(), ...others] };
  }
  if (decisions.draft === null) return { decisions, letters: null, problems: decisions.problems };
  const lettersPath = pathFrom(io.cwd, flags.letters);
  const letters = await inspectLettersFile(lettersPath, decisions.draft, lettersOptions(flags, flags.letters));
  throwFileError(letters.problems);
  return { decisions, letters, problems: [...decisions.problems, ...letters.problems, ...others] };
}

/** The problems of the population file; it is read against the decisions, so not when those have errors. */
async function inspectPopulation(
  { draft, problems }: DecisionsInspection,
  flags: CheckFlags,
  io: CliIo,
): Promise<readonly Problem[]> {
  const { population: file } = flags;
  if (file === undefined || draft === null || problems.some(({ severity }) => severity === "error")) return [];
  const read = await readPopulation(pathFrom(io.cwd, file), draft, { file }).catch(asProblem);
  const found = "severity" in read ? [read] : read.problems;
  throwFileError(found);
  return found;
}

/** A file that cannot be opened ends the check as it ends every command; what is in a file is listed. */
function throwFileError(problems: readonly Problem[]): void {
  const problem = problems.find(({ code }) => code === "FILE_NOT_FOUND" || code === "FILE_UNREADABLE");
  if (problem !== undefined) throw asAuditError(problem);
}

const ORDER: readonly Severity[] = ["error", "warning", "note"];

function sorted(problems: readonly Problem[]): readonly Problem[] {
  return ORDER.flatMap((severity) => problems.filter((problem) => problem.severity === severity));
}

function countBySeverity(problems: readonly Problem[]): Readonly<Record<Severity, number>> {
  const of = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  return { error: of("error"), warning: of("warning"), note: of("note") };
}

function asJson(decisionsPath: string, flags: CheckFlags, { decisions, letters, problems }: CheckResult): unknown {
  const counts = countBySeverity(problems);
  return {
    command: "check",
    decisions: { file: decisionsPath, rows: decisions.rows, columns: decisions.draft?.columns ?? [] },
    letters:
      flags.letters === undefined
        ? null
        : { file: flags.letters, rows: letters?.rows ?? null, letters: letters?.draft?.table.rows ?? null },
    counts: { errors: counts.error, warnings: counts.warning, notes: counts.note },
    problems: sorted(problems),
    usable: counts.error === 0,
  };
}

function asWords(decisionsPath: string, flags: CheckFlags, result: CheckResult, io: CliIo): string {
  const { decisions, letters, problems } = result;
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(decisionsPath);
  describeDecisions(sheet, decisions);
  if (flags.letters !== undefined) {
    sheet.title(flags.letters);
    describeLetters(sheet, letters);
  }
  const counts = countBySeverity(problems);
  sheet.title(problems.length === 0 ? "Problems: none" : "Problems");
  for (const problem of sorted(problems)) {
    const { severity, code, message } = problem;
    const style = severity === "error" ? "red" : severity === "warning" ? "yellow" : "dim";
    sheet.text(`${severity} ${code}: ${message}`, 2, style);
  }
  sheet.blank();
  const total = `${(["error", "warning", "note"] as const).map((kind) => amount(counts[kind], kind)).join(", ")}.`;
  sheet.text(
    counts.error > 0 ? `${total} An audit needs the errors corrected first.` : `${total} The files can be audited.`,
    0,
    "bold",
  );
  return sheet.toString();
}

function describeDecisions(sheet: Page, { rows, draft }: DecisionsInspection): void {
  if (draft === null) {
    sheet.text(`${amount(rows, "row")}; the decisions could not be read, see the errors below`);
    return;
  }
  const { decision } = draft.schema;
  const names = draft.classes ?? [decision.unfavourable, decision.favourable];
  const shown = names.map((name, c) => {
    const people = draft.decisions.reduce((sum, value) => sum + (value === c ? 1 : 0), 0);
    return `${count(people)} × '${name}'${c === names.length - 1 ? " (favourable)" : ""}`;
  });
  sheet.text(`${amount(rows, "row")}, ${amount(draft.columns.length, "column")}; ${shown.reverse().join(", ")}`);
  sheet.blank();
  sheet.table(
    tableBlock(
      tableOf({ id: "columns", title: "Columns" }, draft.columns, [
        column("column", "text", ({ name }) => name, "column"),
        column("role", "word", roleWords, "role"),
        column("type", "word", ({ role, type }) => (role === "id" ? null : type), "type"),
        column("distinct", "count", ({ distinct }) => distinct, "different values"),
        column("missing", "count", ({ missing }) => missing, "missing"),
      ]),
    ),
  );
}

function roleWords({ role, sensitive, immutable }: ColumnSummary): string {
  return [role, ...(sensitive ? ["sensitive"] : []), ...(immutable ? ["immutable"] : [])].join(", ");
}

function describeLetters(sheet: Page, letters: LettersInspection | null): void {
  if (letters === null) {
    sheet.text("not looked at: letters are read against the decisions, which have errors");
    return;
  }
  const form = letters.draft?.form === "long" ? "one changed field per row" : "one full row per letter";
  if (letters.draft === null)
    sheet.text(`${amount(letters.rows, "row")}; no letter could be read, see the errors below`);
  else sheet.text(`${amount(letters.rows, "row")}, ${amount(letters.draft.table.rows, "letter")}; ${form}`);
}
