import type { Encoder } from "../encode/encoder.js";
import type { Table } from "../input/table.js";

/** 1 for each row with a category that the encoder has not seen; it is encoded as none of the known ones. */
export function unfamiliarRows(encoder: Encoder, table: Table): Uint8Array {
  const rows = new Uint8Array(table.rows);
  for (const feature of encoder.features) {
    const column = table.columns.find(({ name }) => name === feature.name);
    if (feature.type !== "category" || column?.type !== "category") continue;
    const known = new Set(feature.levels);
    const strange = column.levels.map((level) => !known.has(level));
    if (!strange.includes(true)) continue;
    for (let i = 0; i < rows.length; i++) if (strange[column.codes[i]!] === true) rows[i] = 1;
  }
  return rows;
}
