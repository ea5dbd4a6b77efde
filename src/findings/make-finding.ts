import type { Finding, Strength } from "./findings.js";

/** The surest first. */
export const STRENGTHS: readonly Strength[] = ["clear", "possible", "none", "untested"];

/** Orders findings by strength, then by size. */
export function byStrength(a: Finding, b: Finding): number {
  const size = ({ estimate }: Finding) => Math.abs(estimate?.value ?? 0);
  return STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength) || size(b) - size(a);
}

/** What a finding does not say is null or empty; without a kind it is one that was not tested. */
export function finding(said: Partial<Finding> & Pick<Finding, "id" | "section">): Finding {
  return {
    kind: "untested",
    strength: "untested",
    attribute: null,
    group: null,
    against: null,
    also: [],
    worst: null,
    fields: [],
    share: null,
    n: null,
    shareAgainst: null,
    nAgainst: null,
    estimate: null,
    scale: null,
    adjusted: null,
    detectable: null,
    needed: null,
    reason: null,
    ...said,
  };
}
