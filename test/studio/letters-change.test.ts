import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/input/decisions.js";
import { parseLetters } from "../../src/input/letters.js";
import { en } from "../../studio/src/text/en.js";
import { appendLetters, removedLetter, writtenLetter } from "../../studio/src/worker/letters-change.js";
import { draftOf, type LettersDraft, versionNow } from "../../studio/src/worker/letters-draft.js";
import { jobs, type LettersChange } from "../../studio/src/worker/letters-jobs.js";
import { listLetters, personFields } from "../../studio/src/worker/letters-people.js";
import { newSession, type OpenedAudit, type Session } from "../../studio/src/worker/session.js";

const people = [
  "no;income;town;age;decision",
  ...["a;1000;Ox;20", "b;2000;Leiden;30", "c;3000;Ox;40", "d;2500;;50", "e;900;Ox;60"].map((row) => `${row};no`),
  ...["f;7000;Ox;20", "g;8000;Ox;30", "h;9000;Leiden;40", "i;6500;Ox;50", "j;7700;Ox;60"].map((row) => `${row};yes`),
  "",
].join("\n");
const roles = { decision: "decision", favourable: "yes", immutable: ["age"] };
const LONG = "no;field;new_value\na;income;5000\nb;town;Ox\nb;income;4000\n";
const ROWS = "income,no,town\n5000,a,Ox\n4000,b,Ox\n";

/** A session with an audit of these people and letters open. */
function sessionWith(letters: string | null, hasIds = true): Session {
  const text = hasIds ? people : people.replaceAll(/^[^;\n]*;/gm, "");
  const decisions = parseDecisions(text, { ...roles, id: hasIds ? "no" : null });
  const source = letters === null ? null : { name: "their letters.csv.gz", rows: letters };
  const opened = {
    configuration: roles,
    model: null,
    file: { identification: { determined: { contested: { share: 0.5, n: 4 } } } },
    evidence: {
      sources: { decisions: null, letters: source, population: null },
      decisions,
      letters: letters === null ? null : parseLetters(letters, decisions),
      population: null,
    },
  };
  return { ...newSession(), opened: opened as unknown as OpenedAudit };
}

function draftWith(letters: string | null, hasIds = true): LettersDraft {
  const draft = draftOf(sessionWith(letters, hasIds));
  if (typeof draft === "string") throw new Error(draft);
  return draft;
}

const changes = (given: Record<string, string>) => new Map(Object.entries(given));

