import type { Column, Table } from "../../src/input/table.js";
import { seededRandom } from "../../src/math/random.js";
import { exp } from "../../src/math/special.js";
import type { Model } from "../../src/surrogate/model.js";

/** A category no model was fitted on. */
export const STRANGE = "nobody's \"level\" ' \\";

/**
 * Rows nobody has seen: numbers in and far outside the model's range, repeated round values, missing cells, unknown categories.
 * With `single`, numbers that a 32-bit float can hold.
 */
export function randomPeople(model: Model, rows: number, seed: number, single = false): Table {
  const random = seededRandom(seed, "random-people");
  const columns = model.encoder.features.map((code): Column => {
    if (code.type === "category") {
      const levels = [...code.levels, STRANGE];
      const codes = Int32Array.from({ length: rows }, () => {
        const draw = random.uniform();
        return draw < 0.05 ? -1 : draw < 0.1 ? levels.length - 1 : random.integer(Math.max(1, code.levels.length));
      });
      return { name: code.name, type: "category", codes, levels };
    }
    const { scale } = code;
    const center = scale.kind === "linear" ? scale.center : scale.values[scale.values.length >> 1]!;
    const spread = scale.kind === "linear" ? scale.scale : scale.values.at(-1)! - scale.values[0]! || 1;
    const values = Float64Array.from({ length: rows }, () => {
      const draw = random.uniform();
      if (draw < 0.05) return Number.NaN;
      if (draw < 0.1) return (random.uniform() < 0.5 ? -1 : 1) * exp(40 * random.uniform());
      if (draw < 0.2) return Math.round(center + spread * random.normal());
      if (draw < 0.22) return center;
      return center + 0.7 * spread * random.normal();
    });
    return { name: code.name, type: "number", values: single ? values.map(Math.fround) : values };
  });
  return { rows, columns };
}
