import * as v from "valibot";
import { AuditError } from "../errors.js";
import { type Matrix, zeros } from "../math/matrix.js";
import type { Pca } from "../math/pca.js";

/** How a column of texts becomes numbers: an embedding, and directions in it. Plain enough to stand in a model file. */
export interface TextCode {
  readonly column: string;
  readonly embedder: string;
  /** The service that embeds; null for the embedder of this package. */
  readonly service: { readonly address: string; readonly model: string } | null;
  readonly pca: Pick<Pca, "mean" | "components">;
}

const finite = v.pipe(v.number(), v.finite());

export const textCodeSchema = v.strictObject({
  column: v.pipe(v.string(), v.minLength(1)),
  embedder: v.string(),
  service: v.nullable(v.strictObject({ address: v.string(), model: v.string() })),
  mean: v.array(finite),
  components: v.array(v.array(finite)),
});

export function textCodeData({ column, embedder, service, pca }: TextCode): v.InferOutput<typeof textCodeSchema> {
  const { rows, columns, values } = pca.components;
  return {
    column,
    embedder,
    service,
    mean: Array.from(pca.mean),
    components: Array.from({ length: rows }, (_, k) => Array.from(values.subarray(k * columns, (k + 1) * columns))),
  };
}

/** The code behind checked data; MODEL_INVALID when its directions have another length than its mean. */
export function reviveTextCode(data: v.InferOutput<typeof textCodeSchema>): TextCode {
  const { mean, components: rows, ...rest } = data;
  const components: Matrix = zeros(rows.length, mean.length);
  for (const [k, direction] of rows.entries()) {
    if (direction.length !== mean.length) {
      const found = `direction ${k + 1} has ${direction.length} numbers where the mean has ${mean.length}`;
      throw new AuditError("MODEL_INVALID", `the model file is damaged or was edited at text.components: ${found}`);
    }
    components.values.set(direction, k * mean.length);
  }
  return { ...rest, pca: { mean: Float64Array.from(mean), components } };
}
