import { damaged } from "./columnar-file.js";

/** A struct by the numbers of its fields. Numbers of 64 bits are rounded: beyond 2^53 only their size matters. */
export interface ThriftStruct {
  readonly [field: number]: ThriftValue | undefined;
}

export type ThriftValue = boolean | number | Uint8Array | readonly ThriftValue[] | ThriftStruct;

const DEEPEST = 32;
const MOST_STRUCTS = 2 ** 21;

/**
 * Reads one struct of Thrift's compact protocol, as the footer and the pages of a Parquet file have it, and says where
 * it ends. The work is bounded by the bytes, which hostile ones do not achieve elsewhere: a number has at most ten
 * bytes, structs are at most 32 deep. Throws an Error for anything else.
 */
export function readThrift(bytes: Uint8Array, start = 0): { readonly fields: ThriftStruct; readonly end: number } {
  let at = start;
  let structs = 0;

  function byte(): number {
    const value = bytes[at++];
    if (value === undefined) throw damaged("it ends within a header");
    return value;
  }

  function length(): number {
    const read = readVarint(bytes, at);
    at = read.end;
    if (read.value > bytes.length - at) throw damaged("a header is longer than the file");
    return read.value;
  }

  function integer(): number {
    const { end, exact } = readVarint(bytes, at);
    at = end;
    return Number(BigInt.asIntN(64, (exact >> 1n) ^ -(exact & 1n)));
  }

  function value(type: number, depth: number): ThriftValue {
    if (depth > DEEPEST) throw damaged("a header has no end");
    if (type === 1 || type === 2) return type === 1;
    if (type === 3) return (byte() << 24) >> 24;
    if (type >= 4 && type <= 6) return integer();
    if (type === 7) {
      at += 8; // nothing that is used here is a fraction
      return Number.NaN;
    }
    if (type === 8) {
      const size = length();
      at += size;
      return bytes.subarray(at - size, at);
    }
    if (type === 9) return list(depth + 1);
    if (type === 12) return struct(depth + 1);
    throw damaged(`a header has a field of the unknown type ${type}`);
  }

  function list(depth: number): ThriftValue[] {
    const head = byte();
    const type = head & 15;
    const size = head >> 4 === 15 ? length() : head >> 4;
    const items: ThriftValue[] = [];
    for (let i = 0; i < size; i++) items.push(type === 1 || type === 2 ? byte() === 1 : value(type, depth));
    return items;
  }

  function struct(depth: number): ThriftStruct {
    if (++structs > MOST_STRUCTS) throw damaged("a header has no end");
    const fields: Record<number, ThriftValue> = {};
    let field = 0;
    for (;;) {
      const head = byte();
      if ((head & 15) === 0) return fields;
      field = head >> 4 === 0 ? integer() : field + (head >> 4);
      fields[field] = value(head & 15, depth);
    }
  }

  return { fields: struct(0), end: at };
}

/** An unsigned number in pieces of seven bits, the lowest first, in at most ten bytes. */
export function readVarint(
  bytes: Uint8Array,
  start: number,
): { readonly value: number; readonly exact: bigint; readonly end: number } {
  let exact = 0n;
  for (let k = 0; k < 10; k++) {
    const byte = bytes[start + k];
    if (byte === undefined) throw damaged("it ends within a number");
    exact |= BigInt(byte & 0x7f) << BigInt(7 * k);
    if (byte < 0x80) return { value: Number(exact), exact, end: start + k + 1 };
  }
  throw damaged("a number has no end");
}
