import { describe, expect, it } from "vitest";
import { inspectCsv } from "../../src/input/csv.js";
import { guessRoles } from "../../src/input/guess/guess-roles.js";
import { en } from "../../studio/src/text/en.js";
import { placeFiles } from "../../studio/src/worker/guess-files.js";
import { rowsAt } from "../../studio/src/worker/preview.js";
import type { FileRole } from "../../studio/src/worker/session.js";

const people = (count: number, from = 0) => Array.from({ length: count }, (_, k) => k + from);
const DECISIONS = [
  "id,income,sex,approved",
  ...people(12).map((k) => `p${k},${k * 100},${"fm"[k % 2]},${k > 5 ? "yes" : "no"}`),
];
const LONG = ["id,field,new_value", "p1,income,900", "p2,income,950"];
const ROWS = ["id,income,sex", "p1,900,m", "p2,950,f"];
const EVERYBODY = ["id,income,sex", ...people(40, 100).map((k) => `q${k},${k * 90},${"fm"[k % 2]}`)];

function place(files: Readonly<Record<string, readonly string[]>>, given: Readonly<Record<string, FileRole>> = {}) {
  const asked: string[] = [];
  const places = placeFiles(
    Object.entries(files).map(([name, lines]) => {
      const csv = inspectCsv(lines.join("\n"), { file: name, delimiter: null });
      const guess = () => {
        asked.push(name);
        return guessRoles({ decisions: csv, letters: null });
      };
      return { name, csv, role: given[name] ?? null, sha256: lines.join("\n"), guess };
    }),
  );
  return { places, roles: Object.fromEntries(places.map(({ name, role }) => [name, role])), asked };
}

describe("placeFiles", () => {
  it("knows letters by their long form and decisions by a decision, whatever they are called", () => {
    const { places, roles } = place({ "a.csv": LONG, "b.csv": DECISIONS, "c.csv": EVERYBODY });
    expect(roles).toEqual({ "a.csv": "letters", "b.csv": "decisions", "c.csv": "population" });
    expect(places.map(({ reason }) => reason)).toEqual([
      en.jobs.files.longForm,
      en.jobs.files.hasDecision("approved"),
      en.jobs.files.larger,
    ]);
    expect(places.map(({ isUnsure }) => isUnsure)).toEqual([false, false, true]);
  });

  it("knows full-row letters by ids of the decisions", () => {
    const { places } = place({ "x.csv": ROWS, "y.csv": DECISIONS });
    expect(places[0]).toEqual({ name: "x.csv", role: "letters", reason: en.jobs.files.idsOfPeople, isUnsure: false });
  });

  it("does not take the same file twice", () => {
    const { places } = place({ "decisions.csv": DECISIONS, "letters.csv": DECISIONS });
    expect(places[1]).toMatchObject({ role: null, reason: en.jobs.files.sameAs("decisions.csv") });
  });

  it("goes by names where the columns say nothing, and tells that it is unsure without one", () => {
    const bare = ["income,sex", "900,m", "950,f"];
    expect(place({ "d.csv": DECISIONS, "my-letters.csv": bare }).roles).toMatchObject({ "my-letters.csv": "letters" });
    expect(place({ "d.csv": DECISIONS, "population.csv": bare }).roles).toMatchObject({
      "population.csv": "population",
    });
    expect(place({ "d.csv": DECISIONS, "z.csv": bare }).places[1]).toMatchObject({ role: "letters", isUnsure: true });
  });

  it("takes one file as the decisions, and long-form letters alone as letters", () => {
    expect(place({ "one.csv": DECISIONS }).roles).toEqual({ "one.csv": "decisions" });
    expect(place({ "one.csv": ["a,b", "1,2", "3,4", "5,6"] }).places[0]).toMatchObject({
      role: "decisions",
      reason: en.jobs.files.onlyFile,
    });
    expect(place({ "one.csv": LONG }).roles).toEqual({ "one.csv": "letters" });
  });

  it("leaves the places the user gave, and asks nothing about those files", () => {
    const { roles, asked } = place(
      { "a.csv": DECISIONS, "b.csv": ROWS },
      { "a.csv": "population", "b.csv": "decisions" },
    );
    expect(roles).toEqual({ "a.csv": "population", "b.csv": "decisions" });
    expect(asked).toEqual([]);
  });

  it("leaves out a file that has nothing in common, and one too many", () => {
    const files = { "d.csv": DECISIONS, "l.csv": LONG, "recipes.csv": ["dish,minutes", "soup,20"], "p.csv": EVERYBODY };
    expect(place(files).roles).toMatchObject({ "recipes.csv": null, "p.csv": "population" });
    const many = { "d.csv": DECISIONS, "l.csv": LONG, "p.csv": EVERYBODY, "q.csv": EVERYBODY };
    expect(Object.values(place(many).roles).filter((role) => role === null)).toHaveLength(1);
  });
});

describe("rowsAt", () => {
  const text = ["a,b", ...people(50).map((k) => (k === 17 ? "lonely" : `${k},${"x".repeat(k === 3 ? 300 : 1)}`))];
  const { table } = inspectCsv(text.join("\n"), { file: "f", delimiter: "," });

  it("gives rows by their numbers with the columns asked for, long cells cut", () => {
    const [first, long] = rowsAt(table, [2, 5], [1, 0]);
    expect(first).toEqual({ number: 2, cells: ["x", "0"] });
    expect(long?.cells?.[0]).toBe(`${"x".repeat(80)}…`);
  });

  it("has no cells of a row that could not be cut, and of a text without a table", () => {
    expect(rowsAt(table, [19, 20], [0])).toEqual([
      { number: 19, cells: null },
      { number: 20, cells: ["18"] },
    ]);
    expect(rowsAt(null, [4], [0])).toEqual([{ number: 4, cells: null }]);
  });
});
