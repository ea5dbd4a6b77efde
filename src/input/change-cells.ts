import { type NumberReading, PLAIN_READING } from "./column-style.js";
import type { LettersSource, LongHeader } from "./letter-header.js";
import { isPercentage, parseStyled } from "./number-style.js";
import { noSightings, type Sightings, sight } from "./problem.js";
import { cellAt } from "./raw-table.js";
import { missingTest } from "./values.js";

const SIGN = /^([+\-−–])\s?/;

export function withoutSign(cell: string): string {
  return cell.replace(SIGN, "");
}

/** A number with its sign as written, "" without one; a typographic minus counts. Undefined for anything else. */
export function signedNumber(
  cell: string,
  { style }: NumberReading = PLAIN_READING,
): { readonly value: number; readonly sign: "+" | "-" | "" } | undefined {
  const written = SIGN.exec(cell);
  const size = isPercentage(cell) ? undefined : parseStyled(withoutSign(cell), style);
  if (size === undefined || size === Number.POSITIVE_INFINITY) return undefined;
  if (written === null) return { value: size, sign: "" };
  return written[1] === "+" ? { value: size, sign: "+" } : { value: -size, sign: "-" };
}

/**
 * Whether the numbers of a long file are differences: where its header says so, or says "change" and every number has
 * a sign, or one is negative in a field where nobody's is. Otherwise the rows that could be read either way.
 */
export function readsDifferences(
  { table, decisions }: LettersSource,
  { field, value, says }: LongHeader,
): { readonly differences: boolean; readonly unclear: Sightings } {
  const unclear = noSightings();
  if (says !== "unclear") return { differences: says === "difference", unclear };
  const isMissing = missingTest(decisions.missing);
  const neverNegative = new Map(
    decisions.observations.columns.flatMap((column) =>
      column.type === "number" ? [[column.name, !column.values.some((own) => own < 0)] as const] : [],
    ),
  );
  let hasPlus = false;
  let isImpossible = false; // as a new value
  for (const [i, row] of table.rowNumbers.entries()) {
    const name = cellAt(field, i);
    const cell = cellAt(value, i);
    const isNumber = !isMissing(cell) && neverNegative.has(name);
    const number = isNumber ? signedNumber(cell, decisions.readings.get(name)) : undefined;
    if (number === undefined) continue;
    if (number.sign === "" && number.value !== 0) sight(unclear, row, cell);
    if (number.sign === "+") hasPlus = true;
    if (number.value < 0 && neverNegative.get(name) === true) isImpossible = true;
  }
  const differences = unclear.count === 0 || (isImpossible && !hasPlus);
  return { differences, unclear: differences ? noSightings() : unclear };
}

const MOST_DECIMALS = 15;

/** The sum with no more decimals than the two numbers have, so that 0.1 + 0.2 is 0.3. */
export function addDecimals(a: number, b: number): number {
  const places = Math.max(decimals(a), decimals(b));
  return places > MOST_DECIMALS ? a + b : Number((a + b).toFixed(places));
}

function decimals(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}
