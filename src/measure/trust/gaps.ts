import type { Gap } from "../../findings/sensitivity.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import type { Grouping } from "../groups/groups.js";

/** Selection rates of one attribute's groups; null for groups too small to carry one. */
export interface GroupRates {
  readonly attribute: string;
  readonly labels: readonly string[];
  readonly rates: readonly (number | null)[];
}

/** How often decisions accept each group. People of unknown group are left out. */
export function ratesOf({ attribute, labels, groupOf }: Grouping, decisions: Uint8Array): GroupRates {
  const size = new Float64Array(labels.length);
  const accepted = new Float64Array(labels.length);
  groupOf.forEach((group, i) => {
    if (group < 0) return;
    size[group]! += 1;
    accepted[group]! += decisions[i]!;
  });
  const rates = labels.map((_, k) => (size[k]! < LEAST_GROUP ? null : accepted[k]! / size[k]!));
  return { attribute, labels, rates };
}

/** Highest minus lowest rate; the first of equal groups is named. */
export function gapOf({ attribute, labels, rates }: GroupRates): Gap {
  const measured = rates.flatMap((rate, k) => (rate === null ? [] : [{ rate, label: labels[k] ?? "" }]));
  if (measured.length < 2) return { attribute, difference: null, highest: null, lowest: null };
  const highest = measured.reduce((best, entry) => (entry.rate > best.rate ? entry : best));
  const lowest = measured.reduce((best, entry) => (entry.rate < best.rate ? entry : best));
  return { attribute, difference: highest.rate - lowest.rate, highest: highest.label, lowest: lowest.label };
}

/** The rate of the group of that name; null where it is not known. */
export function rateOf({ labels, rates }: GroupRates, label: string): number | null {
  return rates[labels.indexOf(label)] ?? null;
}
