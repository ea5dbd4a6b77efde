import { audit, joinEvidence, loadKernels } from "recast-audit";
import { readDecisions } from "recast-audit/node";
import { AGES, SENSITIVE } from "./table.js";

/** The parts of an audit, in order. */
export const PARTS = [
  "reading",
  "counting every row, drawing the sample",
  "cross-validation in the sample",
  "the model and its refits",
  "what it looks at, people outside the sample",
  "learning curve, groups through the model",
  "sensitivity",
] as const;

type Part = (typeof PARTS)[number];

/** Processor seconds of each part of an audit on one thread; parts are told apart by the labels of its progress. */
export async function partSeconds(path: string): Promise<Record<string, number>> {
  const kernels = await loadKernels();
  const out: Record<string, number> = Object.fromEntries(PARTS.map((part) => [part, 0]));
  let part: Part = "reading";
  let last = process.cpuUsage();
  const enter = (next: Part) => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    out[part] = out[part]! + (user + system) / 1e6;
    part = next;
  };
  const decisions = await readDecisions(path, {
    id: "id",
    decision: "decision",
    favourable: "yes",
    sensitive: SENSITIVE,
  });
  enter("counting every row, drawing the sample");
  const bins = { age: AGES.cuts };
  audit(joinEvidence(decisions, null), kernels, { bins, onProgress: (_done, _total, label) => enter(partOf(label)) });
  enter("sensitivity");
  return out;
}

function partOf(label: string): Part {
  if (/, fold \d+ of \d+$/.test(label)) return "cross-validation in the sample";
  if (label === "cross-validation done" || /^refit \d/.test(label)) return "the model and its refits";
  if (label === "what the model looks at") return "what it looks at, people outside the sample";
  if (label === "refits done") return "learning curve, groups through the model";
  return "sensitivity";
}
