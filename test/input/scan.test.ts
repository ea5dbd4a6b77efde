import { describe, expect, it } from "vitest";
import { type Decisions, parseDecisions } from "../../src/input/decisions.js";
import type { DecisionsOptions } from "../../src/input/decisions-options.js";
import { csvBatches } from "../../src/input/row-batches.js";
import { type Scan, scanDecisions } from "../../src/input/scan.js";
import { restOf, type ScannedRows } from "../../src/input/scanned-rows.js";
import type { Column } from "../../src/input/table.js";
import { type Tally, tallyOf } from "../../src/input/tally.js";
import { type Random, seededRandom } from "../../src/math/random.js";
import { gatherFacts, tallyFacts } from "../../src/measure/groups/facts.js";
import { applyGrouping, groupingRules } from "../../src/measure/groups/groups.js";

const OPTIONS: DecisionsOptions = { decision: "approved", sensitive: ["sex", "age"], file: "f.csv" };

async function* pieces(text: string) {
  for (let at = 0; at < text.length; at += 50_000) yield text.slice(at, at + 50_000);
}

function rowsOf(text: string, { header = true }: DecisionsOptions = {}) {
  return () => csvBatches(pieces(text), { file: "f.csv", delimiter: null, header });
}

function scan(text: string, size: number, decisions: DecisionsOptions = OPTIONS, measured = 50): Promise<Scan> {
  return scanDecisions(rowsOf(text, decisions), { decisions, size, measured, seed: 3 });
}

/** A line per person. Some lack a decision, some values are missing, and income is written as the caller likes. */
function draw(rows: number, seed: number, incomeOf = (random: Random) => String(random.integer(40_000))): string {
  const random = seededRandom(seed, "scan");
  const lines = Array.from({ length: rows }, (_, i) => {
    const sex = random.uniform() < 0.03 ? "NA" : random.uniform() < 0.4 ? "f" : "m";
    const age = random.uniform() < 0.03 ? "" : 18 + random.integer(60);
    const decision = random.uniform() < 0.02 ? "" : random.uniform() < 0.3 ? "yes" : "no";
    return [`P${i}`, sex, age, `"${incomeOf(random)}"`, (random.integer(100) + 1) / 4, decision].join(";");
  });
  return ["id;sex;age;income;weight;approved", ...lines].join("\n");
}

function factsOf(columns: readonly Column[], decisions: Uint8Array) {
  const rules = groupingRules(columns, { bins: {}, intersections: true });
  return gatherFacts(
    rules.map((rule) => applyGrouping(rule, columns)),
    decisions,
    null,
  );
}

function factsOfTally({ columns, people, ...rest }: Tally) {
  const rules = groupingRules(columns, { bins: {}, intersections: true }, people);
  return tallyFacts(
    rules.map((rule) => applyGrouping(rule, columns)),
    { columns, people, ...rest, weights: null },
  );
}

/** The values of each person, by row number. */
function peopleOf({
  rowNumbers,
  observations,
  decisions,
  groups,
}: Pick<Decisions, keyof ScannedRows & keyof Decisions>) {
  const valueAt = (column: Column, i: number) =>
    column.type === "number" ? column.values[i] : column.levels[column.codes[i]!];
  return new Map(
    Array.from(rowNumbers, (row, i) => [
      row,
      [decisions[i], ...[...observations.columns, ...groups].map((column) => valueAt(column, i))],
    ]),
  );
}

const WAYS: Readonly<Record<string, readonly [DecisionsOptions, string]>> = {
  "plain numbers": [{}, draw(1500, 1)],
  weights: [{ weight: "weight" }, draw(1500, 2)],
  "numbers written in German": [
    {},
    draw(1500, 4, (random) => `${1 + random.integer(9)}.${100 + random.integer(800)},5`),
  ],
  "a decision that is none": [{ notDecided: "maybe" }, draw(1500, 5).replaceAll("no\nP7", "maybe\nP7")],
  "a title above the header": [{}, `A list of people\n${draw(1500, 6)}`],
  "forced categories": [{ types: { age: "category" }, immutable: ["age"] }, draw(1500, 7)],
  "broken rows": [{ skip: ["broken"] }, draw(1500, 8).replaceAll("\nP8", "\nx\nP8")],
};

