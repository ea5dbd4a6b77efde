// The whole path on the made-up lending case: two texts in, a measured rebuild out.
import { audit, joinEvidence, loadKernels, parseDecisions, parseLetters } from "recast-audit";
import { demoLending } from "recast-audit/lab";

const lending = demoLending(1);
console.log(lending.notice);

// An auditor would read two files here: readDecisions and readLetters from "recast-audit/node".
const decisions = parseDecisions(lending.decisionsCsv, lending.roles);
const letters = parseLetters(lending.lettersCsv, decisions);
const evidence = joinEvidence(decisions, letters);

const { report, model } = audit(evidence, await loadKernels());
console.log(`${report.evidence.observations} decisions, ${report.evidence.letters} letters`);
for (const { method, agreement } of report.methods) {
  const share = agreement === null ? "could not be fitted" : `${(100 * agreement.overall.share).toFixed(1)} %`;
  console.log(`${method.padEnd(18)} ${share}`);
}
console.log(`recommended: ${model.method}`);
console.log(report.recommendation.sentence);
if (report.letterWorth !== null) {
  const { verdict, right, rightWithout } = report.letterWorth;
  const shares = `right about ${(100 * right).toFixed(1)} % with them, ${(100 * rightWithout).toFixed(1)} % without`;
  console.log(`letters ${verdict === "not clear" ? "help or not: not clear" : verdict} (${shares})`);
}
