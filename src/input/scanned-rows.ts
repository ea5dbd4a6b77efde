import { PLAIN_READING } from "./column-style.js";
import type { Decisions } from "./decisions.js";
import type { FeatureSchema } from "./evidence.js";
import { featureReader } from "./feature-reader.js";
import { isUsableWeight } from "./people.js";
import { cellAt, type RawBatch } from "./raw-table.js";
import { type Column, selectColumnRows, selectTableRows, type Table } from "./table.js";

/** Some people of a scanned file, typed as its sample is. Everybody has a decision. */
export interface ScannedRows {
  readonly rowNumbers: Int32Array;
  /** Columns and types of the sample's observations; categories may have other levels. */
  readonly observations: Table;
  readonly decisions: Uint8Array;
  readonly groups: readonly Column[];
  /** Null without a weight column. */
  readonly weights: Float64Array | null;
}

/** How a scanned file is read. */
export interface ScannedReading {
  readonly sample: Decisions;
  readonly decisionOf: ReadonlyMap<string, number>;
}

/**
 * A reader of rows under the names of a scanned file. Rows without a decision are left out, and those that cannot be
 * read: the scan refused them, or was told to skip them. So are rows whose number is in `without`.
 */
export function scannedReader(
  { sample, decisionOf }: ScannedReading,
  names: readonly string[],
  without: ReadonlySet<number> = new Set(),
): (batch: RawBatch) => ScannedRows {
  const { schema, missing, file } = sample;
  const reader = (features: readonly FeatureSchema[]) => featureReader(features, names, { file, missing });
  const own = reader(schema.features);
  const grouped = reader(sample.groups.map((column) => groupSchema(column, sample)));
  const weighed =
    schema.weight === null ? null : reader([groupSchema({ name: schema.weight, type: "number" }, sample)]);
  const place = names.indexOf(schema.decision.column);
  return (batch) => {
    const { rows, rowNumbers } = batch;
    const { table, unreadable } = own.read(batch);
    const groups = grouped.read(batch);
    const weights = weighed?.read(batch).table.columns[0];
    const decisions = Int32Array.from(rowNumbers, (_, i) => decisionOf.get(cellAt(batch.columns[place]!, i)) ?? -1);
    const kept: number[] = [];
    for (let i = 0; i < rows; i++) {
      const isRead = unreadable[i] === 0 && groups.unreadable[i] === 0;
      const isWeighed = weights?.type !== "number" || isUsableWeight(weights.values[i]!);
      if (decisions[i]! >= 0 && isRead && isWeighed && !without.has(rowNumbers[i]!)) kept.push(i);
    }
    return {
      rowNumbers: Int32Array.from(kept, (i) => rowNumbers[i]!),
      observations: selectTableRows(table, kept),
      decisions: Uint8Array.from(kept, (i) => decisions[i]!),
      groups: groups.table.columns.map((column) => selectColumnRows(column, kept)),
      weights: weights?.type === "number" ? selectColumnRows(weights, kept).values : null,
    };
  };
}

function groupSchema({ name, type }: Pick<Column, "name" | "type">, { readings }: Decisions): FeatureSchema {
  const { style, ranges } = readings.get(name) ?? PLAIN_READING;
  return { name, type, immutable: false, numbers: style, ranges };
}

/**
 * Everybody in a scanned file but the people of its sample, some at a time: people that no fit on the sample has seen.
 * `batches` are the file's rows from the first on; `without` are further rows to leave out.
 */
export async function* restOf(
  scan: ScannedReading,
  batches: AsyncIterable<RawBatch>,
  without: Iterable<number> = [],
): AsyncGenerator<ScannedRows> {
  const left = new Set([...scan.sample.rowNumbers, ...without]);
  let read: ReturnType<typeof scannedReader> | null = null;
  for await (const batch of batches) {
    const names = batch.columns.map(({ name }) => name);
    read ??= scannedReader(scan, names, left);
    const rows = read(batch);
    if (rows.rowNumbers.length > 0) yield rows;
  }
}
