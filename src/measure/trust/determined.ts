import type { AbstentionPoint, DeterminedSplit, GroupShare } from "../../findings/identification.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { type MeasuredShare, measureShare, wilsonInterval } from "../../math/interval.js";
import { type Grouping, sumByGroup } from "../groups/groups.js";
import type { RightShare } from "./trust.js";

export interface SharesByGroup {
  readonly attribute: string;
  readonly groups: readonly GroupShare[];
}

/**
 * People whose decision is settled (1 or 0) and the contested ones (−1), with the out-of-fold agreement of both, and
 * the contested share of every group. `population` is the same for other people, where they are known.
 */
export function splitPeople(
  settled: Int8Array,
  agreement: Agreement,
  groupings: readonly Grouping[],
  population: Int8Array | null,
): DeterminedSplit {
  const share = (wanted: number) => settledShare(countOf(settled, wanted), settled.length) ?? shareOf(0, 0);
  const contested = Float64Array.from(settled, (value) => (value < 0 ? 1 : 0));
  return {
    accepted: share(1),
    rejected: share(0),
    contested: share(-1),
    agreementDetermined: rightWhere(agreement, (i) => settled[i]! >= 0),
    agreementContested: rightWhere(agreement, (i) => settled[i]! < 0),
    byAttribute: groupings.map((grouping) => sharesByGroup(grouping, contested, settledShare)),
    population: population && {
      n: population.length,
      accepted: countOf(population, 1),
      rejected: countOf(population, 0),
      contested: countOf(population, -1),
    },
  };
}

/** Variance of a share of clear or open people, which varies with the fits too, over the variance of a plain share. */
const WIDER = 1.4;

/** A share of clear or open people, with Wilson's interval for n / 1.4 people: chosen on audits with known targets. */
function settledShare(successes: number, n: number): MeasuredShare | null {
  if (n === 0) return null;
  return { share: successes / n, successes, n, ...wilsonInterval(successes / WIDER, n / WIDER) };
}

/** Answers out of fold, 1 where right, and how a share of them is measured. */
export interface Agreement {
  readonly agreed: Float64Array;
  readonly measure: RightShare;
}

export function sharesByGroup(
  { attribute, labels, groupOf }: Grouping,
  values: Float64Array,
  measure: RightShare,
): SharesByGroup {
  const size = sumByGroup(groupOf, labels.length, () => 1);
  const sum = sumByGroup(groupOf, labels.length, (i) => values[i]!);
  return {
    attribute,
    groups: labels.map((group, k) => {
      const n = size[k]!;
      return {
        group,
        n,
        status: n < LEAST_GROUP ? "insufficient" : "measured",
        share: measure(Math.min(sum[k]!, n), n),
      };
    }),
  };
}

/** How often the people chosen are answered right; null when there is nobody. */
export function rightWhere({ agreed, measure }: Agreement, chosen: (i: number) => boolean): MeasuredShare | null {
  let n = 0;
  let sum = 0;
  for (let i = 0; i < agreed.length; i++) {
    if (!chosen(i)) continue;
    n += 1;
    sum += agreed[i]!;
  }
  return measure(Math.min(sum, n), n); // thirds may add up to just above n
}

export function shareOf(successes: number, n: number): MeasuredShare {
  return measureShare(successes, n) ?? { share: 0, successes: 0, n: 0, low: 0, high: 1 };
}

function countOf(settled: Int8Array, wanted: number): number {
  return settled.filter((value) => value === wanted).length;
}

const ANSWERED = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/**
 * Agreement when only people with the largest |margin| out of fold are answered. People as sure as the last one
 * answered are answered too, so that chance breaks no ties; the share can be above the one aimed at. Fits on fewer
 * people are worse judges of their own sureness than the model delivered, so only the lower end is known.
 */
export function abstentionCurve(margins: Float64Array, agreement: Agreement): AbstentionPoint[] {
  const sureness = margins.map(Math.abs);
  const sorted = sureness.toSorted();
  const n = sureness.length;
  return ANSWERED.map((aim) => {
    const margin = aim === 1 ? 0 : sorted[n - Math.max(1, Math.round(aim * n))]!;
    const agreed = rightWhere(agreement, (i) => sureness[i]! >= margin) ?? shareOf(0, 0);
    return { answered: agreed.n / n, margin, agreement: margin === 0 ? agreed : { ...agreed, high: 1 } };
  });
}
