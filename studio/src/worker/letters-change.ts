import { inspectCsv } from "../../../src/input/csv.js";
import type { Letters } from "../../../src/input/letters.js";
import type { Problem } from "../../../src/input/problem.js";
import { cellAt } from "../../../src/input/raw-table.js";
import { jobWords } from "../text/jobs.js";
import {
  cutForm,
  type LettersDraft,
  type LettersVersion,
  lettersPerPerson,
  readLetters,
  versionNow,
  versionOf,
} from "./letters-draft.js";
import type { Attempted } from "./letters-jobs.js";
import { cellText } from "./letters-people.js";
import { headerLine, type LetterForm, linesOf, linesOfTable, withLines } from "./letters-text.js";

const MOST_NAMED = 5;

export function writtenLetter(draft: LettersDraft, place: number, given: ReadonlyMap<string, string>): Attempted {
  const { form, letters } = versionNow(draft);
  const own = rowOf(draft, place);
  const trimmed = [...given].map(([field, value]): [string, string] => [field, value.trim()]);
  const changes = new Map(trimmed.filter(([field, value]) => value !== "" && value !== own.get(field)));
  if (changes.size === 0) return refused(problem("LETTER_WITHOUT_CHANGE", jobWords.letters.noChange));
  const id = draft.decisions.ids?.[place] ?? "";
  if (form.id !== null && id === "") return refused(problem("ID_MISSING", jobWords.letters.noId));
  if (form.form === "long" && (lettersPerPerson(draft, letters)[place] ?? 0) > 0) {
    return refused(problem("LETTER_CONTRADICTS", jobWords.letters.hasLetter([id])));
  }
  const lines = linesOf(form, { id, own, changes });
  const alone = readLetters(draft, withLines(`${headerLine(form)}\n`, lines), jobWords.letters.newName);
  return joined(draft, lines, alone.problems, 1);
}

/** The file with the letters of another text: lines of its form, or a whole letters file of either form. */
export function appendLetters(draft: LettersDraft, given: string, delimiter: string | null, name: string): Attempted {
  const now = versionNow(draft);
  const text = withHeader(now.form, given, delimiter, name);
  const read = readLetters(draft, text, text === given ? name : jobWords.letters.pastedBelow);
  const added = read.draft;
  if (added === null || read.problems.some(({ severity }) => severity === "error")) return refused(...read.problems);
  if (added.letterOf.length === 0) return refused(...read.problems);
  if (now.letters === null) return adopted(draft, text, added, read.problems);
  if (now.form.form === "long") {
    const counts = lettersPerPerson(draft, now.letters);
    const again = added.letterOf.filter((person) => person >= 0 && counts[person]! > 0);
    const ids = Array.from(again, (person) => draft.decisions.ids?.[person] ?? "");
    if (ids.length > 0)
      return refused(problem("LETTER_CONTRADICTS", jobWords.letters.hasLetter(ids.slice(0, MOST_NAMED))));
    if (added.letterOf.some((person) => person < 0)) return refused(problem("ID_MISSING", jobWords.letters.needsId));
  }
  const { table } = inspectCsv(text, { file: name, delimiter: added.delimiter });
  const isSame =
    added.form === now.form.form &&
    table !== null &&
    now.form.header.every((column) => table.columns.some((own) => own.name === column));
  const lines = isSame && table !== null ? linesOfTable(now.form, table) : writtenAgain(draft, now.form, added);
  return joined(draft, lines, read.problems, added.letterOf.length);
}

export function removedLetter(draft: LettersDraft, letter: number): Attempted {
  const { text, form, letters } = versionNow(draft);
  const { table } = inspectCsv(text, { file: draft.name, delimiter: form.delimiter });
  if (letters === null || table === null || letters.letterOf[letter] === undefined) return refused();
  const first = table.rowNumbers.indexOf(letters.rowNumbers[letter]!);
  const { long } = letters;
  // rows of the letter have its id and its option; those without a value are reasons, which stay
  const same = [form.id, long?.option?.name].flatMap(
    (name) => table.columns.find((column) => column.name === name) ?? [],
  );
  const values = long?.values.map(({ column }) => table.columns.find(({ name }) => name === column.name)) ?? [];
  const isOfLetter = (i: number) =>
    form.form === "long"
      ? same.every(({ codes }) => codes[i] === codes[first]) &&
        values.some((column) => column !== undefined && cellAt(column, i) !== "")
      : i === first;
  const kept = withLines(
    `${headerLine(form)}\n`,
    linesOfTable(form, table, (i) => !isOfLetter(i)),
  );
  const read = readLetters(draft, kept);
  return { version: versionOf(draft, kept, read.draft, form), added: -1, problems: [] };
}

/** A letters file given where there was none stays as it is. */
function adopted(draft: LettersDraft, text: string, letters: Letters, problems: readonly Problem[]): Attempted {
  return { version: versionOf(draft, text, letters, cutForm(draft, text)), added: letters.letterOf.length, problems };
}

/** The file with more lines, unless they are refused. */
function joined(draft: LettersDraft, lines: readonly string[], problems: readonly Problem[], added: number): Attempted {
  const { form, text } = versionNow(draft);
  if (problems.some(({ severity }) => severity === "error")) return refused(...problems);
  const whole = withLines(text, lines);
  const read = readLetters(draft, whole);
  const errors = read.problems.filter(({ severity }) => severity === "error");
  if (read.draft === null || errors.length > 0) return refused(...errors);
  const version: LettersVersion = versionOf(draft, whole, read.draft, form);
  return { version, added, problems: problems.filter(({ severity }) => severity === "warning") };
}

/** Nothing changes; where there are errors, what else is odd is left out. */
function refused(...problems: readonly Problem[]): Attempted {
  const errors = problems.filter(({ severity }) => severity === "error");
  return { version: null, added: 0, problems: errors.length > 0 ? errors : problems };
}

function problem(code: Problem["code"], message: string): Problem {
  return { severity: "error", code, message, file: null, column: null, count: 1, rows: [] };
}

/** Pasted lines get the header of the file where their first line is none. */
function withHeader(form: LetterForm, given: string, delimiter: string | null, name: string): string {
  const { table } = inspectCsv(given, { file: name, delimiter });
  const known = new Set(form.header);
  const [first] = table?.columns ?? [];
  if (first === undefined || table?.columns.some((column) => known.has(column.name))) return given;
  const cells = headerLine({ ...form, delimiter: table?.delimiter ?? form.delimiter });
  return `${cells}\n${given}`;
}

/** Letters of another form in the form of the file. */
function writtenAgain(draft: LettersDraft, form: LetterForm, letters: Letters): string[] {
  return Array.from(letters.letterOf).flatMap((person, k) => {
    const own = person < 0 ? new Map<string, string>() : rowOf(draft, person);
    const offered = letters.table.columns.map((column): [string, string] => [column.name, cellText(column, k)]);
    const changes = new Map(offered.filter(([field, value]) => value !== "" && value !== own.get(field)));
    return linesOf(form, { id: person < 0 ? "" : (draft.decisions.ids?.[person] ?? ""), own, changes });
  });
}

function rowOf({ people }: LettersDraft, place: number): ReadonlyMap<string, string> {
  return new Map(people.observations.columns.map((column) => [column.name, cellText(column, place)]));
}
