import { describe, expect, it } from "vitest";
import type { Column } from "../../../src/input/table.js";
import { applyGrouping, type GroupingOptions, groupingRules } from "../../../src/measure/groups/groups.js";

const PLAIN: GroupingOptions = { bins: {}, intersections: false };

function numbers(name: string, values: readonly number[]): Column {
  return { name, type: "number", values: Float64Array.from(values) };
}

/** A category column; null is a missing value. */
function categories(name: string, values: readonly (string | null)[], levels?: readonly string[]): Column {
  const known = levels ?? [...new Set(values.filter((value) => value !== null))];
  const codes = Int32Array.from(values, (value) => (value === null ? -1 : known.indexOf(value)));
  return { name, type: "category", codes, levels: known };
}

/** The groupings of columns by rules fitted on them. */
function group(columns: readonly Column[], options: GroupingOptions = PLAIN) {
  return groupingRules(columns, options).map((rule) => applyGrouping(rule, columns));
}

/** The label of each person, null where the group is not known. */
function labelsOf(grouping: { labels: readonly string[]; groupOf: Int32Array } | undefined) {
  return Array.from(grouping?.groupOf ?? [], (k) => (k < 0 ? null : grouping?.labels[k]));
}

describe("categories", () => {
  it("are taken in sorted order, without those nobody has; a missing value is no group", () => {
    const [sex] = group([categories("sex", ["f", "m", null, "m"], ["m", "x", "f"])]);
    expect(sex).toEqual({
      attribute: "sex",
      columns: ["sex"],
      kind: "category",
      labels: ["f", "m"],
      groupOf: Int32Array.of(0, 1, -1, 1),
    });
  });

  it("of a population that the evidence lacks come after those it has", () => {
    const [rule] = groupingRules([categories("area", ["n", "s"])], PLAIN);
    const there = applyGrouping(rule!, [numbers("age", [1, 2, 3]), categories("area", ["b", "s", "a"])]);
    expect(there.labels).toEqual(["s", "a", "b"]);
    expect(labelsOf(there)).toEqual(["b", "s", "a"]);
  });

  it("that are all missing leave no group", () => {
    expect(group([categories("sex", [null, null])])[0]).toMatchObject({ labels: [], groupOf: Int32Array.of(-1, -1) });
  });
});