describe.each(Object.entries(WAYS))("a scan with %s", (_, [own, text]) => {
  const options = { ...OPTIONS, ...own };
  const whole = parseDecisions(text, options);

  it("holds a short file whole, and reads it as if it were not scanned", async () => {
    const found = await scan(text, 5000, options);
    expect(found.sample).toEqual(whole);
    expect(found.isWhole).toBe(true);
    expect(found.measured.rowNumbers).toHaveLength(0);
    expect(found.tally).toEqual(tallyOf(whole.groups, whole.decisions, whole.weights));
  });

  it("counts everybody and reads some, typed as the whole file is", async () => {
    const { sample, measured, tally, rows } = await scan(text, 200, options);
    expect(factsOfTally(tally)).toEqual(factsOf(whole.groups, whole.decisions));
    expect([rows, sample.rows, sample.decisions.length, measured.rowNumbers.length]).toEqual([
      whole.rows,
      whole.rows,
      200,
      50,
    ]);
    expect(sample.schema).toEqual(whole.schema);
    expect(sample.columns.filter(({ role }) => role !== "id")).toEqual(
      whole.columns.filter(({ role }) => role !== "id"),
    );
    expect(sample.readings).toEqual(whole.readings);
    expect(sample.problems.filter(({ code }) => !AMONG_HELD.has(code))).toEqual(
      whole.problems.filter(({ code }) => !AMONG_HELD.has(code)),
    );
    const [known, all] = [peopleOf(sample), peopleOf(whole)];
    for (const [row, person] of [...known, ...peopleOf(measured)]) expect(person).toEqual(all.get(row));
    expect([...known.keys()].filter((row) => measured.rowNumbers.includes(row))).toEqual([]);
  });

  it("streams everybody else", async () => {
    const found = await scan(text, 200, options);
    const seen = [...found.sample.rowNumbers];
    const all = peopleOf(whole);
    for await (const rest of restOf(found, rowsOf(text, options)())) {
      seen.push(...rest.rowNumbers);
      for (const [row, person] of peopleOf(rest)) expect(person).toEqual(all.get(row));
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual([...whole.rowNumbers]);
  });
});

/** What only the rows that are held can tell. */
const AMONG_HELD = new Set([
  ...["ROWS_DUPLICATE", "ROWS_CONTRADICT", "CLASSES_BALANCED", "ID_DUPLICATE"],
  "FILE_SCANNED", // a file that was held has no such note
]);

describe("scanDecisions", () => {
  it("adds up weights as they are written", async () => {
    const text = draw(1500, 9).replaceAll(/;(\d+)\.(\d+);(yes|no|)(\n|$)/g, ";$1,$2;$3$4");
    const options = { ...OPTIONS, weight: "weight" };
    const { weights } = parseDecisions(text, options);
    const { tally } = await scan(text, 200, options);
    expect(tally.weights?.sums.reduce((sum, one) => sum + one, 0)).toBe(weights?.reduce((sum, one) => sum + one, 0));
  });

  it("says that ids are compared among the people that were drawn", async () => {
    const { sample } = await scan(draw(1500, 19), 200);
    expect(sample.problems.filter(({ code }) => code === "ID_DUPLICATE")).toEqual([
      expect.objectContaining({
        severity: "note",
        column: "id",
        message: expect.stringContaining("among the 200 people that were drawn from 1,500 rows only"),
      }),
    ]);
  });

  it("leaves out rows that cannot be read, as the reader does", async () => {
    const text = draw(1500, 10).replaceAll('"77', '"x77');
    const options: DecisionsOptions = { ...OPTIONS, types: { income: "number" }, skip: ["unreadable"] };
    const whole = parseDecisions(text, options);
    const { sample, tally } = await scan(text, 200, options);
    expect(factsOfTally(tally)).toEqual(factsOf(whole.groups, whole.decisions));
    const warned = ({ problems }: Decisions) => problems.filter(({ code }) => code === "VALUE_UNPARSABLE");
    expect(warned(sample)).toEqual(warned(whole));
    expect(warned(sample)).toHaveLength(1);
  });

  it.each<[string, string, DecisionsOptions]>([
    ["a text among forced numbers", draw(1500, 11).replace('"1', '"x1'), { types: { income: "number" } }],
    ["a third decision", draw(1500, 12).replace("no\nP9", "maybe\nP9"), {}],
    ["one decision", draw(1500, 13).replaceAll("yes", "no"), {}],
    [
      "nobody decided",
      draw(1500, 13)
        .replaceAll(/;(yes|no)\n/g, ";\n")
        .replace(/(yes|no)$/, ""),
      {},
    ],
    ["a ragged row", draw(1500, 14).replace("\nP700;", "\nP700;P700;"), {}],
    ["an open quote", draw(1500, 15).replace(/\nP700;(.)/, '\nP700;"$1'), {}],
    ["a bad weight", draw(1500, 16).replace(/;\d+(\.\d+)?;no\nP9;/, ";-4;no\nP9;"), { weight: "weight" }],
    ["no such column", draw(300, 17), { sensitive: ["origin"] }],
    ["a column twice", draw(300, 17).replace("sex;age", "sex;sex"), {}],
    ["an empty file", "", {}],
    ["a header alone", "id;approved;x", { sensitive: [] }],
  ])("refuses what the reader refuses, in its words: %s", async (_, text, own) => {
    const options = { ...OPTIONS, ...own };
    const refused = await scan(text, 200, options).then(
      () => null,
      (error) => error,
    );
    expect(refused).not.toBe(null);
    expect(() => parseDecisions(text, options)).toThrow(refused.message);
    expect(() => parseDecisions(text, options)).toThrow(
      expect.objectContaining({ code: refused.code, place: refused.place }),
    );
  });

  it("knows a text among more numbers than it holds", async () => {
    const text = draw(60_000, 18, (random) => String(random.integer(1e9))).replace(
      /\nP55000;(.?);(\d*);"\d+"/,
      '\nP55000;$1;$2;"none"',
    );
    const whole = parseDecisions(text, { ...OPTIONS, types: { income: "category" }, ignore: ["income"] });
    expect(text).toContain("none");
    const { sample } = await scan(text, 200, { ...OPTIONS, ignore: ["income"] });
    const typeOf = ({ columns }: Decisions) => columns.find(({ name }) => name === "income")?.type;
    expect(typeOf(sample)).toBe(typeOf(whole));
    const number = draw(60_000, 18, (random) => String(random.integer(1e9)));
    expect(typeOf((await scan(number, 200)).sample)).toBe("number");
  });
});
