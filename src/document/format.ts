import type { Estimate, Interval, MeasuredShare } from "../math/interval.js";

const NBSP = "\u00A0";
const MINUS = "\u2212";

/** 0.8234 as "82.3 %"; sentences that are recorded in audit.json have a plain space. */
export function percent(share: number, space: string = NBSP): string {
  return `${fixed(100 * share, 1)}${space}%`;
}

/** A difference of shares in percentage points: 0.186 as "18.6". */
export function points(difference: number): string {
  return fixed(100 * difference, 1);
}

/** 12345 as "12,345". */
export function count(n: number): string {
  return groupThousands(String(Math.abs(n)), n < 0);
}

export function ratio(value: number): string {
  return fixed(value, 2);
}

/**
 * A number of any size in three or four figures where it is small, whole where it is large; never in powers of ten
 * where it can be helped.
 */
export function number(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return count(value);
  if (size >= 1e15 || size < 1e-6) return value.toExponential(2).replace("-", MINUS);
  if (size >= 1000) return groupThousands(size.toFixed(size >= 100_000 ? 0 : 1).replace(/\.0$/, ""), value < 0);
  const decimals = size >= 100 ? 1 : size >= 10 ? 2 : size >= 0.01 ? 3 : size >= 0.001 ? 4 : size >= 0.0001 ? 5 : 8;
  const text = size.toFixed(decimals).replace(/\.?0+$/, "");
  return value < 0 ? `${MINUS}${text}` : text;
}

/** Numbers that are read together, all with the decimals of the largest: 0.7 beside 0.184 as "0.700". */
export function numbersAlike(...values: readonly number[]): string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (values.every(Number.isInteger) || largest >= 1000 || largest < 0.01) return values.map(number);
  return values.map((value) => decimal(value, largest >= 100 ? 1 : largest >= 10 ? 2 : 3));
}

/** A number with that many decimals: 1234.5 as "1,234.50". */
export function decimal(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return groupThousands(text, value < 0 && Number(text) !== 0);
}

/** A p-value: "0.004", "< 0.001". */
export function pValue(p: number): string {
  return p < 0.001 ? `<${NBSP}0.001` : p.toFixed(3);
}

/** "31.6 % to 46.1 %". */
export function percentRange({ low, high }: Interval): string {
  return `${percent(low)} to ${percent(high)}`;
}

/** "38.6 % (66 of 171; 95 % interval 31.6 % to 46.1 %)". */
export function measured(share: MeasuredShare): string {
  const { successes, n } = share;
  const isCounted = Number.isInteger(successes); // estimated or weighed otherwise
  const people = isCounted ? `${count(successes)} of ${count(n)}` : `${count(n)} people`;
  return `${percent(share.share)} (${people}; ${INTERVAL} ${percentRange(share)})`;
}

/** "43.8 % (95 % interval 36.3 % to 51.2 %)". */
export function percentEstimate(estimate: Estimate): string {
  return `${percent(estimate.value)} (${INTERVAL} ${percentRange(estimate)})`;
}

/** "18.6 percentage points (95 % interval 9.6 to 27.6)". */
export function pointsEstimate({ value, low, high }: Estimate): string {
  return `${points(value)} percentage points (${INTERVAL} ${points(low)} to ${points(high)})`;
}

/** "0.67 (95 % interval 0.55 to 0.79)". */
export function ratioEstimate({ value, low, high }: Estimate): string {
  return `${ratio(value)} (${INTERVAL} ${ratio(low)} to ${ratio(high)})`;
}

/** "0.094 (95 % interval 0.064 to 0.124)". */
export function numberEstimate(estimate: Estimate): string {
  const [value, low, high] = numbersAlike(estimate.value, estimate.low, estimate.high);
  return `${value} (${INTERVAL} ${low} to ${high})`;
}

/** "1 person", "12 people". */
export function people(n: number): string {
  return amount(n, "person", "people");
}

/** "1 letter", "12 letters". */
export function amount(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** "a", "a and b", "a, b and c". */
export function list(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** What stands before the ends of an interval. */
export const INTERVAL = `95${NBSP}% interval`;

/** "n = 1,234", on one line. */
export function sampleSize(n: number): string {
  return `n${NBSP}=${NBSP}${count(n)}`;
}

/** A number with so many decimals, and no minus before zero. */
export function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `${MINUS}${text}` : text;
}

/** The same with a plus before what is above zero. */
export function withSign(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function groupThousands(digits: string, negative: boolean): string {
  const [whole = "", fraction] = digits.split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${negative ? MINUS : ""}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}
