import { describe, expect, it } from "vitest";
import { completeLetter } from "../../src/collect/collect.js";
import { isFavourable } from "../../src/collect/favourable.js";
import { collectedFiles, requireFreeName } from "../../src/collect/files.js";
import { readPeople } from "../../src/collect/people.js";

const CSV = 'id,age,city,name\na,30,Ulm,"Smith, A"\nb,NA,Bonn,B\n';

describe("readPeople", () => {
  it("sends what is neither id nor ignored", () => {
    const people = readPeople(CSV, { ignore: ["name"], immutable: ["city"] });
    expect(people.features).toEqual([
      { name: "age", type: "number", immutable: false },
      { name: "city", type: "category", immutable: true },
    ]);
    expect(people.ids).toEqual(["a", "b"]);
    expect(people.idName).toBe("id");
    expect(people.table.columns[0]).toMatchObject({ values: Float64Array.of(30, Number.NaN) });
  });

  it("numbers the rows of a file without ids, under a name that is free", () => {
    const people = readPeople("age\n30\n\n31\n");
    expect(people).toMatchObject({ ids: ["row-2", "row-4"], idName: "id" });
    expect(readPeople("id,age\n1,30\n1,31\n").idName).toBe("person_id");
  });

  it.each([
    ["id,age\na,1\na,2\n", { id: "id" }, "ID_DUPLICATE"],
    ["id,age\na,1\n,2\n", { id: "id" }, "ID_MISSING"],
    ["age\n1\n", { ignore: ["x"] }, "COLUMN_UNKNOWN"],
    ["age\n1\n", { id: "x" }, "COLUMN_UNKNOWN"],
    ["age\n1\n", { ignore: ["age"] }, "NO_FEATURES"],
    ["age\n1\nx\n", { types: { age: "number" } }, "VALUE_UNPARSABLE"],
    ["id,person_id,recast_id\n1,1,1\n1,1,1\n", {}, "COLUMN_DUPLICATE"],
    ["age,age\n1,2\n", {}, "COLUMN_DUPLICATE"],
    ["", {}, "FILE_EMPTY"],
  ] as const)("refuses %j with %j", (text, options, code) => {
    expect(() => readPeople(text, options)).toThrow(expect.objectContaining({ code }));
  });
});

describe("readPeople of columns", () => {
  it.each(["\0", "\u0007", "\ud800"])("refuses texts that decisions.csv could not carry: %j", (bad) => {
    const rows = { rows: 1, rowNumbers: Int32Array.of(2) };
    const of = (name: string, text: string) => ({
      ...rows,
      columns: [{ name, codes: Int32Array.of(0), levels: [text] }],
    });
    for (const source of [of("city", `U${bad}lm`), of(`ci${bad}ty`, "Ulm")]) {
      expect(() => readPeople(source)).toThrow(expect.objectContaining({ code: "FILE_NOT_TEXT" }));
    }
    expect(readPeople(of("city", "Ulm\t\n😀")).ids).toEqual(["row-2"]);
  });
});

describe("collectedFiles", () => {
  it("keeps all cells as written, adds the decision, and writes full rows for letters", () => {
    const people = readPeople(CSV, { ignore: ["name"] });
    const list = [
      { person: 0, decision: "no, sorry", favourable: false, letter: { age: 31.5, city: "Ulm" }, unread: [] },
      { person: 1, decision: "yes", favourable: true, letter: null, unread: [] },
    ];
    expect(collectedFiles(people, list, "decision")).toEqual({
      decisions: 'id,age,city,name,decision\na,30,Ulm,"Smith, A","no, sorry"\nb,NA,Bonn,B,yes\n',
      letters: "id,age,city\na,31.5,Ulm\n",
    });
    const unnamed = readPeople("age,city\n1,\n");
    const one = [{ person: 0, decision: "no", favourable: false, letter: { age: 2, city: null }, unread: [] }];
    expect(collectedFiles(unnamed, one, "answer")).toEqual({
      decisions: "id,age,city,answer\nrow-2,1,,no\n",
      letters: "id,age,city\nrow-2,2,\n",
    });
  });

  it("wants a free name for the decisions", () => {
    const people = readPeople(CSV, {});
    expect(() => requireFreeName(people, "age")).toThrow(
      "already has a column 'age'. Name another for the answers (--decision-name)",
    );
    expect(() => requireFreeName(people, "decision")).not.toThrow();
    expect(() => requireFreeName(readPeople("age\n1\n"), "id")).toThrow("--decision-name");
  });
});

describe("completeLetter", () => {
  const people = readPeople(CSV, { ignore: ["name"] });
  it("puts the letter's cells into the person's row", () => {
    expect(completeLetter(people, 0, { age: "33", phone: "x" })).toEqual({
      row: { age: 33, city: "Ulm" },
      unread: ["phone"],
    });
    expect(completeLetter(people, 1, { city: 5, age: null })).toEqual({ row: { age: null, city: "5" }, unread: [] });
  });
  it("is no letter when it changes nothing or cannot be read", () => {
    expect(completeLetter(people, 0, null).row).toBeNull();
    expect(completeLetter(people, 0, { age: 30 }).row).toBeNull();
    expect(completeLetter(people, 0, { age: "more", city: "Bonn" })).toEqual({ row: null, unread: ["age"] });
  });
});

describe("isFavourable", () => {
  it("takes the named decision, in any spelling of a number", () => {
    expect(["1", "1.0", "2", "x"].map((word) => isFavourable(word, "1"))).toEqual([true, true, false, false]);
    expect(isFavourable("Grade A", "Grade A")).toBe(true);
  });
  it("knows unmistakable words and asks about others", () => {
    expect(["YES", "1", "granted", "no", "0", "-1", "denied"].map((word) => isFavourable(word, null))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(() => isFavourable("B", null)).toThrow(
      "the target decided 'B'; is that good for the person? Name the good decision (--favourable)",
    );
  });
});
