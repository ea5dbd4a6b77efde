import { inspectTable } from "../../../src/input/csv.js";
import { type Decisions, parseDecisions } from "../../../src/input/decisions.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { joinEvidence } from "../../../src/input/join.js";
import { inspectLetters, type Letters, type LettersOptions, parseLetters } from "../../../src/input/letters.js";
import { cellAt, type RawRows } from "../../../src/input/raw-table.js";
import { DECISIONS } from "../../input/samples.js";
import { encode, fuzzTarget, joinParts, must, splitParts } from "../fuzzing.js";
import { chance, mutatedText, pick, times } from "../mutations.js";
import * as tables from "../tables.js";

const ROWS = "id,income,debt,city,sex\np1,2800,10,Ulm,f\np2,2900,5,Köln,m\np3,3000,15,Ulm,f\n";
const LONG = "id,field,new_value\np1,income,2800\np2,debt,3\np2,city,Köln\n";
const DIFFERENCES = "id,field,difference\np1,income,+1800\np2,debt,-3\np3,income,500\n";

const OPTIONS = "id,option,field,new_value\np1,1,income,2800\np1,2,debt,3\np2,1,city,Bonn\n";
const WORDS = "id;field;new_value;at_least;at_most\np1;income;4,000 higher;;\np2;debt;;;3\np3;income;;3000;\n";
const REASONS = "id,reason-1,reason-2,direction\np1,income,debt,too low\np2,Debt too high,,\np3,other,none,\n";
const MIXED = "id,field,new_value,at_least,reason\np1,income,2800,,\np2,debt,,40,\np3,,,,city\n";
const TEXTS =
  'id,letter\np1,"If your income had been 4,000 higher, yes."\np2,Your debt is too high.\n' +
  'p3,"Ihr Einkommen muss mindestens 3.000 sein, oder Ihre Schulden 5."\n';

const SAMPLES = [ROWS, LONG, DIFFERENCES, OPTIONS, WORDS, REASONS, MIXED, TEXTS];
const EDITS = [
  ...tables.CELL_EDITS,
  ...["+5", "p1", "p12", "p99", "income", "difference", "change", "new_value", "field", "option", "at_least"],
  ...["reason", "direction", "at most 5", ">= 30,000", "-10 %", "4.000 höher", "> 1e999", "at least ", "% % %"],
  ...["__proto__", "constructor", "income too low", "other", "1", "lower", "denial_reason-1", "letter"],
];
const DECISIONS_WITH_REASONS = DECISIONS.split("\n")
  .map((line, i) => `${line},${i === 0 ? "denial_reason" : i < 7 ? "debt too high" : ""}`)
  .join("\n");

interface Read {
  readonly text: string | RawRows;
  readonly options: LettersOptions;
  readonly decisions: Decisions;
  readonly letters: Letters;
}

/** A case: options as JSON, the decisions file where it is not the sample, and the letters file. */
export const lettersTarget = fuzzTarget<Read, string[][]>(
  "letters",
  "an RFC 4180 reader for cells; letters that were written; each letter is its person's row with the cells of the file",
  () => ({
    make(random) {
      const options = chance(random, 0.8) ? {} : randomOptions(random);
      if (chance(random, 0.25)) {
        const [header, ...lines] = writtenLetters(random);
        const text = [header!, ...lines].map((line) => `${line.join(",")}\n`).join("");
        return { bytes: joinParts(encode("{}"), encode(""), encode(text)), expected: [header!, ...lines] };
      }
      const decisions = chance(random, 0.7)
        ? ""
        : chance(random, 0.5)
          ? mutatedText(random, DECISIONS_WITH_REASONS, EDITS)
          : tables.randomTable(random).text;
      const text = chance(random, 0.7)
        ? mutatedText(random, pick(random, SAMPLES), EDITS)
        : tables.randomText(random, ROWS);
      return {
        bytes: joinParts(encode(JSON.stringify(options)), encode(decisions), tables.asFile(random, text)),
      };
    },
    async read(bytes) {
      const [line, first, second] = splitParts(bytes, 3);
      const options = tables.optionsIn<LettersOptions>(line!);
      const text = await tables.rowsIn(second!, options);
      const decisions = parseDecisions(first!.length === 0 ? DECISIONS : await tables.rowsIn(first!, {}));
      return { text, options, decisions, letters: parseLetters(text, decisions, options) };
    },
    judge({ text, options, decisions, letters }, { expected }) {
      const { problems } = inspectLetters(text, decisions, options);
      tables.judgeProblems(problems);
      must(!problems.some(({ severity }) => severity === "error"), "what inspect refuses, parse refuses");
      tables.judgeTable(letters.table);
      must(letters.letterOf.length === letters.table.rows, "a person or −1 per letter");
      must(
        letters.letterOf.every((person) => person >= -1 && person < decisions.observations.rows),
        "persons are observed",
      );
      judgeEvidence(joinEvidence(decisions, letters), decisions);
      const { header = true, delimiter = null } = options;
      const { table } = inspectTable(text, { file: "f", delimiter, ...options });
      must(table !== null, "a file that was read has a table");
      tables.judgeCells(text, table, header);
      if (expected !== undefined) tables.judgeWritten(table, expected);
      if (letters.form === "rows") judgeRows(letters, decisions, options.ignore ?? []);
      else if (letters.form === "long") judgeChanges(letters, decisions);
      else must(letters.table.rows === 0, "a file of reasons has no letters");
    },
  }),
);

