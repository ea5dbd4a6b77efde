import { type Column, Type, tableFromIPC } from "@uwdata/flechette";
import { checkArrow } from "./arrow-check.js";
import { BATCH_ROWS, type ColumnarFile, damaged, type OpenColumns, textIn, type ValueBatch } from "./columnar-file.js";
import { type ReadingLimits, unpacksTooFar } from "./unpack.js";

/** Opens an Arrow file or stream of flat columns, once it is checked. Throws what `checkArrow` throws. */
export async function openArrow({ source, name }: ColumnarFile, limits: ReadingLimits): Promise<OpenColumns> {
  const bytes = new Uint8Array(await source.slice(0, source.byteLength));
  const { isText, patches } = checkArrow(bytes, name, limits);
  // the reader would put a sign where bytes are no text, so it is given texts as bytes
  for (const [at, type] of patches) bytes[at] = type;
  const table = tableFromIPC(bytes, { useDate: true, useBigInt: true });
  const columns = table.names.map((_, k) => table.getChildAt(k));
  for (const column of columns) requireOrder(column);
  let unpacked = 0;
  const decode = (value: Uint8Array) => {
    unpacked += value.length;
    if (unpacked > limits.bytes) throw unpacksTooFar(name, limits.bytes);
    return textIn(value);
  };
  const known = new WeakMap<Uint8Array, string | Uint8Array>();
  const decodeOnce = (value: Uint8Array) => {
    const text = known.get(value) ?? decode(value);
    known.set(value, text);
    return text;
  };
  const texts = new Set(isText.flatMap((is, k) => (is ? [k] : [])));
  // a dictionary gives the same bytes each time
  const decoders = columns.map(({ type }) => (type.typeId === Type.Dictionary ? decodeOnce : decode));
  async function* batches(): AsyncGenerator<ValueBatch> {
    for (let start = 0; start < table.numRows; start += BATCH_ROWS) {
      const rows = Math.min(BATCH_ROWS, table.numRows - start);
      const valueAt = (i: number, k: number) => {
        const value: unknown = columns[k]!.at(start + i);
        return texts.has(k) && value instanceof Uint8Array ? decoders[k]!(value) : value;
      };
      yield { rows, valueAt };
    }
  }
  return { names: table.names.map(String), texts, batches: batches() };
}

/** Texts and bytes lie one after another; the reader would take any two places for a beginning and an end. */
function requireOrder(column: Column<unknown>): void {
  for (const batch of column.data) {
    const { length, offsets, values } = batch;
    if ("dictionary" in batch) requireOrder(batch.dictionary as Column<unknown>);
    if (offsets === undefined || length === 0) continue;
    let before = 0;
    for (let i = 0; i <= length; i++) {
      const offset = Number(offsets[i]);
      if (!(offset >= before)) throw damaged("texts are not in order");
      before = offset;
    }
    if (before > (values?.length ?? 0)) throw damaged("a text lies outside");
  }
}
