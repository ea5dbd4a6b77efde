import type { NumberColumn } from "../../input/table.js";
import type { DataSet } from "./data-set.js";
import type { Digits } from "./mnist.js";

const SIDE = 28;
const BLOCK = 4;
const BLOCKS = SIDE / BLOCK;

/** The first `perDigit` images of each digit from 0 to `last`, as 7 × 7 mean grey values of 4 × 4 pixels, 0 to 1. */
export function digitClasses({ values, pixels, digits }: Digits, last: number, perDigit: number): DataSet {
  const seen = new Int32Array(last + 1);
  const rows: number[] = [];
  digits.forEach((digit, i) => {
    if (digit <= last && seen[digit]! < perDigit) {
      seen[digit]! += 1;
      rows.push(i);
    }
  });
  const columns = Array.from({ length: BLOCKS * BLOCKS }, (_, b): NumberColumn => {
    const [top, left] = [BLOCK * Math.floor(b / BLOCKS), BLOCK * (b % BLOCKS)];
    const means = Float64Array.from(rows, (i) => {
      let sum = 0;
      for (let y = top; y < top + BLOCK; y++) {
        for (let x = left; x < left + BLOCK; x++) sum += values[i * pixels + y * SIDE + x]!;
      }
      return sum / (255 * BLOCK * BLOCK);
    });
    return { name: `block-${Math.floor(b / BLOCKS)}-${b % BLOCKS}`, type: "number", values: means };
  });
  return {
    name: `mnist-0-to-${last}`,
    features: columns.map(({ name }) => ({ name, type: "number", immutable: false })),
    table: { rows: rows.length, columns },
    labels: Uint8Array.from(rows, (i) => digits[i]!),
    classes: { names: Array.from({ length: last + 1 }, (_, digit) => String(digit)), ordered: false },
    sensitive: [],
    scaling: "none",
  };
}
