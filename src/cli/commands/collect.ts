import { join } from "node:path";
import { Argument } from "commander";
import { readPeople } from "../../collect/people.js";
import { amount, count } from "../../document/format.js";
import { present } from "../../folder/configuration.js";
import { checkCollect, LEDGER_NAME } from "../../platform/collect/collect-ledger.js";
import { COLLECT_FILES, type CollectOutcome, runCollect } from "../../platform/collect/collect-run.js";
import { openTarget, type TargetPlace } from "../../platform/open-target.js";
import { readRows } from "../../platform/read-file.js";
import { answer, type CliIo, isSilent, pathFrom, progressFor, wrongUse } from "../io.js";
import {
  columnType,
  type Declare,
  type FlagsOf,
  finiteNumber,
  flag,
  markerList,
  nameList,
  nonNegative,
  positiveNumber,
  settingFlag,
  shellWord,
  switchFlag,
  wholeNumber,
  withOptions,
} from "../options.js";

const OPTIONS = {
  target: flag("--target <place>", "model to ask: https://… or http://…, a file model.onnx, or recorded answers.csv"),
  out: flag("-o, --out <folder>", "folder for decisions.csv, letters.csv and the ledger"),
  decisions: flag("--decisions <number>", "decisions wanted", positiveNumber),
  letters: flag("--letters <number>", "letters wanted", wholeNumber, 0),
  budget: flag("--budget <number>", "most questions to send, counting every try", positiveNumber),
  balanced: switchFlag("--balanced", "continue until each decision was given that often"),
  favourable: flag(
    "--favourable <value>",
    "the decision that is good for the person (default: a clear word such as yes, or 1)",
  ),
  seed: flag("--seed <number>", "seed of the order in which people are asked about", wholeNumber, 0),
  perLetter: flag(
    "--per-letter <number>",
    "most questions for one letter, where Recast searches for letters (default: 40)",
    positiveNumber,
  ),
  letterPath: flag(
    "--letter-path <path>",
    "path of the service's letters, on the same host (default: Recast searches for letters)",
  ),
  decisionField: flag("--decision-field <name>", "field of the service's answer (default: decision)"),
  letterField: flag("--letter-field <name>", "field of the service's answer (default: letter)"),
  threshold: flag("--threshold <score>", "the answer is a score: 1 at this value or above, else 0", finiteNumber),
  keyFrom: flag("--key-from <variable>", "environment variable with the service's key"),
  keyHeader: flag("--key-header <name>", "header with the key (default: Authorization: Bearer …)"),
  columns: flag("--columns <columns>", "columns of an ONNX model that takes one matrix, in its order", nameList),
  output: flag("--output <name>", "output of an ONNX model to read (default: the label)"),
  targetLetters: flag("--target-letters <file>", "letters that belong to recorded answers"),
  targetDecision: flag("--target-decision <column>", "decision column of recorded answers"),
  id: flag("--id <column>", "person id, not sent (default: a column called id, else the row)"),
  ignore: flag("--ignore <columns>", "columns to keep but not send, comma-separated", nameList),
  immutable: flag("--immutable <columns>", "features a letter must leave alone, comma-separated", nameList),
  type: flag("--type <column=type>", "type that differs from what the values look like; repeatable", columnType),
  missing: flag("--missing <words>", "cells that mean missing, comma-separated", markerList),
  delimiter: settingFlag("delimiter"),
  decisionName: flag("--decision-name <column>", "name of the column with the answers (default: decision)"),
  perSecond: flag("--per-second <number>", "most questions a second", nonNegative),
  perMinute: flag("--per-minute <number>", "most questions a minute", nonNegative),
  timeout: flag("--timeout <seconds>", "longest wait for an answer", nonNegative, 30),
  tries: flag("--tries <number>", "tries of a question before stopping (default: 5)", positiveNumber),
  backoff: flag("--backoff <seconds>", "wait before the second try, doubled each time (default: 0.5)", nonNegative),
  check: flag("--check <folder>", "check the ledger of a folder and ask nothing"),
};

type CollectFlags = FlagsOf<typeof OPTIONS>;

export const declare: Declare = (command, act) => {
  command.addArgument(new Argument("[people]", "CSV with the people to ask about"));
  withOptions(command, OPTIONS).action(act(runCollectCommand));
};

/** `recast collect`: decisions and letters of a target, within a budget, as files an audit reads. */
async function runCollectCommand(file: string | undefined, flags: CollectFlags, io: CliIo): Promise<number> {
  if (flags.check !== undefined) return check(flags.check, file, flags, io);
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
      onProgress: ({ decided, letters, sent }) =>
        progress.update(`${amount(decided, "decision")}, ${amount(letters, "letter")}; questions`, {
          done: sent,
          total: budget,
        }),
    });
  } finally {
    words.dispose();
    progress.clear();
  }
  return report(out, outcome, { ...flags, id: asked.idName }, io);
}

function required<T>(value: T | undefined, words: string): T {
  if (value !== undefined) return value;
  throw wrongUse(`recast collect needs ${words}`);
}

