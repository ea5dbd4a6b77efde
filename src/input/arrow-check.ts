import { damaged, isCount, nested } from "./columnar-file.js";
import { type FlatTable, flatReader } from "./flatbuffer.js";
import { type ReadingLimits, requireCells } from "./unpack.js";

/** What a column of an Arrow file holds, as far as its buffers go. */
interface Field {
  /** Bits of a value; of texts and bytes the bits of an offset; null where there are no buffers. */
  readonly bits: number | null;
  readonly kind: "fixed" | "offsets" | "views";
  readonly isText: boolean;
  /** The number of its dictionary, and how it is stored in the column itself. */
  readonly dictionary: { readonly id: number; readonly bits: number } | null;
}

export interface CheckedArrow {
  /** Whether each column holds texts. */
  readonly isText: readonly boolean[];
  /** Where the types of texts are written, with the types of bytes that are stored in the same way. */
  readonly patches: ReadonlyMap<number, number>;
}

const MOST_BATCHES = 2 ** 16;
const SCHEMA = 1;
const DICTIONARY = 2;
const RECORDS = 3;

/** Types of text, and the types of bytes stored alike. */
const BYTES_OF_TEXT: Readonly<Record<number, number>> = { 5: 4, 20: 19, 24: 23 };

/**
 * Checks an Arrow file or stream before it is read, since its reader believes every length: all lie within the file,
 * the buffers are long enough for the rows, and the rows are no more than may be read. Throws TOO_LARGE, COLUMN_NESTED,
 * or an Error that says what is damaged.
 */
export function checkArrow(bytes: Uint8Array, name: string, limits: ReadingLimits): CheckedArrow {
  const patches = new Map<number, number>();
  let fields: readonly Field[] | null = null;
  const dictionaryRows = new Map<number, number>();
  let [rows, work, batches] = [0, 0, 0];

  function takeSchema(table: FlatTable, reader: ReturnType<typeof flatReader>, start: number): void {
    if (table.int16(4, 0) !== 0) throw new Error("its numbers have the big end first");
    const places = table.list(6, 4);
    requireCells(name, { rows: 0, columns: places.length });
    countTexts(table, 8, reader);
    fields = places.map((place) => {
      const field = reader.tableAt(place);
      field.text(4);
      countTexts(field, 16, reader);
      const type = field.byte(8, 0);
      const read = fieldOf(field, type);
      if (read === null || field.list(14, 4).length > 0)
        throw nested({ file: name, column: nameOf(bytes, start, field) });
      if (read.isText) patches.set(start + field.place(8)!, BYTES_OF_TEXT[type]!);
      return read;
    });
  }

  /** Checks the message at a place and says where the next one is; null at the end. */
  function takeMessage(at: number): { readonly kind: number; readonly next: number } | null {
    const { int32 } = flatReader(bytes);
    if (at + 4 > bytes.length) return null;
    const isMarked = int32(at) === -1;
    const start = at + (isMarked ? 8 : 4);
    const length = isMarked ? (at + 8 > bytes.length ? 0 : int32(at + 4)) : int32(at);
    if (length === 0) return null;
    if (length < 0 || start + length > bytes.length) throw damaged("a message lies outside");
    const reader = flatReader(bytes.subarray(start, start + length));
    const message = reader.tableAt(0);
    const kind = message.byte(6, 0);
    const bodyLength = message.int64(10, 0);
    const body = start + length;
    if (!isCount(bodyLength) || body + bodyLength > bytes.length) throw damaged("a message lies outside");
    const content = message.table(8);
    if (content === null) return { kind: 0, next: body };
    if (++batches > MOST_BATCHES) throw new Error(`it has more than ${MOST_BATCHES} parts`);
    const widened = message.int16(4, 0) < 3 ? 8 : 0; // buffers of the oldest files have a number in front
    if (kind === SCHEMA && fields === null) takeSchema(content, reader, start);
    else if (kind === RECORDS) {
      const read = (fields ?? []).map((field) => stored(field));
      rows += checkBatch(content, reader, { fields: read, bodyLength, widened });
      requireCells(name, { rows, columns: read.length }, limits.cells);
    } else if (kind === DICTIONARY) {
      const id = content.int64(4, 0);
      const owner = fields?.find(({ dictionary }) => dictionary?.id === id);
      const data = content.table(6);
      if (owner === undefined || data === null) throw damaged("a dictionary belongs to no column");
      const before = content.byte(8, 0) === 0 ? 0 : (dictionaryRows.get(id) ?? 0);
      const size = before + checkBatch(data, reader, { fields: [owner], bodyLength, widened });
      dictionaryRows.set(id, size);
      work += size; // each addition makes the whole dictionary again
      requireCells(name, { rows: work, columns: 1 }, limits.cells);
    } else if (kind !== SCHEMA) throw damaged(`it has a message of the unknown kind ${kind}`);
    return { kind, next: body + bodyLength };
  }

  const isFile = bytes[0] === 0x41;
  if (!isFile) for (let at: number | null = 0; at !== null; ) at = takeMessage(at)?.next ?? null;
  else {
    const end = bytes.length - 10;
    const reader = flatReader(bytes);
    const length = end < 8 ? -1 : reader.int32(end);
    if (length <= 0 || length > end - 8) throw damaged("it ends early");
    const footer = reader.tableAt(end - length);
    countTexts(footer, 12, reader);
    const schema = footer.table(6);
    if (schema === null) throw damaged("it has no list of columns");
    takeSchema(schema, reader, 0);
    for (const [field, expected] of [
      [8, DICTIONARY],
      [10, RECORDS],
    ] as const) {
      for (const block of footer.list(field, 24)) {
        const at = reader.int64(block);
        if (!isCount(at) || takeMessage(at)?.kind !== expected) throw damaged("a part is not where it should be");
      }
    }
  }
  if (fields === null) throw damaged("it has no list of columns");
  return { isText: (fields as readonly Field[]).map(({ isText }) => isText), patches };
}

