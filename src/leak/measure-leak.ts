import { fitEncoder } from "../encode/encoder.js";
import { type ErrorCode, requireRunning } from "../errors.js";
import type { ArmName } from "../findings/leak-file.js";
import type { Failed } from "../findings/quantities.js";
import type { Evidence } from "../input/evidence.js";
import type { ProgressOptions } from "../options.js";
import { canonicalEvidence, selectEvidence } from "../surrogate/canonical-evidence.js";
import { encodeClouds } from "../surrogate/clouds.js";
import { type Fit, type Fitted, type Fitting, orFailure } from "../surrogate/fitting.js";
import type { Surrogate, SurrogateMethod } from "../surrogate/surrogate.js";
import { type Draw, drawPeople } from "./draw-people.js";
import type { Hits } from "./estimates.js";
import { type LeakPlan, leakMethod, otherMethod, withoutLetters } from "./leak-plan.js";
import { type AlteredLetters, maskLetters, unaltered } from "./mitigations.js";
import { peopleTold } from "./notices.js";

/** Everything a repeat measured: one list per key, one entry per repeat. */
export interface Measurements {
  readonly hits: ReadonlyMap<string, readonly Hits[]>;
  /** Letters behind each key, for notices with reasons the people told; one entry per repeat. */
  readonly letters: ReadonlyMap<string, readonly number[]>;
  /** Decisions of the reference rows, one entry per repeat. */
  readonly references: readonly Uint8Array[];
  /** Fits that failed, by what was said. */
  readonly failures: ReadonlyMap<string, { readonly code: string; readonly message: string; readonly count: number }>;
}

export const keyOf = {
  curve: (arm: string, n: number) => `${arm} ${n}`,
  letterCount: (m: number) => `letter count ${m}`,
  masked: (field: number) => `masked ${field}`,
  alone: (field: number) => `alone ${field}`,
  mitigation: (k: number) => `mitigation ${k}`,
  notice: (name: string, n: number) => `notice ${name} ${n}`,
};

interface Job {
  readonly key: string;
  readonly label: string;
  readonly method: SurrogateMethod;
  readonly n: number;
  readonly told: number;
  /** What the people are chosen from: without reasons, or with what a notice says in place of the letters. */
  readonly evidence: Evidence;
  /** 1 for each letter that is sent. */
  readonly sent: Uint8Array;
  /** Whether its method makes the choices that others keep, or keeps them. @default neither */
  readonly choice?: "made" | "kept";
}

/**
 * Makes every fit of the plan and compares its answers with the reference rows. `sent` holds the letters of each
 * mitigation as they are sent.
 */
export function* measureLeak(
  plan: LeakPlan,
  sent: readonly AlteredLetters[],
  { onProgress, signal }: ProgressOptions,
): Fitting<Measurements> {
  const { evidence, options, reference } = plan;
  const measured = startMeasurements();
  const drawing = { reference, holdOut: reference === null ? options.holdOut : 0, seed: options.seed };
  const jobs = [...jobsOf(plan, sent)];
  let done = 0;
  for (let repeat = 0; repeat < options.repeats; repeat++) {
    const draw = drawPeople(evidence, drawing, repeat);
    measured.references.push(draw.reference.decisions);
    const outcomes: Outcome[] = jobs.map((job) => ({ job, told: 0, fitted: null }));
    const fits = function* (asked: readonly Outcome[], kept: Surrogate | null) {
      for (const outcome of asked) {
        requireRunning(signal);
        onProgress?.(done++, plan.fits, `${outcome.job.label}, repeat ${repeat + 1} of ${options.repeats}`);
        const { told, fit } = setUp(plan, draw, outcome.job, kept);
        outcome.told = told;
        yield fit;
      }
    };
    let kept: Surrogate | null = null;
    for (const keeps of [false, true]) {
      const asked = outcomes.filter(({ job }) => (job.choice === "kept") === keeps);
      for (const [k, fitted] of (yield fits(asked, kept)).entries()) asked[k]!.fitted = fitted;
      kept = surrogateOf(outcomes.find(({ job }) => job.choice === "made")?.fitted ?? null);
    }
    for (const outcome of outcomes) take(measured, draw.reference.decisions, outcome);
  }
  requireRunning(signal);
  onProgress?.(plan.fits, plan.fits, "leak measured");
  return measured;
}

type Growing = ReturnType<typeof startMeasurements>;

function startMeasurements() {
  return {
    hits: new Map<string, Hits[]>(),
    letters: new Map<string, number[]>(),
    failures: new Map<string, { code: ErrorCode; message: string; count: number }>(),
    references: [] as Uint8Array[],
  };
}

/** A job, the letters or people told behind its fit, and what came of it. */
interface Outcome {
  readonly job: Job;
  told: number;
  fitted: Fitted | Failed | null;
}

function surrogateOf(fitted: Fitted | Failed | null): Surrogate | null {
  return fitted === null || "failure" in fitted ? null : fitted.surrogate;
}

