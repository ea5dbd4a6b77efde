import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Ended, type Program, runCommand, treeOf } from "./child.js";
import type { Setting, Trial } from "./commands.js";
import type { Fault, Step, StepKind } from "./modes.js";

/** An uninterrupted run, which every disturbed one must come to. */
export interface Reference {
  readonly trial: Trial;
  readonly steps: readonly Step[];
  readonly ms: number;
  /** What is in a place before the command, and after it. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Something that must not be. */
export interface Problem {
  readonly kind: "lost" | "unexpected" | "different" | "leftover";
  readonly words: string;
}

/** What came of one fault. */
export interface Outcome {
  readonly command: string;
  readonly mode: string;
  readonly group: string;
  readonly at: number;
  readonly amount: number;
  /** The step it happened at, as the command came to it; null for a time. */
  readonly step: string | null;
  /** False where the command had ended before. */
  readonly happened: boolean;
  /** Whether the result was complete when the command ended. */
  readonly isComplete: boolean;
  readonly end: string;
  readonly problems: readonly Problem[];
}

const TYPED_EXITS = new Set([2, 3, 4, 5, 6, 7]);
const SIGNAL_EXITS = { SIGINT: 130, SIGTERM: 143, SIGKILL: null } as const;

export interface Workshop {
  readonly program: Program;
  /** Folder of the inputs and of every round's place. */
  readonly work: string;
}

/** Runs a command undisturbed and counts its steps. */
export async function makeReference({ program, work }: Workshop, trial: Trial): Promise<Reference> {
  const name = `reference-${trial.name.replace(/\W+/g, "-")}`;
  const place = join(work, name);
  await mkdir(place);
  await trial.prepare?.(place);
  const before = await treeOf(place);
  const setting = await open(trial, name);
  const log = join(work, `${name}.log`);
  const ended = await runCommand(program, setting.args, { cwd: place, plan: planOf(place, log, { act: "count" }) });
  const wrong = await setting.close();
  if (ended.code !== 0 || wrong.length > 0) {
    throw new Error(`recast ${setting.args.join(" ")} ended with ${ended.code}: ${ended.said} ${wrong.join("; ")}`);
  }
  const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
  const steps = lines.map((words): Step => ({ words, kind: words.split(" ")[2] as StepKind }));
  return { trial, steps, ms: ended.ms, before, after: await treeOf(place) };
}

/** Runs a command, lets one thing happen to it, looks at what is left, and runs it again. */
export async function runRound(shop: Workshop, reference: Reference, fault: Fault, round: string): Promise<Outcome> {
  const { program, work } = shop;
  const { trial, before } = reference;
  const place = join(work, round);
  await mkdir(place);
  await trial.prepare?.(place);
  const setting = await open(trial, round);
  const problems: Problem[] = [];
  const found = (kind: Problem["kind"], words: string) => problems.push({ kind, words });
  const run = (args: readonly string[]) => runCommand(program, args, { cwd: place });
  try {
    const { ended, step, happened } = await disturbed(shop, reference, fault, { place, round, setting });
    const kept = trial.lines === undefined ? "" : await completeLines(join(place, trial.lines));
    if (trial.look !== undefined) {
      const look = await run(trial.look);
      const isThere = isSome(await treeOf(place), trial) || kept !== "";
      if (look.code !== 0 && isThere) found("lost", `recast ${trial.look.join(" ")}: ${endWords(look)}`);
      if (look.code === 1 || look.isTimedOut) found("unexpected", `recast ${trial.look.join(" ")}: ${endWords(look)}`);
    }
    const left = await treeOf(place);
    const state = stateOf(left, reference);
    if (state === "lost")
      found("lost", `${trial.target} is neither as before nor new: ${differences(left, reference)}`);
    const isComplete = state === "new" && missing(left, reference).length === 0;
    const wrongEnd = endProblem(ended, fault, happened, isComplete);
    if (wrongEnd !== null) found("unexpected", wrongEnd);
    // a command that is alive and has a disk cleans up after itself
    const isPending = trial.unit === "folder" && state === "part";
    if (happened && !fault.mode.isFinal && !isPending && /^\d+ \w+ (?:write|make) /.test(step ?? "")) {
      const over = extra(left, new Set([...before.keys(), ...reference.after.keys()]), true);
      if (over.length > 0) found("leftover", `by a command that was not killed: ${listed(over)}`);
    }
    const isRefused = state === "new" || state === "part"; // without the words that allow replacing
    const again = await run([...setting.args, ...(isRefused ? trial.again : [])]);
    const end = await treeOf(place);
    if (again.code !== 0) found("different", `the next run: ${endWords(again)}`);
    else {
      const unlike = missing(end, reference);
      if (unlike.length > 0) found("different", `after the next run: ${listed(unlike)}`);
    }
    const over = extra(end, new Set(reference.after.keys()), false);
    if (over.length > 0) found("leftover", `after the next run: ${listed(over)}`);
    if (trial.lines !== undefined && !(await completeLines(join(place, trial.lines))).startsWith(kept)) {
      found("lost", `${trial.lines} no longer begins with the lines it had`);
    }
    if (trial.unit === "run" && trial.look !== undefined) {
      const look = await run(trial.look);
      if (look.code !== 0) found("lost", `recast ${trial.look.join(" ")} after the next run: ${endWords(look)}`);
    }
    const { mode, at, amount } = fault;
    const told = { command: trial.name, mode: mode.name, group: mode.group, at, amount, step, happened, isComplete };
    return { ...told, end: endWords(ended), problems };
  } finally {
    for (const words of await setting.close()) found("unexpected", words);
    await rm(place, { recursive: true, force: true });
  }
}

interface RoundPlace {
  readonly place: string;
  readonly round: string;
  readonly setting: Setting;
}

/** The command with what happens to it. */
async function disturbed(
  { program, work }: Workshop,
  { ms }: Reference,
  { mode, at, amount }: Fault,
  { place, round, setting }: RoundPlace,
): Promise<{ ended: Ended; step: string | null; happened: boolean }> {
  if (mode.kinds === null) {
    let timer: NodeJS.Timeout | undefined;
    let happened = false;
    const ended = await runCommand(program, setting.args, {
      cwd: place,
      started: (kill) => {
        timer = setTimeout(() => {
          happened = true;
          if (mode.isBeside) setting.disturb?.(mode.name);
          else kill("SIGKILL");
        }, at * ms);
      },
    });
    clearTimeout(timer);
    return { ended, step: null, happened: happened && (mode.isBeside || ended.signal === "SIGKILL") };
  }
  const log = join(work, `${round}.log`);
  const plan = planOf(place, log, { at, share: amount, ...mode.plan(amount) });
  const ended = await runCommand(program, setting.args, { cwd: place, plan });
  const lines = (await readFile(log, "utf8").catch(() => "")).split("\n");
  await rm(log, { force: true });
  const step = lines.find((line) => line.endsWith(" FAULT"))?.replace(/ FAULT$/, "") ?? null;
  return { ended, step, happened: step !== null };
}

async function open(trial: Trial, round: string): Promise<Setting> {
  return (await trial.open?.(round)) ?? { args: trial.args, close: async () => [] };
}

function planOf(place: string, log: string, more: object): object {
  return { place, log, act: "count", at: 0, share: 0.5, ...more };
}

function endWords({ code, signal, error, isTimedOut }: Ended): string {
  if (isTimedOut) return "no end within the time limit";
  return `${signal ?? `exit ${code}`}${error === null ? "" : ` ${error}`}`;
}

/** What is wrong with the way a command ended; null where nothing is. */
function endProblem(ended: Ended, { mode }: Fault, happened: boolean, isComplete: boolean): string | null {
  const { code, signal, error, isTimedOut } = ended;
  const told = `${endWords(ended)}${code === 1 ? `: ${ended.said.slice(0, 400)}` : ""}`;
  if (isTimedOut) return told;
  if (code === 0) return isComplete ? null : `${told}, though files are missing`;
  if (!happened || mode.isHarmless) return `${told}, though nothing should have stopped it`;
  if (mode.signal !== null) {
    return signal === mode.signal || (code !== null && code === SIGNAL_EXITS[mode.signal]) ? null : told;
  }
  return code !== null && TYPED_EXITS.has(code) && error !== null && error !== "UNEXPECTED" ? null : told;
}

const isHidden = (path: string) => /(?:^|\/)(?:\.|run\.lock)/.test(path) || path.endsWith(".tmp");

/** The files of the target that a reader sees. */
function seen(tree: ReadonlyMap<string, string>, { target }: Trial): ReadonlyMap<string, string> {
  const isOf = (path: string) => path === target || path.startsWith(`${target}/`);
  return new Map([...tree].filter(([path]) => isOf(path) && !path.endsWith("/") && !isHidden(path)));
}

function isSome(tree: ReadonlyMap<string, string>, trial: Trial): boolean {
  return seen(tree, trial).size > 0 && trial.unit === "folder";
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash);
}

