import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../src/encode/encoder.js";
import { reviveEncoder } from "../../src/encode/encoder-data.js";
import { SCALINGS } from "../../src/encode/scaling.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { DECISIONS, errorOf } from "../input/samples.js";

const { schema, observations } = parseDecisions(DECISIONS);
const encoder = fitEncoder(schema.features, [observations]);

/** The encoder's data with one value, found by its keys, replaced. */
function edited(keys: readonly (string | number)[], value: unknown): unknown {
  const data: unknown = JSON.parse(JSON.stringify(encoder));
  let parent = data as Record<string | number, unknown>;
  for (const key of keys.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>;
  parent[keys.at(-1) ?? ""] = value;
  return data;
}

describe("reviveEncoder", () => {
  it.each(SCALINGS)("gives the same bits after a round trip through JSON (%s)", (scaling) => {
    const fitted = fitEncoder(schema.features, [observations], { scaling });
    const revived = reviveEncoder(JSON.parse(JSON.stringify(fitted)));
    expect(revived.columns).toEqual(fitted.columns);
    expect(revived.encode(observations)).toEqual(fitted.encode(observations));
    expect(JSON.stringify(revived)).toBe(JSON.stringify(fitted));
  });

  // features, sorted: city, debt, income, sex
  it.each([
    [["scaling"], "log", "encoder.scaling"],
    [["features", 2, "scale", "scale"], 0, "encoder.features[2].scale.scale: must be > 0"],
    [["features", 2, "scale", "scale"], null, "encoder.features[2].scale.scale"],
    [["features", 2, "scale", "center"], "1000", "encoder.features[2].scale.center"],
    [["features", 1, "fill"], undefined, "encoder.features[1].fill"],
    [
      ["features", 0, "levels"],
      ["Ulm", "Bonn"],
      "encoder.features[0].levels: levels must be in strictly increasing order",
    ],
    [["features", 0, "levels", 1], 7, "encoder.features[0].levels[1]"],
    [["features", 0, "fill"], "Köln", "encoder.features[0]: fill must be a level"],
    [["features", 0, "name"], "zip", "encoder.features: feature names must be in strictly increasing order"],
    [["features", 3, "type"], "text", "encoder.features[3].type"],
    [["features", 3, "extra"], 1, "encoder.features[3].extra"],
    [["features"], {}, "encoder.features"],
  ])("names the edited place %j = %j", (keys, value, place) => {
    const error = errorOf(() => reviveEncoder(edited(keys, value)));
    expect(error.code).toBe("MODEL_INVALID");
    expect(error.message).toContain(`at ${place}`);
  });

  it.each([null, undefined, 3, "{}", [], {}])("refuses %j", (data) => {
    expect(errorOf(() => reviveEncoder(data, "model.encoder")).message).toContain("at model.encoder");
  });

  it("refuses rank knots that do not match or do not increase", () => {
    const scale = (values: number[], shares: number[]) =>
      edited(["features", 2, "scale"], { kind: "rank", values, shares });
    expect(() => reviveEncoder(scale([1, 2], [0.25, 0.75]))).not.toThrow();
    expect(() => reviveEncoder(scale([1, 2], [0.25]))).toThrow("needs as many shares as values");
    expect(() => reviveEncoder(scale([2, 1], [0.25, 0.75]))).toThrow(
      "features[2].scale.values: knots must be in strictly increasing order",
    );
    expect(() => reviveEncoder(scale([], []))).toThrow("features[2].scale.values");
  });
});
