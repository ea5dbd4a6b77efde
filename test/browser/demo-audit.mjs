// The demo audit as text. The same file runs in the page and in Node, against the built package.
import {
  audit,
  auditFile,
  canonicalJson,
  joinEvidence,
  loadKernels,
  parseDecisions,
  parseLetters,
  renderReport,
} from "recast-audit";
import { demoLending } from "recast-audit/lab";

const provenance = {
  version: "0.0.0",
  files: {
    decisions: { name: "decisions.csv", sha256: "0".repeat(64), bytes: 0, rows: 0 },
    letters: null,
    population: null,
  },
  identity: { system: null, purpose: null, period: null, auditor: null, date: null, notes: null },
};

/**
 * The audit with its defaults, its page with every chart, its model, the same audit by the iterative solver (the kernels' single-precision loop),
 * and the margins of people who were not in the evidence.
 * @returns {Promise<{ audit: string, page: string, surrogate: string, sinkhorn: string, margins: string }>}
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
    page: renderReport(auditFile(report, { ...provenance, columns: decisions.columns, problems: decisions.problems }), {
      template: "general",
    }),
    surrogate: canonicalJson(model),
    sinkhorn: canonicalJson({ report: iterative.report, model: iterative.model }),
    margins: canonicalJson(iterative.model.margins(parseDecisions(populationCsv, roles).observations)),
  };
}
