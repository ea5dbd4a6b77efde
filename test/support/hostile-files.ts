import { constants, crc32, deflateRawSync } from "node:zlib";

/** One gzip member that unpacks to about this many bytes of zeros, or of another byte; its checksum is wrong. */
export function gzipBomb(bytes: number, fill = 0): Buffer {
  const piece = deflateRawSync(Buffer.alloc(2 ** 20, fill), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const head = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
  const pieces = Array.from({ length: Math.ceil(bytes / 2 ** 20) }, () => piece);
  return Buffer.concat([head, ...pieces, Buffer.of(3, 0), Buffer.alloc(8)]);
}

/** A file in an archive, and the size that the archive claims for it. */
export type ZipMember = readonly [name: string, content: Uint8Array | string, claimed?: number];

/** A ZIP archive of these files, written by hand so that it can say anything of their lengths. */
export function lyingZip(members: readonly ZipMember[]): Buffer {
  const packedOf = new Map<Uint8Array | string, Buffer>();
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content, claimed = content.length] of members) {
    const packed = packedOf.get(content) ?? deflateRawSync(content);
    packedOf.set(content, packed);
    const path = Buffer.from(name);
    const shared = Buffer.alloc(26); // the version to the length of the extra field, which both headers have
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimed, 18);
    shared.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    locals.push(Buffer.from("PK\x03\x04"), shared, path, packed);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), shared, place, path);
    at += 30 + path.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, entries, end]);
}

/** The file with every 64-bit number of one value, little end first, changed into another. */
export function withInt64(file: Uint8Array, from: bigint, to: bigint): Buffer {
  const bytes = Buffer.from(file);
  for (let at = 0; at + 8 <= bytes.length; at += 4) {
    if (bytes.readBigInt64LE(at) === from) bytes.writeBigInt64LE(to, at);
  }
  return bytes;
}

/** A page of a column, as far as its header says; `body` is what is stored. */
export interface HostilePage {
  readonly kind: "data" | "data-v2" | "dictionary";
  readonly body: Uint8Array;
  readonly values: number | bigint;
  /** @default 0: plain */
  readonly encoding?: number;
  /** Bytes that the page claims to unpack to. @default the bytes stored */
  readonly unpacked?: number | bigint;
  /** Bytes that the page claims to have. @default the bytes stored */
  readonly packed?: number | bigint;
}

export interface HostileColumn {
  readonly name: string;
  /** 0 boolean, 1 int32, 2 int64, 4 float, 5 double, 6 bytes, 7 bytes of a fixed length. */
  readonly type: number;
  readonly pages: readonly HostilePage[];
  readonly isOptional?: boolean;
  /** 0 text, 5 decimal. @default none */
  readonly converted?: number;
  readonly typeLength?: number;
  /** 0 none, 1 snappy, 2 gzip, 4 brotli, 6 zstd, 7 lz4. @default 0 */
  readonly codec?: number;
  /** @default as many as the row group claims */
  readonly values?: bigint;
  /** @default where the first page is */
  readonly offset?: bigint;
  /** @default the bytes of all pages */
  readonly packed?: bigint;
  readonly unpacked?: bigint;
}

