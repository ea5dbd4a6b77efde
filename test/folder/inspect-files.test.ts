import { describe, expect, it } from "vitest";
import { type AuditConfiguration, readingOptions, withRepair } from "../../src/folder/configuration.js";
import { inspectFiles } from "../../src/folder/inspect-files.js";
import type { Cause } from "../../src/input/causes.js";
import { inspectTable } from "../../src/input/csv.js";
import type { FileRole } from "../../src/input/reading.js";
import { DECISIONS, withCell } from "../input/samples.js";

type Texts = Partial<Record<FileRole, string>> & { readonly decisions: string };

function inspect(texts: Texts, settings: AuditConfiguration = {}) {
  const cut = (role: FileRole) => {
    const text = texts[role];
    if (text === undefined) return null;
    const name = `${role}.csv`;
    return { name, found: inspectTable(text, { delimiter: null, ...readingOptions(settings, role), file: name }) };
  };
  const decisions = cut("decisions");
  if (decisions === null) throw new Error("no decisions");
  return inspectFiles({ decisions, letters: cut("letters"), population: cut("population") }, settings);
}

const errorsOf = (causes: readonly Cause[]) => causes.filter(({ severity }) => severity === "error");

/** The one error of these files, and what is left of errors after its first repair. */
function repaired(texts: Texts, settings: AuditConfiguration = {}) {
  const { causes } = inspect(texts, settings);
  const errors = errorsOf(causes);
  const [cause] = errors;
  const [repair] = cause?.repairs ?? [];
  if (cause === undefined || repair === undefined || errors.length > 1) {
    throw new Error(`not one cause with a repair: ${errors.map(({ message }) => message).join("; ")}`);
  }
  const after = inspect(texts, withRepair(settings, repair.settings));
  return { cause, repair, left: errorsOf(after.causes), after };
}

const applicants = DECISIONS.replace("id,", "applicant,");
const offers = ["p1", "p2", "p3", "p4", "p5", "p6"];

