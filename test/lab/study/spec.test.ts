import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataCatalogue } from "../../../src/lab/data/catalogue.js";
import { cellId, compareCells, expandStudy } from "../../../src/lab/study/cells.js";
import { isMadeUp } from "../../../src/lab/study/made-up-data.js";
import { checkNames } from "../../../src/lab/study/registry.js";
import { checkStudy, parseStudy, type StudySpec, shortName } from "../../../src/lab/study/spec.js";
import { root } from "../../support/built.js";
import { smallSpec } from "./small-study.js";

const small = {
  format: "recast-study/1",
  name: "small",
  title: "A small study",
  datasets: ["adult", "./own/made-up.mjs"],
  targets: ["lr", "dt"],
  generators: ["1nn", { name: "far", generator: "1nn", options: {} }],
  sizes: [25, 100],
  methods: ["ridge", { name: "tra", method: "tra", targets: ["dt"] }],
  seeds: 2,
};

describe("checkStudy", () => {
  it("fills in what is left out", () => {
    const spec = checkStudy(small, "small.json");
    expect(spec).toMatchObject({ scaling: "zscore", published: null });
    expect(spec.methods[0]).toEqual({ name: "ridge", method: "ridge", options: {} });
    expect(spec.generators[0]).toEqual({ name: "1nn", generator: "1nn", options: {} });
  });

  it.each([
    [{ ...small, seed: 3 }, "small.json: seed:"],
    [{ ...small, sizes: [0] }, "small.json: sizes.0:"],
    [{ ...small, methods: [] }, "small.json: methods:"],
    [{ ...small, targets: ["svm"] }, "small.json: targets.0:"],
    [{ ...small, methods: ["ridge", "ridge"] }, "methods: 'ridge' is named twice"],
    [{ ...small, format: "recast-study/2" }, "small.json: format:"],
  ])("refuses %#", (data, message) => {
    expect(() => checkStudy(data, "small.json")).toThrow(message);
  });

  it("says when the text is not JSON", () => {
    expect(() => parseStudy("{", "broken.json")).toThrow("broken.json is not JSON");
  });

  it("calls a file by its last part", () => {
    expect([shortName("./own/made-up.mjs"), shortName("c:\\a\\b.js"), shortName("adult")]).toEqual([
      "made-up",
      "b",
      "adult",
    ]);
  });
});

describe("checkNames", () => {
  const spec = checkStudy(small, "small.json");

  it("lets known names and files pass", () => {
    expect(() =>
      checkNames({ ...spec, methods: checkStudy({ ...small, methods: ["./mine.js", "samples-same"] }, "").methods }),
    ).not.toThrow();
  });

  it("names what nobody knows", () => {
    const withMethod = (method: string): StudySpec => checkStudy({ ...small, methods: [method] }, "");
    expect(() => checkNames(withMethod("toString"))).toThrow("there is no method 'toString'; known are ");
    expect(() => checkNames(checkStudy({ ...small, generators: ["guess"] }, ""))).toThrow(
      "there is no generator 'guess'",
    );
  });
});

describe("expandStudy", () => {
  const groups = expandStudy(checkStudy(small, "small.json"));
  const cells = groups.flatMap((group) => group.cells);

  it("has one group per data set, target and seed, the seed outermost", () => {
    expect(groups.map(({ seed, dataset, target }) => `${seed} ${dataset} ${target}`)).toEqual([
      "0 adult lr",
      "0 adult dt",
      "0 made-up lr",
      "0 made-up dt",
      "1 adult lr",
      "1 adult dt",
      "1 made-up lr",
      "1 made-up dt",
    ]);
  });

  it("fits a method that names its sizes at those alone", () => {
    const methods = ["ridge", { name: "slow", method: "ridge", sizes: [100] }];
    const some = expandStudy(checkStudy({ ...small, methods }, "small.json")).flatMap((group) => group.cells);
    expect(new Set(some.filter(({ method }) => method === "slow").map(({ n }) => n))).toEqual(new Set([100]));
    expect(new Set(some.filter(({ method }) => method === "ridge").map(({ n }) => n))).toEqual(new Set([25, 100]));
  });

  it("leaves a method out only where the study says so", () => {
    // (2 data sets × 2 seeds) × (lr: 1 method, dt: 2) × 2 generators × 2 sizes
    expect(cells.length).toBe(4 * (1 + 2) * 2 * 2);
    expect(cells.filter(({ method }) => method === "tra").every(({ target }) => target === "dt")).toBe(true);
  });

  it("leaves a method out at the sizes it is not meant for", () => {
    const methods = ["ridge", { name: "slow", method: "recast", sizes: [25] }];
    const few = expandStudy(smallSpec({ methods, sizes: [25, 50] })).flatMap((group) => group.cells);
    expect(new Set(few.filter(({ method }) => method === "slow").map(({ n }) => n))).toEqual(new Set([25]));
    expect(new Set(few.filter(({ method }) => method === "ridge").map(({ n }) => n))).toEqual(new Set([25, 50]));
  });

  it("cells have different ids and one order", () => {
    expect(new Set(cells.map(cellId)).size).toBe(cells.length);
    const sorted = cells.toSorted(compareCells);
    expect(cells.toReversed().toSorted(compareCells)).toEqual(sorted);
    expect(sorted[0]).toMatchObject({
      dataset: "adult",
      target: "dt",
      generator: "1nn",
      n: 25,
      method: "ridge",
      seed: 0,
    });
  });
});

describe("the studies that come with the package", () => {
  const files = readdirSync(join(root, "studies")).filter((file) => file !== "published.json");

  it.each(files)("%s is a study of data sets in the catalogue, under its own name", (file) => {
    const spec = parseStudy(readFileSync(join(root, "studies", file), "utf8"), file);
    expect(file).toBe(`${spec.name}.json`);
    const known = new Set(dataCatalogue.map(({ name }) => name));
    const named = spec.datasets.flatMap((name) => {
      const shift = spec.shifts?.find((entry) => entry.name === name);
      return shift === undefined ? [name] : [shift.from, shift.to];
    });
    expect(named.filter((name) => !known.has(name) && !isMadeUp(name))).toEqual([]);
    expect(() => checkNames(spec)).not.toThrow();
  });

  it("are those the documentation lists", () => {
    const page = readFileSync(join(root, "docs/study.md"), "utf8");
    const table = page.split("| study |")[1]?.split("\n\n")[0] ?? "";
    const listed = [...table.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, name]) => `${name}.json`);
    expect(listed.sort()).toEqual(files.sort());
  });
});
