import type { Random } from "../../src/math/random.js";

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[random.integer(items.length)]!;
}

export function chance(random: Random, probability: number): boolean {
  return random.uniform() < probability;
}

/** `count` values made one after the other. */
export function times<T>(count: number, make: (k: number) => T): T[] {
  return Array.from({ length: count }, (_, k) => make(k));
}

/** Whole numbers at which readers of binary files break: none, one, signs, the ends of every width. */
const MAGIC = [0, 1, 2, 3, 4, 7, 8, 16, 127, 128, 255, 256, 32_767, 65_535, 65_536, 2 ** 24, 2 ** 31 - 1, 2 ** 31];

/** Bytes with one to four edits: bits, magic numbers of any width, pieces cut, doubled, moved or put in. */
export function mutatedBytes(random: Random, bytes: Uint8Array, put: readonly Uint8Array[] = []): Uint8Array {
  let now = bytes;
  for (let edits = 1 + random.integer(4); edits > 0; edits--) now = editedBytes(random, now, put);
  return now;
}

function editedBytes(random: Random, bytes: Uint8Array, put: readonly Uint8Array[]): Uint8Array {
  const { length } = bytes;
  if (length === 0) return Uint8Array.of(random.integer(256));
  // the ends hold headers and footers
  const at = chance(random, 0.5) ? random.integer(length) : Math.max(0, length - 1 - random.integer(64));
  const copy = bytes.slice();
  switch (random.integer(8)) {
    case 0:
      copy[at]! ^= 1 << random.integer(8);
      return copy;
    case 1:
      copy[at] = random.integer(256);
      return copy;
    case 2:
      return writeMagic(random, copy, at);
    case 3:
      return bytes.slice(0, at);
    case 4:
      return spliced(bytes, at, 1 + random.integer(16), new Uint8Array());
    case 5: {
      const from = random.integer(length);
      return spliced(bytes, at, random.integer(2) * 8, bytes.slice(from, from + 1 + random.integer(32)));
    }
    case 6:
      if (put.length > 0) return spliced(bytes, at, random.integer(9), pick(random, put));
      copy.fill(pick(random, [0, 0xff, 0x80]), at, at + 1 + random.integer(8));
      return copy;
    default:
      copy[at] = (copy[at]! + pick(random, [1, 255])) & 0xff;
      return copy;
  }
}