/** The names and values that a table has in a list; they are read, and not used. */
function countTexts(table: FlatTable, field: number, reader: ReturnType<typeof flatReader>): void {
  for (const place of table.list(field, 4)) {
    const entry = reader.tableAt(place);
    entry.text(4);
    entry.text(6);
  }
}

function nameOf(bytes: Uint8Array, start: number, field: FlatTable): string {
  const place = field.place(4);
  if (place === null) return "";
  const view = new DataView(bytes.buffer, bytes.byteOffset + start);
  const at = place + view.getInt32(place, true);
  const length = view.getInt32(at, true);
  return new TextDecoder().decode(bytes.subarray(start + at + 4, start + at + 4 + length));
}

/** How the values of a type are stored; null for types that no cell can hold. */
function fieldOf(field: FlatTable, typeId: number): Field | null {
  const type = field.table(10);
  const encoding = field.table(12);
  const dictionary = encoding && { id: encoding.int64(4, 0), bits: encoding.table(6)?.int32(4, 0) ?? 32 };
  const make = (bits: number | null, kind: Field["kind"] = "fixed", isText = false) => ({
    bits,
    kind,
    isText,
    dictionary,
  });
  const unit = (otherwise: number) => type?.int16(4, otherwise) ?? otherwise;
  switch (typeId) {
    case 1:
      return make(null);
    case 2:
      return make(type?.int32(4, 0) ?? 0);
    case 3:
      return make(16 << unit(0));
    case 4:
    case 5:
      return make(32, "offsets", typeId === 5);
    case 6:
      return make(1);
    case 7:
      return make(type?.int32(8, 128) ?? 128);
    case 8:
      return make(unit(1) === 0 ? 32 : 64);
    case 9:
      return make(unit(1) < 2 ? 32 : 64);
    case 10:
      type?.text(6);
      return make(64);
    case 11:
      return make(32 << unit(0));
    case 15:
      return make(8 * (type?.int32(4, 0) ?? 0));
    case 18:
      return make(64);
    case 19:
    case 20:
      return make(64, "offsets", typeId === 20);
    case 23:
    case 24:
      return make(128, "views", typeId === 24);
    default:
      return null;
  }
}

/** The column itself, whose values are places in its dictionary where it has one. */
function stored(field: Field): Field {
  return field.dictionary === null ? field : { ...field, kind: "fixed", bits: field.dictionary.bits };
}

/** Checks that the buffers of a batch lie in its body and are long enough; the number of its rows. */
function checkBatch(
  batch: FlatTable,
  { int64 }: ReturnType<typeof flatReader>,
  { fields, bodyLength, widened }: { fields: readonly Field[]; bodyLength: number; widened: number },
): number {
  if (batch.place(10) !== null) throw new Error("its buffers are compressed; save it without compression");
  const rows = batch.int64(4, 0);
  const nodes = batch.list(6, 16);
  const buffers = batch.list(8, 16 + widened);
  const views = batch.list(12, 8);
  if (!isCount(rows) || nodes.length !== fields.length) throw damaged("a part has other columns than the file");
  let next = 0;
  const buffer = (neededBits: number) => {
    const at = buffers[next++];
    const [offset, length] = at === undefined ? [-1, 0] : [int64(at + widened), int64(at + widened + 8)];
    if (!isCount(offset) || !isCount(length) || offset + length > bodyLength) throw damaged("a buffer lies outside");
    if (length * 8 < neededBits) throw damaged(`a buffer is too short for ${rows} rows`);
  };
  for (const [k, { bits, kind }] of fields.entries()) {
    const [length, nulls] = [int64(nodes[k]!), int64(nodes[k]! + 8)];
    if (length !== rows || !isCount(nulls) || nulls > rows) throw damaged(`a column has ${length} values of ${rows}`);
    if (bits === null) continue;
    if (bits <= 0) throw damaged("a column has values without a size");
    buffer(nulls > 0 ? rows : 0);
    buffer(kind === "offsets" && rows > 0 ? bits * (rows + 1) : bits * rows);
    if (kind === "offsets") buffer(0);
    const count = kind === "views" ? int64(views.shift() ?? -1) : 0;
    for (let i = 0; i < count; i++) buffer(0);
  }
  return rows;
}
