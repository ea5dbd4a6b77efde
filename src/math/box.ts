/** An axis-parallel box of rows: lowⱼ < xⱼ ≤ highⱼ in every column; ends may be infinite. */
export interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export function wholeSpace(columns: number): Box {
  return {
    low: new Float64Array(columns).fill(Number.NEGATIVE_INFINITY),
    high: new Float64Array(columns).fill(Number.POSITIVE_INFINITY),
  };
}

/** The part of the box with x[column] ≤ threshold, and the part with x[column] > threshold. */
export function splitBox(box: Box, column: number, threshold: number): { below: Box; above: Box } {
  const high = box.high.slice();
  const low = box.low.slice();
  high[column] = Math.min(high[column]!, threshold);
  low[column] = Math.max(low[column]!, threshold);
  return { below: { low: box.low, high }, above: { low, high: box.high } };
}
