import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/input/decisions.js";
import { guessRoles } from "../../src/input/guess/guess-roles.js";
import { inspectLetters, type LettersOptions, parseLetters } from "../../src/input/letters.js";
import { lettersInWords } from "../../src/input/letters-in-words.js";
import { DECISIONS, errorOf, onlyProblem, withCell } from "./samples.js";

const file = "letters.csv";
const decisions = parseDecisions(DECISIONS, { file: "people.csv", sensitive: ["sex"], immutable: ["sex"] });
const parse = (text: string, options: LettersOptions = {}) => parseLetters(text, decisions, { file, ...options });
const inspect = (text: string, options: LettersOptions = {}) => inspectLetters(text, decisions, { file, ...options });
const usual = parse("id,field,new_value\np1,income,3000\np2,debt,5\np3,city,Bonn\n");

describe("letters that were not understood", () => {
  it.each([
    [["Dear p1, we are sorry to say no", "Dear p2, please ask again"], []],
    [["Dear p1, your income would have to be 3000", "Dear p2, please lower your debt to 5"], ["letter"]],
  ])("refuses free text, with %j unread, and says which form is read", (texts, ignore) => {
    const text = `id,letter\n${texts.map((words, i) => `p${i + 1},"${words}"`).join("\n")}\n`;
    const error = errorOf(() => parse(text, { ignore }));
    expect(error).toMatchObject({ code: "LETTERS_NOT_UNDERSTOOD", place: { file, row: 2 } });
    expect(error.message).toContain("no column is a field that a letter could change");
    expect(error.message).toContain("'id' is the person");
    expect(error.message).toContain("row 2 to p1: no change");
    expect(error.message).toContain("'letter' is free text, of which nothing was understood");
    expect(error.message).toContain("'id,field,new_value' with rows such as 'p1,income,3000'");
  });

  it("refuses letters of which fewer than half change something, and shows how the first were read", () => {
    const error = errorOf(() => parse("id,income,debt\np1,1000,10\np2,2800,20\np3,1200,15\np4,1100,30\n"));
    expect(error).toMatchObject({ code: "LETTERS_NOT_UNDERSTOOD", place: { file, row: 2 } });
    expect(error.message).toContain("3 of 4 letters change nothing");
    expect(error.message).toContain("row 2 to p1: no change; row 3 to p2: income 1500 → 2800");
    const half = parse("id,income\np1,1000\np2,2800\n");
    expect(onlyProblem(half.problems, "LETTER_WITHOUT_CHANGE")).toMatchObject({ severity: "warning", count: 1 });
  });

  it("refuses new values that are the old ones", () => {
    const error = errorOf(() => parse("id,field,new_value\np1,income,1000\np2,debt,20\n"));
    expect(error.code).toBe("LETTERS_NOT_UNDERSTOOD");
    expect(error.message).toContain("Read as one change per row: 'id' is the person, 'field' is the field");
    expect(error.message).toContain("Check that 'new_value' holds new values");
  });

  it("names the columns to rename where only the header is strange", () => {
    const message = errorOf(() => parse("who,what,much\np1,income,3000\np2,debt,5\n")).message;
    expect(message).toContain("Name 'who' as the id of the letters (--letters-id)");
    expect(message).toContain("rename 'what' to 'field'");
    expect(message).toContain("rename 'much' to 'new_value' or, if it holds differences, 'difference'");
  });

  it("says how fields without values are read", () => {
    const message = errorOf(() => parse("id,what\np1,income\np2,debt\n")).message;
    expect(message).toContain("if they are reasons without values, rename 'what' to 'reason'");
  });

  it("asks for an id column in the decisions where they have none", () => {
    const anonymous = parseDecisions(DECISIONS.replace("id,", "key,"), { file: "people.csv", ignore: ["key"] });
    const message = errorOf(() => parseLetters("id,letter\np1,Hello\n", anonymous, { file })).message;
    expect(message).toContain("Name the column of people.csv with people's ids (--id)");
    expect(message).toContain("Write one full row per letter with the columns 'income', 'debt', 'city' and 'sex'");
  });
});

describe("headers in other languages", () => {
  it.each([
    "Kennung;Merkmal;neuer_Wert",
    "Kennung;Merkmal;Neuer Wert",
    "Identifiant;Champ;Nouvelle valeur",
    "identificador;Característica;nuevo valor",
    "identificativo;campo;valore",
    "id;kenmerk;nieuwe waarde",
    "identyfikator;cecha;nowa wartość",
    "Wer?;Feld;Wert",
  ])("reads %s as one change per row", (header) => {
    const letters = parse(`${header}\np1;income;3000\np2;debt;5\np3;city;Bonn\n`);
    expect(letters.form).toBe("long");
    expect(letters.table).toEqual(usual.table);
    expect(letters.letterOf).toEqual(usual.letterOf);
  });

  it("leaves none of them unread in a guess", () => {
    const letters = "Kennung;Merkmal;neuer_Wert\np1;income;3000\np2;debt;5\n";
    const guess = guessRoles({ decisions: DECISIONS, letters });
    expect(guess.lettersIgnore).toEqual([]);
  });
});