describe("causes", () => {
  it("takes one mistyped id in the letters for one problem, and leaves its row out", () => {
    const letters = ["applicant,income", ...offers.map((id, k) => `${k === 2 ? "px" : id},2900`)].join("\n");
    const settings = { id: "applicant" };
    const { cause, repair, left, after } = repaired({ decisions: applicants, letters }, settings);
    expect(cause.problems).toHaveLength(1);
    expect(cause.message).toContain("row 4: nobody in decisions.csv has the id 'px'");
    expect(repair).toEqual({ label: "Leave out this row", settings: { skip: ["unmatched"] }, places: null });
    expect(left).toEqual([]);
    expect(after.letters?.draft?.table.rows).toBe(5);
  });

  it("sees that an unnamed id is behind every column the letters lack", () => {
    const letters = ["applicant,income", ...offers.map((id) => `${id},2900`)].join("\n");
    const { cause, repair, left } = repaired({ decisions: applicants, letters });
    expect(cause.problems.map(({ code }) => code)).toEqual([
      "LETTER_UNPAIRED",
      "COLUMN_MISSING",
      "COLUMN_MISSING",
      "COLUMN_MISSING",
    ]);
    expect(repair).toMatchObject({ label: "'applicant' is the person id", settings: { id: "applicant" } });
    expect(left).toEqual([]);
  });

  it("names the letters' column as well where it is another", () => {
    const letters = ["who,field,new_value", ...offers.map((id) => `${id},income,2900`)].join("\n");
    const { repair, left } = repaired({ decisions: applicants, letters });
    expect(repair.settings).toEqual({ id: "applicant", lettersId: "who" });
    expect(left).toEqual([]);
  });

  it("puts a missing header before everything wrong with its names", () => {
    const lines = DECISIONS.split("\n").slice(1);
    const decisions = [lines[1], ...lines].join("\n").replaceAll("Ulm", "Bonn");
    const settings = { decision: "approved" };
    const errors = errorsOf(inspect({ decisions }, settings).causes);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.problems.map(({ code }) => code)).toEqual(["HEADER_LIKE_ROW", "COLUMN_UNKNOWN"]);
    const [repair] = errors[0]?.repairs ?? [];
    expect(repair).toMatchObject({ label: "The first row is data", settings: { headerless: ["decisions"] } });
    const after = inspect({ decisions }, { decision: "column 6", ...repair?.settings });
    expect(errorsOf(after.causes)).toEqual([]);
    expect(after.decisions.draft?.observations.rows).toBe(13);
  });

  it("offers the same for letters without a header beside such decisions", () => {
    const decisions = DECISIONS.split("\n").slice(1).join("\n");
    const letters = "p1,2900,10,Ulm,f,yes\np2,3000,9,Bonn,m,yes";
    const settings = { headerless: ["decisions"], decision: "column 6", id: "column 1" } as const;
    const { repair, left } = repaired({ decisions, letters }, settings);
    expect(repair).toMatchObject({ settings: { headerless: ["letters"] } });
    expect(left).toEqual([]);
  });

  it("drops the identical column, and leaves out two that only share a name", () => {
    const twice = DECISIONS.split("\n").map((line) => `${line},${line.split(",")[3]}`);
    expect(repaired({ decisions: twice.join("\n") })).toMatchObject({
      repair: { label: "Drop the identical column 'city'", settings: { skip: ["copies"] } },
      left: [],
    });
    const other = twice.map((line, k) => (k === 3 ? `${line}x` : line));
    expect(repaired({ decisions: other.join("\n") })).toMatchObject({
      repair: { label: "Leave out column 'city'", settings: { ignore: ["city"] } },
      left: [],
    });
  });

  it("leaves out broken rows, people twice, and values that are none", () => {
    expect(repaired({ decisions: `${DECISIONS}\np13,1\np14,2\n` })).toMatchObject({
      repair: { label: "Leave out these 2 rows", settings: { skip: ["broken"] } },
      left: [],
    });
    expect(repaired({ decisions: withCell(DECISIONS, 9, "id", "p2") }, { id: "id" })).toMatchObject({
      repair: { label: "Keep the first row of each id", settings: { skip: ["repeated"] } },
      left: [],
    });
    const strange = withCell(DECISIONS, 9, "debt", "1e999");
    expect(repaired({ decisions: strange })).toMatchObject({
      cause: { repairs: [{}, { label: "Read column 'debt' as categories", settings: { type: { debt: "category" } } }] },
      repair: { label: "Leave out this row", settings: { skip: ["unreadable"] } },
      left: [],
    });
    const weighed = DECISIONS.split("\n").map((line, k) => `${line},${k === 0 ? "w" : k === 4 ? "-1" : "2"}`);
    expect(repaired({ decisions: weighed.join("\n") }, { weight: "w" })).toMatchObject({
      repair: { settings: { skip: ["unreadable"] } },
      left: [],
    });
  });

  it("does not offer to leave out most of a file", () => {
    const most = [2, 3, 4, 5, 6, 7, 8, 9].reduce((text, row) => withCell(text, row, "debt", "1e999"), DECISIONS);
    const [cause] = errorsOf(inspect({ decisions: most }).causes);
    expect(cause?.repairs.map(({ settings }) => settings)).toEqual([{ type: { debt: "category" } }]);
    const letters = "id,field,new_value\nx1,income,1\nx2,income,2\np1,income,3\n";
    const [strangers] = errorsOf(inspect({ decisions: DECISIONS, letters }).causes);
    expect(strangers).toMatchObject({ problems: [{ code: "LETTER_WITHOUT_PERSON" }], repairs: [] });
  });

  it("leaves out letters that cannot be read, and columns of them that nobody has", () => {
    const letters = "id,field,new_value\np1,income,much\np2,income,2900\np3,income,2900\n";
    expect(repaired({ decisions: DECISIONS, letters })).toMatchObject({
      repair: { label: "Leave out this letter", settings: { skip: ["unreadable"] } },
      left: [],
    });
    const wide = "id,income,salary,bonus\np1,2900,1,2\np2,3000,1,2\n";
    const { cause, repair, left } = repaired({ decisions: DECISIONS, letters: wide });
    expect(cause.message).toBe(
      "letters.csv, row 1: the decisions have no columns 'salary' and 'bonus'. Rename them, or leave them unread",
    );
    expect(repair).toMatchObject({ label: "Leave columns 'salary' and 'bonus' unread" });
    expect(left).toEqual([]);
  });

  it("says of decisions without a header that the first row looks like a person, before it asks for ids", () => {
    const decisions = DECISIONS.slice(DECISIONS.indexOf("\n") + 1);
    const letters = "id,field,new_value\np2,income,2900\n";
    const [cause] = errorsOf(inspect({ decisions, letters }, { decision: "no" }).causes);
    expect(cause?.message).toMatch(/^decisions\.csv, row 1: .* are read as column names, but look like a person/);
    expect(cause?.repairs[0]?.settings).toEqual({ headerless: ["decisions"] });
    expect(cause?.problems.map(({ code }) => code)).toContain("ID_MISSING");
    const missing = cause?.problems.find(({ code }) => code === "ID_MISSING");
    expect(missing?.message).toContain("look like a person. If the file has no header, add one, or read the first row");
    expect(missing?.message).toContain("--headerless decisions");
  });

  it("lets files in each other's place change places", () => {
    const letters = "id,field,new_value\np1,income,2900\n";
    const [swapped] = inspect({ decisions: letters, letters: DECISIONS }).causes;
    expect(swapped).toMatchObject({
      severity: "error",
      message: "decisions.csv was given as the decisions, but it contains letters, one change per row",
      repairs: [{ label: "Use 'letters.csv' as decisions", places: ["decisions", "letters"] }],
    });
    expect(inspect({ decisions: letters }).causes[0]).toMatchObject({
      repairs: [{ label: "Use 'decisions.csv' as letters", places: ["decisions", "letters"] }],
    });
    const rows = "id,income\np1,2900\np2,3000\n";
    expect(inspect({ decisions: rows, letters: DECISIONS }).causes[0]).toMatchObject({
      message: "decisions.csv was given as the decisions, but letters.csv has them, in 'approved'",
      repairs: [{ places: ["decisions", "letters"] }],
    });
  });

  it("warns once of several columns of a kind, the gravest cause first", () => {
    const lines = DECISIONS.split("\n").map((line, k) => (k === 0 ? `${line},a,b,e` : `${line},1,x,`));
    const { causes, problems } = inspect({ decisions: `${lines.join("\n")}\np13\n` });
    expect(causes.map(({ severity }) => severity).join()).toMatch(/^error,(?:warning,)+(?:note,?)+$/);
    expect(causes.flatMap((cause) => cause.problems)).toHaveLength(problems.length);
    expect(causes.find(({ problems: [lead] }) => lead?.code === "COLUMN_CONSTANT")).toMatchObject({
      message: "decisions.csv: 'a' and 'b' each have one value in every row, so they say nothing about the decision",
      problems: [{ column: "a" }, { column: "b" }],
    });
  });

  it("reads a column of numbers with a slip in it as numbers, without the row", () => {
    const { causes } = inspect({ decisions: withCell(DECISIONS, 4, "income", "much") });
    const mixed = causes.find(({ problems: [lead] }) => lead?.code === "COLUMN_MIXED");
    expect(mixed?.repairs).toMatchObject([
      {
        label: "Read column 'income' as numbers and leave out this row",
        settings: { type: { income: "number" }, skip: ["unreadable"] },
      },
    ]);
  });

  it("shows letters that were not understood as a cause", () => {
    const letters = "id,letter\np1,earn more\np2,owe less\n";
    const errors = errorsOf(inspect({ decisions: DECISIONS, letters }).causes);
    expect(errors).toMatchObject([{ problems: [{ code: "LETTERS_NOT_UNDERSTOOD" }], repairs: [] }]);
  });
});

describe("withRepair", () => {
  it("adds to lists and types, and sets the rest", () => {
    const before: AuditConfiguration = { skip: ["broken"], ignore: ["a"], type: { a: "number" }, id: "x", seed: 3 };
    const after = withRepair(before, { skip: ["broken", "copies"], ignore: ["b"], type: { b: "category" }, id: "y" });
    expect(after).toEqual({
      skip: ["broken", "copies"],
      ignore: ["a", "b"],
      type: { a: "number", b: "category" },
      id: "y",
      seed: 3,
    });
    expect(withRepair({ numbers: { a: "en" } }, { numbers: { b: "de" } })).toEqual({ numbers: { a: "en", b: "de" } });
  });
});
