// The demo audit as text. The same file runs in the page and in Node, against the built package.
import {
  audit,
  canonicalJson,
  demoLending,
  joinEvidence,
  loadKernels,
  parseDecisions,
  parseLetters,
} from "recast-audit";

/** @returns {Promise<{ audit: string, surrogate: string }>} */
export async function runDemoAudit() {
  const { decisionsCsv, lettersCsv, roles } = demoLending(1);
  const decisions = parseDecisions(decisionsCsv, roles);
  const evidence = joinEvidence(decisions, parseLetters(lettersCsv, decisions));
  const { model, report } = audit(evidence, await loadKernels());
  return { audit: canonicalJson(report), surrogate: canonicalJson(model) };
}
