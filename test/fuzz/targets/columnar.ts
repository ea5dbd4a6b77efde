import { parquetMetadata } from "hyparquet";
import { type ColumnarFormat, columnarBytes, type OutputColumn } from "../../../src/document/columnar.js";
import { columnarFormat } from "../../../src/input/columnar-file.js";
import { rowsOf } from "../../../src/input/file-rows.js";
import { cellAt, type RawRows } from "../../../src/input/raw-table.js";
import { type Random, seededRandom } from "../../../src/math/random.js";
import { encode, type FuzzTarget, fuzzTarget, must } from "../fuzzing.js";
import { chance, mutatedBytes, pick, times } from "../mutations.js";

const TEXTS = ["", "a", "é", "x\ny", " b ", "0", "🙂", null];
const NUMBERS = [0, -0, 1, 1.5, -1e300, 5e-324, 1e21, 0.1, null];

/** Bytes that mean something in one of the formats: magic words, footers, endless numbers. */
const PUT = [
  ...["PAR1", "PARE", "ARROW1", "\0\0"].map(encode),
  Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0),
  Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f),
  Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f),
  Uint8Array.of(0x15, 0x00, 0x16, 0xc8, 0x01),
];

function randomColumns(random: Random): OutputColumn[] {
  const rows = 1 + random.integer(6);
  return times(1 + random.integer(3), (k) => {
    const type = pick(random, ["text", "number", "integer"] as const);
    const values = times(rows, () => {
      if (type === "text") return pick(random, TEXTS);
      if (type === "number") return chance(random, 0.3) ? random.normal() : pick(random, NUMBERS);
      return chance(random, 0.2) ? null : random.integer(2 ** 31) - 2 ** 30;
    });
    return { name: pick(random, ["a", "b", "é", "a b"]) + k, type, values };
  });
}

/** The cell of a value, as a reader must give it. */
function cellOf(value: string | number | null): string {
  return value === null ? "" : String(value === 0 ? 0 : value).trim();
}

/** How many cells a file of this size can hold, generously: one bit each, packed well. */
const MOST_CELLS_PER_BYTE = 2 ** 16;

function judgeRows({ rows, rowNumbers, columns }: RawRows, bytes: number): void {
  must(rowNumbers.length === rows, "a number per row");
  must(rows * Math.max(1, columns.length) <= bytes * MOST_CELLS_PER_BYTE, "no more cells than the bytes can hold");
  for (const { codes, levels, numbers } of columns) {
    must(codes.length === rows, "a code per row");
    must(
      codes.every((code) => code >= 0 && code < levels.length),
      "codes are levels",
    );
    must(numbers === undefined || numbers.length === levels.length, "a number per level");
    must(!levels.some((level) => level.includes("\0")), "no NUL characters");
  }
}

/** The footer, read by a library that believes it, must say as many rows as were read, and so must its row groups. */
function judgeFooter({ rows }: RawRows, bytes: Uint8Array): void {
  const { num_rows: said, row_groups: groups } = parquetMetadata(bytes.slice().buffer, { geoparquet: false });
  const sum = groups.reduce((total, group) => total + Number(group.num_rows), 0);
  must(Number(said) === rows && sum === rows, `${rows} rows read, ${said} in the footer, ${sum} in its row groups`);
}

function columnarTarget(format: ColumnarFormat, oracle: string): FuzzTarget {
  return fuzzTarget<RawRows, readonly OutputColumn[]>(format, oracle, async () => {
    const shapes: readonly OutputColumn[][] = [
      [
        { name: "x", type: "number", values: [1.5, null, 3] },
        { name: "t", type: "text", values: ["a", "b", null] },
      ],
      [{ name: "n", type: "integer", values: times(40, (k) => k % 7) }],
      [{ name: "t", type: "text", values: times(40, (k) => (k % 3 === 0 ? null : `word ${k % 5}`)) }],
      [{ name: "e", type: "number", values: [] }],
    ];
    const bases: { bytes: Uint8Array; columns: readonly OutputColumn[] }[] = [];
    for (const columns of shapes) bases.push({ bytes: await columnarBytes(format, columns), columns });
    // writing is asynchronous, so tables that must be read back are made beforehand
    const random = seededRandom(1, format);
    for (const columns of times(200, () => randomColumns(random))) {
      bases.push({ bytes: await columnarBytes(format, columns), columns });
    }
    return {
      make(given) {
        if (chance(given, 0.05)) {
          const { bytes, columns } = pick(given, bases);
          return { bytes, expected: columns };
        }
        const { bytes } = pick(given, chance(given, 0.7) ? bases.slice(0, shapes.length) : bases);
        return { bytes: mutatedBytes(given, bytes, PUT) };
      },
      async read(bytes) {
        const { rows } = await rowsOf(bytes, `people.${format}`);
        // a damaged beginning may make it a text, which another target reads
        return "columns" in Object(rows) ? (rows as RawRows) : { rows: 0, rowNumbers: new Int32Array(), columns: [] };
      },
      judge(rows, { bytes, expected }) {
        judgeRows(rows, bytes.length);
        if (format === "parquet" && columnarFormat(bytes) === format) judgeFooter(rows, bytes);
        if (expected === undefined) return;
        must(rows.columns.length === expected.length, "as many columns as were written");
        for (const [k, { name, values }] of expected.entries()) {
          const column = rows.columns[k]!;
          must(column.name === name && rows.rows === values.length, "names and rows as written");
          for (const [i, value] of values.entries()) {
            must(cellAt(column, i) === cellOf(value), `${name}, row ${i}: '${cellAt(column, i)}', written ${value}`);
            const number = column.numbers?.[column.codes[i]!];
            must(number === undefined || typeof value !== "number" || number === value, "the number itself");
          }
        }
      },
    };
  });
}

export const parquetTarget = columnarTarget(
  "parquet",
  "tables that were written, cell by cell; as many rows as footer and row groups say",
);
export const arrowTarget = columnarTarget(
  "arrow",
  "tables that were written, cell by cell; as many rows as bytes allow",
);
