import { AuditError } from "../errors.js";
import { columnKey, compareBy, numberKey, tableKeys } from "../input/row-order.js";
import { type Column, selectColumnRows, selectTableRows } from "../input/table.js";
import { indices, sortedIndices } from "../math/compare.js";
import { sampleWithoutReplacement, seededRandom } from "../math/random.js";
import type { PopulationPeople } from "../settings/audit-options.js";
import type { InCanonicalOrder } from "../surrogate/canonical-evidence.js";

/** A population whose rows stand in an order that depends on their content alone. */
export type CanonicalPopulation = PopulationPeople & InCanonicalOrder;

/**
 * Puts the people of a population file in an order given by what is written about them: features by name, groups,
 * outcome, weight. Sums and samples taken in this order are the same however the file was sorted; rows that still tie
 * are alike in everything that is used. Only this function makes a `CanonicalPopulation`.
 */
export function canonicalPopulation(given: PopulationPeople): CanonicalPopulation {
  const { people, groups, outcomes, weights } = given;
  requireConsistent(given);
  const keys = [
    ...tableKeys(people.columns),
    ...groups.map(columnKey),
    ...(outcomes ? [columnKey(outcomes)] : []),
    ...(weights ? [numberKey(weights)] : []),
  ];
  const order = sortedIndices(people.rows, (i, j) => compareBy(keys, i, j));
  return selectPeople(given, order) as CanonicalPopulation;
}

/** People of a population file whom every refit is asked about: asking an ensemble about a large file takes minutes. */
export interface PopulationSample extends PopulationPeople {
  /** Their places in the population. */
  readonly rows: Int32Array;
}

const MOST_SAMPLED = 2000;

/** At most 2,000 people of the population, drawn by the seed. */
export function samplePopulation(population: CanonicalPopulation, seed: number): PopulationSample {
  const size = population.people.rows;
  const rows =
    size <= MOST_SAMPLED
      ? indices(size)
      : sampleWithoutReplacement(size, MOST_SAMPLED, seededRandom(seed, "population-sample")).sort();
  return { rows, ...selectPeople(population, rows) };
}

function selectPeople({ people, groups, outcomes, weights }: PopulationPeople, rows: Int32Array): PopulationPeople {
  return {
    people: selectTableRows(people, rows),
    groups: groups.map((column) => selectColumnRows(column, rows)),
    outcomes: outcomes && selectColumnRows(outcomes, rows),
    weights: weights && Float64Array.from(rows, (i) => weights[i]!),
  };
}

function requireConsistent({ people, groups, outcomes, weights }: PopulationPeople): void {
  const columns = [...people.columns, ...groups, ...(outcomes ? [outcomes] : [])];
  const lengths = [...columns.map(cellsOf), ...(weights ? [weights.length] : [])];
  const wrong = lengths.find((length) => length !== people.rows);
  if (wrong === undefined) return;
  const message = `the population has ${people.rows} rows and a column of ${wrong}; pass one value for each person`;
  throw new AuditError("SHAPE_MISMATCH", message);
}

function cellsOf(column: Column): number {
  return column.type === "number" ? column.values.length : column.codes.length;
}
