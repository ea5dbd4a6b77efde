import { compareText } from "../math/compare.js";

/**
 * FNV-1a, 64 bits, over the UTF-8 bytes of `text`, as 16 hexadecimal digits. Tells a damaged or edited file from a
 * whole one; it is no protection against somebody who wants to deceive.
 */
export function fnv1a64(text: string): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of new TextEncoder().encode(text)) {
    low = (low ^ byte) >>> 0;
    // times the prime 2⁴⁰ + 0x1b3, modulo 2⁶⁴
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + (low << 8) + Math.floor(product / 4294967296)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}

/** The checksum of JSON data: the same whatever the order of keys and the white space of the file it came from. */
export function checksumOf(data: unknown): string {
  return fnv1a64(sortedText(data));
}

function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => compareText(a, b));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${sortedText(item)}`).join(",")}}`;
}
