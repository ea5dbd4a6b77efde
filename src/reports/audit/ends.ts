import type { AuditFile } from "../../findings/audit-file.js";
import type { Estimate } from "../../math/interval.js";

export type AttributeFacts = AuditFile["facts"]["attributes"][number];
export type ModelFairness = AuditFile["fairness"][number];
export type AttributeModelFairness = ModelFairness["attributes"][number];

/** A group at one end of a comparison. */
export interface End {
  readonly group: string;
  readonly n: number;
  readonly rate: number;
}

/** The groups of the highest and the lowest rate, by sampling weight or with everybody counted once. */
export interface Ends {
  readonly highest: End;
  readonly lowest: End;
  readonly difference: Estimate;
  /** Lowest over highest; null where the highest is 0. */
  readonly impact: Estimate | null;
}

/** The groups of a population with the highest and the lowest corrected rate. */
export interface CorrectedEnds {
  readonly highest: { readonly group: string; readonly rate: Estimate };
  readonly lowest: { readonly group: string; readonly rate: Estimate };
  /** Lowest over highest; null where nothing bounds it. */
  readonly impact: Estimate | null;
}

/** A difference through the rebuilt model, and what to hold beside it. */
export interface ThroughModel {
  readonly difference: Estimate;
  /** Over the models that agree about as well; null where there is no other. */
  readonly range: { readonly low: number; readonly high: number; readonly surrogates: number } | null;
  /** The same difference in the observed decisions; null where it is not known. */
  readonly observed: number | null;
  readonly weighted: boolean;
}

/**
 * The highest and the lowest rate of an attribute, by sampling weight or with everybody counted once; null where groups
 * cannot be compared.
 */
export function endsOf({ groups, weighted, ...plain }: AttributeFacts, byWeight: boolean): Ends | null {
  const { parityDifference: difference, parityRatio: impact } = byWeight
    ? (weighted ?? { parityDifference: null, parityRatio: null })
    : plain;
  if (difference === null) return null;
  const end = (name: string): End | null => {
    const found = groups.find(({ group }) => group === name);
    const rate = byWeight ? found?.weightedRate?.value : found?.rate.share;
    return found === undefined || rate === undefined ? null : { group: name, n: found.n, rate };
  };
  const [highest, lowest] = [end(difference.highest), end(difference.lowest)];
  return highest === null || lowest === null ? null : { highest, lowest, difference, impact };
}

/** The comparison to lead with, the weighted one where there are weights, and then the other. */
export function readings(facts: AttributeFacts): {
  readonly first: Ends | null;
  readonly weighted: boolean;
  readonly once: Ends | null;
} {
  const plain = endsOf(facts, false);
  const byWeight = endsOf(facts, true);
  return byWeight === null
    ? { first: plain, weighted: false, once: null }
    : { first: byWeight, weighted: true, once: plain };
}

/** Whether an interval leaves out equal rates. */
export function leavesOutEqual(ends: Ends | null): boolean {
  return ends !== null && (ends.difference.low > 0 || (ends.impact !== null && ends.impact.high < 1));
}

/**
 * A difference through the rebuilt model beside that of the observed decisions; null where groups cannot be compared.
 */
export function throughModel(
  { facts }: AuditFile,
  { weighted }: ModelFairness,
  { attribute, parityDifference: difference, range }: AttributeModelFairness,
): ThroughModel | null {
  if (difference === null) return null;
  const own = facts.attributes.find((one) => one.attribute === attribute);
  const observed = own === undefined ? null : endsOf(own, weighted);
  return { difference, range, observed: observed?.difference.value ?? null, weighted };
}

/** Highest and lowest corrected rate of the population; null with fewer than two. */
export function correctedEnds({ groups }: AttributeModelFairness): CorrectedEnds | null {
  const known = groups
    .flatMap(({ group, status, correctedRate, correctedRatio }) =>
      status === "insufficient" || correctedRate === null
        ? []
        : [{ group, rate: correctedRate, ratio: correctedRatio }],
    )
    .toSorted((a, b) => a.rate.value - b.rate.value);
  const [lowest] = known;
  const highest = known.at(-1);
  if (lowest === undefined || highest === undefined || lowest === highest) return null;
  return { highest, lowest, impact: lowest.ratio };
}

/** What the recommended method says about the population, where there is one. */
export function ofPopulation({ fairness }: AuditFile): ModelFairness | null {
  const [first] = fairness;
  return fairness.find(({ method, scored }) => method === first?.method && scored === "population") ?? null;
}
