import type { AuditFile } from "../../findings/audit-file.js";
import type { AttributeFacts } from "../../findings/facts.js";
import type { AttributeModelFairness, ModelFairness } from "../../findings/model-fairness.js";
import type { CorrectedEnds, End, Ends, ThroughModel } from "../text/ends.js";

/** The highest and the lowest rate of an attribute, by sampling weight or with everybody counted once; null where groups cannot be compared. */
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

/** A difference through the rebuilt model beside that of the observed decisions; null where groups cannot be compared. */
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
