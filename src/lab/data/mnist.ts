import { AuditError } from "../../errors.js";
import type { NumberColumn } from "../../input/table.js";
import type { DataSet } from "./data-set.js";

/** Handwritten digits: one image per row, pixels row by row, with the digit each shows. */
export interface Digits {
  readonly rows: number;
  readonly pixels: number;
  /** Grey values from 0 (background) to 255, image by image. */
  readonly values: Uint8Array;
  /** 0 to 9, one per image. */
  readonly digits: Uint8Array;
}

const SIDE = 28;
const BLOCK = 4;
const BLOCKS = SIDE / BLOCK;
const UNSIGNED_BYTE = 0x08;

/** The images and labels of two unpacked MNIST files; FILE_UNREADABLE if they are damaged or do not match. */
export function parseDigits(images: Uint8Array, labels: Uint8Array): Digits {
  const unfit = (reason: string) =>
    new AuditError("FILE_UNREADABLE", `the MNIST files do not match: ${reason}. Download both again`);
  const { sizes, values } = parseIdx(images, 3, "the file of images");
  const { sizes: [named] = [], values: digits } = parseIdx(labels, 1, "the file of labels");
  const [rows = 0, height, width] = sizes;
  if (height !== SIDE || width !== SIDE) {
    throw unfit(`images are ${height} × ${width} pixels, expected ${SIDE} × ${SIDE}`);
  }
  if (rows !== named) throw unfit(`there are ${rows} images and ${named} labels`);
  const strange = digits.find((digit) => digit > 9);
  if (strange !== undefined) throw unfit(`a label is ${strange}, expected a digit`);
  return { rows, pixels: SIDE * SIDE, values, digits };
}

/**
 * The sizes (the number of items first) and values of an unpacked IDX file: two zero bytes, the type, the number of
 * dimensions, their sizes (32 bits, largest byte first), then the values. Throws FILE_UNREADABLE for another type,
 * another number of dimensions, or a number of bytes that does not match the head.
 */
export function parseIdx(bytes: Uint8Array, dimensions: number, file: string) {
  const damaged = (reason: string) => {
    const message = `${file} is not the expected IDX file: ${reason}. Copy or download it again`;
    return new AuditError("FILE_UNREADABLE", message, { file });
  };
  const head = 4 + 4 * dimensions;
  if (bytes.length < head) throw damaged(`it has ${bytes.length} bytes, and the head alone needs ${head}`);
  const [zero, alsoZero, type, found] = bytes;
  if (zero !== 0 || alsoZero !== 0) {
    throw damaged(`it starts with ${zero}, ${alsoZero}; an IDX file starts with two zero bytes`);
  }
  if (type !== UNSIGNED_BYTE) throw damaged(`its values are of type ${type}; only unsigned bytes (8) are read`);
  if (found !== dimensions) throw damaged(`it has ${found} dimensions instead of ${dimensions}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizes = Array.from({ length: dimensions }, (_, k) => view.getUint32(4 + 4 * k));
  const wanted = sizes.reduce((product, size) => product * size, 1);
  if (bytes.length - head !== wanted) {
    throw damaged(`its head says ${sizes.join(" × ")} values, but ${bytes.length - head} follow`);
  }
  return { sizes, values: bytes.subarray(head) };
}

/**
 * Two digits told apart in pixel space, `second` as the favourable one. Grey values from 0 to 1 keep their own unit;
 * pixels are named in reading order, `pixel-00-00` to `pixel-27-27`: row, then column.
 */
export function digitPair({ values, pixels, digits }: Digits, first: number, second: number): DataSet {
  const rows = Array.from(digits.keys()).filter((i) => digits[i] === first || digits[i] === second);
  const two = (k: number) => String(k).padStart(2, "0");
  const columns = Array.from({ length: SIDE * SIDE }, (_, j): NumberColumn => {
    const name = `pixel-${two(Math.floor(j / SIDE))}-${two(j % SIDE)}`;
    return { name, type: "number", values: Float64Array.from(rows, (i) => values[i * pixels + j]! / 255) };
  });
  return imageData(
    `mnist-${first}-${second}`,
    columns,
    Uint8Array.from(rows, (i) => (digits[i] === second ? 1 : 0)),
  );
}

/** The first `perDigit` images of each digit from 0 to `last`, as 7 × 7 mean grey values of 4 × 4 pixels, 0 to 1. */
export function digitClasses({ values, pixels, digits }: Digits, last: number, perDigit: number): DataSet {
  const seen = new Int32Array(last + 1);
  const rows: number[] = [];
  digits.forEach((digit, i) => {
    if (digit > last || seen[digit]! >= perDigit) return;
    seen[digit]! += 1;
    rows.push(i);
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
  const names = Array.from(seen.keys(), String);
  const labels = Uint8Array.from(rows, (i) => digits[i]!);
  return { ...imageData(`mnist-0-to-${last}`, columns, labels), classes: { names, ordered: false } };
}

function imageData(name: string, columns: readonly NumberColumn[], labels: Uint8Array): DataSet {
  return {
    name,
    features: columns.map((column) => ({ name: column.name, type: "number", immutable: false })),
    table: { rows: labels.length, columns },
    labels,
    sensitive: [],
    scaling: "none",
  };
}