/** How the target is to be spoken to; the key is read here and goes nowhere but into the requests. */
function targetPlace(target: string, flags: CollectFlags, io: CliIo): TargetPlace {
  const { letterPath, decisionField, letterField, threshold, columns, output, favourable } = flags;
  if (!(flags.timeout > 0)) throw wrongUse("--timeout must be more than 0 seconds");
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
    throw wrongUse("--key-header needs --key-from: the environment variable that holds the key");
  }
  const key = io.env[keyFrom] ?? "";
  if (key === "") {
    throw wrongUse(`the environment variable ${keyFrom} (--key-from) is not set or empty`);
  }
  if (!/^[\x21-\x7e ]+$/.test(key)) {
    throw wrongUse(`the key in ${keyFrom} has characters that a header cannot carry`);
  }
  if (keyHeader === undefined) return { Authorization: `Bearer ${key}` };
  if (!/^[A-Za-z0-9-]+$/.test(keyHeader)) {
    throw wrongUse(`--key-header must be the name of a header, got ${keyHeader}`);
  }
  return { [keyHeader]: key };
}

function intervalOf({ perSecond, perMinute }: CollectFlags): number {
  const every = (rate: number | undefined, flag: string, ms: number) => {
    if (rate === undefined) return 0;
    if (rate > 0) return ms / rate;
    throw wrongUse(`${flag} must be more than 0`);
  };
  return Math.max(every(perSecond, "--per-second", 1000), every(perMinute, "--per-minute", 60_000));
}

function sayWhenInterrupted(flags: CollectFlags, io: CliIo): { dispose(): void } {
  const { signal } = io.interrupts;
  const say = () => {
    if (isSilent(flags)) return;
    io.stderr.write("\nstopping after the current answer; press Ctrl-C again to stop now\n");
  };
  signal.addEventListener("abort", say, { once: true });
  return { dispose: () => signal.removeEventListener("abort", say) };
}

const WHY: Readonly<Record<CollectOutcome["why"], string>> = {
  done: "everything asked for is there",
  budget: "the budget is used up; run it again with a larger --budget to continue",
  people: "there is nobody left to ask about",
  interrupted: "interrupted",
  stopped: "the target stopped answering",
};

async function report(out: string, outcome: CollectOutcome, flags: CollectFlags, io: CliIo): Promise<number> {
  const files = {
    decisions: join(out, COLLECT_FILES.decisions),
    letters: join(out, COLLECT_FILES.letters),
    ledger: join(out, LEDGER_NAME),
    settings: join(out, COLLECT_FILES.basis),
  };
  return answer(io, flags, { command: "collect", ...outcome, files }, (sheet) => {
    const { sent, budget, decided, favourable, letters, failed, lost, refused, digest, why, unread } = outcome;
    sheet.title(`${amount(decided, "decision")} and ${amount(letters, "letter")} collected`);
    sheet.blank();
    sheet.text(`Ended because: ${WHY[why]}.`);
    sheet.blank();
    sheet.pairs([
      ["favourable", count(favourable)],
      ["unfavourable", count(decided - favourable)],
      ["letters", count(letters)],
      ["questions sent", `${count(sent)} of ${count(budget)}`],
      ["without an answer", `${count(failed + lost)} (${count(lost)} of them because a run was cut off)`],
      ["refused rows", count(refused)],
      ["ledger's digest", digest],
    ]);
    if (unread.length > 0) sheet.text(`Fields of letters that could not be used: ${unread.join(", ")}.`, 2, "yellow");
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
    ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${shellWord(value)}`]));
    const roles = ["--decision", flags.decisionName ?? "decision", "--id", flags.id, ...given].join(" ");
    sheet.line(`${io.command} audit ${files.decisions}${withLetters} ${roles} --out audit`);
  });
}

/** `recast collect --check`: whether a ledger is whole and the budget was kept. */
async function check(folder: string, people: string | undefined, flags: CollectFlags, io: CliIo): Promise<number> {
  if (people !== undefined) throw wrongUse(`--check reads ${folder} and asks nothing: leave ${people} out`);
  const { state, files, torn } = await checkCollect(pathFrom(io.cwd, folder));
  const { budget, sent, failed, lost, lines, digest } = state;
  const [answered, refused, open] = [state.answers.size, state.refusals.size, state.open.size];
  const counts = { budget, sent, answered, refused, failed, lost, open, lines };
  const json = { command: "collect --check", folder, verified: true, ...counts, torn, digest, files };
  return answer(io, flags, json, (sheet) => {
    sheet.title(`Ledger of ${folder}`);
    sheet.blank();
    sheet.text(
      `${amount(lines, "line")}, each with the SHA-256 of the one before it: no line was changed, removed or added ` +
        "before the last. " +
        "The file alone cannot show whether lines at its end were cut off, or all of it was rewritten: " +
        "compare the digest with the one the collector published, or the questions with the target's own count.",
    );
    sheet.blank();
    sheet.pairs([
      ["questions sent", `${count(sent)} of ${count(budget)}`],
      ["answered", `${count(answered)}, none of them twice`],
      ["refused", count(refused)],
      ["failed", count(failed)],
      ["lost or open", `${count(lost + open)}: sent, but the run was cut off before an answer was saved`],
      ["digest", digest],
    ]);
    sheet.blank();
    const cutOff = "The last run was cut off, so no file was compared. Run the same command again to continue.";
    if (files.length > 0) sheet.text(`${files.join(" and ")} match the ledger.`);
    else sheet.text(cutOff, 0, "yellow");
    if (torn) sheet.text("The last line is unfinished; nothing was sent after it.", 0, "yellow");
  });
}
