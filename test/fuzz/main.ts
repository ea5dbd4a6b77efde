import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CorpusEntry, corpusOf } from "./corpus.js";
import { caseAt, type FuzzTarget, type Outcome, outcomeOf } from "./fuzzing.js";
import { fuzzTargets } from "./targets.js";

// One target in a process of its own, which `scripts/fuzz.mjs` starts, listens to, and ends where a case never does.

interface Task {
  readonly target: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** Where cases go that were answered in no way they may be. */
  readonly folder: string;
  /** Whether to say each case before it is tried: the last one said is then the one that never ended. */
  readonly careful: boolean;
}

const MOST_KEPT = 20; // different findings of a target that are written to the disk
const BETWEEN_REPORTS_MS = 250;

async function runTask({ target: name, seed, from, to, folder, careful }: Task): Promise<void> {
  const target = targetOf(name);
  const reader = await target.open();
  const kept = new Map<string, string>();
  let last = performance.now();
  let counts = emptyCounts();
  for (let k = from; k < to; k++) {
    const made = caseAt(target, reader, { seed, k });
    if (careful) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "last.bin"), made.bytes);
      say({ trying: k });
    }
    const outcome = await outcomeOf(reader, made);
    count(counts, outcome);
    if (outcome.kind === "unexpected") {
      const kind = outcome.reason.replace(/[0-9]+|'[^']*'/g, "#").slice(0, 120);
      if (!kept.has(kind) && kept.size < MOST_KEPT) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, `${seed}-${k}.bin`), made.bytes);
        kept.set(kind, outcome.reason);
        say({ found: { k, reason: outcome.reason, file: `${seed}-${k}.bin` } });
      }
    }
    if (k + 1 < to && performance.now() - last < BETWEEN_REPORTS_MS) continue;
    say({ done: k + 1, ...counts });
    counts = emptyCounts();
    last = performance.now();
  }
}

function emptyCounts() {
  return { read: 0, unexpected: 0, codes: {} as Record<string, number> };
}

function count(counts: ReturnType<typeof emptyCounts>, outcome: Outcome): void {
  if (outcome.kind === "refused") counts.codes[outcome.code] = (counts.codes[outcome.code] ?? 0) + 1;
  else counts[outcome.kind]++;
}

/** Runs every case of the corpus, and says which does not end as its entry says. */
async function runCorpus(name: string): Promise<void> {
  const reader = await targetOf(name).open();
  for (const entry of corpusOf(name)) {
    say({ trying: entry.name });
    const outcome = await outcomeOf(reader, { bytes: new Uint8Array(readFileSync(entry.path)) });
    const found = wordsOf(outcome);
    const isRight = found === entry.outcome || (entry.outcome === "refused" && outcome.kind === "refused");
    if (!isRight) say({ wrong: { name: entry.name, wanted: entry.outcome, found } });
  }
  say({ corpus: corpusOf(name).length });
}

function wordsOf(outcome: Outcome): CorpusEntry["outcome"] {
  return outcome.kind === "refused" ? outcome.code : outcome.kind === "read" ? "read" : outcome.reason;
}

function targetOf(name: string): FuzzTarget {
  const target = fuzzTargets.find((each) => each.name === name);
  if (target === undefined) throw new Error(`no target '${name}'`);
  return target;
}

function say(message: object): void {
  process.send?.(message);
}

process.on("disconnect", () => process.exit()); // nobody listens any more
const [job = "", ...given] = process.argv.slice(2);
if (job === "list") say({ targets: fuzzTargets.map(({ name, oracle }) => ({ name, oracle })) });
else if (job === "corpus") await runCorpus(given[0] ?? "");
else await runTask(JSON.parse(job) as Task);
process.disconnect?.();
