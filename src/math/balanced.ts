/** Fewer decisions than this may be balanced by chance. */
const LEAST = 40;

/** Whether the two decisions are equally frequent to one in a hundred, as if people had been picked half from each. */
export function looksBalanced(accepted: number, n: number): boolean {
  return n >= LEAST && Math.abs(2 * accepted - n) <= 0.01 * n;
}