describe("a letter from the form", () => {
  it("goes after the others in the form of the file", () => {
    const long = writtenLetter(draftWith(LONG), 2, changes({ income: " 6000 ", town: "Ox", age: "" }));
    expect(long).toMatchObject({ added: 1, problems: [], version: { text: `${LONG}c;income;6000\n` } });
    const rows = writtenLetter(draftWith(ROWS), 2, changes({ town: "Leiden, old town" }));
    expect(rows.version?.text).toBe(`${ROWS}3000,c,"Leiden, old town"\n`);
    expect(rows.version?.letters?.letterOf).toEqual(Int32Array.of(0, 1, 2));
  });

  it("makes a text of a sheet, which no setting names any more", async () => {
    const session = sessionWith(ROWS);
    const opened = session.opened!;
    const sources = opened.evidence!.sources;
    const rows = {
      records: ROWS.trimEnd()
        .split("\n")
        .map((line) => line.split(",")),
      rowNumbers: [1, 2, 3],
      readAs: {},
    };
    const letters = { ...sources.letters!, name: "book.xlsx", rows, sheet: "Letters" };
    const evidence = { ...opened.evidence!, sources: { ...sources, letters } };
    const configuration = { ...roles, id: "no", lettersSheet: "Letters" };
    const own = { ...session, opened: { ...opened, configuration, evidence } };
    expect(jobs.add(own, { place: 2, changes: { town: "Leiden" } }).isDone).toBe(true);
    expect(jobs.csv(own, null)).toEqual({ name: "book.csv", text: `${ROWS}3000,c,Leiden\n` });
    const draft = draftOf(own);
    expect(typeof draft === "string" ? draft : draft.configuration).toEqual({ ...roles, id: "no" });
  });

  it("begins a file where there was none", () => {
    const draft = draftWith(null);
    expect(draft.name).toBe("letters.csv");
    expect(writtenLetter(draft, 3, changes({ town: "Ox" })).version?.text).toBe("no,field,new_value\nd,town,Ox\n");
    const nameless = writtenLetter(draftWith(null, false), 0, changes({ income: "9999" }));
    expect(nameless.version?.text).toBe("income,town,age\n9999,Ox,20\n");
    expect(nameless.version?.letters?.letterOf).toEqual(Int32Array.of(-1));
  });

  it("is refused with the reason: no change, a second letter, a number that is none", () => {
    const messages = (place: number, given: Record<string, string>, text = LONG) =>
      writtenLetter(draftWith(text), place, changes(given)).problems.map(({ message }) => message);
    expect(messages(2, { income: "3000" })).toEqual([en.jobs.letters.noChange]);
    expect(messages(0, { income: "3000" })).toEqual([en.jobs.letters.hasLetter(["a"])]);
    expect(messages(0, { income: "3000" }, ROWS)).toEqual([]); // full rows hold several letters to a person
    const [wrong] = writtenLetter(draftWith(LONG), 2, changes({ income: "+500" })).problems;
    expect(wrong).toMatchObject({ code: "LETTER_VALUE_UNPARSABLE", column: "income", severity: "error" });
  });

  it("says what is odd, and what it contradicts", () => {
    const session = sessionWith(LONG);
    const made: LettersChange = jobs.add(session, { place: 4, changes: { age: "20", income: "1000" } });
    expect(made.problems).toMatchObject([{ code: "LETTER_CHANGES_IMMUTABLE", column: "age" }]);
    expect(made.contradictions).toMatchObject([{ kind: "offer-rejected", count: 1 }]); // that is the row of person a
    expect(made.view).toMatchObject({ letters: 3, before: 2, waiting: 2, version: 1 });
    expect(jobs.restore(session, { version: 0 })).toMatchObject({ letters: 2, contradictions: [] });
  });
});

describe("letters of another file", () => {
  it("are taken with or without a header, and by the names of their columns", () => {
    const draft = draftWith(LONG);
    expect(appendLetters(draft, "c;income;4500\nd;income;4600\n", null, "pasted").version?.text).toBe(
      `${LONG}c;income;4500\nd;income;4600\n`,
    );
    expect(appendLetters(draft, "new_value,no,field\n4500,c,income\n", null, "more.csv").version?.text).toBe(
      `${LONG}c;income;4500\n`,
    );
  });

  it("are written anew where their form is the other one", () => {
    expect(appendLetters(draftWith(LONG), "no,income,town\nc,4500,Ox\n", null, "rows.csv").version?.text).toBe(
      `${LONG}c;income;4500\n`,
    );
    expect(appendLetters(draftWith(ROWS), "no,field,new_value\nd,income,4500\n", null, "long.csv").version?.text).toBe(
      `${ROWS}4500,d,\n`,
    );
  });

  it("become the file where there was none", () => {
    const made = appendLetters(draftWith(null), ROWS, null, "rows.csv");
    expect(made).toMatchObject({ added: 2, version: { text: ROWS, form: { form: "rows" } } });
  });

  it("are refused as a whole with what is wrong with them", () => {
    const problemsOf = (text: string) => appendLetters(draftWith(LONG), text, null, "more").problems;
    expect(problemsOf("no;field;new_value\nz;income;1\n")).toMatchObject([{ code: "LETTER_WITHOUT_PERSON" }]);
    expect(problemsOf("c;wealth;1\n")).toMatchObject([{ code: "LETTER_FIELD_UNKNOWN" }]);
    expect(problemsOf("c;income;1\na;income;7\n").map(({ message }) => message)).toEqual([
      en.jobs.letters.hasLetter(["a"]),
    ]);
    expect(problemsOf("no;field;new_value\n")).toMatchObject([{ code: "NO_LETTERS" }]);
  });
});