/** A Parquet file written by hand, so that it can say anything. */
export function hostileParquet(
  columns: readonly HostileColumn[],
  rows: { readonly group: bigint; readonly file?: bigint; readonly groups?: number; readonly metadata?: Uint8Array },
): Buffer {
  const parts: Uint8Array[] = [Buffer.from("PAR1")];
  const length = () => parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const chunks = columns.map((column) => {
    const start = length();
    for (const page of column.pages) parts.push(pageHeader(page), page.body);
    const stored = BigInt(length() - start);
    const hasDictionary = column.pages[0]?.kind === "dictionary";
    const first = column.offset ?? BigInt(start);
    return struct({
      2: i64(first),
      3: struct({
        1: i32(column.type),
        2: list(5, [i32(0)]),
        3: list(8, [text(column.name)]),
        4: i32(column.codec ?? 0),
        5: i64(column.values ?? rows.group),
        6: i64(column.unpacked ?? stored),
        7: i64(column.packed ?? stored),
        9: i64(first),
        ...(hasDictionary && { 11: i64(first) }),
      }),
    });
  });
  const schema = columns.map((column) =>
    struct({
      1: i32(column.type),
      ...(column.typeLength !== undefined && { 2: i32(column.typeLength) }),
      3: i32(column.isOptional ? 1 : 0),
      4: text(column.name),
      ...(column.converted !== undefined && { 6: i32(column.converted) }),
    }),
  );
  const root = struct({ 4: text("root"), 5: i32(columns.length) });
  const group = struct({ 1: list(12, chunks), 2: i64(1n), 3: i64(rows.group) });
  const groups = rows.groups ?? 1;
  const footer = struct({
    1: i32(1),
    2: list(12, [root, ...schema]),
    3: i64(rows.file ?? rows.group * BigInt(groups)),
    4: list(
      12,
      Array.from({ length: groups }, () => group),
    ),
  }).bytes;
  const metadata = rows.metadata ?? footer;
  const end = Buffer.alloc(8);
  end.writeUInt32LE(metadata.length);
  end.write("PAR1", 4);
  return Buffer.concat([...parts, metadata, end]);
}

/** A plain column of doubles, the values 0, 1, 2 and on. */
export function doubles(name: string, count: number): HostileColumn {
  const body = new Uint8Array(Float64Array.from({ length: count }, (_, i) => i).buffer);
  return { name, type: 5, pages: [{ kind: "data", body, values: count }] };
}

/** The bytes of a plain column of texts. */
export function plainTexts(cells: readonly (Uint8Array | string)[]): Buffer {
  return Buffer.concat(
    cells.flatMap((cell) => {
      const bytes = Buffer.from(cell as string);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** Unsigned LEB128, as run lengths have it. */
export function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  for (let left = BigInt(value); ; ) {
    const low = Number(left & 0x7fn);
    left >>= 7n;
    bytes.push(left === 0n ? low : low | 0x80);
    if (left === 0n) return Buffer.from(bytes);
  }
}

type Field = Readonly<{ type: number; bytes: Buffer }>;

const zigzag = (value: number | bigint) => varint((BigInt(value) << 1n) ^ (BigInt(value) >> 63n));
const i32 = (value: number | bigint): Field => ({ type: 5, bytes: zigzag(value) });
const i64 = (value: bigint): Field => ({ type: 6, bytes: zigzag(value) });
const text = (value: string): Field => {
  const bytes = Buffer.from(value);
  return { type: 8, bytes: Buffer.concat([varint(bytes.length), bytes]) };
};
const list = (type: number, items: readonly Field[]): Field => {
  const { length } = items;
  const head = length < 15 ? Buffer.of((length << 4) | type) : Buffer.concat([Buffer.of(0xf0 | type), varint(length)]);
  return { type: 9, bytes: Buffer.concat([head, ...items.map(({ bytes }) => bytes)]) };
};
const struct = (fields: Readonly<Record<number, Field>>): Field => {
  let last = 0;
  const parts = Object.entries(fields).map(([id, { type, bytes }]) => {
    const step = Number(id) - last;
    last = Number(id);
    return Buffer.concat([Buffer.of((step << 4) | type), bytes]);
  });
  return { type: 12, bytes: Buffer.concat([...parts, Buffer.of(0)]) };
};

function pageHeader({ kind, body, values, encoding = 0, unpacked, packed }: HostilePage): Buffer {
  const sizes = { 2: i32(unpacked ?? body.length), 3: i32(packed ?? body.length) };
  if (kind === "dictionary") {
    return struct({ 1: i32(2), ...sizes, 7: struct({ 1: i32(values), 2: i32(encoding) }) }).bytes;
  }
  if (kind === "data-v2") {
    const levels = { 5: i32(0), 6: i32(0), 7: { type: 2, bytes: Buffer.alloc(0) } };
    const counts = { 1: i32(values), 2: i32(0), 3: i32(values), 4: i32(encoding) };
    return struct({ 1: i32(3), ...sizes, 8: struct({ ...counts, ...levels }) }).bytes;
  }
  const levels = { 3: i32(3), 4: i32(3) };
  return struct({ 1: i32(0), ...sizes, 5: struct({ 1: i32(values), 2: i32(encoding), ...levels }) }).bytes;
}
