import type { AttributeFacts, GroupFacts } from "../../../src/findings/facts.js";
import type { Estimate, MeasuredShare } from "../../../src/math/interval.js";
import { measureShare } from "../../../src/math/interval.js";

/** One group of a made-up case. */
export interface GroupSpec {
  readonly group: string;
  readonly n: number;
  readonly favourable: number;
}

/** One sensitive attribute of a made-up case. */
export interface AttributeSpec {
  readonly attribute: string;
  readonly columns?: readonly string[];
  readonly kind?: AttributeFacts["kind"];
  readonly groups: readonly GroupSpec[];
  /** People without a value, and how many of them got the favourable decision. */
  readonly unknown?: { readonly n: number; readonly favourable: number };
}

/** `successes` of `n`, which is not 0. */
export function share(successes: number, n: number): MeasuredShare {
  const measured = measureShare(successes, n);
  if (measured === null) throw new Error("a share of nobody");
  return measured;
}

/** A number with an interval of the given half width. */
export function estimate(value: number, half: number): Estimate {
  return { value, low: value - half, high: value + half };
}

/** "insufficient" below ten people, as in an audit. */
export function statusOf(n: number): "measured" | "insufficient" {
  return n < 10 ? "insufficient" : "measured";
}

/** The measured group with the highest rate, and the one with the lowest; null with fewer than two measured. */
export function extremes(groups: readonly GroupSpec[]): { highest: GroupSpec; lowest: GroupSpec } | null {
  const measured = groups.filter(({ n }) => statusOf(n) === "measured");
  const sorted = measured.toSorted((a, b) => a.favourable / a.n - b.favourable / b.n);
  const lowest = sorted[0];
  const highest = sorted.at(-1);
  return lowest === undefined || highest === undefined || lowest === highest ? null : { highest, lowest };
}

/** Facts about one attribute; ratios and tests are plausible rather than exact. */
export function attributeFacts(spec: AttributeSpec, weighted: boolean): AttributeFacts {
  const ends = extremes(spec.groups);
  const unknown = spec.unknown ?? null;
  const top = ends === null ? null : ends.highest.favourable / ends.highest.n;
  const spread =
    ends === null
      ? null
      : {
          difference: (top ?? 0) - ends.lowest.favourable / ends.lowest.n,
          ratio: top ? ends.lowest.favourable / ends.lowest.n / top : null,
        };
  const names = ends && { highest: ends.highest.group, lowest: ends.lowest.group };
  return {
    attribute: spec.attribute,
    columns: spec.columns ?? [spec.attribute],
    kind: spec.kind ?? "category",
    groups: spec.groups.map((group) => groupFacts(group, ends?.highest ?? null, unknown, weighted)),
    reference: ends?.highest.group ?? null,
    parityDifference: spread && names && { ...estimate(spread.difference, 0.09), ...names },
    parityRatio: spread?.ratio == null || names === null ? null : { ...estimate(spread.ratio, 0.12), ...names },
    weighted:
      weighted && spread && names && ends
        ? {
            reference: ends.highest.group,
            parityDifference: { ...estimate(spread.difference * 0.9, 0.08), ...names },
            parityRatio: spread.ratio === null ? null : { ...estimate(spread.ratio, 0.13), ...names },
          }
        : null,
    unknown: unknown && { ...unknown, rate: share(unknown.favourable, unknown.n) },
    power: ends && {
      reference: ends.highest.group,
      group: ends.lowest.group,
      detectableRatio: 0.74,
      neededPerGroup: 388,
    },
  };
}

function groupFacts(
  { group, n, favourable }: GroupSpec,
  reference: GroupSpec | null,
  unknown: { readonly n: number; readonly favourable: number } | null,
  weighted: boolean,
): GroupFacts {
  const status = statusOf(n);
  const rate = favourable / n;
  const top = reference === null ? 0 : reference.favourable / reference.n;
  const comparable = status === "measured" && reference !== null;
  const isReference = reference?.group === group;
  const ratio = !comparable || top === 0 ? null : isReference ? estimate(1, 0) : estimate(rate / top, 0.1);
  return {
    group,
    n,
    status,
    rate: share(favourable, n),
    weightedRate: weighted ? estimate(rate * 0.9, 0.06) : null,
    impactRatio: ratio,
    weightedImpactRatio: weighted ? ratio : null,
    differenceFromRest: comparable ? estimate(rate - 0.5, 0.08) : null,
    test: comparable ? { name: n < 40 ? "fisher" : "z", p: 0.0042, adjusted: 0.0168 } : null,
    comparison: comparable
      ? {
          rate,
          rest: 0.5,
          single: estimate(rate - 0.5, 0.08),
          difference: estimate(rate - 0.5, 0.11),
          p: 0.0042,
          adjusted: 0.0168,
        }
      : null,
    bounds: unknown && {
      rateLow: favourable / (n + unknown.n - unknown.favourable),
      rateHigh: (favourable + unknown.favourable) / (n + unknown.favourable),
      ratioLow: comparable && top > 0 ? Math.max(0, rate / top - 0.15) : null,
      ratioHigh: comparable && top > 0 ? rate / top + 0.14 : null,
    },
  };
}
