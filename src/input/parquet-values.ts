import type { DecodedArray, ParquetType } from "hyparquet";
import { deltaBinaryUnpack, deltaLengthByteArray } from "hyparquet/src/delta.js";
import { byteStreamSplit } from "hyparquet/src/encoding.js";
import { readPlain } from "hyparquet/src/plain.js";
import { damaged } from "./columnar-file.js";
import { readVarint } from "./thrift.js";

/** How the values of a page are stored, and what they are. */
export interface StoredValues {
  readonly type: ParquetType;
  readonly typeLength: number | undefined;
  /** By its number in the format. */
  readonly encoding: number;
  readonly count: number;
  readonly dictionary: DecodedArray | null;
  /** Counts bytes that are made here; throws past what one file may have. */
  spend(bytes: number): void;
}

const LONGEST_MINIBLOCK = 2 ** 16; // values; writers use 32 to 256

/** Powers of two, for numbers of more bits than a shift can take. */
const POWERS = Array.from({ length: 41 }, (_, k) => Number(1n << BigInt(k)));

/**
 * The values in an unpacked page, exactly as many as asked for. What expands (runs, differences, shared beginnings) is
 * counted before it is made. The bytes must have a buffer of their own, so that nothing is read past their end.
 */
export function readValues(bytes: Uint8Array, values: StoredValues): DecodedArray {
  const { type, typeLength, encoding, count, dictionary } = values;
  if (count === 0) return [];
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  switch (encoding) {
    case 0:
      return readPlain(reader, type, count, typeLength);
    case 2:
    case 8: {
      if (dictionary === null) throw damaged("a page refers to a dictionary that is not there");
      const places = readRuns(bytes, { from: 1, to: bytes.length, width: bytes[0] ?? 0, count });
      return Array.from(places, (place) => {
        if (place >= dictionary.length) throw damaged("a value is not in its dictionary");
        return dictionary[place];
      });
    }
    case 3: {
      if (type !== "BOOLEAN") break;
      const bits = readRuns(bytes, { from: 4, to: 4 + reader.view.getUint32(0, true), width: 1, count });
      return Array.from(bits, (bit) => bit === 1);
    }
    case 5: {
      const { first } = checkDeltas(bytes, 0, count);
      if (type !== "INT32") {
        const numbers = new BigInt64Array(count);
        deltaBinaryUnpack(reader, count, numbers);
        return numbers;
      }
      const numbers = new Int32Array(count);
      deltaBinaryUnpack(reader, count, numbers);
      // hyparquet cuts a first value of 33 bits, as DuckDB writes for numbers without a sign
      const missed = Number(BigInt.asIntN(32, first)) - numbers[0]!;
      return missed === 0 ? numbers : numbers.map((value) => value + missed);
    }
    case 6: {
      checkDeltas(bytes, 0, count);
      const cells: Uint8Array[] = [];
      deltaLengthByteArray(reader, count, cells);
      return cells;
    }
    case 7:
      return readPrefixed(bytes, values);
    case 9: {
      const width = typeLength ?? (type === "INT32" || type === "FLOAT" ? 4 : 8);
      if (count * width > bytes.length) throw damaged("a page is shorter than its values");
      return byteStreamSplit(reader, count, type, typeLength);
    }
  }
  throw new Error(`values of type ${type} are stored in the unknown way ${encoding}`);
}

/** Runs of one number and stretches of packed bits: `count` numbers, and the padding of the last stretch. */
export function readRuns(
  bytes: Uint8Array,
  { from, to, width, count }: { from: number; to: number; width: number; count: number },
): Int32Array {
  if (width > 32 || to > bytes.length) throw damaged("a page is shorter than its values");
  const out = new Int32Array(count);
  let [at, filled] = [from, 0];
  const next = () => {
    if (at >= to) throw damaged("a page has fewer values than it says");
    return bytes[at++]!;
  };
  while (filled < count) {
    const { value: head, end } = readVarint(bytes, at);
    at = end;
    const length = Math.floor(head / 2);
    if (head % 2 === 0) {
      let value = 0;
      for (let k = 0; k < width; k += 8) value |= next() << k;
      if (filled + length > count) throw damaged("a page has more values than it says");
      out.fill(value, filled, filled + length);
      filled += length;
      continue;
    }
    const after = at + length * width;
    let [held, bits] = [0, 0];
    for (let left = Math.min(length * 8, count - filled); left > 0; left--) {
      while (bits < width) {
        held += next() * POWERS[bits]!;
        bits += 8;
      }
      out[filled++] = held % POWERS[width]!;
      held = Math.floor(held / POWERS[width]!);
      bits -= width;
    }
    at = after;
  }
  return out;
}

/** Checks the differences that begin here, as hyparquet believes every length: the first value, and where they end. */
function checkDeltas(bytes: Uint8Array, start: number, count: number): { first: bigint; end: number } {
  let at = start;
  const number = () => {
    const { exact, end } = readVarint(bytes, at);
    at = end;
    return exact;
  };
  const [block, parts, total] = [Number(number()), Number(number()), Number(number())];
  const perPart = block / parts;
  if (total !== count || perPart % 8 !== 0 || perPart > LONGEST_MINIBLOCK || perPart === 0 || parts > 512) {
    throw damaged("a page of differences has impossible lengths");
  }
  const first = number();
  for (let left = count - 1; left > 0; ) {
    number(); // the least difference
    const widths = bytes.subarray(at, at + parts);
    if (widths.length < parts) throw damaged("a page has fewer values than it says");
    at += parts;
    for (let k = 0; k < parts && left > 0; k++, left -= perPart) {
      if (widths[k]! > 64) throw damaged("a difference has more than 64 bits");
      at += (widths[k]! * perPart) / 8;
    }
  }
  return { first: (first >> 1n) ^ -(first & 1n), end: at };
}

/** Texts that each begin as the one before: a few bytes can stand for gigabytes. */
function readPrefixed(bytes: Uint8Array, { count, spend }: StoredValues): Uint8Array[] {
  const lengths = (start: number) => {
    const out = new Int32Array(count);
    deltaBinaryUnpack(
      { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: start },
      count,
      out,
    );
    return out;
  };
  const middle = checkDeltas(bytes, 0, count).end;
  let at = checkDeltas(bytes, middle, count).end;
  const [shared, own] = [lengths(0), lengths(middle)];
  let before: Uint8Array = new Uint8Array(0);
  return Array.from(shared, (prefix, i) => {
    const rest = own[i]!;
    if (prefix < 0 || rest < 0 || prefix > before.length || at + rest > bytes.length) {
      throw damaged("a text is longer than its page");
    }
    spend(prefix + rest);
    const cell = new Uint8Array(prefix + rest);
    cell.set(before.subarray(0, prefix));
    cell.set(bytes.subarray(at, at + rest), prefix);
    at += rest;
    before = cell;
    return cell;
  });
}
