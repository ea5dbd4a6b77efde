import { amount, count } from "../../document/format.js";
import { column, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import type { Page } from "../../document/terminal.js";
import { asSentence } from "../../errors.js";
import type { ColumnSummary } from "../../findings/evidence.js";
import { type RoleSettings, readingOptions } from "../../folder/configuration.js";
import { type CutFile, inspectFiles } from "../../folder/inspect-files.js";
import type { ByRole } from "../../folder/sources.js";
import { inspectTable } from "../../input/csv.js";
import type { Decisions, DecisionsInspection } from "../../input/decisions.js";
import type { LettersInspection } from "../../input/letters.js";
import { lettersInWords, reasonsInWords } from "../../input/letters-in-words.js";
import { asAuditError, asProblem, type Problem, type Severity } from "../../input/problem.js";
import type { FileRole } from "../../input/reading.js";
import type { Repair } from "../../input/repairs.js";
import { understoodWords } from "../../input/understood-text.js";
import { readRows } from "../../platform/read-file.js";
import type { Given } from "../../settings/settings.js";
import { EXIT_CODES } from "../failure.js";
import { answer, type CliIo, type GlobalFlags, pathFrom } from "../io.js";
import { type Declare, flagsOf, withConfig, withSettings } from "../options.js";

type CheckFlags = GlobalFlags & RoleSettings & Given<"letters" | "population">;

export const declare: Declare = (command, act) => {
  command.argument("<decisions>", "CSV with one row per person and the decision, or an audit.yaml");
  withSettings(command, "check").action(act(runCheck));
};

async function runCheck(path: string, given: CheckFlags, io: CliIo): Promise<number> {
  const { decisions: file, flags: said } = await withConfig(path, given, io);
  const files = await cutFiles(file, said, io);
  const flags = withoutText(said, files);
  const { decisions, letters, problems: all, causes: found } = inspectFiles(files, flags);
  // letters may change the text alone, which is not looked at here
  const isKnown = ({ code }: Problem) => said.text === undefined || code !== "LETTERS_NOT_UNDERSTOOD";
  const problems = ORDER.flatMap((severity) => all.filter((each) => each.severity === severity && isKnown(each)));
  const causes = found.filter((cause) => cause.problems.some(isKnown));
  const of = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  const counts = { errors: of("error"), warnings: of("warning"), notes: of("note") };
  const usable = counts.errors === 0;
  const json = {
    command: "check",
    decisions: { file, rows: decisions.rows, columns: decisions.draft?.columns ?? [] },
    letters:
      flags.letters === undefined
        ? null
        : {
            file: flags.letters,
            rows: letters?.rows ?? null,
            letters: letters?.draft?.table.rows ?? null,
            reasons: letters?.draft?.reasons?.reasons.length ?? null,
          },
    counts,
    problems: problems.map(({ role: _, ...problem }) => problem),
    causes: causes.map(({ severity, role, message, problems: grouped, repairs }) => ({
      severity,
      file: role,
      message,
      codes: [...new Set(grouped.map(({ code }) => code))],
      repairs: repairs.map(({ label, settings: changed }) => ({ label, settings: changed })),
    })),
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
    for (const { severity, message, problems: grouped, repairs } of causes) {
      sheet.text(`${severity} ${grouped[0]?.code}: ${asSentence(message)}`, 2, STYLES[severity]);
      if (grouped.length > 1) sheet.line(`  --json lists ${grouped.length === 2 ? "both" : `all ${grouped.length}`}.`);
      for (const repair of repairs) sheet.line(`  ${repairLine(repair, files)}`);
    }
    sheet.blank();
    const total = ORDER.map((severity) => amount(of(severity), severity)).join(", ");
    const verdict = usable ? "The files can be audited." : "Correct the errors before the audit.";
    sheet.text(`${total}. ${verdict}`, 0, "bold");
  });
  return usable ? EXIT_CODES.ok : EXIT_CODES.data;
}

const ORDER = ["error", "warning", "note"] as const satisfies readonly Severity[];
const STYLES = { error: "red", warning: "yellow", note: "dim" } as const;

/** A column of texts is not looked at before it is embedded. */
function withoutText({ text, ...flags }: CheckFlags, { letters }: ByRole<CutFile>): CheckFlags {
  if (text === undefined) return flags;
  const { ignore = [], lettersIgnore = [] } = flags;
  const inLetters = (letters?.found.table?.columns ?? []).filter(({ name }) => name === text).map(({ name }) => name);
  return { ...flags, ignore: [...ignore, text], lettersIgnore: [...lettersIgnore, ...inLetters] };
}

/** Every file that is named, cut into cells. One that cannot be opened ends the check as it ends every command. */
async function cutFiles(decisions: string, flags: CheckFlags, io: CliIo): Promise<ByRole<CutFile>> {
  const cut = async (name: string, role: FileRole): Promise<CutFile> => {
    const options = { delimiter: null, ...readingOptions(flags, role), file: name };
    const file = await readRows(pathFrom(io.cwd, name), options).catch(asProblem);
    if (!("severity" in file)) return { name, found: inspectTable(file.rows, options) };
    if (file.code === "FILE_NOT_FOUND" || file.code === "FILE_UNREADABLE") throw asAuditError(file);
    return { name, found: { table: null, problems: [file] } };
  };
  const { letters, population } = flags;
  return {
    decisions: await cut(decisions, "decisions"),
    letters: letters === undefined ? null : await cut(letters, "letters"),
    population: population === undefined ? null : await cut(population, "population"),
  };
}

/** What repairs a cause, with the options that do it: "Leave out this row: --skip unmatched". */
function repairLine({ label, settings: changed, places }: Repair, { decisions, letters }: ByRole<CutFile>): string {
  if (places !== null) {
    const [first, second] = [letters?.name, decisions.name];
    return `${label}: give ${first === undefined ? "it" : `${first} first, and ${second}`} with --letters`;
  }
  return `${label}: ${flagsOf(changed).join(" ")}`;
}

function describeDecisions(sheet: Page, { rows, draft }: DecisionsInspection): void {
  if (draft === null) {
    sheet.text(`${amount(rows, "row")}; the decisions could not be read (see the errors below)`);
    return;
  }
  const { decision } = draft.schema;
  const names = draft.classes ?? [decision.unfavourable, decision.favourable];
  const shown = names.map((name, c) => {
    const people = draft.decisions.reduce((sum, value) => sum + (value === c ? 1 : 0), 0);
    return `${count(people)} × '${name}'${c === names.length - 1 ? " (favourable)" : ""}`;
  });
  sheet.text(`${amount(rows, "row")}, ${amount(draft.columns.length, "column")}; ${shown.reverse().join(", ")}`);
  if (draft.reasons !== null) sheet.text(reasonsInWords(draft.reasons));
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
    sheet.text("not read yet: correct the errors in the decisions first");
    return;
  }
  if (letters.understood) for (const line of understoodWords(letters.understood)) sheet.text(line);
  else if (letters.draft === null)
    sheet.text(`${amount(letters.rows, "row")}; no letter could be read (see the errors below)`);
  else for (const line of lettersInWords(letters.draft, decisions)) sheet.text(line);
}
