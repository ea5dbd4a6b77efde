// The demo audit as text. The same file runs in the page and in Node, against the built package.
import { audit, canonicalJson, joinEvidence, loadKernels, parseDecisions, parseLetters } from "recast-audit";
import { demoLending } from "recast-audit/lab";

/**
 * The audit with its defaults, its model, the same audit by the iterative solver (the kernels' single-precision loop),
 * and the margins of people who were not in the evidence.
 * @returns {Promise<{ audit: string, surrogate: string, sinkhorn: string, margins: string }>}
 */
export async function runDemoAudit() {
  const kernels = await loadKernels();
  const { decisionsCsv, lettersCsv, populationCsv, roles } = demoLending(1);
  const decisions = parseDecisions(decisionsCsv, roles);
  const evidence = joinEvidence(decisions, parseLetters(lettersCsv, decisions));
  const { report, model } = audit(evidence, kernels);
  const iterative = audit(evidence, kernels, { solver: "sinkhorn", methods: ["recast"], folds: 2, epochs: 40 });
  return {
    audit: canonicalJson(report),
    surrogate: canonicalJson(model),
    sinkhorn: canonicalJson({ report: iterative.report, model: iterative.model }),
    margins: canonicalJson(iterative.model.margins(parseDecisions(populationCsv, roles).observations)),
  };
}