describe("changes instead of new values", () => {
  it.each([
    ["change", "p1,income,+2000\np2,debt,-15\np3,city,Bonn"],
    ["Änderung", "p1,income,+ 2000\np2,debt,−15\np3,city,Bonn"],
    ["difference", "p1,income,2000\np2,debt,-15\np3,city,Bonn"],
    ["change", "p1,income,2000\np2,debt,-15\np3,city,Bonn"], // nobody has a negative debt
  ])("adds the differences under '%s': %j", (name, lines) => {
    const letters = parse(`id,field,${name}\n${lines}\n`);
    expect(letters.table).toEqual(usual.table);
    expect(letters.problems.map(({ severity, code }) => [severity, code])).toEqual([["note", "LETTER_VALUE_UNUSUAL"]]);
  });

  it("takes a new value where the file has both", () => {
    const letters = parse("id,field,change,new_value\np1,income,1,3000\np2,debt,1,5\np3,city,Bonn,Bonn\n");
    expect(letters.table).toEqual(usual.table);
  });

  it("adds decimals without noise", () => {
    const tenths = parseDecisions(withCell(DECISIONS, 2, "debt", "0.1"));
    const { table } = parseLetters("id,field,change\np1,debt,+0.2\n", tenths);
    expect(table.columns[1]).toMatchObject({ name: "debt", values: Float64Array.of(0.3) });
  });

  it.each([
    ["p1,income,3000\np2,debt,5", [2, 3]],
    ["p1,income,+2000\np2,debt,5", [3]],
  ])("refuses numbers that could be either: %j", (lines, rows) => {
    const { problems } = inspect(`id,field,change\n${lines}\n`);
    const problem = onlyProblem(problems, "LETTER_CHANGE_UNCLEAR");
    expect(problem).toMatchObject({ severity: "error", column: "change", rows });
    expect(problem.message).toContain("could be the new value or the difference to the old one");
    expect(problem.message).toContain("rename the column: 'new_value' for new values, 'difference' for differences");
    expect(problems).toHaveLength(1);
  });

  it.each([
    ["p1,income,a bit higher", "'a bit higher' is not a decimal number. Write the difference as +4000"],
    ["p1,income,5 or 6 higher", "'5 or 6 higher' is not a decimal number. Write the difference as +4000"],
    ["p12,debt,+5", "people.csv has no 'debt' of this person to add the difference to"],
    ["p1,city,Ulm → Bonn", "nobody in people.csv has 'Ulm → Bonn'"],
  ])("refuses %s", (line, message) => {
    const error = errorOf(() => parse(`id,field,change\np2,income,+500\n${line}\n`));
    expect(error).toMatchObject({ code: "LETTER_VALUE_UNPARSABLE", place: { file, column: "change", row: 3 } });
    expect(error.message).toContain(message);
  });

  it("points to the difference column where a new value has a plus", () => {
    const error = errorOf(() => parse("id,field,new_value\np1,income,+2000\np2,income,2000\n"));
    expect(error.message).toContain("columns id, field and difference");
  });
});

describe("what was understood, in words", () => {
  it("names the form, the columns and the fields", () => {
    expect(lettersInWords(usual, decisions)).toEqual([
      "3 rows, 3 letters: 3 new values of 3 fields; one changed field per row ('id', 'field', 'new_value')",
      "3 of 3 letters ask for a change: income in 1, debt in 1, city in 1",
    ]);
    const mixed = parse("id,field,new_value,at_least,reason\np1,income,,3000,\np2,debt,5,,\np3,,,,debt\np4,,,,other\n");
    expect(lettersInWords(mixed, decisions)).toEqual([
      "4 rows, 2 letters: 1 new value of 1 field, 1 threshold of 1 field; one changed field per row " +
        "('id', 'field', 'new_value', 'at_least')",
      "2 of 2 letters ask for a change: income in 1, debt in 1",
      "2 reasons to 2 people: debt 1, other 1",
    ]);
    expect(lettersInWords(parse("id,reason\np1,debt\np1,income\n"), decisions)).toEqual([
      "2 rows; reasons without values",
      "2 reasons to 1 person: debt 1, income 1",
    ]);
    const rows = parse("income,debt,city,sex\n3000,5,Ulm,f\n");
    expect(lettersInWords(rows, decisions)).toEqual(["1 row, 1 letter; one full row per letter"]);
  });
});
