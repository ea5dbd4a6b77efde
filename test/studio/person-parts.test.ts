import { describe, expect, it } from "vitest";
import { figure, percentage, valueWords } from "../../studio/src/screens/person/figures.js";
import { listChanges, onlyChanges } from "../../studio/src/screens/person/kept-changes.js";
import { parseNumber } from "../../studio/src/screens/person/parse-number.js";
import { sliderGrid } from "../../studio/src/screens/person/slider-grid.js";
import { type ListedPerson, listPeople, type PeopleQuery } from "../../studio/src/worker/person-list.js";

describe("sliderGrid(range, own)", () => {
  it("goes by whole steps from below the least to above the greatest value", () => {
    const grid = sliderGrid({ low: 14_830, high: 15_510, step: 100 }, 15_000);
    expect(Array.from({ length: grid.last + 1 }, (_, k) => grid.valueAt(k))).toEqual([
      14_800, 14_900, 15_000, 15_100, 15_200, 15_300, 15_400, 15_500, 15_600,
    ]);
  });

  it("has the person's own value in the place of the nearest step, so that one can come back to it", () => {
    const grid = sliderGrid({ low: 0, high: 1000, step: 10 }, 123.45);
    expect(grid.placeOf(123.45)).toBe(12);
    expect([11, 12, 13].map((place) => grid.valueAt(place))).toEqual([110, 123.45, 130]);
  });

  it("gives decimal steps without tails, and stays within its ends", () => {
    const grid = sliderGrid({ low: 0.1, high: 0.7, step: 0.1 }, null);
    expect(Array.from({ length: grid.last + 1 }, (_, k) => grid.valueAt(k))).toEqual([
      0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7,
    ]);
    expect([grid.placeOf(-5), grid.placeOf(5)]).toEqual([0, grid.last]);
  });

  it("widens for a person outside the range, and has two places where all are alike", () => {
    expect(sliderGrid({ low: 0, high: 10, step: 1 }, 12).last).toBe(12);
    expect(sliderGrid({ low: 3, high: 3, step: 1 }, 3)).toMatchObject({ last: 1 });
  });
});

describe("changes of a person", () => {
  const own = { age: 41, home: "owned", note: null };

  it("are only what differs, in the order it was made", () => {
    expect(onlyChanges(own, { home: "rented", age: 41, note: null })).toEqual({ home: "rented" });
    expect(listChanges(own, { note: "x", age: null })).toEqual([
      { feature: "note", from: null, to: "x" },
      { feature: "age", from: 41, to: null },
    ]);
  });
});

describe("numbers as they are typed and shown", () => {
  it("reads what people type, and nothing else", () => {
    expect(["12", " -3.5 ", "1,234,567.8", "\u22124", ""].map(parseNumber)).toEqual([12, -3.5, 1_234_567.8, -4, null]);
    expect(["1,5", "12,34", "old", "1e999", "1 000"].map(parseNumber)).toEqual(Array(5).fill(undefined));
  });

  it("shows few figures, and years as years", () => {
    expect([0, -0.012_345, 4.25, 1984.4].map(figure)).toEqual(["0", "\u22120.0123", "4.25", "1,984"]);
    expect([1984, 0.1 + 0.2, -7, null, "a"].map(valueWords)).toEqual(["1984", "0.3", "\u22127", "(missing)", "a"]);
    expect([1234567, -20240115, 1234567.8].map(valueWords)).toEqual(["1234567", "\u221220240115", "1234568"]);
    expect([0, 0.004, 0.38, 0.999, 1].map(percentage)).toEqual(["0 %", "under 1 %", "38 %", "99 %", "100 %"]);
  });
});

describe("listPeople(people, query)", () => {
  const person = (row: number, id: string | null, margin: number, more: Partial<ListedPerson> = {}): ListedPerson => ({
    ...{ row, id, margin, decision: "no", isAccepted: false, rebuilt: "no", agrees: true, letters: 0 },
    determined: "rejected by all",
    ...more,
  });
  const people = [
    person(2, "A-17", -2),
    person(3, "A-9", 0.5, { agrees: false, rebuilt: "yes" }),
    person(5, null, -0.1, { determined: "contested", letters: 1 }),
    person(17, "b", 3, { letters: 2 }),
  ];
  const query: PeopleQuery = {
    ...{ search: "", onlyContested: false, onlyDiffering: false, onlyWithLetter: false, group: null },
    ...{ order: "row", isDescending: false, page: 0, pageSize: 25 },
  };
  const rows = (change: Partial<PeopleQuery>) =>
    listPeople(people, { ...query, ...change }).people.map(({ row }) => row);

  it("finds by part of an id and by the whole row", () => {
    expect(rows({ search: "a-" })).toEqual([2, 3]);
    expect(rows({ search: "17" })).toEqual([2, 17]);
    expect(rows({ search: "row:5" })).toEqual([5]);
    expect(rows({ search: "nobody" })).toEqual([]);
  });

  it("keeps only what is asked for", () => {
    expect(rows({ onlyContested: true })).toEqual([5]);
    expect(rows({ onlyDiffering: true })).toEqual([3]);
    expect(rows({ onlyWithLetter: true })).toEqual([5, 17]);
    expect(listPeople(people, query, (place) => place > 1).total).toBe(2);
  });

  it("sorts numbers inside ids by their size, and ties by row", () => {
    expect(rows({ order: "id" })).toEqual([5, 3, 2, 17]);
    expect(rows({ order: "boundary" })).toEqual([5, 3, 2, 17]);
    expect(rows({ order: "margin", isDescending: true })).toEqual([17, 3, 5, 2]);
    expect(rows({ order: "decision", isDescending: true })).toEqual([2, 3, 5, 17]);
  });

  it("gives one page, the last where the one asked for is beyond it", () => {
    const page = listPeople(people, { ...query, page: 7, pageSize: 3 });
    expect(page).toMatchObject({ total: 4, page: 1 });
    expect(page.people.map(({ row }) => row)).toEqual([17]);
  });
});
