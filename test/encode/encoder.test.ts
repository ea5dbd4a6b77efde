import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../src/encode/encoder.js";
import { type EncoderScaling, SCALINGS } from "../../src/encode/scaling.js";
import { AuditError } from "../../src/errors.js";
import type { FeatureSchema } from "../../src/input/evidence.js";
import { type Column, selectTableRows, type Table } from "../../src/input/table.js";
import { matrix } from "../../src/math/matrix.js";
import { seededRandom, shuffled } from "../../src/math/random.js";

const features = [
  { name: "sex", type: "category", immutable: true },
  { name: "age", type: "number", immutable: false },
  { name: "city", type: "category", immutable: false },
] as const;

const number = (name: string, values: readonly number[]): Column => ({
  name,
  type: "number",
  values: Float64Array.from(values),
});
const category = (name: string, cells: readonly (string | null)[], levels: readonly string[]): Column => ({
  name,
  type: "category",
  codes: Int32Array.from(cells, (cell) => (cell === null ? -1 : levels.indexOf(cell))),
  levels,
});

const people: Table = {
  rows: 5,
  columns: [
    number("age", [20, 30, 40, 50, 60]),
    category("city", ["Ulm", "Bonn", "Ulm", null, "Bonn"], ["Ulm", "unused", "Bonn"]),
    category("sex", ["m", "f", "f", "f", "m"], ["f", "m"]),
  ],
};
const letters: Table = {
  rows: 2,
  columns: [
    number("age", [35, 45]),
    category("city", ["Aachen", "Ulm"], ["Aachen", "Ulm"]),
    category("sex", ["f", "f"], ["f", "m"]),
  ],
};

function cells(table: Table): (string | number | null)[][] {
  return table.columns.map((column) =>
    column.type === "number"
      ? Array.from(column.values)
      : Array.from(column.codes, (code) => column.levels[code] ?? null),
  );
}

function fitAges(ages: readonly number[]) {
  return fitEncoder(features.slice(1, 2), [{ rows: ages.length, columns: [number("age", ages)] }]);
}

