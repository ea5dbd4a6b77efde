import { csvCell } from "../../document/csv.js";
import type { Column } from "../../input/table.js";
import type { DataSet } from "../data/data-set.js";
import type { AuditCase, CaseRoles } from "../demo/audit-case.js";
import type { GeneratedLetters } from "../generators/generator.js";
import { cellOf } from "../targets/outside.js";

/** People of a data set with a target's decisions, some of them observed, and letters to the observed rejected ones. */
export interface CaseParts {
  readonly data: DataSet;
  /** The target's decision on every row of the data set. */
  readonly decisions: Uint8Array;
  /** What later happened to every row, 1 = good for the person; null when it is no part of the case. */
  readonly outcomes: Uint8Array | null;
  /** Rows observed and rejected, then rows observed and accepted. */
  readonly rejected: Int32Array;
  readonly accepted: Int32Array;
  /** One per rejected row. */
  readonly letters: GeneratedLetters;
  /** Rows of the population file. */
  readonly population: Int32Array;
  /** How many rows each rejected and each accepted observation stands for. */
  readonly weights: readonly [number, number];
}

const OUTCOME = { column: "outcome", good: "good", bad: "bad" };

/** The three files of a case and what their columns are for. */
export function caseFiles(
  parts: CaseParts,
): Pick<AuditCase, "decisionsCsv" | "lettersCsv" | "populationCsv" | "roles" | "counts"> {
  const { data, rejected, accepted, letters, population, weights } = parts;
  const observed = [...rejected, ...accepted];
  const idOf = (k: number) => `person-${String(k + 1).padStart(4, "0")}`;
  const otherId = (k: number) => `other-${String(k + 1).padStart(5, "0")}`;
  const weightOf = (row: number) => weights[parts.decisions[row]!]!;
  const found = letters.found.reduce((sum, value) => sum + value, 0);
  return {
    decisionsCsv: peopleText(parts, observed, idOf, (row) => String(weightOf(row))),
    lettersCsv: lettersText(parts, idOf),
    populationCsv: peopleText(parts, population, otherId, null),
    roles: rolesOf(data, parts.outcomes !== null),
    counts: {
      people: observed.length,
      refused: rejected.length,
      letters: found,
      withoutLetter: rejected.length - found,
      population: population.length,
    },
  };
}

function rolesOf({ features, sensitive }: DataSet, withOutcome: boolean): CaseRoles {
  return {
    id: "id",
    decision: "decision",
    favourable: "accepted",
    sensitive,
    immutable: features.filter(({ immutable }) => immutable).map(({ name }) => name),
    weight: "weight",
    ...(withOutcome ? { outcome: OUTCOME.column, favourableOutcome: OUTCOME.good } : {}),
  };
}

function peopleText(
  { data, decisions, outcomes }: CaseParts,
  rows: ArrayLike<number>,
  idOf: (k: number) => string,
  weight: ((row: number) => string) | null,
): string {
  const names = data.table.columns.map(({ name }) => csvCell(name));
  const head = ["id", ...names, ...(outcomes === null ? [] : [OUTCOME.column])];
  const lines = [[...head, ...(weight === null ? [] : ["weight"]), "decision"].join(",")];
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k]!;
    const cells = [idOf(k), ...data.table.columns.map((column) => csvCell(cellText(column, row)))];
    if (outcomes !== null) cells.push(outcomes[row] === 1 ? OUTCOME.good : OUTCOME.bad);
    if (weight !== null) cells.push(weight(row));
    cells.push(decisions[row] === 1 ? "accepted" : "rejected");
    lines.push(cells.join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** One line per changed field of each letter found. */
function lettersText({ data, rejected, letters }: CaseParts, idOf: (k: number) => string): string {
  const lines = ["id,field,new_value"];
  rejected.forEach((row, k) => {
    if (letters.found[k] !== 1) return;
    for (const column of data.table.columns) {
      const offered = letters.rows.columns.find(({ name }) => name === column.name);
      if (offered === undefined) continue;
      const value = cellText(offered, k);
      if (value !== cellText(column, row)) lines.push([idOf(k), csvCell(column.name), csvCell(value)].join(","));
    }
  });
  return `${lines.join("\n")}\n`;
}

function cellText(column: Column, row: number): string {
  return String(cellOf(column, row) ?? "");
}
