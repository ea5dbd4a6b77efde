import type {
  ArmName,
  CurvePoint,
  FieldLeak,
  LeakCurve,
  LeakReport,
  LetterWorth,
  MitigationEffect,
  NoticeLeak,
} from "../findings/leak-file.js";
import type { Kernels } from "../kernels/kernels.js";
import { measureShare } from "../math/interval.js";
import type { ProgressOptions } from "../options.js";
import { type Fitting, fitHere } from "../surrogate/fitting.js";
import { judgeCondition } from "./condition.js";
import { estimateDifference, estimateShare, type Hits, type Spread, shareOf } from "./estimates.js";
import { type LeakPlan, withoutLetters } from "./leak-plan.js";
import { keyOf, type Measurements, measureLeak } from "./measure-leak.js";
import { costOf, type LetterAnswers, shareOrNone, withheldInvalid } from "./mitigations.js";
import { describeNotice, type PlannedNotice } from "./notices.js";
import { decisionsFor, reachRange, risingCurve, worthPerLetter } from "./worth.js";

export interface AskedTarget extends LetterAnswers {
  readonly name: string;
  /** Rows it was asked about. */
  readonly asked: number;
}

const NONE = Number.NEGATIVE_INFINITY;

/** How a leak is measured, besides the plan. */
export interface LeakRun extends ProgressOptions {
  /** What the target said to the letters of each mitigation. @default it was not asked */
  readonly asked?: AskedTarget | null;
  /** How conditions make a run fail. @default "point" */
  readonly failBy?: "point" | "interval";
}

/** Measures what the planned decisions and letters give away. */
export function leak(plan: LeakPlan, kernels: Kernels, run: LeakRun = {}): LeakReport {
  return fitHere(leaking(plan, run), kernels);
}

/** The same, for whoever does the fits. */
export function* leaking(
  plan: LeakPlan,
  { asked = null, failBy = "point", ...progress }: LeakRun = {},
): Fitting<LeakReport> {
  const treated = plan.mitigations.map((planned, k) => {
    const after = asked?.after[k] ?? null;
    const { kind, strength } = planned;
    if (asked === null || after === null) return { kind, strength, letters: planned.letters, invalid: null };
    return { kind, strength, ...withheldInvalid(planned, asked.before, after) };
  });
  const sent = treated.map(({ letters }) => letters);
  const measured = yield* measureLeak(plan, sent, progress);
  const { evidence, options, sizes, at, pool, changes } = plan;
  const reference = measured.references[0] ?? new Uint8Array(0);
  const spread = { ratio: plan.reference === null ? reference.length / (pool.rejected + pool.accepted) : null };
  const of = (key: string): readonly Hits[] => measured.hits.get(key) ?? [];
  const told = of(keyOf.curve("letters", at));
  const silent = of(keyOf.curve("no-letters", at));
  const curves = curvesOf(plan, measured, spread);
  const hasLetters = evidence.letters.rows > 0;
  const gains = (hasLetters ? sizes.withLetters : []).map((n) => ({
    n,
    gain: estimateDifference(of(keyOf.curve("letters", n)), of(keyOf.curve("no-letters", n)), spread),
  }));
  const worth = worthOf(plan, measured, curves);
  const fields = plan.fields.map(({ feature, name, changed }): FieldLeak => {
    const masked = of(keyOf.masked(feature));
    const alone = of(keyOf.alone(feature));
    return {
      field: name,
      changed: shareOrNone(changed, changes.letters.length),
      masked: estimateShare(masked, spread),
      drop: estimateDifference(told, masked, spread),
      alone: estimateShare(alone, spread),
      reveals: estimateDifference(alone, silent, spread),
    };
  });
  const mitigations = treated.map(({ kind, strength, letters, invalid }, k): MitigationEffect => {
    const own = of(keyOf.mitigation(k));
    return {
      kind,
      strength,
      fidelity: estimateShare(own, spread),
      change: estimateDifference(own, told, spread),
      left: estimateDifference(own, silent, spread),
      ...costOf(plan, letters),
      invalid,
    };
  });
  const notices = plan.notices.map((notice) => noticeLeak(plan, notice, measured, spread));
  const accepted = countOf(reference);
  const acceptedObserved = countOf(evidence.decisions);
  return {
    format: "recast-leak/2",
    settings: {
      method: options.method,
      withoutLetters: withoutLetters(options.method, options.seed).name,
      sizes: sizes.withLetters,
      sizesWithoutLetters: sizes.withoutLetters,
      at,
      repeats: options.repeats,
      holdOut: plan.reference === null ? options.holdOut : null,
      seed: options.seed,
      scaling: options.scaling,
      failBy,
    },
    evidence: {
      rejected: evidence.decisions.length - acceptedObserved,
      accepted: acceptedObserved,
      letters: evidence.letters.rows,
      paired: changes.letters.length,
      answered: new Set(changes.people).size,
      toldReasons: new Set(evidence.reasons?.personOf).size,
      features: evidence.schema.features.length,
    },
    reference: {
      kind: plan.reference === null ? "held-out" : "file",
      rows: reference.length,
      rejected: reference.length - accepted,
      accepted,
      alsoObserved: plan.reference?.alsoObserved ?? 0,
    },
    fits: plan.fits,
    majority: Math.max(accepted, reference.length - accepted) / reference.length,
    curves,
    letterCurve: letterCurveOf(plan, measured, spread),
    gains,
    worth,
    fields: fields.sort((a, b) => (b.drop?.value ?? NONE) - (a.drop?.value ?? NONE)),
    fieldsLeftOut: plan.fieldsLeftOut,
    mitigations,
    notices,
    validity: asked && {
      target: asked.name,
      asked: asked.asked,
      acceptedBefore: measureShare(countOf(asked.before), asked.before.length),
    },
    conditions: plan.conditions.map(({ text, condition }) =>
      judgeCondition(text, condition, { curves, gains, worth, notices }, failBy),
    ),
    notes: [...plan.notes, ...failureNotes(measured)],
  };
}

