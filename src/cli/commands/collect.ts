import { join } from "node:path";
import type { CollectProgress } from "../../collect/collect.js";
import { type People, readPeople } from "../../collect/people.js";
import { canonicalJson } from "../../document/canonical-json.js";
import { amount, count } from "../../document/format.js";
import { page } from "../../document/terminal.js";
import { AuditError } from "../../errors.js";
import { present } from "../../folder/configuration.js";
import { LEDGER_NAME } from "../../platform/collect/collect-ledger.js";
import { COLLECT_FILES, type CollectOutcome, runCollect } from "../../platform/collect/collect-run.js";
import { openTarget, type TargetPlace } from "../../platform/open-target.js";
import { readRows } from "../../platform/read-file.js";
import type { CollectFlags } from "../collect-program.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, progressFor, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";

/** `recast collect`: decisions and letters of a target, within a budget, as files an audit reads. */
export async function runCollectCommand(file: string | undefined, flags: CollectFlags, io: CliIo): Promise<number> {
  const people = required(file, "<people>: the CSV with the people to ask about");
  const target = required(flags.target, "--target: an address, a file model.onnx or answers.csv");
  const out = required(flags.out, "--out: the folder for the answers");
  const decisions = required(flags.decisions, "--decisions: how many are wanted");
  const budget = required(flags.budget, "--budget: how many questions may be sent");
  const { rows, sha256 } = await readRows(pathFrom(io.cwd, people));
  const asked = readPeople(rows, {
    ...present({ id: flags.id, ignore: flags.ignore, immutable: flags.immutable }),
    ...present({ types: flags.type, missing: flags.missing, delimiter: flags.delimiter }),
    file: people,
  });
  const open = await openTarget(targetPlace(target, flags, io), asked, (path) => pathFrom(io.cwd, path));
  const { tries, perLetter, favourable, decisionName, balanced, backoff } = flags;
  const progress = progressFor(io, flags);
  const words = sayWhenInterrupted(flags, io);
  let outcome: CollectOutcome;
  try {
    outcome = await runCollect(asked, sha256, open, {
      folder: pathFrom(io.cwd, out),
      decisions,
      letters: flags.letters,
      budget,
      seed: flags.seed,
      ...present({ tries, perLetter, favourable, decisionName, balanced }),
      ...(backoff === undefined ? {} : { backoffMs: backoff * 1000 }),
      intervalMs: intervalOf(flags),
      signal: io.interrupts.signal,
      onProgress: (state) => progress.update(progressWords(state), { done: state.sent, total: budget }),
    });
  } finally {
    words.dispose();
    progress.clear();
  }
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(out, outcome)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(out, asked, outcome, flags, io));
  return EXIT_CODES.ok;
}

function required<T>(value: T | undefined, words: string): T {
  if (value !== undefined) return value;
  throw new AuditError("INVALID_OPTION", `recast collect needs ${words}`);
}

/** How the target is to be spoken to; the key is read here and goes nowhere but into the requests. */
function targetPlace(target: string, flags: CollectFlags, io: CliIo): TargetPlace {
  const { letterPath, decisionField, letterField, threshold, columns, output, favourable } = flags;
  if (!(flags.timeout > 0)) throw new AuditError("INVALID_OPTION", "--timeout must be more than 0 seconds");
  return {
    target,
    ...present({ letterPath, decisionField, letterField, threshold, columns, output, favourable }),
    ...present({ letters: flags.targetLetters, answer: flags.targetDecision, headers: keyHeaders(flags, io) }),
    timeoutMs: flags.timeout * 1000,
  };
}

function keyHeaders({ keyFrom, keyHeader }: CollectFlags, io: CliIo): Record<string, string> | undefined {
  if (keyFrom === undefined) {
    if (keyHeader === undefined) return undefined;
    throw new AuditError(
      "INVALID_OPTION",
      "--key-header needs --key-from: the environment variable that holds the key",
    );
  }
  const key = io.env[keyFrom] ?? "";
  if (key === "") {
    throw new AuditError("INVALID_OPTION", `the environment variable ${keyFrom} (--key-from) is not set or empty`);
  }
  if (!/^[\x21-\x7e ]+$/.test(key)) {
    throw new AuditError("INVALID_OPTION", `the key in ${keyFrom} has characters that a header cannot carry`);
  }
  if (keyHeader === undefined) return { Authorization: `Bearer ${key}` };
  if (!/^[A-Za-z0-9-]+$/.test(keyHeader)) {
    throw new AuditError("INVALID_OPTION", `--key-header must be the name of a header, got ${keyHeader}`);
  }
  return { [keyHeader]: key };
}

