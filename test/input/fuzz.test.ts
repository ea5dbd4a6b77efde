import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../src/encode/encoder.js";
import { reviveEncoder } from "../../src/encode/encoder-data.js";
import { SCALINGS, type Scaling } from "../../src/encode/scaling.js";
import { AuditError } from "../../src/errors.js";
import { type Decisions, inspectDecisions, parseDecisions } from "../../src/input/decisions.js";
import type { DecisionsOptions } from "../../src/input/decisions-options.js";
import { featureReader } from "../../src/input/feature-reader.js";
import { joinEvidence } from "../../src/input/join.js";
import { inspectLetters, type Letters, parseLetters } from "../../src/input/letters.js";
import type { Problem } from "../../src/input/problem.js";
import type { RawBatch } from "../../src/input/raw-table.js";
import type { Table } from "../../src/input/table.js";
import { batchesOf } from "./raw-cells.js";
import { DECISIONS } from "./samples.js";

// Together 13,000 files: each must be answered with a result or a typed error.
const SEED = 20_260_101;
const LETTERS = "id,income,debt,city,sex\np1,2800,10,Ulm,f\np2,2900,5,Köln,m\np3,3000,15,Ulm,f\n";
const LONG_LETTERS = "id,field,new_value\np1,income,2800\np2,debt,3\np2,city,Köln\n";
const NAMES = ["id", "income", "debt", "city", "approved", "w", "field", "new_value", "__proto__", "", "a b", "é"];
const CELLS = [
  "yes",
  "no",
  "1",
  "0",
  "2.5",
  "-3e2",
  "?",
  "",
  "NA",
  "Infinity",
  "NaN",
  "1e999",
  "1e100",
  "5e-324",
  "x",
  "Ulm",
  " p1 ",
  "1,5",
  '"',
];

const cell = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...CELLS) },
  { weight: 3, arbitrary: fc.double({ noNaN: true }).map(String) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 6 }) },
);

/** Text of the kinds that hurt a CSV reader. */
const junk = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...'ab1,;\t|"\n\r \uFEFF\uFFFD\0?.-e'), maxLength: 120 }),
);

const words = fc.constantFrom("Ulm", "Bonn", "x", "?", "", "NA", " a ", "1,5", 'say "so"', "é");
const numbers = fc.oneof(
  { weight: 8, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }).map(String) },
  { weight: 8, arbitrary: fc.integer({ min: -5, max: 99 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom("", "?", "5e-324", "1e100", "-0", "+7") },
);
const columnCells = fc.oneof(
  { weight: 4, arbitrary: fc.array(numbers, { minLength: 2, maxLength: 24 }) },
  { weight: 4, arbitrary: fc.array(words, { minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.array(cell, { minLength: 1, maxLength: 12 }) },
);

/** A table written as CSV, mostly well-formed: a decision column that is often binary, and other columns at random. */
const table = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 6 }),
    decisions: fc.oneof<fc.WeightedArbitrary<string[]>[]>(
      { weight: 4, arbitrary: fc.array(fc.constantFrom("yes", "no"), { minLength: 14, maxLength: 30 }) },
      { weight: 1, arbitrary: fc.array(fc.constantFrom("yes", "yes", "no", "no", "", "2"), { maxLength: 30 }) },
    ),
    columns: fc.array(columnCells, { minLength: 6, maxLength: 6 }),
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
    newline: fc.constantFrom("\n", "\r\n", "\r"),
    quoted: fc.boolean(),
    slip: fc.constantFrom(null, null, null, null, "ragged", "repeated", "quote"),
  })
  .map(({ names, decisions, columns, delimiter, newline, quoted, slip }) => {
    const quote = (text: string) => (quoted || /[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const header = names.includes("approved") ? [...names] : [...names, "approved"];
    const lines = decisions.map((decision, i) =>
      header.map((name, j) => {
        if (name === "approved") return decision;
        if (name === "id") return `p${i}`;
        const cells = columns[j % columns.length] ?? [];
        return cells[i % cells.length] ?? "";
      }),
    );
    if (slip === "ragged") lines.at(-1)?.pop();
    if (slip === "repeated") header[0] = header.at(-1) ?? "";
    const text = [header, ...lines].map((line) => line.map(quote).join(delimiter)).join(newline);
    return { header, text: slip === "quote" ? `${text}${newline}"` : text };
  });

const anyOptions = fc.record(
  {
    decision: fc.constantFrom("approved", "approved", "city"),
    favourable: fc.constantFrom("yes", "yes", "no", "1"),
    sensitive: fc.subarray(["city", "income", "é"]),
    id: fc.constantFrom("id", "id", "debt"),
    weight: fc.constant("w"),
    ignore: fc.subarray(["city", "debt", "a b"]),
    immutable: fc.subarray(["city", "income"]),
    types: fc.dictionary(fc.constantFrom("income", "debt", "city", "__proto__"), fc.constantFrom("number", "category")),
    missing: fc.subarray(["?", "x", "no", "0"]),
    delimiter: fc.constantFrom(",", ";"),
  },
  { requiredKeys: [] },
) satisfies fc.Arbitrary<DecisionsOptions>;

/** A table with roles for some of the columns it has. */
const tableWithRoles = table.chain(({ header, text }) => {
  const others = header.filter((name) => name !== "" && name !== "approved" && name !== "id");
  const roles: fc.Arbitrary<DecisionsOptions> = fc.record(
    {
      sensitive: fc.subarray(others),
      ignore: fc.subarray(others),
      immutable: fc.subarray(others),
      types: fc.dictionary(fc.constantFrom("approved", ...others), fc.constantFrom("number", "category"), {
        maxKeys: 1,
      }),
    },
    { requiredKeys: [] },
  );
  return fc.record({
    text: fc.constant(text),
    header: fc.constant(header),
    given: fc.oneof({ weight: 5, arbitrary: roles }, { weight: 1, arbitrary: anyOptions }),
  });
});

/** The text with a few characters replaced, dropped or doubled. */
function mutated(text: string): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(text.length),
    cut: fc.integer({ min: 0, max: 6 }),
    put: fc.oneof(
      fc.constantFrom(...CELLS, ",", "\n", "\r\n", '"', ";", "\0", "\uFEFF", ",,"),
      fc.string({ maxLength: 3 }),
    ),
  });
  return fc
    .array(edit, { minLength: 1, maxLength: 3 })
    .map((edits) => edits.reduce((all, { at, cut, put }) => all.slice(0, at) + put + all.slice(at + cut), text));
}

