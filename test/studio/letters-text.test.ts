import { describe, expect, it } from "vitest";
import { percent } from "../../src/document/format.js";
import { inspectCsv } from "../../src/input/csv.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { parseLetters } from "../../src/input/letters.js";
import { effectWords, neededWords } from "../../studio/src/screens/letters/words.js";
import { en } from "../../studio/src/text/en.js";
import {
  formOf,
  headerLine,
  type LetterForm,
  linesOf,
  linesOfTable,
  newForm,
  textOfRows,
  withLines,
} from "../../studio/src/worker/letters-text.js";

const people = [
  "no;income;town;decision",
  ...["a;1000;Ox", "b;2000;'s-Gravenhage", "c;3000;Ox", "d;2500;Ox", "e;900;Ox"].map((row) => `${row};no`),
  ...["f;7000;Ox", "g;8000;Ox", "h;9000;'s-Gravenhage", "i;6500;Ox", "j;7700;Ox"].map((row) => `${row};yes`),
  "",
].join("\n");
const decisions = parseDecisions(people, { decision: "decision", favourable: "yes", id: "no" });
const own = new Map([
  ["income", "1000"],
  ["town", "Ox"],
]);
const cut = (text: string, delimiter: string | null = null) => {
  const { table } = inspectCsv(text, { file: "letters", delimiter });
  if (table === null) throw new Error("no table");
  return table;
};
const formIn = (text: string): LetterForm => formOf(cut(text), decisions, null, []);

describe("the form of a letters file", () => {
  it("is told from its header", () => {
    expect(formIn("no,field,new_value\na,income,2000\n")).toEqual({
      ...{ form: "long", delimiter: ",", header: ["no", "field", "new_value"] },
      ...{ id: "no", field: "field", value: "new_value", differences: new Set() },
    });
    expect(formIn("town;income;no\nOx;2000;a\n")).toMatchObject({
      form: "rows",
      delimiter: ";",
      id: "no",
      field: null,
    });
    expect(formIn("town;income\nOx;2000\n")).toMatchObject({ form: "rows", id: null });
  });

  it("keeps differences where the file has them", () => {
    const form = formIn("no,field,change\na,income,+2000\n");
    expect([...form.differences]).toEqual(["income"]);
    const lines = (income: string) => linesOf(form, { id: "a", own, changes: new Map([["income", income]]) });
    expect(lines("3000")).toEqual(["a,income,+2000"]);
    expect(lines("400")).toEqual(["a,income,-600"]);
    expect(linesOf(form, { id: "a", own, changes: new Map([["town", "Ely"]]) })).toEqual(["a,town,Ely"]);
  });

  it("is one change per line for a new file where people have ids, and full rows where not", () => {
    expect(headerLine(newForm(decisions, ";"))).toBe("no;field;new_value");
    const nameless = parseDecisions(people.replaceAll(/^[^;]*;/gm, ""), { decision: "decision", favourable: "yes" });
    expect(headerLine(newForm(nameless))).toBe("income,town");
    const clash = parseDecisions(people.replace("town", "field"), {
      decision: "decision",
      favourable: "yes",
      id: "no",
    });
    expect(newForm(clash)).toMatchObject({ form: "rows", header: ["no", "income", "field"], id: "no" });
  });
});

describe("the lines of a letter", () => {
  const changes = new Map([
    ["income", "2000"],
    ["town", 'A "town", by the sea'],
  ]);

  it("are one per change in the long form, and one row otherwise", () => {
    expect(linesOf(formIn("no,field,new_value\na,income,1\n"), { id: "a", own, changes })).toEqual([
      "a,income,2000",
      'a,town,"A ""town"", by the sea"',
    ]);
    expect(
      linesOf(formIn("town;no;income;note\nOx;a;1;x\n"), { id: "a", own, changes: new Map([["income", "5"]]) }),
    ).toEqual(["Ox;a;5;"]);
  });

  it("are read by the library as they were meant", () => {
    for (const text of ["no,field,new_value\nb,income,2500\n", "income;town;no\n2500;Ox;b"]) {
      const form = formIn(text);
      const whole = withLines(text, linesOf(form, { id: "a", own, changes }));
      const letters = parseLetters(whole, decisions);
      expect([...letters.letterOf]).toEqual([1, 0]);
      expect(letters.table.columns[0]).toMatchObject({ values: Float64Array.of(2500, 2000) });
      const [, town] = letters.table.columns;
      expect(town?.type === "category" && town.levels[town.codes[1] ?? -1]).toBe('A "town", by the sea');
    }
  });

  it("keep the line ends of the file", () => {
    expect(withLines("a,b\r\n1,2", ["3,4"])).toBe("a,b\r\n1,2\r\n3,4\r\n");
    expect(withLines("a,b\n", [])).toBe("a,b\n");
  });

  it("can be taken from another file by the names of its columns, some rows left out", () => {
    const form = formIn("no,field,new_value\na,income,1\n");
    const other = cut("new_value\tfield\tno\textra\n7\tincome\ta\tx\n8\tincome\tb\ty\n");
    expect(linesOfTable(form, other)).toEqual(["a,income,7", "b,income,8"]);
    expect(linesOfTable(form, other, (i) => i !== 0)).toEqual(["b,income,8"]);
  });

  it("are written as text where a file has columns only", () => {
    expect(textOfRows("no;field\n")).toBe("no;field\n");
    expect(textOfRows(cut('no\tfield\na\t"x, ""y"""\n'))).toBe('no,field\na,"x, ""y"""\n');
  });
});

describe("words about letters", () => {
  const points = [
    { letters: 0, refits: 0.2, band: null },
    { letters: 1, refits: 0.19, band: 0.8 },
    { letters: 2, refits: 0.18, band: 0.7 },
    { letters: 5, refits: 0.1, band: 0.6 },
  ];

  it("say what the newest letter did, once both points are there", () => {
    expect(effectWords({ points }, 0)).toBe(en.letters.effectNone(percent(0.2)));
    expect(effectWords({ points }, 1)).toBe(en.letters.effect(1, percent(0.19), percent(0.2)));
    expect(effectWords({ points }, 2)).toBe(
      `${en.letters.effect(2, percent(0.18), percent(0.19))} ${en.letters.effectBand(percent(0.7), percent(0.8))}`,
    );
    expect(effectWords({ points }, 5)).toBeNull();
    expect(effectWords({ points }, 4)).toBeNull();
  });

  it("say each outcome of the estimate", () => {
    const words = en.letters.estimate;
    const curve = { floor: 0.08, fall: 0.1, scale: 10, power: 1 } as const;
    const said = (needed: Parameters<typeof neededWords>[0]["needed"], target = 0.05, waiting = 3) =>
      neededWords({ needed, points, twice: null }, target, waiting);
    expect(said(null)).toEqual([]);
    expect(said({ status: "reached" })).toEqual([words.reached(percent(0.1), percent(0.05))]);
    expect(said({ status: "too-few", least: 10 })).toEqual([words.tooFew(10)]);
    expect(said({ status: "about", more: 3, low: 1, high: 9, curve })).toEqual([words.about(3, 1, 9)]);
    expect(said({ status: "about", more: 4, low: 1, high: null, curve })).toEqual([
      words.about(4, 1, null),
      words.morePeople(3),
    ]);
    expect(said({ status: "not-in-sight", low: null, curve })).toEqual([words.floor(percent(0.08))]);
    expect(said({ status: "not-in-sight", low: 7, curve }, 0.09)).toEqual([words.far(20), words.some(7)]);
  });
});
