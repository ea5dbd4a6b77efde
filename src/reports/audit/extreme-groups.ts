import type { AuditFile } from "../../findings/audit-file.js";

export type AttributeFacts = AuditFile["facts"]["attributes"][number];
export type ModelFairness = AuditFile["fairness"][number];
export type AttributeModelFairness = ModelFairness["attributes"][number];

/** The groups of a population with the highest and the lowest corrected rate. */
export type CorrectedEnds = NonNullable<ReturnType<typeof correctedEnds>>;

/**
 * The highest and the lowest rate of an attribute, by sampling weight or with everybody counted once; null where groups
 * cannot be compared.
 */
function endsOf({ groups, weighted, ...plain }: AttributeFacts, byWeight: boolean) {
  const { parityDifference: difference, parityRatio: impact } = byWeight
    ? (weighted ?? { parityDifference: null, parityRatio: null })
    : plain;
  if (difference === null) return null;
  const end = (name: string) => {
    const found = groups.find(({ group }) => group === name);
    const rate = byWeight ? found?.weightedRate?.value : found?.rate.share;
    return found === undefined || rate === undefined ? null : { group: name, n: found.n, rate };
  };
  const [highest, lowest] = [end(difference.highest), end(difference.lowest)];
  return highest === null || lowest === null ? null : { highest, lowest, difference, impact };
}

/** A difference through the rebuilt model beside the one in the decisions; null where groups cannot be compared. */
export function throughModel(
  { facts }: AuditFile,
  { weighted }: ModelFairness,
  { attribute, parityDifference: difference, range }: AttributeModelFairness,
) {
  if (difference === null) return null;
  const own = facts.attributes.find((one) => one.attribute === attribute);
  const observed = own === undefined ? null : endsOf(own, weighted);
  return { difference, range, observed: observed?.difference.value ?? null, weighted };
}

/** Highest and lowest corrected rate of the population; null with fewer than two. */
export function correctedEnds({ groups }: AttributeModelFairness) {
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
