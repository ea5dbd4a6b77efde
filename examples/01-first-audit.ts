// The whole path on the made-up lending case: two texts in, a measured rebuild out.
import { audit, demoLending, joinEvidence, loadKernels, parseDecisions, parseLetters } from "recast-audit";

const lending = demoLending(1);
console.log(lending.notice);

// An auditor would read two files here: readDecisions and readLetters from "recast-audit/node".
const decisions = parseDecisions(lending.decisionsCsv, lending.roles);
const letters = parseLetters(lending.lettersCsv, decisions);
const evidence = joinEvidence(decisions, letters);

const { report } = audit(evidence, await loadKernels());
console.log(JSON.stringify(report, null, 2).slice(0, 2000));