/** Thresholds and reasons refer to letters, people and names that there are, and only to refused people. */
function judgeEvidence({ isThreshold, letters, reasons }: Evidence, decisions: Decisions): void {
  must(isThreshold === undefined || isThreshold.length === letters.rows, "a mark per letter");
  must(isThreshold?.every((mark) => mark === 0 || mark === 1) !== false, "marks are 0 or 1");
  if (reasons === undefined) return;
  const { names, personOf, nameOf, direction } = reasons;
  must(personOf.length === nameOf.length && personOf.length === direction.length, "arrays of one length");
  must(
    personOf.every((person) => decisions.decisions[person] === 0),
    "reasons are given to the refused",
  );
  must(
    nameOf.every((name) => names[name] !== undefined),
    "a reason has a name",
  );
  must(
    direction.every((way) => Math.abs(way) <= 1),
    "a direction is up, down or neither",
  );
  const features = new Set(decisions.schema.features.map(({ name }) => name));
  must(
    names.every((name) => name.features.every((feature) => features.has(feature))),
    "reasons are about features",
  );
}

function randomOptions(random: Parameters<typeof chance>[0]): LettersOptions {
  const any: Record<string, unknown> = {
    id: pick(random, ["id", "id", "debt", "nobody"]),
    reasonColumns: pick(random, [[], ["reason-1"], ["field"], ["constructor"]]),
    ignore: pick(random, [["city"], ["debt", "sex"], ["nothing"]]),
    delimiter: pick(random, [",", ";"]),
    header: chance(random, 0.5),
    skip: pick(random, [["broken"], ["unmatched"], ["unreadable"], ["copies", "repeated"]]),
  };
  return Object.fromEntries(Object.entries(any).filter(() => chance(random, 0.4)));
}

/** Letters that no reader may refuse, in either form. */
function writtenLetters(random: Parameters<typeof chance>[0]): string[][] {
  const number = () => String(Math.round((random.uniform() - 0.2) * 1e6) / 100);
  const city = () => pick(random, ["Ulm", "Bonn", "Köln", "Bad Ems"]);
  const people = ["p1", "p2", "p3", "p4", "p5", "p6"].filter((_, k) => k === 0 || chance(random, 0.5));
  if (chance(random, 0.5)) {
    const cells = () => [number(), number(), city(), pick(random, ["f", "m", ""])];
    return [["id", "income", "debt", "city", "sex"], ...people.map((id) => [id, ...cells()])];
  }
  const changes = (id: string) => [[id, "income", number()], ...times(random.integer(2), () => [id, "city", city()])];
  return [["id", "field", "new_value"], ...people.flatMap(changes)];
}

/** The value of a feature in a row of a table, as one of JavaScript. */
function valueAt({ table }: Pick<Letters, "table">, f: number, k: number): number | string | null {
  const column = table.columns[f]!;
  if (column.type === "number") return Number.isNaN(column.values[k]!) ? null : column.values[k]!;
  return column.levels[column.codes[k]!] ?? null;
}

function judgeRows(letters: Letters, decisions: Decisions, ignored: readonly string[]): void {
  const { cells, rowNumbers, letterOf } = letters;
  const places = new Map([...cells.rowNumbers].map((row, i) => [row, i]));
  for (const [f, { name, type }] of decisions.schema.features.entries()) {
    const column = ignored.includes(name) ? undefined : cells.columns.find((each) => each.name === name);
    for (const [k, row] of rowNumbers.entries()) {
      const cell = column === undefined ? "" : cellAt(column, places.get(row)!);
      const isKept = cell === "" || cell === "-" || decisions.missing.includes(cell); // "-": unchanged, as dice-ml prints
      const own = letterOf[k]! < 0 ? null : valueAt({ table: decisions.observations }, f, letterOf[k]!);
      const wanted = isKept ? own : type === "number" ? Number(cell) : cell;
      const found = valueAt(letters, f, k);
      const isRead = typeof found === "number" && !isKept && tables.couldBe(cell, found);
      must(found === wanted || isRead, `'${name}' of the letter in row ${row} is ${found}, the file has ${wanted}`);
    }
  }
}

/** A letter of the long form has the person's own values wherever no row of the file names the field. */
function judgeChanges(letters: Letters, decisions: Decisions): void {
  const { cells, long, letterOf } = letters;
  must(long !== null, "the long form has its columns");
  const fields = new Set<string>();
  const bare = (id: string) => id.replace(/^0+(?=.)/, ""); // ids may have lost or gained zeros in front
  for (let i = 0; i < cells.rows; i++) fields.add(JSON.stringify([bare(cellAt(long.id, i)), cellAt(long.field, i)]));
  for (const [f, { name }] of decisions.schema.features.entries()) {
    for (const [k, person] of letterOf.entries()) {
      const id = decisions.ids?.[person] ?? "";
      if (fields.has(JSON.stringify([bare(id), name]))) continue;
      const own = valueAt({ table: decisions.observations }, f, person);
      must(valueAt(letters, f, k) === own, `'${name}' of the letter to ${id} changed and no row says so`);
    }
  }
}
