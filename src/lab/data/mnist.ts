import { AuditError } from "../../errors.js";
import type { FeatureSchema } from "../../input/evidence.js";
import type { NumberColumn } from "../../input/table.js";
import type { DataSet } from "./data-set.js";
import { type IdxArray, parseIdx } from "./idx.js";

/** Handwritten digits: one image per row, pixels row by row, with the digit each shows. */
export interface Digits {
  readonly rows: number;
  /** Pixels of an image. */
  readonly pixels: number;
  /** Grey values from 0 (background) to 255, image by image. */
  readonly values: Uint8Array;
  /** 0 to 9, one per image. */
  readonly digits: Uint8Array;
}

const SIDE = 28;

/** The images and labels of two unpacked MNIST files; FILE_UNREADABLE if they are damaged or do not match. */
export function parseDigits(images: Uint8Array, labels: Uint8Array): Digits {
  const pictures = parseIdx(images, 3, "the file of images");
  const names = parseIdx(labels, 1, "the file of labels");
  requireFit(pictures, names);
  const [rows = 0] = pictures.sizes;
  return { rows, pixels: SIDE * SIDE, values: pictures.values, digits: names.values };
}

function requireFit({ sizes: [count, height, width] }: IdxArray, { sizes: [labels], values }: IdxArray): void {
  if (height !== SIDE || width !== SIDE) {
    throw unfit(`images are ${height} × ${width} pixels, expected ${SIDE} × ${SIDE}`);
  }
  if (count !== labels) throw unfit(`there are ${count} images and ${labels} labels`);
  const strange = values.find((digit) => digit > 9);
  if (strange !== undefined) throw unfit(`a label is ${strange}, expected a digit`);
}

function unfit(reason: string): AuditError {
  return new AuditError("FILE_UNREADABLE", `the MNIST files do not fit: ${reason}; download both again`);
}

/** Names of the pixels in reading order, `pixel-00-00` to `pixel-27-27`: row, then column. */
export function pixelFeatures(): FeatureSchema[] {
  const two = (k: number) => String(k).padStart(2, "0");
  return Array.from({ length: SIDE * SIDE }, (_, k) => ({
    name: `pixel-${two(Math.floor(k / SIDE))}-${two(k % SIDE)}`,
    type: "number" as const,
    immutable: false,
  }));
}

/** The pixels of the images at `rows` as columns of numbers from 0 to 1. */
export function pixelColumns({ values, pixels }: Digits, rows: ArrayLike<number>): NumberColumn[] {
  return pixelFeatures().map(({ name }, j) => {
    const column = new Float64Array(rows.length);
    for (let i = 0; i < column.length; i++) column[i] = values[rows[i]! * pixels + j]! / 255;
    return { name, type: "number", values: column };
  });
}

/** Two digits told apart in pixel space, `second` as the favourable one. Grey values keep their own unit. */
export function digitPair(digits: Digits, first: number, second: number): DataSet {
  const rows: number[] = [];
  digits.digits.forEach((digit, i) => {
    if (digit === first || digit === second) rows.push(i);
  });
  return {
    name: `mnist-${first}-${second}`,
    features: pixelFeatures(),
    table: { rows: rows.length, columns: pixelColumns(digits, rows) },
    labels: Uint8Array.from(rows, (i) => (digits.digits[i] === second ? 1 : 0)),
    sensitive: [],
    scaling: "none",
  };
}
