import { damaged } from "./columnar-file.js";

/** A table of a FlatBuffer; fields that it does not have are null. */
export interface FlatTable {
  /** Where a field lies. Fields are known by their places in the list of fields: 4, 6, 8 and on. */
  place(field: number): number | null;
  int16(field: number, otherwise: number): number;
  int32(field: number, otherwise: number): number;
  int64(field: number, otherwise: number): number;
  byte(field: number, otherwise: number): number;
  table(field: number): FlatTable | null;
  /** Where each item of a list begins, for items of so many bytes. */
  list(field: number, itemBytes: number): number[];
  /** Counts the bytes of a text, which is read elsewhere. */
  text(field: number): void;
}

const MOST_READ = 2 ** 26; // bytes of all lists and texts: one place may be named again and again

/**
 * A reader of the tables in some bytes which believes no offset and no length: what lies outside, and more than a file
 * can be meant to have, throws an Error.
 */
export function flatReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let read = 0;

  function inside(at: number, length: number): number {
    if (at < 0 || length < 0 || at + length > bytes.length) throw damaged("a header points outside");
    return at;
  }
  const int16 = (at: number) => view.getInt16(inside(at, 2), true);
  const int32 = (at: number) => view.getInt32(inside(at, 4), true);
  const int64 = (at: number) => Number(view.getBigInt64(inside(at, 8), true));
  const target = (at: number) => at + int32(at);

  function counted(at: number, length: number): number {
    read += length;
    if (read > MOST_READ) throw damaged("a header has no end");
    return inside(at, length);
  }

  /** The table that the number at this place points to. */
  function tableAt(index: number): FlatTable {
    const start = target(index);
    const fields = start - int32(start);
    const size = int16(fields);
    const place = (field: number) => {
      const offset = field < size ? int16(fields + field) : 0;
      return offset === 0 ? null : start + offset;
    };
    const number = (get: (at: number) => number) => (field: number, otherwise: number) => {
      const at = place(field);
      return at === null ? otherwise : get(at);
    };
    return {
      place,
      int16: number(int16),
      int32: number(int32),
      int64: number(int64),
      byte: number((at) => bytes[inside(at, 1)]!),
      table: (field) => {
        const at = place(field);
        return at === null ? null : tableAt(at);
      },
      list: (field, itemBytes) => {
        const at = place(field);
        if (at === null) return [];
        const items = target(at) + 4;
        const length = int32(items - 4);
        counted(items, length * itemBytes);
        return Array.from({ length }, (_, i) => items + i * itemBytes);
      },
      text: (field) => {
        const at = place(field);
        if (at !== null) counted(target(at) + 4, int32(target(at)));
      },
    };
  }

  return { tableAt, int32, int64 };
}