const mutatedLetters = fc.oneof(mutated(LETTERS), mutated(LONG_LETTERS));
const scaling = fc.constantFrom(...SCALINGS);

const tally = { results: 0, refusals: 0, encoded: 0 };

function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not true: ${what}`);
}

/** The value of `run`, or null when it refused with a typed error; any other exception goes on. */
function answer<T>(run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    must(error.message.length > 10, "a message for people");
    return null;
  }
}

function checkProblems(problems: readonly Problem[]): void {
  for (const { rows, count, message } of problems) {
    must(rows.length <= 5 && rows.every((row) => Number.isSafeInteger(row) && row >= 1), "up to five rows >= 1");
    must(Number.isSafeInteger(count) && count >= 0, "count is whole");
    must(!/undefined|\[object/.test(message), message);
  }
}

function checkTable({ rows, columns }: Table): void {
  for (const column of columns) {
    if (column.type === "number") {
      must(column.values.length === rows, "a number per row");
      must(
        column.values.every((value) => Math.abs(value) < 1e101 || Number.isNaN(value)),
        "numbers are finite or missing",
      );
    } else {
      must(column.codes.length === rows, "a code per row");
      must(
        column.codes.every((code) => code >= -1 && code < column.levels.length),
        "codes are levels or missing",
      );
      must(
        column.levels.every((level, k) => k === 0 || (column.levels[k - 1] ?? "") < level),
        "levels are sorted",
      );
    }
  }
}

/** Parse and inspect must agree; null when the file was refused. */
function settle<T>(parsed: T | null, problems: readonly Problem[]): T | null {
  checkProblems(problems);
  must((parsed === null) === problems.some(({ severity }) => severity === "error"), "refused exactly for errors");
  if (parsed === null) tally.refusals++;
  else tally.results++;
  return parsed;
}

function checkDecisions(text: string, given: DecisionsOptions): Decisions | null {
  const inspection = answer(() => inspectDecisions(text, given));
  const parsed = answer(() => parseDecisions(text, given));
  if (inspection === null) {
    must(parsed === null, "options refused by inspect are refused by parse");
    return null;
  }
  if (inspection.draft !== null) checkProblems(inspectLetters(LETTERS, inspection.draft).problems);
  const decisions = settle(parsed, inspection.problems);
  if (decisions === null) return null;
  checkTable(decisions.observations);
  must(decisions.decisions.length === decisions.observations.rows, "a decision per row");
  must(
    decisions.decisions.every((decision) => decision === 0 || decision === 1),
    "decisions are 0 or 1",
  );
  must(decisions.weights?.every((weight) => Number.isFinite(weight) && weight >= 0) ?? true, "weights are finite");
  return decisions;
}

function checkLetters(text: string, decisions: Decisions): Letters | null {
  const { problems } = inspectLetters(text, decisions);
  const letters = settle(
    answer(() => parseLetters(text, decisions)),
    problems,
  );
  if (letters === null) return null;
  checkTable(letters.table);
  must(letters.letterOf.length === letters.table.rows, "a person or −1 per letter");
  must(
    letters.letterOf.every((person) => person >= -1 && person < decisions.observations.rows),
    "persons are observed",
  );
  return letters;
}

function checkEncoding(decisions: Decisions, letters: Letters | null, scaling: Scaling): void {
  const evidence = joinEvidence(decisions, letters);
  const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters], { scaling });
  const revived = reviveEncoder(JSON.parse(JSON.stringify(encoder)));
  for (const table of [evidence.observations, evidence.letters]) {
    const x = encoder.encode(table);
    must(x.values.every(Number.isFinite), "encoded numbers are finite");
    checkTable(encoder.decode(x));
    const again = revived.encode(table);
    must(
      again.values.every((value, k) => Object.is(value, x.values[k])),
      "a revived encoder gives the same bits",
    );
  }
  tally.encoded++;
}

const runs = (numRuns: number) => ({ seed: SEED, numRuns });

describe("random files", () => {
  it("answers junk with a typed error or a result", () => {
    const decisions = parseDecisions(DECISIONS);
    fc.assert(
      fc.property(junk, anyOptions, (text, given) => {
        checkDecisions(text, given);
        checkLetters(text, decisions);
      }),
      runs(3000),
    );
  });

  it("answers random tables with random roles and letters, and never encodes NaN or Infinity", () => {
    const before = { ...tally };
    fc.assert(
      fc.property(tableWithRoles, table, scaling, ({ text, given }, letters, scale) => {
        const decisions = checkDecisions(text, given);
        if (decisions !== null) checkEncoding(decisions, checkLetters(letters.text, decisions), scale);
      }),
      runs(4000),
    );
    expect(tally.encoded - before.encoded).toBeGreaterThan(500); // the suite must reach the encoder
    expect(tally.refusals - before.refusals).toBeGreaterThan(500);
  });

  it("answers damaged decisions and letters", () => {
    const before = { ...tally };
    const decisions = parseDecisions(DECISIONS);
    fc.assert(
      fc.property(mutated(DECISIONS), mutatedLetters, scaling, (text, letterText, scale) => {
        const damaged = checkDecisions(text, {});
        const letters = checkLetters(letterText, damaged ?? decisions);
        checkEncoding(damaged ?? decisions, letters, scale);
      }),
      runs(3000),
    );
    expect(tally.results - before.results).toBeGreaterThan(500);
    expect(tally.refusals - before.refusals).toBeGreaterThan(500);
  });

  it("scores any file in pieces as it does in one, and never encodes NaN or Infinity", async () => {
    const { schema, observations } = parseDecisions(DECISIONS);
    const encoder = fitEncoder(schema.features, [observations]);
    const read = (batches: readonly RawBatch[]) => {
      const [first] = batches; // all of them are shorter than what the delimiter is looked for in
      must(batches.length <= 1, "one batch");
      if (first === undefined) return null;
      const names = first.columns.map(({ name }) => name);
      const { table, unreadable } = featureReader(schema.features, names).read(first);
      const x = encoder.encode(table);
      must(x.values.every(Number.isFinite), "encoded numbers are finite");
      return { x, unreadable, rows: first.rowNumbers };
    };
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated(DECISIONS), junk), fc.integer({ min: 1, max: 60 }), async (text, size) => {
        const given = await batchesOf(text);
        const whole = answer(() => read(given));
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, k) =>
          text.slice(k * size, (k + 1) * size),
        );
        const cut = await batchesOf(...pieces);
        expect(answer(() => read(cut))).toEqual(whole);
      }),
      runs(3000),
    );
  });
});