/** The fit of a job, with the choices of `kept` where its method is to keep them. */
function setUp(plan: LeakPlan, draw: Draw, job: Job, kept: Surrogate | null) {
  const { options } = plan;
  const chosen = lettersOf(plan, draw, job);
  const people = [...draw.rejected.subarray(0, job.n), ...draw.accepted.subarray(0, job.n)].sort((a, b) => a - b);
  const training = selectEvidence(job.evidence, people, chosen);
  const told = job.evidence.reasons === undefined ? chosen.length : peopleTold(training).size;
  const isSilent = chosen.length === 0 && job.told > 0 && training.reasons === undefined;
  // a mitigation may leave no letter
  const own = isSilent ? withoutLetters(options.method, options.seed) : job.method;
  const method = kept === null || isSilent ? own : (own.keeping?.(kept) ?? own);
  const fit = orFailure((): Fit => {
    const { evidence } = canonicalEvidence(training);
    const { scaling } = options;
    const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters], { scaling });
    const rows = [encoder.encode(draw.reference.table)];
    return { method, clouds: encodeClouds(encoder, evidence), rows, keep: job.choice === "made" };
  });
  return { told, fit };
}

/** Counts what came of a job's fit. */
function take({ hits, letters, failures }: Growing, decisions: Uint8Array, { job, told, fitted }: Outcome): void {
  if (fitted === null) throw new Error(`${job.label} was not fitted`);
  append(letters, job.key, told);
  if ("failure" in fitted) {
    const { code, message } = fitted.failure;
    const key = `${job.label}: ${code}`;
    failures.set(key, { code, message: `${job.label}: ${message}`, count: (failures.get(key)?.count ?? 0) + 1 });
    append(hits, job.key, null);
    return;
  }
  const isRight = (margin: number, i: number) => (margin >= 0 === (decisions[i] === 1) ? 1 : 0);
  append(hits, job.key, Uint8Array.from(fitted.margins[0]!, isRight));
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  lists.set(key, lists.get(key) ?? []);
  lists.get(key)?.push(value);
}

/** The fits of one repeat. With one field masked, the method keeps what it chose with all letters; else it chooses. */
function* jobsOf(plan: LeakPlan, sent: readonly AlteredLetters[]): Generator<Job> {
  const { options, sizes, evidence, at, besides } = plan;
  const { seed } = options;
  const method = leakMethod(options.method, seed);
  const silent = withoutLetters(options.method, seed);
  const recast = leakMethod("recast", seed);
  const ridge = otherMethod("ridge");
  const { reasons: _reasons, isThreshold: _isThreshold, ...silentPeople } = evidence;
  const saying = ({ table, sent: isSent, isThreshold }: AlteredLetters) => ({
    evidence: { ...silentPeople, letters: table, ...(isThreshold && { isThreshold }) },
    sent: isSent,
  });
  const letters = saying(unaltered(evidence));
  const curve = (arm: ArmName, own: SurrogateMethod, n: number): Job => {
    const told = arm === "letters" || arm === "recast" ? n : 0;
    const label = `${own.name}${told === 0 ? " without letters" : ""}, n = ${n}`;
    return { key: keyOf.curve(arm, n), label, method: own, n, told, ...letters };
  };
  for (const n of evidence.letters.rows > 0 ? sizes.withLetters : [])
    yield { ...curve("letters", method, n), ...(n === at && { choice: "made" }) };
  for (const n of sizes.withoutLetters) yield curve("no-letters", silent, n);
  for (const n of besides.recast ? sizes.withLetters : []) yield curve("recast", recast, n);
  for (const n of besides.ridge ? sizes.withLetters : []) yield curve("ridge", ridge, n);
  const largest = sizes.withLetters.at(-1) ?? at;
  for (const m of plan.letterSizes) {
    yield { key: keyOf.letterCount(m), label: `letters to ${m} people`, method, n: largest, told: m, ...letters };
  }
  const here = { n: at, told: at, method };
  for (const { feature, name } of plan.fields) {
    const masked = maskLetters(plan, (other) => other !== feature);
    yield { ...here, key: keyOf.masked(feature), label: `without ${name}`, choice: "kept", ...saying(masked) };
    const alone = maskLetters(plan, (other) => other === feature);
    yield { ...here, key: keyOf.alone(feature), label: `${name} alone`, ...saying(alone) };
  }
  for (const [k, { kind, strength }] of plan.mitigations.entries()) {
    const own = sent[k] === undefined ? letters : saying(sent[k]);
    yield { ...here, key: keyOf.mitigation(k), label: `${kind} ${strength}`, ...own };
  }
  for (const { name, evidence: told } of plan.notices) {
    const all = new Uint8Array(told.letters.rows).fill(1);
    for (const n of plan.noticeSizes) {
      yield { key: keyOf.notice(name, n), label: `${name}, n = ${n}`, method, n, told: n, evidence: told, sent: all };
    }
  }
}

/** The letters a fit sees, ascending: the sent ones, and letters to unknown people in the same proportion. */
function lettersOf({ pool }: LeakPlan, draw: Draw, { told, evidence, sent }: Job): number[] {
  if (told === 0) return [];
  const people = new Set([...draw.rejected.subarray(0, told), ...draw.accepted.subarray(0, told)]);
  const unpaired = new Set(
    draw.unpaired.subarray(0, Math.round((draw.unpaired.length * Math.min(told, pool.answered)) / pool.answered)),
  );
  const chosen: number[] = [];
  evidence.letterOf.forEach((person, letter) => {
    if (sent[letter] !== 1) return;
    if (person < 0 ? unpaired.has(letter) : people.has(person)) chosen.push(letter);
  });
  return chosen;
}
