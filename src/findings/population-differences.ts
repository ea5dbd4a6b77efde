import type { AuditReport } from "./audit-file.js";
import { strengthOf } from "./compared.js";
import type { Finding } from "./findings.js";
import { byStrength, finding } from "./make-finding.js";
import type { AttributeModelFairness } from "./model-fairness.js";

/**
 * Differences between groups of the population, by the rebuilt model's answers and corrected by its errors. One per
 * attribute, and only where `observed`, the differences seen in the decisions, do not say it already. They survive the
 * correction for all comparisons and are called possible all the same: on audits whose target is known, about one in
 * eight did not exist.
 */
export function populationDifferences(
  { fairness, recommendation }: Pick<AuditReport, "fairness" | "recommendation">,
  observed: readonly Finding[],
): Finding[] {
  const model = fairness.find(({ method, scored }) => method === recommendation.method && scored === "population");
  const found = model?.attributes.flatMap((attribute) => {
    const seen = observed.find((one) => one.attribute === attribute.attribute && one.strength === "clear");
    const isOpposite = ({ group, estimate }: Finding) =>
      group === seen?.group && (seen?.estimate?.value ?? 0) * (estimate?.value ?? 0) < 0;
    const clear = clearDifferences(attribute);
    return (seen === undefined ? clear : clear.filter(isOpposite)).slice(0, 1);
  });
  return (found ?? []).toSorted(byStrength);
}

/** The clear differences of an attribute, the largest first; of two groups the one with the lower rate. */
function clearDifferences({ attribute, groups }: AttributeModelFairness): Finding[] {
  const compared = groups.flatMap((entry) => entry.correctedComparison ?? []);
  const clear = groups.flatMap(({ group, n, correctedComparison: comparison }) => {
    if (comparison === null) return [];
    const { rate, rest, single, difference, adjusted } = comparison;
    if (strengthOf(adjusted, difference, single) !== "clear") return [];
    const others = groups.filter((other) => other.group !== group && other.correctedComparison !== null);
    return finding({
      id: `model-difference/${attribute}`,
      kind: "model-difference",
      strength: "possible",
      attribute,
      group,
      against: compared.length === 2 ? (others[0]?.group ?? null) : null,
      share: rate,
      n,
      shareAgainst: rest,
      nAgainst: others.reduce((sum, other) => sum + other.n, 0),
      estimate: difference,
      scale: "points",
      adjusted,
      section: "fairness",
    });
  });
  return clear.toSorted((a, b) => byStrength(a, b) || (a.share ?? 0) - (b.share ?? 0));
}