/** How many are 1. */
function countOf(ones: Uint8Array): number {
  return ones.reduce((sum, one) => sum + one, 0);
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function pointAt({ hits, letters }: Measurements, key: string, n: number, spread: Spread): CurvePoint {
  return { n, letters: meanOf(letters.get(key) ?? []), fidelity: estimateShare(hits.get(key) ?? [], spread) };
}

function noticeLeak(plan: LeakPlan, notice: PlannedNotice, measured: Measurements, spread: Spread): NoticeLeak {
  const of = (key: string): readonly Hits[] => measured.hits.get(key) ?? [];
  const baseKeys = {
    letters: (n: number) => keyOf.curve("letters", n),
    thresholds: (n: number) => keyOf.notice("thresholds", n),
  };
  return {
    ...describeNotice(notice),
    points: plan.noticeSizes.map((n) => {
      const key = keyOf.notice(notice.name, n);
      const base = notice.base === null || notice.most === 0 ? null : of(baseKeys[notice.base](n));
      return {
        n,
        told: meanOf(measured.letters.get(key) ?? []),
        fidelity: estimateShare(of(key), spread),
        gain: estimateDifference(of(key), of(keyOf.curve("no-letters", n)), spread),
        beyond: base && estimateDifference(of(key), base, spread),
      };
    }),
  };
}

function curvesOf(plan: LeakPlan, measured: Measurements, spread: Spread): LeakCurve[] {
  const { options, sizes, besides, evidence } = plan;
  const curve = (arm: ArmName, method: string, at: readonly number[]): LeakCurve => ({
    arm,
    method,
    points: at.map((n) => pointAt(measured, keyOf.curve(arm, n), n, spread)),
  });
  return [
    ...(evidence.letters.rows > 0 ? [curve("letters", options.method, sizes.withLetters)] : []),
    curve("no-letters", withoutLetters(options.method, options.seed).name, sizes.withoutLetters),
    ...(besides.recast ? [curve("recast", "recast", sizes.withLetters)] : []),
    ...(besides.ridge ? [curve("ridge", "ridge", sizes.withLetters)] : []),
  ];
}

function letterCurveOf({ evidence, sizes, letterSizes }: LeakPlan, measured: Measurements, spread: Spread) {
  const n = sizes.withLetters.at(-1) ?? 0;
  if (evidence.letters.rows === 0) return { n, points: [] };
  const keys = [keyOf.curve("no-letters", n), ...letterSizes.map(keyOf.letterCount), keyOf.curve("letters", n)];
  return { n, points: keys.map((key) => pointAt(measured, key, n, spread)) };
}

/** From the mean curves; the range from the curves of each repeat. */
function worthOf({ options, sizes }: LeakPlan, { hits }: Measurements, curves: readonly LeakCurve[]): LetterWorth[] {
  const pointsOf = (arm: ArmName) => curves.find((curve) => curve.arm === arm)?.points ?? [];
  const rising = risingCurve(
    pointsOf("no-letters").map(({ n, fidelity }) => ({ n, fidelity: fidelity?.value ?? null })),
  );
  const inRepeat = (arm: ArmName, n: number, repeat: number): number | null => {
    const own = hits.get(keyOf.curve(arm, n))?.[repeat] ?? null;
    return own === null ? null : shareOf(own);
  };
  const risingIn = Array.from({ length: options.repeats }, (_, repeat) =>
    risingCurve(sizes.withoutLetters.map((n) => ({ n, fidelity: inRepeat("no-letters", n, repeat) }))),
  );
  return pointsOf("letters").map(({ n, letters, fidelity }) => {
    const equivalent = fidelity === null ? decisionsFor(0, []) : decisionsFor(fidelity.value, rising);
    const each = risingIn.flatMap((curve, repeat) => {
      const own = inRepeat("letters", n, repeat);
      return own === null ? [] : [decisionsFor(own, curve)];
    });
    return { n, letters, equivalent, ...reachRange(each), perLetter: worthPerLetter(equivalent, n, letters) };
  });
}

function failureNotes({ failures }: Measurements) {
  return [...failures.values()].map(({ code, message, count }) => ({
    code,
    text: `${count} ${count === 1 ? "fit" : "fits"} failed and ${count === 1 ? "is" : "are"} left out: ${message}`,
  }));
}
