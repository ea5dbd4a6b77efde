import { type Evidence, joinEvidence, type Kernels, parseDecisions, parseLetters } from "recast-audit";
import { type DataSet, demoLending, letterGenerators, type TargetFamily, trainTarget } from "recast-audit/lab";
import { readDataSet } from "recast-audit/node";
import { everyNth, pickLabels, pickRows } from "../letters/rows.js";

/** Evidence to stream the letters of. */
export interface StreamCase {
  readonly name: string;
  readonly evidence: Evidence;
}

/** The made-up lender of the demo. */
export function lendingCase(seed: number, people: number): StreamCase {
  const demo = demoLending(seed, { people, population: 1 });
  const decisions = parseDecisions(demo.decisionsCsv, demo.roles);
  const letters = parseLetters(demo.lettersCsv, decisions);
  return { name: `lending ${seed}, ${people} people`, evidence: joinEvidence(decisions, letters) };
}

/** A target trained on three of five rows of a data set; `perClass` people of each answer among the fourth, and a letter to each rejected one where there is one. */
export async function trainedCase(
  set: string,
  family: TargetFamily,
  generator: "mccf" | "dice",
  perClass: number,
  kernels: Kernels,
  folder: string,
): Promise<StreamCase> {
  const data = await readDataSet(set, folder);
  const training = everyNth(data.labels.length, 5, [0, 1, 2]);
  const pool = pickRows(data.table, training);
  const target = trainTarget(
    family,
    { features: data.features, table: pool, labels: pickLabels(data.labels, training) },
    { seed: 1 },
  );
  const candidates = everyNth(data.labels.length, 5, [3]);
  const answers = target.decide(pickRows(data.table, candidates));
  const chosen = [0, 1].map((answer) => candidates.filter((_, k) => answers[k] === answer).slice(0, perClass)) as [
    number[],
    number[],
  ];
  const request = {
    rejected: pickRows(data.table, chosen[0]),
    target,
    pool,
    immutable: data.features.filter(({ immutable }) => immutable).map(({ name }) => name),
    seed: 1,
  };
  const letters = letterGenerators[generator]().generate(request, kernels);
  const answered = chosen[0].map((_, k) => k).filter((k) => letters.found[k] === 1);
  return { name: `${set}, ${family}, ${generator}`, evidence: evidenceOf(data, chosen, letters.rows, answered) };
}

function evidenceOf(
  data: DataSet,
  [rejected, accepted]: readonly [readonly number[], readonly number[]],
  written: Evidence["letters"],
  answered: readonly number[],
): Evidence {
  return {
    schema: {
      features: data.features,
      decision: { column: "decision", favourable: "1", unfavourable: "0" },
      sensitive: [],
      outcome: null,
      favourableOutcome: null,
      id: null,
      weight: null,
      ignored: [],
    },
    observations: pickRows(data.table, [...rejected, ...accepted]),
    decisions: new Uint8Array(rejected.length + accepted.length).fill(1, rejected.length),
    letters: pickRows(written, answered),
    letterOf: Int32Array.from(answered),
    groups: [],
    outcomes: null,
    weights: null,
    ids: null,
  };
}