/** Whether the target is as it was, as it will be, on the way there where that is allowed, or lost. */
function stateOf(
  left: ReadonlyMap<string, string>,
  { trial, before, after }: Reference,
): "old" | "new" | "part" | "lost" {
  const [now, old, next] = [seen(left, trial), seen(before, trial), seen(after, trial)];
  if (trial.unit === "run") {
    const stable = trial.stable ?? [];
    return stable.every((path) => now.get(path) === next.get(path)) ? "new" : "part";
  }
  // no command but the next run opens such a folder: it must say itself that it is not finished
  const isPending = trial.look === undefined && left.has(`${trial.target}/.recast-ready/`);
  if (isSame(now, next)) return "new";
  if (isSame(now, old)) return isPending ? "part" : "old";
  const isWhole = ([path, hash]: [string, string]) => hash === old.get(path) || hash === next.get(path);
  if (![...now].every(isWhole)) return "lost";
  if (trial.unit === "file") return [...old.keys()].every((path) => now.has(path)) ? "part" : "lost";
  return isPending ? "part" : "lost";
}

/** Files of the uninterrupted run that are not there or have other bytes. */
function missing(tree: ReadonlyMap<string, string>, { trial, after }: Reference): string[] {
  const isStable = (path: string) => trial.stable === undefined || trial.stable.includes(path);
  return [...after].flatMap(([path, hash]) => {
    const now = tree.get(path);
    if (now === undefined) return [`${path} is missing`];
    return isStable(path) && now !== hash ? [`${path} differs`] : [];
  });
}

/** Names that should not be there, of files alone or of folders too. */
function extra(tree: ReadonlyMap<string, string>, allowed: ReadonlySet<string>, ofFiles: boolean): string[] {
  return [...tree.keys()].filter((path) => !allowed.has(path) && !(ofFiles && path.endsWith("/")));
}

/** Some of many names. */
function listed(names: readonly string[]): string {
  const rest = names.length - 4;
  return `${names.slice(0, 4).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function differences(left: ReadonlyMap<string, string>, { trial, before, after }: Reference): string {
  const [now, old, next] = [seen(left, trial), seen(before, trial), seen(after, trial)];
  const count = (other: ReadonlyMap<string, string>) =>
    [...now].filter(([path, hash]) => other.get(path) === hash).length;
  return `of ${now.size} files ${count(old)} are old and ${count(next)} new; an earlier result has ${old.size}, the new one ${next.size}`;
}

/** The lines of a file that have their end. */
async function completeLines(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.slice(0, text.lastIndexOf("\n") + 1);
}
