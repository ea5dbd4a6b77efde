import { existsSync } from "node:fs";
import { basename, dirname, extname, relative, resolve } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { column, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import { page } from "../../document/terminal.js";
import { AuditError } from "../../errors.js";
import { configText } from "../../folder/config-text.js";
import {
  type Answers,
  type GuessInput,
  guessRoles,
  type Question,
  type RolesGuess,
} from "../../input/guess/guess-roles.js";
import { readRows } from "../../platform/read-file.js";
import { writeFiles } from "../../platform/write-file.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, type GlobalFlags, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";

export interface InitFlags extends GlobalFlags {
  /** The file to write. @default audit.yaml */
  readonly out?: string;
  readonly force?: boolean;
  /** Ask nothing, even on a terminal. */
  readonly yes?: boolean;
}

/** Asks one question; null is "leave it open". Throws ABORTED on Ctrl-C. */
export type Ask = (question: Question) => Promise<string | null>;

/**
 * `recast init`: guesses what the columns are for, asks what it cannot guess when somebody is there to answer, and
 * writes a
 * commented configuration. The exit status says whether something an audit needs is still open.
 */
export async function runInit(
  decisionsPath: string,
  lettersPath: string | undefined,
  flags: InitFlags,
  io: CliIo,
  ask: Ask | null = null,
): Promise<number> {
  const target = resolve(io.cwd, flags.out ?? "audit.yaml");
  if (flags.force !== true && existsSync(target)) {
    const message = `${target} exists already; choose another name with --out, or replace it with --force`;
    throw new AuditError("FILE_EXISTS", message, { file: target });
  }
  const input: GuessInput = {
    decisions: (await readRows(pathFrom(io.cwd, decisionsPath))).rows,
    letters: lettersPath === undefined ? null : (await readRows(pathFrom(io.cwd, lettersPath))).rows,
  };
  requireTable(input, decisionsPath);
  const guess = await settle(input, flags, io, ask);
  const from = (path: string) => relative(dirname(target), resolve(io.cwd, path)).replaceAll("\\", "/");
  const text = configText({
    decisions: from(decisionsPath),
    letters: lettersPath === undefined ? null : from(lettersPath),
    out: basename(target, extname(target)),
    guess,
  });
  await writeFiles([{ path: target, text }], io.interrupts.signal);
  const open = guess.questions.filter(({ needed }) => needed);
  const shown = relative(io.cwd, target) || target;
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(shown, guess)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(shown, guess, io));
  return open.length > 0 ? EXIT_CODES.data : EXIT_CODES.ok;
}

function requireTable(input: GuessInput, file: string): void {
  if (guessRoles(input).columns.length > 0) return;
  throw new AuditError("FILE_EMPTY", `${file} has no columns to guess from; export it again with a header row`, {
    file,
  });
}

/** Guesses, asks, and guesses again with the answers: knowing the decision column lets its values be asked about. */
async function settle(input: GuessInput, flags: InitFlags, io: CliIo, given: Ask | null): Promise<RolesGuess> {
  const ask = given ?? (await terminalAsk(flags, io));
  let answers: Answers = {};
  const left = new Set<Question["setting"]>();
  for (;;) {
    const guess = guessRoles(input, answers);
    const next = guess.questions.find(({ setting, choices }) => !left.has(setting) && choices.length > 0);
    if (ask === null || next === undefined) return guess;
    const answer = await ask(next);
    if (answer === null && next.needed) left.add(next.setting);
    else answers = { ...answers, [next.setting]: answer ?? "" };
  }
}

/** A way to ask where somebody sits at a terminal; null otherwise, and with --yes, --json or --quiet. */
async function terminalAsk(flags: InitFlags, io: CliIo): Promise<Ask | null> {
  const isTerminal = "isTTY" in io.stdin && io.stdin.isTTY === true && io.stdout.isTTY === true;
  if (!isTerminal || flags.yes === true || flags.json === true || flags.quiet === true) return null;
  const { promptAsk } = await import("../prompt-ask.js");
  return promptAsk(io);
}

function asJson(path: string, { rows, questions, ...guess }: RolesGuess): unknown {
  const { decision, favourable, outcome, favourableOutcome, id, weight, lettersId, sensitive, immutable, ignore } =
    guess;
  return {
    command: "init",
    config: path,
    rows,
    roles: { decision, favourable, outcome, favourableOutcome, id, weight, lettersId, sensitive, immutable, ignore },
    open: questions,
    ready: questions.every(({ needed }) => !needed),
  };
}

function asWords(path: string, guess: RolesGuess, io: CliIo): string {
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  const singles = [
    ["decision", guess.decision],
    ["favourable", guess.favourable],
    ["id", guess.id],
    ["outcome", guess.outcome],
    ["favourable outcome", guess.favourableOutcome],
    ["weight", guess.weight],
    ["letters id", guess.lettersId],
  ] as const;
  const lists = [
    ["sensitive", guess.sensitive],
    ["immutable", guess.immutable],
    ["ignore", guess.ignore],
  ] as const;
  sheet.title(path);
  const found = [...singles, ...lists.flatMap(([role, all]) => all.map((one) => [role, one] as const))].flatMap(
    ([role, one]) => (one === null ? [] : [{ role, ...one }]),
  );
  sheet.table(
    tableBlock(
      tableOf({ id: "roles", title: "Roles" }, found, [
        column("role", "word", ({ role }) => role, "role"),
        column("value", "text", ({ value }) => value, "column or value"),
        column("confidence", "word", ({ confidence }) => confidence, "confidence"),
      ]),
    ),
  );
  sheet.blank();
  const needed = guess.questions.filter((question) => question.needed);
  for (const { question, choices } of guess.questions) {
    sheet.text(`open: ${question}${choices.length > 0 ? ` One of: ${choices.join(", ")}` : ""}`, 2, "yellow");
  }
  if (needed.length > 0) sheet.text(`Answer the lines marked QUESTION in ${path}, then:`, 0, "bold");
  else sheet.text(`${path} is written. Read it through, then:`, 0, "bold");
  sheet.line(`${io.command} check ${path}`);
  sheet.line(`${io.command} audit ${path}`);
  return sheet.toString();
}
