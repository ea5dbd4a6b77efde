import * as v from "valibot";
import { AuditError } from "../../errors.js";
import type { CellKey } from "./cells.js";

const value = v.pipe(v.number(), v.finite(), v.minValue(0));

const publishedSchema = v.strictObject({
  format: v.literal("recast-published/1"),
  source: v.string(),
  /** The paper's word for a method, and what it is called here. */
  methods: v.record(v.string(), v.array(v.string())),
  tables: v.record(
    v.string(),
    v.strictObject({
      title: v.string(),
      rows: v.array(
        v.strictObject({
          dataset: v.string(),
          target: v.string(),
          generator: v.string(),
          n: v.number(),
          balance: v.optional(v.number()),
          /** Fidelity when left out. */
          measure: v.optional(v.string()),
          method: v.string(),
          mean: value,
          sd: v.nullable(value),
        }),
      ),
    }),
  ),
});

const PLACE = ["dataset", "target", "generator", "n", "balance"] as const;

export interface PublishedValue {
  readonly mean: number;
  /** Null where none was given. */
  readonly sd: number | null;
}

export interface PublishedTable {
  readonly title: string;
  /** The value of a measure, null where none was published; the target's own stands under the method `target`. */
  find(cell: Omit<CellKey, "seed">, measure?: string): PublishedValue | null;
}

export function parsePublished(text: string, name: string): PublishedTable {
  const { methods, tables } = v.parse(publishedSchema, JSON.parse(text));
  const table = tables[name];
  if (table === undefined) {
    const known = Object.keys(tables).join(", ");
    throw new AuditError("STUDY_INVALID", `there is no published table '${name}'; known are ${known}`);
  }
  return {
    title: table.title,
    find({ method, ...place }, measure = "fidelity") {
      const row = table.rows.find(
        (candidate) =>
          PLACE.every((key) => candidate[key] === place[key]) &&
          (candidate.measure ?? "fidelity") === measure &&
          (methods[candidate.method] ?? []).includes(method),
      );
      return row === undefined ? null : { mean: row.mean, sd: row.sd };
    },
  };
}