function writeMagic(random: Random, bytes: Uint8Array, at: number): Uint8Array {
  const value = pick(random, MAGIC) * (chance(random, 0.25) ? -1 : 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = chance(random, 0.8);
  const width = pick(random, [1, 2, 4, 8]);
  if (at + width > bytes.length) return bytes;
  if (width === 1) view.setInt8(at, value);
  else if (width === 2) view.setInt16(at, value, little);
  else if (width === 4) view.setInt32(at, value, little);
  else view.setBigInt64(at, BigInt(value) << BigInt(chance(random, 0.3) ? 31 : 0), little);
  return bytes;
}

export function spliced(bytes: Uint8Array, at: number, cut: number, put: Uint8Array): Uint8Array {
  const after = bytes.subarray(at + cut);
  const whole = new Uint8Array(Math.min(at, bytes.length) + put.length + after.length);
  whole.set(bytes.subarray(0, at));
  whole.set(put, at);
  whole.set(after, at + put.length);
  return whole;
}

/** A text with one to three edits: a few characters replaced by one of `put`, dropped or doubled. */
export function mutatedText(random: Random, text: string, put: readonly string[]): string {
  let now = text;
  for (let edits = 1 + random.integer(3); edits > 0; edits--) {
    const at = random.integer(now.length + 1);
    const cut = random.integer(7);
    const kind = random.integer(6);
    const piece = kind === 0 ? junkText(random, 3) : kind === 1 ? now.slice(at, at + 12) : pick(random, put);
    now = now.slice(0, at) + piece + now.slice(at + (kind === 1 ? 0 : cut));
  }
  return now;
}

const JUNK = [..."ab1,;\t|\"\n\r \uFEFF\uFFFD\0?.-e:{}[]#&*!%@`'\\/é😀\u2028\u0085\u200b\ud800"];

/** Text of the characters that hurt a reader. */
export function junkText(random: Random, longest: number): string {
  return times(random.integer(longest + 1), () =>
    chance(random, 0.9) ? pick(random, JUNK) : String.fromCharCode(random.integer(0x10000)),
  ).join("");
}

/** JSON as it is written, so that a key can be there twice and a number can be any text. */
export type Json =
  | { readonly raw: string }
  | { readonly items: readonly Json[] }
  | { readonly entries: readonly (readonly [key: string, value: Json])[] };

export function jsonOf(value: unknown): Json {
  if (Array.isArray(value)) return { items: value.map(jsonOf) };
  if (typeof value !== "object" || value === null) return { raw: JSON.stringify(value) };
  return { entries: Object.entries(value).map(([key, item]) => [key, jsonOf(item)]) };
}

const texts = new WeakMap<Json, string>();

/** The text of a tree; parts that were written before are not written again. */
export function jsonText(json: Json): string {
  const before = texts.get(json);
  if (before !== undefined) return before;
  const text =
    "raw" in json
      ? json.raw
      : "items" in json
        ? `[${json.items.map(jsonText).join(",")}]`
        : `{${json.entries.map(([key, value]) => `${JSON.stringify(key)}:${jsonText(value)}`).join(",")}}`;
  texts.set(json, text);
  return text;
}

const VALUES = [
  ...["null", "true", "false", '""', '"x"', "[]", "{}", "0", "-0", "1", "-1", "0.5", "2", "1e999", "-1e999"],
  ...["1e308", "-1e308", "5e-324", "1e100", "1e-100", "9007199254740993", "4294967296", "1e21", "1.5"],
  ...['"__proto__"', '"constructor"', '"NaN"', '"\\u0000"', '"\\ud800"', '"../x"', '"\\u2028"', "[[]]", "[null]"],
  ...['{"__proto__":1}', '{"constructor":1}', '"1e999"', '"<script>"', '"=1+1"'],
];
const KEYS = ["__proto__", "constructor", "toString", "toJSON", "length", "x", "", "0"];

/** A tree with one to three values replaced, left out, doubled or moved. */
export function mutatedJson(random: Random, json: Json, values: readonly string[] = []): Json {
  let now = json;
  for (let edits = 1 + random.integer(3); edits > 0; edits--) now = editedJson(random, now, values);
  return now;
}

function editedJson(random: Random, json: Json, values: readonly string[]): Json {
  const size = "raw" in json ? 0 : "items" in json ? json.items.length : json.entries.length;
  if (size === 0 || chance(random, 0.02)) {
    const number = "raw" in json ? Number(json.raw) : Number.NaN;
    if (Number.isFinite(number) && chance(random, 0.5)) {
      const other = pick(random, [number + 1, number - 1, -number, number * 2, number / 2, number * 1e6]);
      return { raw: Number.isFinite(other) ? String(other) : "1e999" };
    }
    const own = values.length > 0 && chance(random, 0.4);
    return { raw: pick(random, own ? values : VALUES) };
  }
  const k = random.integer(size);
  if ("items" in json) {
    const items = [...json.items];
    editList(random, items, k, (item) => editedJson(random, item, values));
    return { items };
  }
  if ("raw" in json) return json;
  const entries = [...json.entries];
  if (chance(random, 0.04)) {
    const [key, value] = entries[k]!;
    const other = chance(random, 0.5) ? pick(random, entries)[0] : pick(random, KEYS);
    entries[k] = [other, value];
    if (chance(random, 0.5)) entries.push([key, value]);
  } else editList(random, entries, k, ([key, value]) => [key, editedJson(random, value, values)] as const);
  return { entries };
}

function editList<T>(random: Random, list: T[], k: number, edited: (item: T) => T): void {
  const kind = random.integer(20);
  if (kind === 0) list.splice(k, 1);
  else if (kind === 1) list.push(list[k]!);
  else if (kind === 2) list.splice(k, 1, list[random.integer(list.length)]!);
  else list[k] = edited(list[k]!);
}

/** The tree with the value at a path set; the path must be there. */
export function withJson(json: Json, [key, ...rest]: readonly string[], value: unknown): Json {
  if (key === undefined) return jsonOf(value);
  if (!("entries" in json)) return json;
  return {
    entries: json.entries.map(([name, item]) => (name === key ? [name, withJson(item, rest, value)] : [name, item])),
  };
}
