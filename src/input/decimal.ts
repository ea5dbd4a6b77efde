/** Numbers beyond this size are refused like infinite ones: their squares could not be summed. */
export const LARGEST_NUMBER = 1e100;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOT_FINITE = /^[+-]?(?:inf|infinity|nan)$/i;

/**
 * The decimal number a trimmed cell holds: undefined when it is not one, Infinity when it is written as a number
 * but cannot be used as one (`Infinity`, `NaN`, `1e999`, anything beyond LARGEST_NUMBER).
 */
export function parseNumber(cell: string): number | undefined {
  if (!DECIMAL.test(cell)) return NOT_FINITE.test(cell) ? Number.POSITIVE_INFINITY : undefined;
  return usableNumber(Number(cell));
}

export function usableNumber(value: number): number {
  return Math.abs(value) <= LARGEST_NUMBER ? value : Number.POSITIVE_INFINITY;
}

/** Whether a number, or a trimmed cell that holds one, lies beyond LARGEST_NUMBER: `1e999`. */
export function isTooLarge(written: number | string): boolean {
  if (typeof written === "string" && !DECIMAL.test(written)) return false;
  return Math.abs(Number(written)) > LARGEST_NUMBER;
}

/** To follow "cannot be used as a number": which numbers can, where the size of one of the cells is the reason. */
export function sizeLimit(cells: Iterable<string>): string {
  return [...cells].some(isTooLarge) ? ` (the largest that can be used is ${LARGEST_NUMBER})` : "";
}
