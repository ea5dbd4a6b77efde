import {
  type ColumnMetaData,
  type DecodedArray,
  type FileMetaData,
  type ParquetParsers,
  parquetMetadata,
  parquetSchema,
  type SchemaElement,
  type SchemaTree,
} from "hyparquet";
import { convert, DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import {
  BATCH_ROWS,
  type ByteSource,
  type ColumnarFile,
  damaged,
  isCount,
  nested,
  type OpenColumns,
  textIn,
  type ValueBatch,
} from "./columnar-file.js";
import { unpackPage } from "./parquet-unpack.js";
import { readRuns, readValues } from "./parquet-values.js";
import { readThrift, type ThriftStruct, type ThriftValue } from "./thrift.js";
import { type ReadingLimits, requireCells, unpacksTooFar } from "./unpack.js";

const LONGEST_FOOTER = 2 ** 26;
const LONGEST_DECIMAL = 32; // bytes: 76 digits
const MAGIC = 0x31524150; // PAR1

/** A column of one row group: where its pages are, and what they should hold. */
interface Chunk {
  readonly name: string;
  readonly path: readonly SchemaTree[];
  readonly start: number;
  readonly bytes: number;
  readonly rows: number;
  readonly codec: ColumnMetaData["codec"];
}

/**
 * Opens a Parquet file of flat columns. Nothing it says of itself is believed: the footer, the row groups, the chunks
 * and the pages must agree on the number of rows, everything must lie within the file, and what unpacks is counted
 * before it is unpacked. Throws TOO_LARGE, COLUMN_NESTED, or an Error that says what is damaged.
 */
export async function openParquet({ source, name }: ColumnarFile, limits: ReadingLimits): Promise<OpenColumns> {
  const { metadata, end } = await readFooter(source);
  const root = parquetSchema(metadata);
  const columns = root.children;
  for (const { element, children } of columns) {
    if (children.length > 0 || element.repetition_type === "REPEATED")
      throw nested({ file: name, column: element.name });
  }
  const groups = metadata.row_groups.map((group) => countOf(group.num_rows, "rows of a row group"));
  const rows = countOf(metadata.num_rows, "rows");
  const sum = groups.reduce((total, each) => total + each, 0);
  if (sum !== rows) throw damaged(`it says that it has ${rows} rows, and its row groups ${sum}`);
  if (columns.length === 0 && rows > 0) throw damaged("it has rows without columns");
  requireCells(name, { rows, columns: columns.length }, limits.cells);
  const chunks = metadata.row_groups.map((group, g) =>
    columns.map((column, k) =>
      checkChunk(group.columns[k]?.meta_data, { path: [root, column], rows: groups[g]!, end }),
    ),
  );
  const stored = chunks.flat().reduce((total, { bytes }) => total + bytes, 0);
  if (stored > source.byteLength) throw damaged("its columns overlap");
  let unpacked = 0;
  const spend = (bytes: number) => {
    unpacked += bytes;
    if (unpacked > limits.bytes) throw unpacksTooFar(name, limits.bytes);
  };
  async function* batches(): AsyncGenerator<ValueBatch> {
    for (const group of chunks) {
      const readers = group.map((chunk) => readerOf(chunk, source, spend));
      for (let left = group[0]?.rows ?? 0; left > 0; ) {
        const size = Math.min(left, BATCH_ROWS);
        const values: unknown[][] = [];
        for (const reader of readers) values.push(await reader.take(size));
        yield { rows: size, valueAt: (i, k) => values[k]![i] };
        left -= size;
      }
      for (const reader of readers) await reader.finish();
    }
  }
  const texts = new Set(columns.flatMap(({ element }, k) => (isText(element) ? [k] : [])));
  return { names: columns.map(({ element }) => element.name), texts, batches: batches() };
}

function isText({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  const declared = logical?.type ?? (converted === "UTF8" ? "STRING" : converted);
  return type === "BYTE_ARRAY" && ["STRING", "ENUM", "JSON"].includes(declared ?? "");
}

async function readFooter(source: ByteSource): Promise<{ metadata: FileMetaData; end: number }> {
  const size = source.byteLength;
  if (size < 12) throw damaged("it ends early");
  const tail = new DataView(await source.slice(size - 8, size));
  const length = tail.getUint32(0, true);
  if (tail.getUint32(4, true) !== MAGIC || length > size - 12) throw damaged("it ends early");
  if (length > LONGEST_FOOTER) throw new Error(`its list of columns has ${length} bytes`);
  const end = size - 8 - length;
  const footer = await source.slice(end, size);
  const { fields } = readThrift(new Uint8Array(footer, 0, length));
  refuseLongDecimals(fields);
  return { metadata: parquetMetadata(footer, { geoparquet: false }), end };
}

/** The time to read a decimal grows with the square of its length, and hyparquet reads those in the statistics. */
function refuseLongDecimals(footer: ThriftStruct): void {
  const leaves = structs(footer[2]).filter((element) => element[1] !== undefined);
  for (const group of structs(footer[4])) {
    for (const [k, chunk] of structs(group[1]).entries()) {
      if (leaves[k]?.[6] !== 5) continue; // a decimal
      const [meta] = structs([chunk[3] ?? {}]);
      const [statistics] = structs([meta?.[12] ?? {}]);
      for (const value of Object.values(statistics ?? {})) requireShort(value);
    }
  }
}

function requireShort(value: unknown): void {
  if (value instanceof Uint8Array && value.length > LONGEST_DECIMAL) throw damaged("a decimal has too many digits");
}

function structs(value: ThriftValue | undefined): ThriftStruct[] {
  const items: readonly ThriftValue[] = Array.isArray(value) ? value : [];
  return items.map((item) => (typeof item === "object" && !(item instanceof Uint8Array) ? (item as ThriftStruct) : {}));
}

function checkChunk(
  meta: ColumnMetaData | undefined,
  { path, rows, end }: { path: readonly SchemaTree[]; rows: number; end: number },
): Chunk {
  const { name, type } = path[1]!.element;
  if (meta === undefined || meta.path_in_schema.join(".") !== name || meta.type !== type) {
    throw damaged(`a row group has no column '${name}'`);
  }
  const start = countOf(meta.dictionary_page_offset || meta.data_page_offset, `start of the column '${name}'`);
  const bytes = countOf(meta.total_compressed_size, `length of the column '${name}'`);
  if (start + bytes > end) throw damaged(`the column '${name}' lies outside`);
  const values = countOf(meta.num_values, `values of the column '${name}'`);
  if (values !== rows) throw damaged(`the column '${name}' has ${values} values in a row group of ${rows} rows`);
  return { name, path, start, bytes, rows, codec: meta.codec };
}

function countOf(value: bigint | number | undefined, what: string): number {
  const count = Number(value ?? Number.NaN);
  if (!isCount(count)) throw damaged(`the ${what} cannot be ${typeof value === "object" ? "a list" : value}`);
  return count;
}

/** Gives the values of a chunk in the portions asked for; nulls are where the file has none. */
function readerOf(chunk: Chunk, source: ByteSource, spend: (bytes: number) => void) {
  const { name, rows } = chunk;
  let bytes: Uint8Array | null = null;
  let at = 0;
  let seen = 0;
  let dictionary: DecodedArray | null = null;
  let page: readonly unknown[] | DecodedArray = [];
  let used = 0;

  async function nextPage(): Promise<void> {
    bytes ??= new Uint8Array(await source.slice(chunk.start, chunk.start + chunk.bytes));
    const header = at < bytes.length ? readHeader(bytes, at) : null;
    if (header === null) throw damaged(`the column '${name}' stores ${seen} of ${rows} values`);
    const body = bytes.subarray(header.start, header.start + header.packed);
    if (body.length < header.packed) throw damaged(`a page of the column '${name}' is cut off`);
    at = header.start + header.packed;
    spend(header.unpacked);
    if (header.kind === "dictionary") {
      if (dictionary !== null) throw damaged(`the column '${name}' has two dictionaries`);
      const plain = await unpackPage(body, header.unpacked, chunk.codec);
      dictionary = decode(chunk, plain, { ...header, encoding: 0, dictionary: null, spend });
      return;
    }
    seen += header.count;
    if (seen > rows) throw damaged(`the column '${name}' stores more than the ${rows} values it says`);
    page = await readPage(chunk, body, { ...header, dictionary, spend });
    used = 0;
  }

  return {
    async take(count: number): Promise<unknown[]> {
      const taken: unknown[] = [];
      while (taken.length < count) {
        while (used === page.length) await nextPage();
        const last = Math.min(page.length, used + count - taken.length);
        while (used < last) taken.push(page[used++]);
      }
      return taken;
    },
    /** Refuses values after the last row: a page that is not counted would be lost without a word. */
    async finish(): Promise<void> {
      if (bytes === null || at >= bytes.length) return;
      const header = attempt(() => readHeader(bytes!, at));
      const isMore = header !== null && header.kind !== "dictionary" && header.count > 0;
      if (isMore) throw damaged(`the column '${name}' stores more than the ${rows} values it says`);
    },
  };
}

/** What a page says of itself. */
interface PageHeader {
  readonly kind: "data" | "data-v2" | "dictionary";
  /** Where what follows the header begins. */
  readonly start: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly count: number;
  readonly encoding: number;
  /** The bytes of levels before the values, and whether these are packed; of the second kind of page only. */
  readonly levels: { readonly repetition: number; readonly definition: number; readonly isPacked: boolean } | null;
}

type Page = PageHeader & Readonly<{ dictionary: DecodedArray | null; spend(bytes: number): void }>;

function readHeader(bytes: Uint8Array, at: number): PageHeader {
  const { fields, end } = readThrift(bytes, at);
  const kind = ({ 0: "data", 2: "dictionary", 3: "data-v2" } as const)[Number(fields[1])];
  const [own] = structs([(kind === "data" ? fields[5] : kind === "dictionary" ? fields[7] : fields[8]) ?? {}]);
  const [unpacked, packed, count] = [fields[2], fields[3], own?.[1]];
  if (kind === undefined || !isCount(unpacked) || !isCount(packed) || !isCount(count)) {
    throw damaged("a page has no proper header");
  }
  const encoding = Number(own?.[kind === "data-v2" ? 4 : 2]);
  const [definition, repetition] = [own?.[5], own?.[6]];
  if (kind !== "data-v2") return { kind, start: end, packed, unpacked, count, encoding, levels: null };
  if (!isCount(definition) || !isCount(repetition) || definition + repetition > Math.min(packed, unpacked)) {
    throw damaged("a page has no proper header");
  }
  const levels = { repetition, definition, isPacked: own?.[7] !== false };
  return { kind, start: end, packed, unpacked, count, encoding, levels };
}

/** The values of a data page, null where a row has none. */
async function readPage(chunk: Chunk, body: Uint8Array, page: Page): Promise<readonly unknown[] | DecodedArray> {
  const { count, unpacked, levels } = page;
  const isRequired = chunk.path[1]!.element.repetition_type === "REQUIRED";
  let values: Uint8Array;
  let defined: Int32Array | null = null;
  if (levels === null) {
    values = await unpackPage(body, unpacked, chunk.codec);
    if (!isRequired) {
      if (values.length < 4) throw damaged(`a page of the column '${chunk.name}' is cut off`);
      const to = 4 + new DataView(values.buffer, values.byteOffset).getUint32(0, true);
      defined = readRuns(values, { from: 4, to, width: 1, count });
      values = values.slice(to);
    }
  } else {
    const from = levels.repetition;
    const to = from + levels.definition;
    if (!isRequired) defined = readRuns(body, { from, to, width: 1, count });
    const codec = levels.isPacked ? chunk.codec : "UNCOMPRESSED";
    values = await unpackPage(body.subarray(to), unpacked - to, codec);
  }
  const present = defined === null ? count : defined.reduce((sum, level) => sum + level, 0);
  const decoded = decode(chunk, values, { ...page, count: present });
  if (present === count || defined === null) return decoded;
  let next = 0;
  return Array.from(defined, (level) => (level === 1 ? decoded[next++] : null));
}

function decode({ name, path, codec }: Chunk, bytes: Uint8Array, page: Page): DecodedArray {
  const { element } = path[1]!;
  const { type, type_length: typeLength } = element;
  if (type === undefined) throw damaged(`the column '${name}' has no type`);
  const isIndexed = page.dictionary !== null && (page.encoding === 2 || page.encoding === 8);
  const values = readValues(bytes, { ...page, type, typeLength });
  if (values.length !== page.count) throw damaged(`a page of the column '${name}' has too few values`);
  if (isIndexed) return values; // its dictionary was converted before
  if (element.converted_type === "DECIMAL") for (const value of values) requireShort(value);
  return convert(values, { pathInSchema: [name], type, element, schemaPath: [...path], codec, parsers: PARSERS });
}

/** Bytes that are no text stay bytes, and so do shapes: no cell can hold either. */
const PARSERS: ParquetParsers = {
  ...DEFAULT_PARSERS,
  stringFromBytes: textIn,
  jsonFromBytes: (bytes) => {
    const text = textIn(bytes);
    return typeof text === "string" ? JSON.parse(text) : text;
  },
  geometryFromBytes: (bytes) => bytes,
  geographyFromBytes: (bytes) => bytes,
};

function attempt<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
