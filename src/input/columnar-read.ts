import { AuditError } from "../errors.js";
import { type ColumnarFile, nested } from "./columnar-file.js";
import { collectValues, type RawBatch, type RawRows, type RawValue } from "./raw-table.js";
import { LARGEST_UNPACKED, MOST_CELLS, type ReadingLimits, streamLimits, tooLarge } from "./unpack.js";

/**
 * The rows of a Parquet or Arrow file. Numbers stay as they are, dates are ISO 8601 in UTC, and a null or NaN is an
 * empty cell. Throws FILE_UNREADABLE for a damaged file, COLUMN_NESTED for columns of lists, structures or bytes,
 * FILE_NOT_TEXT for a text that is not UTF-8 or has a NUL character, and TOO_LARGE.
 */
export async function readColumnar(file: ColumnarFile, mostBytes = LARGEST_UNPACKED): Promise<RawRows> {
  const limits = { bytes: mostBytes, cells: MOST_CELLS };
  for await (const whole of collected(file, Number.POSITIVE_INFINITY, limits)) return whole;
  throw new Error("a columnar file has at least one batch");
}

/** The same rows, some at a time; a file without rows gives one batch without rows. */
export async function* columnarBatches(file: ColumnarFile): AsyncGenerator<RawBatch> {
  for await (const rows of collected(file, 0, streamLimits(file.source.byteLength)))
    yield { ...rows, broken: new Map() };
}

/** Rows collected until there are at least `enough`. */
async function* collected(file: ColumnarFile, enough: number, limits: ReadingLimits): AsyncGenerator<RawRows> {
  const { name } = file;
  try {
    const { names, texts, batches } = await opened(file, limits);
    const start = () => names.map((column) => collectValues(column));
    let collectors = start();
    let [rows, first] = [0, 2]; // the header is row 1
    let isFirst = true;
    const finish = (): RawRows => ({
      rows,
      rowNumbers: Int32Array.from({ length: rows }, (_, i) => first + i),
      columns: collectors.map((collector) => collector.finish()),
    });
    for await (const batch of batches) {
      for (const [k, collector] of collectors.entries()) {
        const column = names[k]!;
        for (let i = 0; i < batch.rows; i++) {
          const given = batch.valueAt(i, k);
          const value = plainValue(given);
          const place = { file: name, column, row: first + rows + i };
          if (value === undefined) throw texts.has(k) ? notText(given, place) : nested(place);
          add(collector, value, name);
        }
      }
      rows += batch.rows;
      if (rows < enough) continue;
      yield finish();
      isFirst = false;
      collectors = start();
      [rows, first] = [0, first + rows];
    }
    if (rows > 0 || isFirst) yield finish();
  } catch (error) {
    if (error instanceof AuditError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const words = file.format === "parquet" ? "a Parquet" : "an Arrow";
    const message = `${name} begins as ${words} file but cannot be read (${reason}). Copy it again, or save it as CSV`;
    throw new AuditError("FILE_UNREADABLE", message, { file: name }, { cause: error });
  }
}

/** The readers are loaded when there is something to read. */
async function opened(file: ColumnarFile, limits: ReadingLimits) {
  if (file.format === "parquet") return (await import("./parquet-read.js")).openParquet(file, limits);
  return (await import("./arrow-read.js")).openArrow(file, limits);
}

/** A column may have more different cells than a map holds. */
function add(collector: ReturnType<typeof collectValues>, value: RawValue, name: string): void {
  try {
    collector.add(value);
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(name, { cause: error }) : error;
  }
}

/** The value as it is kept; undefined for one that no cell can hold. */
function plainValue(value: unknown): RawValue | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value.includes("\0") ? undefined : value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return value;
  // what a reader's date says is in UTC, wherever this runs
  const iso = typeof value === "object" && "toISOString" in value ? value.toISOString : undefined;
  return typeof iso === "function" ? String(iso.call(value)) : undefined;
}

function notText(value: unknown, place: { readonly file: string; readonly column: string; readonly row: number }) {
  const { file, column, row } = place;
  const isNul = typeof value === "string";
  const what = isNul ? "the text contains a NUL character. Remove it" : "the text is not UTF-8. Write it again";
  return new AuditError("FILE_NOT_TEXT", `${file}, column '${column}', row ${row}: ${what}`, place);
}