describe("fitEncoder", () => {
  it("orders columns by feature name and level, and drops levels no row has", () => {
    const encoder = fitEncoder(features, [people, letters]);
    expect(encoder.columns).toEqual(["age", "city=Aachen", "city=Bonn", "city=Ulm", "sex=f", "sex=m"]);
    expect(Array.from(encoder.starts)).toEqual([0, 1, 4]);
    expect(encoder.features.map(({ name, immutable }) => [name, immutable])).toEqual([
      ["age", false],
      ["city", false],
      ["sex", true],
    ]);
  });

  it("encodes numbers by their scale and categories as one-hot", () => {
    const encoder = fitEncoder(features, [people], { scaling: "minmax" });
    expect(encoder.columns).toEqual(["age", "city=Bonn", "city=Ulm", "sex=f", "sex=m"]);
    expect(Array.from(encoder.encode(people).values)).toEqual(
      [
        [0, 0, 1, 0, 1],
        [0.25, 1, 0, 1, 0],
        [0.5, 0, 1, 1, 0],
        [0.75, 1, 0, 1, 0], // missing city: Bonn and Ulm are equally frequent, Bonn comes first
        [1, 1, 0, 0, 1],
      ].flat(),
    );
  });

  it("fills a missing number with the median, and a missing category with the most frequent", () => {
    const encoder = fitEncoder(features, [people, letters]); // Ulm now leads with three
    const gaps: Table = {
      rows: 1,
      columns: [number("age", [Number.NaN]), category("city", [null], []), category("sex", [null], [])],
    };
    expect(cells(encoder.decode(encoder.encode(gaps)))).toEqual([[40], ["Ulm"], ["f"]]);
  });

  it("encodes an unknown category as all zeros, and decodes that as missing", () => {
    const encoder = fitEncoder(features, [people]);
    const stranger: Table = {
      rows: 1,
      columns: [number("age", [40]), category("city", ["Mars"], ["Mars"]), category("sex", ["m"], ["m"])],
    };
    const x = encoder.encode(stranger);
    expect(Array.from(x.values)).toEqual([0, 0, 0, 0, 1]);
    expect(cells(encoder.decode(x))).toEqual([[40], [null], ["m"]]);
  });

  it.each(SCALINGS)("decodes what it encoded, with %s scaling", (scaling) => {
    const encoder = fitEncoder(features, [people, letters], { scaling });
    const [age, city, sex] = cells(encoder.decode(encoder.encode(letters)));
    expect(age?.[0]).toBeCloseTo(35, 12);
    expect(age?.[1]).toBeCloseTo(45, 12);
    expect([city, sex]).toEqual([
      ["Aachen", "Ulm"],
      ["f", "f"],
    ]);
  });

  it("decodes mixtures to the largest part, the first in a tie", () => {
    const encoder = fitEncoder(features, [people]);
    const mixed = matrix(2, 5, [0, 0.4, 0.6, 0.5, 0.5, 0, -1, 0, 0.2, 0.1]);
    expect(cells(encoder.decode(mixed)).slice(1)).toEqual([
      ["Ulm", null],
      ["f", "f"],
    ]);
  });

  it.each(SCALINGS)("gives the same bits for any order of rows, tables, columns and features (%s)", (scaling) => {
    const random = seededRandom(3);
    const rows = 200;
    const table: Table = {
      rows,
      columns: [
        number(
          "age",
          Array.from({ length: rows }, () => random.normal() * 1e3 + 1 / 3),
        ),
        category(
          "city",
          Array.from({ length: rows }, () => ["x", "y", "z"][random.integer(3)] ?? null),
          ["z", "x", "y"],
        ),
        category(
          "sex",
          Array.from({ length: rows }, () => ["f", "m"][random.integer(2)] ?? null),
          ["m", "f"],
        ),
      ],
    };
    const order = shuffled(
      Array.from({ length: rows }, (_, i) => i),
      random,
    );
    const moved = selectTableRows({ rows, columns: [...table.columns].reverse() }, order);
    const a = fitEncoder(features, [table, letters], { scaling });
    const b = fitEncoder([...features].reverse(), [letters, moved], { scaling });
    expect(JSON.stringify(b)).toBe(JSON.stringify(a));
    expect(b.encode(table)).toEqual(a.encode(table));
  });

  it("scales a constant column by 1 and copes with columns without any value", () => {
    const table: Table = {
      rows: 2,
      columns: [number("age", [5, 5]), category("city", [null, null], ["Ulm"]), category("sex", ["f", "f"], ["f"])],
    };
    const encoder = fitEncoder(features, [table]);
    expect(encoder.columns).toEqual(["age", "sex=f"]);
    expect(Array.from(encoder.encode(table).values)).toEqual([0, 1, 0, 1]);
    expect(Array.from(encoder.encode(people).values.slice(0, 2))).toEqual([15, 0]);
    const empty = fitEncoder(features.slice(1, 2), [{ rows: 1, columns: [number("age", [Number.NaN])] }]);
    expect(Array.from(empty.encode({ rows: 1, columns: [number("age", [Number.NaN])] }).values)).toEqual([0]);
  });

  it("warns when so many values are equal that the 5–95 % range cannot be used", () => {
    const { warnings } = fitAges(Array.from({ length: 100 }, (_, i) => (i < 98 ? 0 : 10)));
    expect(warnings).toEqual([
      expect.objectContaining({ severity: "warning", code: "SCALE_DEGENERATE", column: "age" }),
    ]);
    expect(warnings[0]?.message).toContain("rank scaling");
  });

  it("warns of a value absurdly far from the others, which keep their scale", () => {
    const encoder = fitAges([...Array.from({ length: 99 }, (_, i) => i), 1e90]);
    expect(encoder.warnings).toEqual([expect.objectContaining({ code: "VALUE_FAR", column: "age", count: 1 })]);
    const x = encoder.encode({ rows: 3, columns: [number("age", [0, 98, 1e90])] });
    expect(x.values[1]! - x.values[0]!).toBeCloseTo(98 / (94.05 - 4.95), 12);
    expect(x.values[2]).toBe(1e9);
  });

  it("fits only on finite numbers, and finds all its columns", () => {
    const bad: Table = { rows: 1, columns: [number("age", [Number.POSITIVE_INFINITY])] };
    expect(() => fitEncoder(features.slice(1, 2), [bad])).toThrow("column 'age' has the value Infinity");
    const encoder = fitEncoder(features, [people]);
    const lacking = { rows: 5, columns: people.columns.slice(0, 2) };
    expect(() => encoder.encode(lacking)).toThrow("the rows have no column 'sex'");
    expect(() => encoder.encode(lacking)).toThrow(AuditError);
    const swapped = { rows: 1, columns: [category("age", ["old"], ["old"]), ...people.columns.slice(1)] };
    expect(() => encoder.encode(swapped)).toThrow("column 'age' has categories instead of numbers");
    expect(() => encoder.decode(matrix(1, 2, [0, 0]))).toThrow("the matrix has 2 columns, but this encoder makes 5");
  });

  it("refuses unknown options and scalings", () => {
    expect(() => fitEncoder(features, [people], { scale: "rank" } as object)).toThrow("encoder has no option 'scale'");
    expect(() => fitEncoder(features, [people], { scaling: "log" as "rank" })).toThrow(
      "scaling must be one of robust, zscore, minmax, rank, none, got log",
    );
  });
});

describe("numbers that share a unit", () => {
  const column = (name: string, ...values: number[]) => ({
    name,
    type: "number" as const,
    values: Float64Array.from(values),
  });
  const table = {
    rows: 4,
    columns: [column("a", 10, 12, 8, 10), column("b", 0.1, 0, 0, 0.1), column("c", 1, 2, 3, 4)],
  };
  const unit = (name: string) => ({ name, type: "number" as const, immutable: false, unit: "metre" });
  const alone = { name: "c", type: "number" as const, immutable: false };
  const scaleOf = (scaling: EncoderScaling, features: FeatureSchema[]) =>
    fitEncoder(features, [table], { scaling }).features.map((code) => code.type === "number" && code.scale);

  it("keep their own middle and are divided by one number: that of all of them together", () => {
    const [a, b, c] = scaleOf("zscore", [unit("a"), unit("b"), alone]);
    const all = [10, 12, 8, 10, 0.1, 0, 0, 0.1];
    const mean = all.reduce((sum, value) => sum + value, 0) / 8;
    const deviation = Math.sqrt(all.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / 8);
    expect([a, b]).toEqual([
      { kind: "linear", center: 10, scale: expect.closeTo(deviation, 12) },
      { kind: "linear", center: expect.closeTo(0.05, 12), scale: expect.closeTo(deviation, 12) },
    ]);
    expect([c]).toEqual(scaleOf("zscore", [alone]));
  });

  it("are ranked each for itself, and left alone where nothing is scaled", () => {
    expect(scaleOf("rank", [unit("a"), unit("b")])).toEqual([
      ...scaleOf("rank", [{ ...unit("a"), unit: "1" }]),
      ...scaleOf("rank", [{ ...unit("b"), unit: "2" }]),
    ]);
    expect(scaleOf("none", [unit("a"), alone])).toEqual(new Array(2).fill({ kind: "linear", center: 0, scale: 1 }));
  });
});
