import { audit } from "../../src/audit.js";
import { auditFile } from "../../src/folder/make-audit.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import { loadKernels } from "../../src/kernels/load.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { DECISIONS } from "../input/samples.js";

const { decisionsCsv, lettersCsv, roles } = demoLending(1, { people: 80, population: 1 });

const LETTERS = "id,income,debt,city,sex\np1,2800,10,Ulm,f\np2,2900,5,Bonn,m\np3,3000,15,Ulm,f\n";

/** Twelve people and three letters: models of them are small files. */
export function smallEvidence() {
  const decisions = parseDecisions(DECISIONS);
  return joinEvidence(decisions, parseLetters(LETTERS, decisions));
}

/** An `audit.json` as data; its lists are cut to two entries, so that it can be read some thousand times a second. */
export async function smallAuditFile(): Promise<unknown> {
  const decisions = parseDecisions(decisionsCsv, roles);
  const evidence = joinEvidence(decisions, parseLetters(lettersCsv, decisions));
  const kernels = await loadKernels();
  const settings = { methods: ["ridge", "majority"], folds: 2, refits: 2, sensitivity: false } as const;
  const { report } = audit(evidence, kernels, settings);
  const stamp = { name: "x.csv", bytes: 1, sha256: "0".repeat(64), rows: 80 };
  const files = { decisions: stamp, letters: stamp, population: null };
  const identity = { system: "x", purpose: null, period: null, auditor: null, date: null, notes: null };
  const { columns, problems } = decisions;
  const file = auditFile(report, { version: "0.1.0", files, identity, columns, problems });
  return JSON.parse(JSON.stringify(file), (_, value) => (Array.isArray(value) ? value.slice(0, 2) : value));
}
