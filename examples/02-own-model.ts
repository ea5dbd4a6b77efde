// Choose a method yourself, save the model, load it again and score people who were never in the evidence.
import {
  fitModel,
  joinEvidence,
  loadKernels,
  parseDecisions,
  parseLetters,
  reviveModel,
  surrogateMethods,
} from "recast-audit";
import { demoLending } from "recast-audit/lab";

const kernels = await loadKernels();
const { decisionsCsv, lettersCsv, populationCsv, roles } = demoLending(1);
const decisions = parseDecisions(decisionsCsv, roles);
const evidence = joinEvidence(decisions, parseLetters(lettersCsv, decisions));

const model = fitModel(evidence, surrogateMethods.recast({ solver: "closed-form" }), kernels);
const saved = JSON.stringify(model);
const loaded = reviveModel(JSON.parse(saved), kernels);

// Only a demo knows what the target decides for everybody else.
const others = parseDecisions(populationCsv, roles);
const margins = loaded.margins(others.observations);
const agreeing = margins.filter((margin, i) => (margin >= 0 ? 1 : 0) === others.decisions[i]).length;
console.log(`model file: ${saved.length} characters`);
console.log(`agrees with the hidden target on ${agreeing} of ${others.decisions.length} other people`);