describe("a letter taken out", () => {
  it("leaves the others, in either form", () => {
    expect(removedLetter(draftWith(LONG), 0).version?.text).toBe("no;field;new_value\nb;town;Ox\nb;income;4000\n");
    expect(removedLetter(draftWith(LONG), 1).version?.text).toBe("no;field;new_value\na;income;5000\n");
    expect(removedLetter(draftWith(ROWS), 0).version?.text).toBe("income,no,town\n4000,b,Ox\n");
    const draft = draftWith("no;field;new_value\na;income;5000\n");
    const empty = removedLetter(draft, 0).version;
    expect(empty).toMatchObject({ text: "no;field;new_value\n", letters: null });
    expect(removedLetter(draft, 7).version).toBeNull();
  });
});

describe("what the screen lists", () => {
  it("has the newest letter first, with what it changes", () => {
    const draft = draftWith(LONG);
    expect(listLetters(draft, 0, 5)).toEqual([
      {
        ...{ letter: 1, person: { row: 3, id: "b" }, isNew: false },
        changes: [
          { field: "income", from: "2000", to: "4000" },
          { field: "town", from: "Leiden", to: "Ox" },
        ],
      },
      {
        ...{ letter: 0, person: { row: 2, id: "a" }, isNew: false },
        changes: [{ field: "income", from: "1000", to: "5000" }],
      },
    ]);
    expect(listLetters(draft, 1, 1)).toHaveLength(1);
    expect(versionNow(draft).contradictions).toEqual([]);
  });

  it("offers what letters change most often first, and the immutable last", () => {
    const { fields } = personFields(draftWith(LONG), 3);
    expect(fields.map(({ name }) => name)).toEqual(["income", "town", "age"]);
    expect(fields[1]).toEqual({
      name: "town",
      type: "category",
      immutable: false,
      value: "",
      levels: ["Leiden", "Ox"],
    });
  });

  it("finds rejected people by id and row, those without a letter first", () => {
    const session = sessionWith(LONG);
    const found = (words: string) => jobs.people(session, { words, most: 10 }).map(({ id }) => id);
    expect(found("")).toEqual(["c", "d", "e", "a", "b"]);
    expect(found("B")).toEqual(["b"]);
    expect(found("4")).toEqual(["c"]); // row 4 of the file
    expect(found("f")).toEqual([]);
  });

  it("says why there is nothing to list", () => {
    expect(jobs.open(newSession(), null)).toEqual({ kind: "no audit" });
    const session = sessionWith(null);
    const opened = { ...session.opened, evidence: null } as OpenedAudit;
    expect(jobs.open({ ...session, opened }, null)).toEqual({ kind: "no evidence" });
  });
});

describe("files with reasons and options", () => {
  const REASONS = "no;reason\na;income\nb;town\n";

  it("get the columns of letters beside their reasons", () => {
    const draft = draftWith(REASONS);
    expect(versionNow(draft)).toMatchObject({ letters: null, form: { form: "long", id: "no", field: "field" } });
    const { version } = writtenLetter(draft, 2, changes({ income: "6000" }));
    expect(version?.text).toBe("no;reason;field;new_value\na;income;;\nb;town;;\nc;;income;6000\n");
    expect(version?.letters?.reasons?.personOf).toEqual(Int32Array.of(0, 1));
  });

  it("lose one letter and keep the person's reasons and other options", () => {
    const text =
      "no;option;field;new_value;reason\na;1;income;5000;\na;2;town;Leiden;\na;;;;income\nb;1;income;4000;\n";
    const { version } = removedLetter(draftWith(text), 1);
    expect(version?.text).toBe("no;option;field;new_value;reason\na;1;income;5000;\na;;;;income\nb;1;income;4000;\n");
    expect(version?.letters?.letterOf).toEqual(Int32Array.of(0, 1));
  });
});
