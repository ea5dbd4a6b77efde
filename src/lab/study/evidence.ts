import { AuditError } from "../../errors.js";
import type { Evidence } from "../../input/evidence.js";
import { alignColumns } from "../../input/join.js";
import { type Column, selectTableRows } from "../../input/table.js";
import type { DataSet } from "../data/data-set.js";
import type { GeneratedLetters } from "../generators/generator.js";
import type { CellSize } from "./cells.js";
import type { Observed } from "./split.js";

/** How many people of each answer are asked for: `n` of each, or 2n in the proportion of the balance. */
export function peopleAsked({ n, balance = 0.5 }: CellSize): readonly [number, number] {
  const rejected = Math.min(2 * n - 1, Math.max(1, Math.round(2 * n * balance)));
  return [rejected, 2 * n - rejected];
}

/**
 * What an auditor would have: as many people of each answer as asked for, or all there are, and the letters found for
 * the rejected ones, each paired with its person. Neither scores nor true outcomes.
 */
export function studyEvidence(
  data: DataSet,
  observed: Observed,
  letters: GeneratedLetters,
  [rejectedAsked, acceptedAsked]: readonly [number, number],
): Evidence {
  const rejected = observed.rejected.subarray(0, rejectedAsked);
  const accepted = observed.accepted.subarray(0, acceptedAsked);
  if (rejected.length === 0 || accepted.length === 0) {
    throw new AuditError(
      "SINGLE_CLASS",
      `the target rejects ${rejected.length} and accepts ${accepted.length} of the people that can be observed; ` +
        "a study needs both",
    );
  }
  const people = new Int32Array(rejected.length + accepted.length);
  people.set(rejected);
  people.set(accepted, rejected.length);
  const answered = Int32Array.from(rejected.keys()).filter((k) => letters.found[k] === 1);
  const observations = selectTableRows(data.table, people);
  const written = selectTableRows(letters.rows, answered);
  const own: Column[] = [];
  const offered: Column[] = [];
  for (const column of observations.columns) {
    const [left, right] = alignColumns(
      column,
      written.columns.find((candidate) => candidate.name === column.name),
    );
    own.push(left);
    offered.push(right);
  }
  return {
    schema: {
      features: data.features,
      decision: { column: "decision", favourable: "1", unfavourable: "0" },
      sensitive: data.sensitive,
      outcome: null,
      favourableOutcome: null,
      id: null,
      weight: null,
      ignored: [],
    },
    observations: { rows: people.length, columns: own },
    decisions: Uint8Array.from(people, (_, k) => (k < rejected.length ? 0 : 1)),
    letters: { rows: answered.length, columns: offered },
    letterOf: answered,
    groups: [],
    outcomes: null,
    weights: null,
    ids: null,
  };
}
