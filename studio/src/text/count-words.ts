import { amount, count } from "../../../src/document/format.js";

/** A word as a shell reads it back: quoted where it holds anything but plain letters. */
export function shellWord(text: string): string {
  return /^[\w.,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Words of the file among ours: those written from right to left turn nothing around them. */
export function apart(words: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(words) ? `\u2068${words}\u2069` : words;
}

export function megabytes(bytes: number): string {
  return `${count(Math.max(1, Math.round(bytes / 2 ** 20)))} MB`;
}

/** Half minutes in words: 1 minute, 1 and a half minutes, 2 minutes. */
export function minutes(count: number): string {
  const whole = Math.floor(count);
  if (count === whole) return amount(whole, "minute");
  return `${whole} and a half minutes`;
}

/** 980 bytes, 14 KB, 2.5 MB. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} KB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
