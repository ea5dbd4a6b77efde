import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { markdownTable } from "../markdown-table.js";
import type { HarnessResult } from "./harness.js";
import { MODES, WORKER_MODES } from "./modes.js";
import type { Outcome } from "./round.js";

/** What came of one kind of fault on one command. */
interface FaultCount {
  readonly command: string;
  readonly fault: string;
  readonly faults: number;
  /** The result was not complete, or complete, when the command ended. */
  readonly before: number;
  readonly after: number;
  /** The next run gave the bytes of an undisturbed one. */
  readonly same: number;
  readonly lost: number;
  readonly unexpected: number;
  readonly leftovers: number;
}

/** build/reliability/faults.json. */
export interface FaultFile extends Circumstances {
  readonly seed: number;
  readonly seconds: number;
  readonly missed: number;
  readonly hasRedis: boolean;
  readonly counts: readonly FaultCount[];
  readonly failures: readonly Outcome[];
}

interface Circumstances {
  readonly commit: string;
  readonly node: string;
  readonly machine: string;
}

/** build/reliability/fuzz.json, which the fuzz targets write. */
export interface FuzzFile {
  readonly seed: number;
  readonly commit: string;
  readonly node: string;
  readonly targets: readonly {
    readonly name: string;
    readonly cases: number;
    readonly read: number;
    readonly refused: number;
    readonly codes: Readonly<Record<string, number>>;
    readonly unexpected: number;
    readonly seconds: number;
    readonly oracle: string;
  }[];
}

export function circumstances(root: string): Circumstances {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  return { commit, node: process.versions.node, machine };
}

/** Counts what came of the faults, by command and kind. */
export function countFaults(result: HarnessResult): Omit<FaultFile, keyof Circumstances | "seed"> {
  const { outcomes, missed, hasRedis, seconds } = result;
  const lines = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = `${outcome.command}\n${outcome.group}`;
    lines.set(key, [...(lines.get(key) ?? []), outcome]);
  }
  const counts = [...lines.values()].map((list): FaultCount => {
    const withProblem = (kind: string) =>
      list.filter(({ problems }) => problems.some((one) => one.kind === kind)).length;
    const after = list.filter(({ isComplete }) => isComplete).length;
    return {
      command: list[0]!.command,
      fault: list[0]!.group,
      faults: list.length,
      before: list.length - after,
      after,
      same: list.length - withProblem("different"),
      lost: withProblem("lost"),
      unexpected: withProblem("unexpected"),
      leftovers: withProblem("leftover"),
    };
  });
  const failures = outcomes.filter(({ problems }) => problems.length > 0);
  return { seconds: Math.round(seconds), missed, hasRedis, counts, failures };
}

/** The page, from the numbers alone. */
export function reliabilityPage(faults: FaultFile, fuzz: FuzzFile | null): string {
  const parts = [
    "# What faults and broken files do",
    ...faultSection(faults),
    ...(fuzz === null ? [] : fuzzSection(fuzz)),
  ];
  return `${parts.join("\n\n")}\n`;
}

const COLUMNS = ["faults", "before", "after", "same", "lost", "unexpected", "leftovers"] as const;
const HEAD = ["faults", "not complete", "complete", "same bytes", "lost", "unexpected", "leftovers"];

function sum(counts: readonly FaultCount[], name: (typeof COLUMNS)[number]): number {
  return counts.reduce((total, count) => total + count[name], 0);
}

function faultSection(file: FaultFile): string[] {
  const { counts, failures, seed, seconds, missed, hasRedis, commit, node, machine } = file;
  const total = sum(counts, "faults");
  const commands = [...new Set(counts.map(({ command }) => command))].sort();
  const kinds = [...new Set([...MODES, ...WORKER_MODES].map(({ group }) => group))];
  const isCounted = (kind: string) => counts.some(({ fault }) => fault === kind);
  const row = (name: string, list: readonly FaultCount[]) => [name, ...COLUMNS.map((column) => figure(list, column))];
  const byKind = (a: FaultCount, b: FaultCount) => kinds.indexOf(a.fault) - kinds.indexOf(b.fault);
  return [
    `\`node scripts/run-bench.mjs faults --seed ${seed} --write\` disturbed ${commands.length} built commands ${total} times in
${Math.ceil(seconds / 60)} minutes. A module loaded before the command numbers each step it takes below its folder (open, write, sync, rename,
link, remove …) and lets one thing happen at a step that is drawn: \`kill -9\` before, in the middle of or after it,
a signal, an error of the disk once or from then on, a part of a write, a clock that jumps by an hour to a year. Some
kills come at a time instead, also to workers and to Redis. (Another ${missed} draws came after the command had ended.)`,
    `After each fault the harness looks at what is left: an earlier result or the new one must be there whole
(\`recast verify --quick\`, \`recast collect --check\`), and the command must have ended with a status and a word of its own. Then the
same command runs again, undisturbed. It must give the bytes of a run that nothing disturbed, and leave no lock and no
temporary file. Commands of one file, and \`study table\`, promise whole files; the others whole folders.`,
    ...(hasRedis ? [] : ["There was no redis-server: studies on several processes were left out."]),
    `Commit ${commit}; Node ${node}; ${machine}.`,
    "## By kind of fault",
    verdict(counts),
    markdownTable(
      ["fault", ...HEAD],
      kinds.filter(isCounted).map((kind) =>
        row(
          kind,
          counts.filter(({ fault }) => fault === kind),
        ),
      ),
    ),
    ...commands.flatMap((command) => {
      const list = counts.filter((count) => count.command === command).toSorted(byKind);
      return [
        `## \`${command}\``,
        verdict(list),
        markdownTable(
          ["fault", ...HEAD],
          list.map((count) => row(count.fault, [count])),
        ),
      ];
    }),
    ...(failures.length === 0 ? [] : ["## Failures", ...failureTable(failures)]),
  ];
}

