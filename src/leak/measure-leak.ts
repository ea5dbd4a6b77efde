import { AuditError } from "../errors.js";
import type { ArmName } from "../findings/leak-file.js";
import type { Evidence } from "../input/evidence.js";
import type { Kernels } from "../kernels/kernels.js";
import { selectEvidence } from "../surrogate/canonical-evidence.js";
import { surrogateMethods } from "../surrogate/methods.js";
import { fitModel } from "../surrogate/model.js";
import type { Surrogate, SurrogateMethod } from "../surrogate/surrogate.js";
import { type Draw, drawPeople } from "./draw-people.js";
import type { Hits } from "./estimates.js";
import { type LeakPlan, leakMethod, withoutLetters } from "./leak-plan.js";
import { type AlteredLetters, maskLetters, unaltered } from "./mitigations.js";
import { peopleTold } from "./notices.js";

export interface LeakStep {
  readonly done: number;
  readonly total: number;
  readonly label: string;
}

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
  /** Called with the fitted surrogate. */
  readonly after?: (fitted: Surrogate) => void;
}

/**
 * Makes every fit of the plan and compares its answers with the reference rows. Yields a step before each, so that a
 * caller can show progress and stop. `sent` holds the letters of each mitigation as they are sent.
 */
export function* measureLeak(
  plan: LeakPlan,
  kernels: Kernels,
  sent: readonly AlteredLetters[],
): Generator<LeakStep, Measurements> {
  const { evidence, options, reference } = plan;
  const hits = new Map<string, Hits[]>();
  const letters = new Map<string, number[]>();
  const failures = new Map<string, { code: string; message: string; count: number }>();
  const references: Uint8Array[] = [];
  const drawing = { reference, holdOut: reference === null ? options.holdOut : 0, seed: options.seed };
  const silent = withoutLetters(options.method, options.seed);
  let done = 0;
  for (let repeat = 0; repeat < options.repeats; repeat++) {
    const draw = drawPeople(evidence, drawing, repeat);
    references.push(draw.reference.decisions);
    for (const job of jobsOf(plan, sent)) {
      yield { done: done++, total: plan.fits, label: `${job.label}, repeat ${repeat + 1} of ${options.repeats}` };
      const chosen = lettersOf(plan, draw, job);
      const people = [...draw.rejected.subarray(0, job.n), ...draw.accepted.subarray(0, job.n)].sort((a, b) => a - b);
      const training = selectEvidence(job.evidence, people, chosen);
      append(letters, job.key, job.evidence.reasons === undefined ? chosen.length : peopleTold(training).size);
      try {
        const isSilent = chosen.length === 0 && job.told > 0 && training.reasons === undefined;
        const method = isSilent ? silent : job.method; // a mitigation may leave no letter
        const model = fitModel(training, method, kernels, { scaling: options.scaling });
        job.after?.(model.surrogate);
        const margins = model.margins(draw.reference.table);
        const { decisions } = draw.reference;
        append(
          hits,
          job.key,
          Uint8Array.from(margins, (margin, i) => (margin >= 0 === (decisions[i] === 1) ? 1 : 0)),
        );
      } catch (error) {
        if (!(error instanceof AuditError)) throw error;
        const key = `${job.label}: ${error.code}`;
        const before = failures.get(key)?.count ?? 0;
        failures.set(key, { code: error.code, message: `${job.label}: ${error.message}`, count: before + 1 });
        append(hits, job.key, null);
      }
    }
  }
  return { hits, letters, references, failures };
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
  const recast = surrogateMethods.recast({ seed });
  const ridge = surrogateMethods.ridge();
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
  let kept = method;
  const after = (fitted: Surrogate) => {
    kept = method.keeping?.(fitted) ?? method;
  };
  for (const n of evidence.letters.rows > 0 ? sizes.withLetters : [])
    yield { ...curve("letters", method, n), ...(n === at && { after }) };
  for (const n of sizes.withoutLetters) yield curve("no-letters", silent, n);
  for (const n of besides.recast ? sizes.withLetters : []) yield curve("recast", recast, n);
  for (const n of besides.ridge ? sizes.withLetters : []) yield curve("ridge", ridge, n);
  const largest = sizes.withLetters.at(-1) ?? at;
  for (const m of plan.letterSizes) {
    yield { key: keyOf.letterCount(m), label: `letters to ${m} people`, method, n: largest, told: m, ...letters };
  }
  const here = { n: at, told: at };
  for (const { feature, name } of plan.fields) {
    const masked = maskLetters(plan, (other) => other !== feature);
    yield { ...here, key: keyOf.masked(feature), label: `without ${name}`, method: kept, ...saying(masked) };
    const alone = maskLetters(plan, (other) => other === feature);
    yield { ...here, key: keyOf.alone(feature), label: `${name} alone`, method, ...saying(alone) };
  }
  for (const [k, { kind, strength }] of plan.mitigations.entries()) {
    const own = sent[k] === undefined ? letters : saying(sent[k]);
    yield { ...here, key: keyOf.mitigation(k), label: `${kind} ${strength}`, method, ...own };
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
