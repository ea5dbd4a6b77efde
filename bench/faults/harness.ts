import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stream, streamOf } from "../coverage/random.js";
import type { Program } from "./child.js";
import { findsRedis } from "./cluster.js";
import { allTrials, makeInputs, type Trial } from "./commands.js";
import { drawFault, type Fault, MODES, type Mode, WORKER_MODES } from "./modes.js";
import { makeReference, type Outcome, type Reference, runRound } from "./round.js";
import { startService } from "./service.js";

export interface HarnessOptions {
  /** Folder of the repository, with its build. */
  readonly root: string;
  readonly rounds: number;
  readonly seed: number;
  /** Rounds at a time. */
  readonly jobs: number;
  /** Which commands and modes. @default all */
  readonly isWanted?: (command: string, mode: string) => boolean;
  /** The step, or the share of the time, and the amount in place of ones that are drawn. */
  readonly fixed?: { readonly at: number; readonly amount: number };
  readonly onOutcome?: (outcome: Outcome, done: number) => void;
}

export interface HarnessResult {
  readonly outcomes: readonly Outcome[];
  /** Draws after which the command had already ended; another was drawn in their place. */
  readonly missed: number;
  readonly hasRedis: boolean;
  readonly seconds: number;
}

const LIMIT_MS = 90_000;
const DRAWS = 5;
const WEIGHT = 2;

/** Disturbs commands, so many times, and gives what came of each. */
export async function runFaults(options: HarnessOptions): Promise<HarnessResult> {
  const { root, rounds, seed, jobs, fixed, onOutcome, isWanted = () => true } = options;
  const began = performance.now();
  const program: Program = { root, limitMs: LIMIT_MS };
  const work = await realpath(await mkdtemp(join(tmpdir(), "recast-faults-")));
  const service = await startService();
  const hasRedis = findsRedis();
  try {
    await makeInputs(program, work);
    const pairs = allTrials(program, work, service, hasRedis).flatMap((trial) =>
      modesOf(trial)
        .filter((mode) => isWanted(trial.name, mode.name))
        .flatMap((mode) => Array.from({ length: trial.weight ?? WEIGHT }, () => ({ trial, mode }))),
    );
    if (pairs.length === 0) throw new Error("no command and mode of these names");
    const references = new Map<string, Reference>();
    for (const { trial } of pairs) {
      if (!references.has(trial.name)) references.set(trial.name, await makeReference({ program, work }, trial));
    }
    const order = plan(pairs, rounds, streamOf(seed, 0));
    const outcomes: Outcome[] = [];
    let missed = 0;
    let next = 0;
    const lane = async () => {
      for (let k = next++; k < order.length; k = next++) {
        const { trial, mode } = order[k]!;
        const reference = references.get(trial.name)!;
        const stream = streamOf(seed, k + 1);
        for (let draw = 1; draw <= DRAWS; draw++) {
          const fault: Fault = fixed === undefined ? drawFault(mode, reference.steps, stream) : { mode, ...fixed };
          const outcome = await runRound({ program, work }, reference, fault, `r${k}-${draw}`);
          if (!outcome.happened && outcome.problems.length === 0 && fixed === undefined && draw < DRAWS) {
            missed++;
            continue;
          }
          outcomes.push(outcome);
          onOutcome?.(outcome, outcomes.length);
          break;
        }
      }
    };
    await Promise.all(Array.from({ length: jobs }, lane));
    return { outcomes, missed, hasRedis, seconds: (performance.now() - began) / 1000 };
  } finally {
    service.close();
    await rm(work, { recursive: true, force: true });
  }
}

function modesOf({ hasWorkers }: Trial): readonly Mode[] {
  return hasWorkers === true ? [...MODES, ...WORKER_MODES] : MODES;
}

/** Every pair in an order that is drawn, then again, until there are enough. */
function plan<Pair>(pairs: readonly Pair[], rounds: number, stream: Stream): Pair[] {
  const order: Pair[] = [];
  while (order.length < rounds) {
    const deck = [...pairs];
    while (deck.length > 0 && order.length < rounds) order.push(deck.splice(stream.below(deck.length), 1)[0]!);
  }
  return order;
}