function figure(list: readonly FaultCount[], column: (typeof COLUMNS)[number]): string {
  const value = sum(list, column);
  const isBad = column === "same" ? value < sum(list, "faults") : /lost|unexpected|leftovers/.test(column) && value > 0;
  return isBad ? `**${value}**` : String(value);
}

/** One sentence on a table, from its numbers. */
function verdict(counts: readonly FaultCount[]): string {
  const total = sum(counts, "faults");
  const [same, lost, unexpected, left] = (["same", "lost", "unexpected", "leftovers"] as const).map((name) =>
    sum(counts, name),
  );
  const wrong = [
    ...(lost === 0 ? [] : [`${lost} left neither the earlier result nor the new one whole`]),
    ...(same === total ? [] : [`${total - same!} did not come to the same bytes`]),
    ...(unexpected === 0 ? [] : [`${unexpected} ended in a way that has no word`]),
    ...(left === 0 ? [] : [`${left} left a lock or a temporary file`]),
  ];
  const after = `${sum(counts, "after")} of ${total} faults found the result complete or let it be completed`;
  return wrong.length === 0
    ? `${after}; after all ${total} the next run gave the same bytes, and nothing was lost or left over.`
    : `${after}. **Of the ${total}, ${wrong.join("; ")}.**`;
}

const SHOWN = 30;

function failureTable(failures: readonly Outcome[]): string[] {
  const rows = failures
    .slice(0, SHOWN)
    .map(({ command, mode, at, amount, step, end, problems }) => [
      `\`--only "${command}" --mode ${mode} --at ${at} --amount ${amount.toFixed(3)} --rounds 1\``,
      step === null ? "" : `${step.split(" ")[1]} ${shortened(step.split(" ")[3] ?? "")}`,
      end,
      [...new Set(problems.map(({ kind }) => kind))].join(", "),
    ]);
  return [
    `${rows.length} of ${failures.length}; \`build/reliability/faults.json\` has them all.`,
    markdownTable(["to repeat it", "at", "end", "what"], rows),
  ];
}

/** A path without the random part of a temporary name. */
function shortened(path: string): string {
  return path.replace(/\.[0-9a-f]{8}-[0-9a-f-]{15,}/, ".…");
}

function fuzzSection({ seed, commit, node, targets }: FuzzFile): string[] {
  const all = targets.reduce((total, { cases }) => total + cases, 0);
  const unexpected = targets.reduce((total, one) => total + one.unexpected, 0);
  const least = Math.min(...targets.map(({ cases }) => cases));
  const rows = targets.map((one) => [
    one.name,
    grouped(one.cases),
    grouped(one.read),
    grouped(one.refused),
    Object.entries(one.codes)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 4)
      .map(([code, n]) => `${code} ${grouped(n)}`)
      .join(", "),
    one.unexpected === 0 ? "0" : `**${one.unexpected}**`,
    one.oracle,
    String(Math.round(one.seconds)),
  ]);
  const ends =
    unexpected === 0
      ? "each was read as an independent reading reads it, or refused by name"
      : `**${grouped(unexpected)} ended in a way that has no word**`;
  return [
    "## Broken and hostile files",
    `${targets.length} readers got ${grouped(all)} inputs, at least ${grouped(least)} each (seed ${seed}, commit ${commit}, Node ${node}): ${ends}.`,
    markdownTable(
      ["reader", "inputs", "read", "refused", "most frequent refusals", "unexpected", "compared with", "seconds"],
      rows,
    ),
  ];
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

/** Keeps the figures in build/reliability/, and the page. */
export function writePage(root: string, file: FaultFile): void {
  const folder = join(root, "build/reliability");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "faults.json"), `${JSON.stringify(file, null, 1)}\n`);
  const fuzz = join(folder, "fuzz.json");
  const found: FuzzFile | null = existsSync(fuzz) ? JSON.parse(readFileSync(fuzz, "utf8")) : null;
  writeFileSync(join(root, "bench/RELIABILITY.md"), reliabilityPage(file, found));
}
