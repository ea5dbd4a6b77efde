import { expect, it } from "vitest";
import { loadAcsIncome } from "../../../src/lab/data/tables.js";

const HEAD = "AGEP,COW,SCHL,MAR,OCCP,POBP,RELP,WKHP,SEX,RAC1P,PINCP_GT_50000";
const made = [
  "27,1,19,5,8740,6,17,30,1,1,0",
  "45,2,21,1,440,72,0,40,2,2,1",
  "33,1,16,1,500,303,1,45,1,1,1",
  "51,4,24,3,9920,254,0,60,2,6,0",
];

it("reads numbers and categories, and takes occupations and birthplaces together in groups", () => {
  const data = loadAcsIncome("made-up", `${HEAD}\n${made.join("\n")}\n`);
  expect(data.name).toBe("made-up");
  expect(Array.from(data.labels)).toEqual([0, 1, 1, 0]);
  expect(data.sensitive).toEqual(["SEX", "RAC1P"]);
  const texts = (name: string) => {
    const column = data.table.columns.find((candidate) => candidate.name === name);
    return column?.type === "category"
      ? Array.from(column.codes, (code) => column.levels[code])
      : Array.from(column?.values ?? []);
  };
  expect(texts("OCCP")).toEqual(["PRD", "MGR", "BUS", "NONE"]); // 440 is the last code of its group, 500 the first
  expect(texts("POBP")).toEqual(["United States", "US island areas", "Americas", "Asia"]);
  expect(texts("SCHL")).toEqual([19, 21, 16, 24]);
  expect(texts("RELP")).toEqual(["17", "0", "1", "0"]);
  expect(data.features.filter(({ immutable }) => immutable).map(({ name }) => name)).toEqual([
    "AGEP",
    "POBP",
    "SEX",
    "RAC1P",
  ]);
});

it("refuses another file", () => {
  expect(() => loadAcsIncome("made-up", "AGEP,COW\n1,2\n")).toThrow("has no column 'PINCP_GT_50000'");
});
