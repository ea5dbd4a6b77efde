/** Several sums, each kept as two numbers so that the order in which values are added does not show in the result. */
export interface PreciseSums {
  add(k: number, value: number): void;
  /** The sums so far, each rounded once. */
  finish(): Float64Array;
}

/** Sums that start at 0, `length` of them; a later place is made when it is first added to. Knuth's two-sum. */
export function preciseSums(length = 0): PreciseSums {
  let high = new Float64Array(Math.max(length, 16));
  let low = new Float64Array(high.length);
  let used = length;
  return {
    add(k, value) {
      if (k >= used) used = k + 1;
      if (k >= high.length) [high, low] = [grown(high, used), grown(low, used)];
      const before = high[k]!;
      const sum = before + value;
      const added = sum - before;
      high[k] = sum;
      low[k]! += before - (sum - added) + (value - added);
    },
    finish: () => Float64Array.from(high.subarray(0, used), (sum, k) => sum + low[k]!),
  };
}

function grown(values: Float64Array, least: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(2 * values.length, least));
  larger.set(values);
  return larger;
}
