import { existsSync } from "node:fs";
import { basename, dirname, extname, relative, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { printable } from "../../document/printable.js";
import { column, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import type { Page } from "../../document/terminal.js";
import { AuditError } from "../../errors.js";
import { configText } from "../../folder/config-text.js";
import {
  decisionsOptions,
  lettersOptions,
  present,
  type RoleSettings,
  readingOptions,
} from "../../folder/configuration.js";
import { parseConfig, parsePreset } from "../../folder/parse-config.js";
import { type FittedPreset, fitPreset, type Preset, shippedPreset, suggestedPreset } from "../../folder/presets.js";
import { UNDERSTOOD_NAME, understoodCsv } from "../../folder/understood-csv.js";
import { inspectTable } from "../../input/csv.js";
import { inspectDecisions } from "../../input/decisions.js";
import { decisionsInWords, littleUnderstood } from "../../input/decisions-understood.js";
import { questionKey } from "../../input/guess/guess-numbers.js";
import {
  type Answers,
  type Guess,
  type GuessInput,
  guessRoles,
  type RolesGuess,
} from "../../input/guess/guess-roles.js";
import { inspectLetters } from "../../input/letters.js";
import { lettersInWords } from "../../input/letters-in-words.js";
import { asAuditError } from "../../input/problem.js";
import type { FileRole } from "../../input/reading.js";
import { understoodWords } from "../../input/understood-text.js";
import { isConfigPath } from "../../platform/folder/read-config.js";
import { readRows, readText } from "../../platform/read-file.js";
import { writeFiles } from "../../platform/write-file.js";
import { EXIT_CODES } from "../failure.js";
import { type Ask, answer, type CliIo, isSilent, pathFrom } from "../io.js";
import { type Declare, type FlagsOf, flag, settingFlag, switchFlag, withOptions } from "../options.js";

const OPTIONS = {
  out: flag("-o, --out <file>", "file to write (default: audit.yaml)"),
  yes: switchFlag("-y, --yes", "ask nothing, and leave open what cannot be guessed"),
  force: switchFlag("--force", "replace the file if it exists"),
  preset: flag("--preset <name>", "what is known of a kind of file, such as hmda, or a file of your own (./mine.yaml)"),
  encoding: settingFlag("encoding"),
  headerless: settingFlag("headerless"),
  sheet: settingFlag("sheet"),
  lettersSheet: settingFlag("lettersSheet"),
};

type InitFlags = FlagsOf<typeof OPTIONS>;

export const declare: Declare = (command, act) => {
  command
    .argument("<decisions>", "CSV with one row per person and the decision")
    .argument("[letters]", "CSV of letters");
  withOptions(command, OPTIONS).action(act(runInit));
};

/**
 * `recast init`: guesses what the columns are for, asks what it cannot guess when somebody is there to answer, and
 * writes a commented configuration. The exit status says whether something an audit needs is still open.
 */
export async function runInit(
  decisionsPath: string,
  lettersPath: string | undefined,
  flags: InitFlags,
  io: CliIo,
): Promise<number> {
  const target = resolve(io.cwd, flags.out ?? "audit.yaml");
  refuseExisting(target, flags);
  const preset = flags.preset === undefined ? null : await readPreset(flags.preset, io);
  const { encoding = preset?.roles.encoding, headerless = preset?.roles.headerless, sheet, lettersSheet } = flags;
  const reading = present({ encoding, headerless, sheet, lettersSheet });
  const { skip, delimiter } = preset?.roles ?? {};
  const options = { ...reading, ...present({ skip, delimiter }) };
  const cut = async (file: string, role: FileRole) => {
    const own = readingOptions(options, role);
    const { rows } = await readRows(pathFrom(io.cwd, file), own);
    return inspectTable(rows, { delimiter: null, ...own, file });
  };
  const decisions = await cut(decisionsPath, "decisions");
  const input: GuessInput = {
    decisions,
    letters: lettersPath === undefined ? null : await cut(lettersPath, "letters"),
  };
  requireTable(input, decisionsPath);
  const broken = littleUnderstood(decisions.problems, decisions.table?.rows ?? 0);
  if (broken !== null) throw asAuditError(broken);
  const known = answersOf(preset);
  const guessed = await settle(input, io.ask ?? (await terminalAsk(flags, io)), known);
  const { table } = decisions;
  const fit = preset === null || table === null ? null : fitPreset(preset, guessed, table, decisionsPath);
  const { guess, fitted } = fit ?? { guess: guessed, fitted: null };
  const suggested = preset === null ? suggestedPreset(guess.columns.map(({ name }) => name)) : null;
  const from = (path: string) => relative(dirname(target), resolve(io.cwd, path)).replaceAll("\\", "/");
  const configOf = (lettersUnderstood: string | null) =>
    configText({
      decisions: from(decisionsPath),
      letters: lettersPath === undefined ? null : from(lettersPath),
      lettersUnderstood,
      out: basename(target, extname(target)),
      guess,
      reading,
      preset: fitted,
      suggested,
    });
  const { types = {}, ...roles } = parseConfig(configOf(null), target).roles;
  // which value is the good one does not matter to what letters change
  const values = guess.columns.find(({ name }) => name === roles.decision)?.values ?? [];
  const settled = { favourable: values[0] ?? "", ...roles, type: types };
  const names = { decisions: decisionsPath, letters: lettersPath ?? "" };
  const { people, letters, confirm } = understood(input, settled, names);
  const toConfirm = resolve(dirname(target), UNDERSTOOD_NAME);
  if (confirm !== null) refuseExisting(toConfirm, flags);
  const written = { path: target, text: configOf(confirm === null ? null : UNDERSTOOD_NAME) };
  const texts = confirm === null ? [] : [{ path: toConfirm, text: confirm }];
  await writeFiles([written, ...texts], io.interrupts.signal);
  const { rows, questions: open, decision, favourable, outcome, favourableOutcome, id, weight, lettersId } = guess;
  const { sensitive, immutable, ignore } = guess;
  const single = { decision, favourable, outcome, favourableOutcome, id, weight, lettersId };
  const ready = open.every(({ needed }) => !needed) && confirm === null;
  const config = relative(io.cwd, target) || target;
  const found = { ...single, sensitive, immutable, ignore };
  const presets = { preset: fitted?.name ?? null, suggestedPreset: suggested?.name ?? null };
  await answer(
    io,
    flags,
    { command: "init", config, rows, roles: found, open, ready, people, letters, ...presets },
    (sheet) => {
      describeGuess(sheet, config, guess, fitted);
      for (const line of fitted === null ? [] : [`${fitted.title}.`, ...fitted.about]) sheet.text(line, 2);
      if (fitted !== null) sheet.blank();
      if (suggested !== null) {
        const again = `${io.command} init ${decisionsPath} --preset ${suggested.name} --force`;
        sheet.text(`The file looks like: ${suggested.title}. To use what is known of such files:`, 2, "yellow");
        sheet.line(`  ${again}`);
        sheet.blank();
      }
      for (const line of [...(people ?? []), ...(letters ?? [])]) sheet.text(line, 2);
      if (people !== null) sheet.blank();
      const correct = `Correct what was understood, in ${UNDERSTOOD_NAME}`;
      const confirmed = `${correct}, and name that file as the letters in ${config}`;
      const answered = ready ? `${config} is written. Read it` : `Answer the lines marked QUESTION in ${config}`;
      const next = confirm === null ? answered : confirmed;
      sheet.text(`${next}, then:`, 0, "bold");
      sheet.line(`${io.command} check ${config}`);
      sheet.line(`${io.command} audit ${config}`);
    },
  );
  return ready ? EXIT_CODES.ok : EXIT_CODES.data;
}

/** What will stop the letters from being read as they are meant; other problems are for `recast check`. */
const MISREAD: readonly string[] = ["LETTERS_NOT_UNDERSTOOD", "LETTER_CHANGE_UNCLEAR"];

function refuseExisting(path: string, { force }: InitFlags): void {
  if (force === true || !existsSync(path)) return;
  const message = `${path} already exists. Choose another name (--out), or replace it (--force)`;
  throw new AuditError("FILE_EXISTS", message, { file: path });
}

interface Understood {
  readonly people: readonly string[] | null;
  readonly letters: readonly string[] | null;
  /** The letters as a file to check, where they are free text; null where nothing has to be confirmed. */
  readonly confirm: string | null;
}

/** What an audit will understand of the files, in words; null for what is absent, or open. Throws if it is little. */
function understood(
  { decisions, letters }: GuessInput,
  roles: RoleSettings,
  names: { readonly decisions: string; readonly letters: string },
): Understood {
  const nothing = { people: null, letters: null, confirm: null };
  if (roles.decision === undefined) return nothing;
  const { draft, problems, rows } = inspectDecisions(decisions, decisionsOptions(roles, names.decisions));
  const little = littleUnderstood(problems, rows);
  if (little !== null) throw asAuditError(little);
  if (draft === null) return nothing;
  const people = decisionsInWords(draft);
  if (letters === null) return { ...nothing, people };
  const read = inspectLetters(letters, draft, lettersOptions(roles, names.letters));
  const misread = read.problems.find(({ code }) => MISREAD.includes(code));
  if (misread !== undefined) throw asAuditError(misread);
  if (read.understood) {
    const confirm = understoodCsv(read.understood, draft.schema.id ?? "id");
    return { people, letters: understoodWords(read.understood), confirm };
  }
  return { people, letters: read.draft === null ? null : lettersInWords(read.draft, draft), confirm: null };
}

/** A preset by its name, or one of the user's own by its path. */
async function readPreset(given: string, io: CliIo): Promise<Preset> {
  const isPath = isConfigPath(given) || /[/\\]/.test(given);
  const text = isPath ? (await readText(pathFrom(io.cwd, given))).text : shippedPreset(given);
  const name = isPath ? basename(given, extname(given)) : given;
  return { ...parsePreset(text, isPath ? given : `preset ${given}`), name };
}

/** What a preset leaves no question about. */
function answersOf(preset: Preset | null): Answers {
  const { decision, favourable, weight, favourableOutcome } = preset?.roles ?? {};
  const values = favourable === undefined ? undefined : [favourable].flat().join(",");
  return present({ decision, favourable: values, weight, favourableOutcome });
}

function requireTable(input: GuessInput, file: string): void {
  if (guessRoles(input).columns.length > 0) return;
  const message = `${file} has no columns to guess from. Export it again with a header row`;
  throw new AuditError("FILE_EMPTY", message, { file });
}

/** Guesses, asks, and guesses again with the answers: knowing the decision column lets its values be asked about. */
async function settle(input: GuessInput, ask: Ask | null, known: Answers): Promise<RolesGuess> {
  let answers = known;
  const left = new Set<string>();
  for (;;) {
    const guess = guessRoles(input, answers);
    const next = guess.questions.find((one) => !left.has(questionKey(one)) && one.choices.length > 0);
    if (ask === null || next === undefined) return guess;
    const answer = await ask(next);
    if (answer === null && next.needed) left.add(questionKey(next));
    else answers = { ...answers, [questionKey(next)]: answer ?? "" };
  }
}

/** The answer that leaves a question open. */
const OPEN = "\u0000open";

/**
 * A way to ask where somebody sits at a terminal, whose Ctrl-C and Escape end the command; null otherwise, and with
 * --yes, --json or --quiet.
 */
async function terminalAsk(flags: InitFlags, io: CliIo): Promise<Ask | null> {
  const isTerminal = "isTTY" in io.stdin && io.stdin.isTTY === true && io.stdout.isTTY === true;
  if (!isTerminal || flags.yes === true || isSilent(flags)) return null;
  const { isCancel, multiselect, select } = await import("@clack/prompts");
  return async ({ question, choices, needed, several = false }) => {
    const given = choices.map((choice) => ({ value: choice, label: printable(choice) }));
    const asked = {
      message: printable(question),
      input: io.stdin as unknown as Readable,
      output: io.stdout as unknown as Writable,
      signal: io.interrupts.signal,
    };
    const open = { value: OPEN, label: needed ? "decide later, in the file" : "none of these" };
    const chosen = several
      ? await multiselect({ ...asked, options: given, required: false })
      : await select({ ...asked, options: [...given, open] });
    if (isCancel(chosen)) throw new AuditError("ABORTED", "stopped; nothing was written");
    if (Array.isArray(chosen)) return chosen.length === 0 ? null : chosen.join(",");
    return chosen === OPEN ? null : chosen;
  };
}

function describeGuess(sheet: Page, path: string, guess: RolesGuess, preset: FittedPreset | null): void {
  const sayings = (setting: string): readonly Guess<string>[] =>
    [preset?.roles[setting] ?? []].flat().map((value) => ({ value: String(value), confidence: "high", reason: "" }));
  const guesses = {
    decision: [guess.decision],
    favourable: [guess.favourable, ...sayings("favourable")],
    unfavourable: sayings("unfavourable"),
    "not decided": sayings("notDecided"),
    id: [guess.id],
    outcome: [guess.outcome],
    "favourable outcome": [guess.favourableOutcome],
    weight: [guess.weight],
    "letters id": [guess.lettersId],
    sensitive: guess.sensitive,
    immutable: guess.immutable,
    ignore: guess.ignore,
    reasons: guess.reasonColumns,
    "letters ignore": guess.lettersIgnore,
  };
  const found = Object.entries(guesses).flatMap(([role, all]) =>
    all.flatMap((one) => (one === null ? [] : [{ role, ...one }])),
  );
  const table = tableOf({ id: "roles", title: "Roles" }, found, [
    column("role", "word", ({ role }) => role, "role"),
    column("value", "text", ({ value }) => value, "column or value"),
    column("confidence", "word", ({ confidence }) => confidence, "confidence"),
  ]);
  sheet.title(path);
  sheet.table(tableBlock(table));
  sheet.blank();
  for (const { question, choices } of guess.questions) {
    sheet.text(`Question: ${question}${choices.length > 0 ? ` One of: ${choices.join(", ")}` : ""}`, 2, "yellow");
  }
}