function intervalOf({ perSecond, perMinute }: CollectFlags): number {
  const every = (rate: number | undefined, flag: string, ms: number) => {
    if (rate === undefined) return 0;
    if (rate > 0) return ms / rate;
    throw new AuditError("INVALID_OPTION", `${flag} must be more than 0`);
  };
  return Math.max(every(perSecond, "--per-second", 1000), every(perMinute, "--per-minute", 60_000));
}

/** Says once, on Ctrl-C, that an answer is still waited for. */
function sayWhenInterrupted(flags: CollectFlags, io: CliIo): { dispose(): void } {
  const { signal } = io.interrupts;
  const say = () => {
    if (flags.quiet === true || flags.json === true) return;
    io.stderr.write("\nstopping after the answer that is under way; Ctrl-C again does not wait for it\n");
  };
  signal.addEventListener("abort", say, { once: true });
  return { dispose: () => signal.removeEventListener("abort", say) };
}

function progressWords({ decided, letters }: CollectProgress): string {
  return `${amount(decided, "decision")}, ${amount(letters, "letter")}; questions`;
}

const WHY: Readonly<Record<CollectOutcome["why"], string>> = {
  done: "as many as were asked for",
  budget: "the budget is used up; a larger --budget goes on from here",
  people: "there is nobody left to ask about",
  interrupted: "interrupted",
  stopped: "the target stopped answering",
};

function asJson(out: string, outcome: CollectOutcome): unknown {
  return { command: "collect", ...outcome, files: filesOf(out) };
}

function filesOf(out: string): Readonly<Record<"decisions" | "letters" | "ledger" | "settings", string>> {
  return {
    decisions: join(out, COLLECT_FILES.decisions),
    letters: join(out, COLLECT_FILES.letters),
    ledger: join(out, LEDGER_NAME),
    settings: join(out, COLLECT_FILES.basis),
  };
}

function asWords(out: string, people: People, outcome: CollectOutcome, flags: CollectFlags, io: CliIo): string {
  const { sent, budget, decided, favourable, letters, failed, lost, refused, digest, why } = outcome;
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  const files = filesOf(out);
  sheet.title(`${amount(decided, "decision")} and ${amount(letters, "letter")} collected`);
  sheet.blank();
  sheet.text(`Ended because: ${WHY[why]}.`);
  sheet.blank();
  sheet.pairs([
    ["favourable", count(favourable)],
    ["unfavourable", count(decided - favourable)],
    ["letters", count(letters)],
    ["questions sent", `${count(sent)} of ${count(budget)}`],
    ["without an answer", `${count(failed + lost)} (${count(lost)} of them when a run was cut off)`],
    ["refused rows", count(refused)],
    ["ledger's digest", digest],
  ]);
  if (outcome.unread.length > 0) {
    sheet.text(`Fields of letters that could not be used: ${outcome.unread.join(", ")}.`, 2, "yellow");
  }
  sheet.heading("Files");
  sheet.pairs([
    ["decisions", files.decisions],
    ["letters", files.letters],
    ["ledger", files.ledger],
  ]);
  sheet.blank();
  const withLetters = letters > 0 ? ` --letters ${files.letters}` : "";
  const given = [
    ["--ignore", flags.ignore?.join(",")],
    ["--immutable", flags.immutable?.join(",")],
    ["--favourable", flags.favourable],
  ].flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${shellWord(value)}`]));
  const roles = ["--decision", flags.decisionName ?? "decision", "--id", people.idName, ...given].join(" ");
  sheet.line(`${io.command} audit ${files.decisions}${withLetters} ${roles} --out audit`);
  return sheet.toString();
}

/** A value as a shell takes it for one word. */
function shellWord(value: string): string {
  return /^[\w.,:/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