describe("numbers", () => {
  it("with few values form one group each, ascending; a population may have others", () => {
    const column = numbers("children", [10, 2, Number.NaN, 2, -0, 0]);
    const [rule] = groupingRules([column], PLAIN);
    expect(applyGrouping(rule!, [column])).toMatchObject({ kind: "number", labels: ["0", "2", "10"] });
    expect(labelsOf(applyGrouping(rule!, [column]))).toEqual(["10", "2", null, "2", "0", "0"]);
    expect(applyGrouping(rule!, [numbers("children", [10, 3])]).labels).toEqual(["3", "10"]);
  });

  it("with many values are cut at their quartiles, everybody in one part", () => {
    const [age] = group([numbers("age", [...Array.from({ length: 40 }, (_, i) => 59 - i), Number.NaN])]);
    expect(age?.labels).toEqual(["under 30", "30 to 39", "40 to 49", "50 and over"]);
    expect([-1, 0, 1, 2, 3].map((k) => age?.groupOf.filter((part) => part === k).length)).toEqual([1, 10, 10, 10, 10]);
  });

  it("keep the quartiles of the evidence for a population, whatever its range", () => {
    const [rule] = groupingRules(
      [
        numbers(
          "age",
          Array.from({ length: 40 }, (_, i) => 59 - i),
        ),
      ],
      PLAIN,
    );
    const there = applyGrouping(rule!, [numbers("age", [3, 29, 30, 99, Number.NaN])]);
    expect(labelsOf(there)).toEqual(["under 30", "under 30", "30 to 39", "50 and over", null]);
    expect(there.labels).toEqual(["under 30", "30 to 39", "50 and over"]);
  });

  it("merge parts that begin at the same value", () => {
    const values = [...Array.from({ length: 30 }, () => 0), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(group([numbers("x", values)])[0]?.labels).toEqual(["under 1", "1 and over"]);
  });

  it("of which most share the greatest value are cut there", () => {
    const values = [...Array.from({ length: 40 }, () => 100), 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const [x] = group([numbers("x", values)]);
    expect(x?.labels).toEqual(["under 100", "100 and over"]);
    expect(x?.groupOf.filter((part) => part === 1).length).toBe(40);
  });

  it("are cut where the user says; a cut point belongs to the part above", () => {
    const options = { bins: { age: [25, 26, 45] }, intersections: false };
    const [age] = group([numbers("age", [24, 25, 26, 44, 45, 80, Number.NaN])], options);
    expect(labelsOf(age)).toEqual(["under 25", "25", "26 to 44", "26 to 44", "45 and over", "45 and over", null]);
  });

  it("that are not whole have labels that say so", () => {
    const [x] = group([numbers("x", [0.5, 1, 1.99, 2, 3])], { bins: { x: [1, 2] }, intersections: false });
    expect(labelsOf(x)).toEqual(["under 1", "1 to under 2", "1 to under 2", "2 and over", "2 and over"]);
  });

  it("have cut points refused that no column can use, with the value", () => {
    const columns = [numbers("age", [1, 2]), categories("sex", ["f", "m"])];
    const using = (bins: Record<string, number[]>) => () => groupingRules(columns, { bins, intersections: false });
    expect(using({ size: [1] })).toThrow("bins must be cut points of sensitive columns ('age', 'sex'), got 'size'");
    expect(using({ sex: [1] })).toThrow(
      "bins must be cut points of numeric columns, got 'sex', which holds categories",
    );
    expect(using({ age: [2, 1] })).toThrow(/bins of 'age' must be .* each greater than the one before, got 2, 1/);
    expect(using({ age: [1, 1] })).toThrow(/got 1, 1$/);
    expect(using({ age: [Number.NaN] })).toThrow(/got NaN$/);
    expect(using({ age: [] })).toThrow(/one or more finite numbers/);
  });

  it("take no cut points from names that objects have anyway", () => {
    expect(group([numbers("constructor", [1, 2, 1])])[0]?.labels).toEqual(["1", "2"]);
  });
});

describe("intersections", () => {
  const columns = [
    categories("sex", ["f", "f", "m", null, "m", "f"]),
    numbers("age", [2, 1, 1, 1, Number.NaN, 2]),
    categories("area", ["n", "n", "n", "n", "n", "n"]),
  ];

  it("are all pairs of attributes, unknown where either value is missing, without empty ones", () => {
    const groupings = group(columns, { bins: {}, intersections: true });
    expect(groupings.map(({ attribute }) => attribute)).toEqual([
      ...["sex", "age", "area"],
      ...["sex × age", "sex × area", "age × area"],
    ]);
    const [, , , pair] = groupings;
    expect(pair).toMatchObject({ columns: ["sex", "age"], kind: "intersection", labels: ["f × 1", "f × 2", "m × 1"] });
    expect(labelsOf(pair)).toEqual(["f × 2", "f × 1", "m × 1", null, null, "f × 2"]);
  });

  it("do not confuse labels that contain the sign between parts", () => {
    const mixed = [categories("a", ["p × q", "p"]), categories("b", ["r", "q × r"])];
    expect(group(mixed, { bins: {}, intersections: true })[2]?.labels).toEqual(["p × “q × r”", "“p × q” × r"]);
  });

  it("need two attributes", () => {
    expect(groupingRules([categories("sex", ["f"])], { bins: {}, intersections: true })).toHaveLength(1);
    expect(groupingRules([], { bins: {}, intersections: true })).toEqual([]);
  });
});

describe("applyGrouping", () => {
  const [rule] = groupingRules([categories("sex", ["f", "m"])], PLAIN);

  it("names the column that is not there", () => {
    expect(() => applyGrouping(rule!, [])).toThrow("groups are formed by 'sex', which is not among the columns");
  });

  it("refuses a column of another type", () => {
    expect(() => applyGrouping(rule!, [numbers("sex", [1])])).toThrow(
      "column 'sex' holds categories in the evidence and numbers here; give it the same type in both",
    );
  });
});
