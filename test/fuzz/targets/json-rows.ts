import { parseDecisions } from "../../../src/input/decisions.js";
import { rowsOf } from "../../../src/input/file-rows.js";
import { inspectLetters } from "../../../src/input/letters.js";
import { cellAt, type RawRows } from "../../../src/input/raw-table.js";
import type { Random } from "../../../src/math/random.js";
import { encode, fuzzTarget, must } from "../fuzzing.js";
import { chance, mutatedText, pick, times } from "../mutations.js";

const NAMES = ["id", "income", "city", "label", "__proto__", "constructor", "é", "0", "1"];
const VALUES = [
  0,
  -0,
  1,
  1.5,
  -1e300,
  5e-324,
  0.1,
  28.399999618530273,
  true,
  false,
  null,
  "",
  "a",
  " b ",
  "NaN",
  '"',
  "🙂",
];
const EDITS = [
  ...["{", "}", "[", "]", ",", ":", '"', "\\", "NaN", "-Infinity", "null", "1e999", "12345678901234567890", "\\u0000"],
  ...[
    '"__proto__":',
    '"cfs_list":',
    '"test_data":',
    '"data":',
    '"cf":',
    '"X":',
    '"query":',
    "[[",
    "]]",
    "{}{}",
    "\n",
    " ",
  ],
];

/** People whom letters may answer; two of them are alike. */
const DECISIONS = parseDecisions(
  [
    "id,x,income,city,label2,approved",
    ...times(12, (k) => `p${k},${k % 11},1.5,${"ab"[k % 2]},0,${k < 6 ? "yes" : "no"}`),
  ].join("\n"),
);

interface Written {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (typeof VALUES)[number][])[];
}

function randomRows(random: Random, least: number): Written {
  const names = ["x", ...NAMES.filter(() => chance(random, 0.4))];
  return { names, rows: times(least + random.integer(4), () => names.map(() => pick(random, VALUES))) };
}

/** The object with these members; written as text, because assigning `__proto__` would not make one. */
function textOf(names: readonly string[], values: readonly unknown[]): string {
  return `{${names.map((name, j) => `${JSON.stringify(name)}: ${JSON.stringify(values[j])}`).join(", ")}}`;
}

function recordsOf({ names, rows }: Written): string {
  return `[${rows.map((row) => textOf(names, row)).join(", ")}]`;
}

/** Rows in one of the layouts that are known. */
function written(random: Random, table: Written): string {
  const { names, rows } = table;
  const layouts = [
    () => recordsOf(table),
    () => rows.map((row) => textOf(names, row)).join("\n"),
    () =>
      textOf(
        names,
        names.map((_, j) => rows.map((row) => row[j])),
      ),
    () => JSON.stringify({ columns: names, index: rows.map((_, i) => i), data: rows }),
  ];
  return pick(random, layouts)();
}

/** What each library writes, with people and rows of any kind. */
function ofLibrary(random: Random): string {
  const { names, rows } = randomRows(random, 1);
  const start = times(names.length, () => pick(random, VALUES));
  const dice = {
    test_data: [[start], [start]],
    cfs_list: [rows, pick(random, [null, [], rows])],
    data_interface: { outcome_name: pick(random, names) },
    feature_names_including_target: names,
    metadata: { version: "2.0" },
  };
  const frame = JSON.stringify({ columns: names, data: rows });
  const first = JSON.stringify({ columns: names, data: [start] });
  return pick(random, [
    () => JSON.stringify(dice),
    () => JSON.stringify({ cf_examples_list: [JSON.stringify({ test_instance_df: first, final_cfs_df: frame })] }),
    () => JSON.stringify([{ id: "p1", meta: { params: {} }, data: { cf: { X: rows, class: 1 }, orig_class: 0 } }]),
    () => `{"query": ${recordsOf({ names, rows: [start] })}, "counterfactual": ${recordsOf({ names, rows })}}`,
    () => `{"x_interest": ${recordsOf({ names, rows: [start] })}, "data": ${recordsOf({ names, rows })}}`,
    () => JSON.stringify({ instance_id: 3, reason_codes: names.map((feature, rank) => ({ rank, feature })) }),
  ])();
}

function cellOf(value: (typeof VALUES)[number]): string {
  return value === null ? "" : String(value === 0 ? 0 : value).trim();
}

function judgeRows({ rows, rowNumbers, columns, library }: RawRows): void {
  must(rowNumbers.length === rows, "a number per row");
  must(library === undefined || library.itemOf.length === rows, "a person per row");
  for (const { codes, levels } of [...columns, ...(library?.start ?? [])]) {
    must(codes.length === rows, "a code per row");
    must(
      codes.every((code) => code >= 0 && code < levels.length),
      "codes are levels",
    );
    must(!levels.some((level) => level.includes("\0")), "no NUL characters");
  }
}

export const jsonRowsTarget = fuzzTarget<RawRows, Written>(
  "json-rows",
  "tables that were written, cell by cell; as many cells as rows",
  () => ({
    make(random) {
      if (chance(random, 0.15)) {
        const table = randomRows(random, 2);
        return { bytes: encode(written(random, table)), expected: table };
      }
      const base = chance(random, 0.3) ? written(random, randomRows(random, 1)) : ofLibrary(random);
      return { bytes: encode(chance(random, 0.2) ? base : mutatedText(random, base, EDITS)) };
    },
    async read(bytes) {
      const { rows } = await rowsOf(bytes, "letters.json");
      inspectLetters(rows, DECISIONS); // lists what is wrong, and never throws
      // a damaged beginning may make it a text, which another target reads
      return typeof rows === "string" || !("columns" in rows)
        ? { rows: 0, rowNumbers: new Int32Array(), columns: [] }
        : rows;
    },
    judge(rows, { expected }) {
      judgeRows(rows);
      must(Object.keys(Object.prototype).length === 0, "nobody's prototype has new members");
      if (expected === undefined) return;
      must(rows.library === undefined, "a table is no library's");
      must(rows.rows === expected.rows.length, "as many rows as were written");
      for (const [j, name] of expected.names.entries()) {
        const column = rows.columns.find((one) => one.name === name);
        must(column !== undefined, `the column ${name}`);
        for (const [i, row] of expected.rows.entries()) {
          must(column !== undefined && cellAt(column, i) === cellOf(row[j] ?? null), `${name}, row ${i}`);
        }
      }
    },
  }),
);
