import type { Column, Model, Table } from "recast-audit";
import { streamOf } from "../coverage/random.js";

/** Rows nobody has seen: in and far outside the model's range, with missing cells and unknown categories; numbers a 32-bit float can hold when `single`. */
export function randomPeople(model: Model, rows: number, seed: number, single: boolean): Table {
  const columns = model.encoder.features.map((code, k): Column => {
    const stream = streamOf(seed, k);
    if (code.type === "category") {
      const levels = [...code.levels, "a level nobody had"];
      const codes = Int32Array.from({ length: rows }, () => {
        const draw = stream.uniform();
        return draw < 0.05 ? -1 : draw < 0.1 ? levels.length - 1 : stream.below(code.levels.length);
      });
      return { name: code.name, type: "category", codes, levels };
    }
    const center = code.scale.kind === "linear" ? code.scale.center : code.fill;
    const spread = code.scale.kind === "linear" ? code.scale.scale : 1;
    const values = Float64Array.from({ length: rows }, () => {
      const draw = stream.uniform();
      if (draw < 0.05) return Number.NaN;
      if (draw < 0.07) return (stream.uniform() < 0.5 ? -1 : 1) * Math.exp(40 * stream.uniform());
      if (draw < 0.2) return Math.round(center + spread * stream.normal());
      return center + 0.7 * spread * stream.normal();
    });
    return { name: code.name, type: "number", values: single ? values.map(Math.fround) : values };
  });
  return { rows, columns };
}

/** Rows `from` up to `to`, sharing memory with the table. */
export function slice(table: Table, from: number, to: number): Table {
  const columns = table.columns.map(
    (column): Column =>
      column.type === "number"
        ? { ...column, values: column.values.subarray(from, to) }
        : { ...column, codes: column.codes.subarray(from, to) },
  );
  return { rows: to - from, columns };
}

/** The answer of the model itself, part by part. */
export function answersOf(
  model: Model,
  table: Table,
): { readonly margins: Float64Array; readonly accepted: Uint8Array } {
  const margins = new Float64Array(table.rows);
  for (let at = 0; at < table.rows; at += 50_000) {
    margins.set(model.margins(slice(table, at, Math.min(table.rows, at + 50_000))), at);
  }
  return { margins, accepted: Uint8Array.from(margins, (margin) => (margin >= 0 ? 1 : 0)) };
}
