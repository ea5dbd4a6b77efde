import { type NumberReading, PLAIN_READING } from "./column-style.js";
import type { LettersSource, LongHeader, ValueColumn } from "./letter-header.js";
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

/** How the numbers of a column are to be read, and the rows that could be read either way. */
export interface NumbersReading {
  readonly differences: boolean;
  readonly unclear: Sightings;
}

/**
 * Whether the numbers of a column are differences: where its header says so, or says "change" and every number has
 * a sign, or one is negative in a field where nobody's is; where it says "new value", only if every number has a sign
 * and one of them is a plus. Otherwise the rows that could be read either way.
 */
export function readsDifferences(
  { table, decisions }: LettersSource,
  { field, values }: Pick<LongHeader, "field" | "values">,
  { column, says }: ValueColumn,
): NumbersReading {
  const unclear = noSightings();
  if (says !== "unclear" && says !== "new value") return { differences: says === "difference", unclear };
  const isMissing = missingTest(decisions.missing);
  const neverNegative = new Map(
    decisions.observations.columns.flatMap((own) =>
      own.type === "number" ? [[own.name, !own.values.some((value) => value < 0)] as const] : [],
    ),
  );
  const before = values.slice(
    0,
    values.findIndex((value) => value.column === column),
  );
  let hasPlus = false;
  let isImpossible = false; // as a new value
  for (const [i, row] of table.rowNumbers.entries()) {
    const name = cellAt(field, i);
    const cell = cellAt(column, i);
    const isUsed = neverNegative.has(name) && before.every((value) => isMissing(cellAt(value.column, i)));
    const number = isMissing(cell) || !isUsed ? undefined : signedNumber(cell, decisions.readings.get(name));
    if (number === undefined) continue;
    if (number.sign === "" && number.value !== 0) sight(unclear, row, cell);
    if (number.sign === "+") hasPlus = true;
    if (number.value < 0 && neverNegative.get(name) === true) isImpossible = true;
  }
  if (says === "new value") return { differences: hasPlus && unclear.count === 0, unclear: noSightings() };
  const differences = unclear.count === 0 || (isImpossible && !hasPlus);
  return { differences, unclear: differences ? noSightings() : unclear };
}

const MOST_DECIMALS = 15;

/** The sum with no more decimals than the two numbers have, so that 0.1 + 0.2 is 0.3. */
export function addDecimals(a: number, b: number): number {
  const places = Math.max(decimals(a), decimals(b));
  return places > MOST_DECIMALS ? a + b : Number((a + b).toFixed(places));
}

/** So many per cent of a number, without noise in decimals it cannot have. */
export function percentOf(value: number, percent: number): number {
  const places = decimals(value) + decimals(percent) + 2;
  const part = (value * percent) / 100;
  return places > MOST_DECIMALS ? part : Number(part.toFixed(places));
}

function decimals(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}
