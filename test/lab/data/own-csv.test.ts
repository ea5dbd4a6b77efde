import { expect, it } from "vitest";
import { dataSetFromCsv } from "../../../src/lab/data/own-csv.js";
import { demoLending } from "../../../src/lab/demo/lending.js";

const { populationCsv, population } = demoLending(3, { people: 10, population: 300 });

it("a user's own CSV is a data set: label, groups, features, and no id", () => {
  const data = dataSetFromCsv(populationCsv, {
    label: "decision",
    favourable: "granted",
    sensitive: ["sex", "origin"],
    file: "people.csv",
  });
  expect(data.name).toBe("people");
  expect(data.table.rows).toBe(300);
  expect(data.labels).toEqual(population.decisions);
  expect(data.features.map(({ name }) => name)).not.toContain("id");
  expect(data.features.filter(({ immutable }) => immutable).map(({ name }) => name)).toEqual(["sex", "origin"]);
  expect(data.sensitive).toEqual(["sex", "origin"]);
});

it("what is ignored is no feature, and what is immutable can be named", () => {
  const data = dataSetFromCsv(populationCsv, {
    label: "decision",
    favourable: "granted",
    sensitive: ["sex"],
    immutable: ["age"],
    ignore: ["sex", "district"],
    file: "people.csv.gz",
  });
  expect(data.name).toBe("people");
  expect(data.sensitive).toEqual([]);
  expect(data.features.map(({ name }) => name)).not.toContain("district");
  expect(data.features.filter(({ immutable }) => immutable).map(({ name }) => name)).toEqual(["age"]);
});

it("a label that does not exist is named", () => {
  expect(() => dataSetFromCsv(populationCsv, { label: "paid", file: "people.csv" })).toThrow(
    "people.csv has no column 'paid'",
  );
});
