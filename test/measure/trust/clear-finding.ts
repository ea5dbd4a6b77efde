import type { Finding } from "../../../src/findings/findings.js";

/** A clear finding with what a test names of it. */
export function clearFinding(said: Partial<Finding> & Pick<Finding, "kind">): Finding {
  const nothing = {
    attribute: null,
    group: null,
    against: null,
    worst: null,
    share: null,
    n: null,
    shareAgainst: null,
  };
  const more = { nAgainst: null, estimate: null, scale: null, adjusted: null, detectable: null, needed: null };
  const rest = { ...nothing, ...more, also: [], fields: [], reason: null, section: "facts" };
  return { id: said.kind, strength: "clear", ...rest, ...said };
}
