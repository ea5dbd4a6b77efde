import type { Evidence } from "../../input/evidence.js";
import { alignColumns } from "../../input/join.js";
import { type Column, selectTableRows, type Table } from "../../input/table.js";
import type { DataSet } from "../data/data-set.js";
import type { GeneratedLetters } from "../generators/generator.js";
import type { CellSize } from "./cells.js";

/** How many people of each answer are asked for: `n` of each, or 2n in the proportion of the balance. */
export function peopleAsked({ n, balance = 0.5 }: CellSize): readonly [number, number] {
  const rejected = Math.min(2 * n - 1, Math.max(1, Math.round(2 * n * balance)));
  return [rejected, 2 * n - rejected];
}

/**
 * What an auditor would have: the people shown, class after class, and the letters found for each class, paired with
 * their people. Neither scores nor true outcomes.
 */
export function studyEvidence(
  data: DataSet,
  shown: readonly Int32Array[],
  letters: readonly (GeneratedLetters | null)[],
  names: readonly string[],
): Evidence {
  const people = Int32Array.from(shown.flatMap((rows) => [...rows]));
  const letterOf: number[] = [];
  const written: Table[] = [];
  let before = 0;
  for (const [c, rows] of shown.entries()) {
    const { found, rows: offered } = letters[c] ?? { found: [], rows: null };
    const answered = Array.from(rows.keys()).filter((k) => found[k] === 1);
    letterOf.push(...answered.map((k) => before + k));
    if (offered !== null) written.push(selectTableRows(offered, answered));
    before += rows.length;
  }
  const stacked = stackTables(written);
  const columns = selectTableRows(data.table, people).columns.map((column) =>
    alignColumns(
      column,
      stacked.columns.find(({ name }) => name === column.name),
    ),
  );
  return {
    schema: {
      features: data.features,
      decision: { column: "decision", favourable: names.at(-1) ?? "", unfavourable: names[0] ?? "" },
      sensitive: data.sensitive,
      outcome: null,
      favourableOutcome: null,
      id: null,
      weight: null,
      ignored: [],
    },
    observations: { rows: people.length, columns: columns.map(([own]) => own) },
    decisions: Uint8Array.from(shown.flatMap((rows, c) => Array.from(rows, () => c))),
    letters: { rows: letterOf.length, columns: columns.map(([, offered]) => offered) },
    letterOf: Int32Array.from(letterOf),
    ...thresholdsAmong(letters, letterOf.length),
    ...reasonsAmong(letters),
    groups: [],
    outcomes: null,
    weights: null,
    ids: null,
  };
}

function thresholdsAmong(letters: readonly (GeneratedLetters | null)[], count: number): Pick<Evidence, "isThreshold"> {
  return letters[0]?.areThresholds ? { isThreshold: new Uint8Array(count).fill(1) } : {};
}

/** The reasons given to the people of the first class, who come first. */
function reasonsAmong(letters: readonly (GeneratedLetters | null)[]): Pick<Evidence, "reasons"> {
  const given = letters[0]?.reasons;
  if (given === undefined) return {};
  const nameOf = given.cited.flatMap((own) => [...own]);
  return {
    reasons: {
      names: given.citable.map((name) => ({ name, features: [name] })),
      personOf: Int32Array.from(given.cited.flatMap((own, person) => Array.from(own, () => person))),
      nameOf: Int32Array.from(nameOf),
      direction: Int8Array.from(given.directions?.flatMap((own) => [...own]) ?? nameOf.map(() => 0)),
    },
  };
}

/** The rows of tables with the same columns, one table after the other. */
export function stackTables(tables: readonly Table[]): Table {
  const columns = (tables[0]?.columns ?? []).map((first, j): Column => {
    const parts = tables.map((table) => table.columns[j]!);
    if (first.type === "number") {
      const values = parts.flatMap((part) => (part.type === "number" ? [...part.values] : []));
      return { ...first, values: Float64Array.from(values) };
    }
    const levels = [...new Set(parts.flatMap((part) => (part.type === "category" ? part.levels : [])))];
    const places = new Map(levels.map((level, code) => [level, code]));
    const codes = parts.flatMap((part) =>
      part.type === "category"
        ? Array.from(part.codes, (code) => (code < 0 ? -1 : places.get(part.levels[code]!)!))
        : [],
    );
    return { ...first, codes: Int32Array.from(codes), levels };
  });
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), columns };
}
