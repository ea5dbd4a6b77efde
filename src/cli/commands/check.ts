import { amount, count } from "../../document/format.js";
import { column, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import type { Page } from "../../document/terminal.js";
import type { ColumnSummary } from "../../findings/evidence.js";
import { decisionsOptions, lettersOptions, type RoleSettings, readingOptions } from "../../folder/configuration.js";
import type { Decisions, DecisionsInspection } from "../../input/decisions.js";
import { type LettersInspection, noLettersProblem } from "../../input/letters.js";
import { lettersInWords } from "../../input/letters-understood.js";
import { asAuditError, asProblem, type Problem, type Severity } from "../../input/problem.js";
import { inspectDecisionsFile, inspectLettersFile, readPopulation } from "../../platform/read-evidence.js";
import type { Given } from "../../settings/settings.js";
import { EXIT_CODES } from "../failure.js";
import { answer, type CliIo, type GlobalFlags, pathFrom } from "../io.js";
import { type Declare, withConfig, withSettings } from "../options.js";

type CheckFlags = GlobalFlags & RoleSettings & Given<"letters" | "population">;

export const declare: Declare = (command, act) => {
  command.argument("<decisions>", "CSV with one row per person and the decision, or an audit.yaml");
  withSettings(command, "check").action(act(runCheck));
};

async function runCheck(path: string, given: CheckFlags, io: CliIo): Promise<number> {
  const { decisions: file, flags: said } = await withConfig(path, given, io);
  const flags = withoutText(said);
  const { decisions, letters, problems: all } = await inspectFiles(file, flags, io);
  // letters may change the text alone, which is not looked at here
  const found = said.text === undefined ? all : all.filter(({ code }) => code !== "LETTERS_NOT_UNDERSTOOD");
  const problems = ORDER.flatMap((severity) => found.filter((problem) => problem.severity === severity));
  const of = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  const counts = { errors: of("error"), warnings: of("warning"), notes: of("note") };
  const usable = counts.errors === 0;
  const json = {
    command: "check",
    decisions: { file, rows: decisions.rows, columns: decisions.draft?.columns ?? [] },
    letters:
      flags.letters === undefined
        ? null
        : { file: flags.letters, rows: letters?.rows ?? null, letters: letters?.draft?.table.rows ?? null },
    counts,
    problems,
    usable,
  };
  await answer(io, flags, json, (sheet) => {
    sheet.title(file);
    describeDecisions(sheet, decisions);
    if (flags.letters !== undefined) {
      sheet.title(flags.letters);
      describeLetters(sheet, letters, decisions.draft);
    }
    sheet.title(problems.length === 0 ? "Problems: none" : "Problems");
    for (const { severity, code, message } of problems) {
      sheet.text(`${severity} ${code}: ${message}`, 2, STYLES[severity]);
    }
    sheet.blank();
    const total = ORDER.map((severity) => amount(of(severity), severity)).join(", ");
    const verdict = usable ? "The files can be audited." : "An audit needs the errors corrected first.";
    sheet.text(`${total}. ${verdict}`, 0, "bold");
  });
  return usable ? EXIT_CODES.ok : EXIT_CODES.data;
}

const ORDER = ["error", "warning", "note"] as const satisfies readonly Severity[];
const STYLES = { error: "red", warning: "yellow", note: "dim" } as const;

/** A column of texts is not looked at before it is embedded. */
function withoutText({ text, ...flags }: CheckFlags): CheckFlags {
  if (text === undefined) return flags;
  const { ignore = [], lettersIgnore = [] } = flags;
  return { ...flags, ignore: [...ignore, text], lettersIgnore: [...lettersIgnore, text] };
}

/** Letters are null without a file of them, or when the decisions are too broken to read letters against. */
async function inspectFiles(decisionsPath: string, flags: CheckFlags, io: CliIo) {
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
  const read = await readPopulation(pathFrom(io.cwd, file), draft, {
    ...readingOptions(flags, "population"),
    file,
  }).catch(asProblem);
  const found = "severity" in read ? [read] : read.problems;
  throwFileError(found);
  return found;
}

/** A file that cannot be opened ends the check as it ends every command; what is in a file is listed. */
function throwFileError(problems: readonly Problem[]): void {
  const problem = problems.find(({ code }) => code === "FILE_NOT_FOUND" || code === "FILE_UNREADABLE");
  if (problem !== undefined) throw asAuditError(problem);
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
  const table = tableOf({ id: "columns", title: "Columns" }, draft.columns, [
    column("column", "text", ({ name }) => name, "column"),
    column("role", "word", roleWords, "role"),
    column("type", "word", ({ role, type }) => (role === "id" ? null : type), "type"),
    column("distinct", "count", ({ distinct }) => distinct, "different values"),
    column("missing", "count", ({ missing }) => missing, "missing"),
  ]);
  sheet.table(tableBlock(table));
}

function roleWords({ role, sensitive, immutable }: ColumnSummary): string {
  return [role, ...(sensitive ? ["sensitive"] : []), ...(immutable ? ["immutable"] : [])].join(", ");
}

function describeLetters(sheet: Page, letters: LettersInspection | null, decisions: Decisions | null): void {
  if (letters === null || decisions === null) {
    sheet.text("not looked at: letters are read against the decisions, which have errors");
    return;
  }
  if (letters.draft === null)
    sheet.text(`${amount(letters.rows, "row")}; no letter could be read, see the errors below`);
  else for (const line of lettersInWords(letters.draft, decisions)) sheet.text(line);
}
