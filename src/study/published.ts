import * as v from "valibot";
import { AuditError } from "../errors.js";
import type { CellKey } from "./cells.js";

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

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
          method: v.string(),
          mean: share,
          sd: v.nullable(share),
        }),
      ),
    }),
  ),
});

/** A value somebody published. */
export interface PublishedValue {
  readonly mean: number;
  /** Null where none was given. */
  readonly sd: number | null;
}

/** A table somebody published, to look values up in. */
export interface PublishedTable {
  readonly title: string;
  find(cell: Omit<CellKey, "seed">): PublishedValue | null;
}

/** One table of studies/published.json. */
export function parsePublished(text: string, name: string): PublishedTable {
  const { methods, tables } = v.parse(publishedSchema, JSON.parse(text));
  const table = tables[name];
  if (table === undefined) {
    const known = Object.keys(tables).join(", ");
    throw new AuditError("STUDY_INVALID", `there is no published table '${name}'; known are ${known}`);
  }
  return {
    title: table.title,
    find({ dataset, target, generator, n, method }) {
      const row = table.rows.find(
        (candidate) =>
          candidate.dataset === dataset &&
          candidate.target === target &&
          candidate.generator === generator &&
          candidate.n === n &&
          (methods[candidate.method] ?? []).includes(method),
      );
      return row === undefined ? null : { mean: row.mean, sd: row.sd };
    },
  };
}
