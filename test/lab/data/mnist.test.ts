import { describe, expect, it } from "vitest";
import { digitClasses, digitPair, parseDigits, parseIdx } from "../../../src/lab/data/mnist.js";

/** A file in the published form: two zeros, type 8, dimensions, sizes with the largest byte first, values. */
function idx(sizes: readonly number[], values: ArrayLike<number>): Uint8Array {
  const head = sizes.flatMap((size) => [size >>> 24, (size >>> 16) & 255, (size >>> 8) & 255, size & 255]);
  return Uint8Array.from([0, 0, 8, sizes.length, ...head, ...Array.from(values)]);
}

const pixels = 28 * 28;
/** Images with one grey value each. */
const images = (...greys: number[]) =>
  idx(
    [greys.length, 28, 28],
    greys.flatMap((grey) => new Array<number>(pixels).fill(grey)),
  );
const labels = (...digits: number[]) => idx([digits.length], digits);

describe("IDX files", () => {
  it("gives sizes and values, wherever the bytes lie in their buffer", () => {
    const bytes = idx([2, 3], [1, 2, 3, 4, 5, 6]);
    const shifted = new Uint8Array(bytes.length + 5);
    shifted.set(bytes, 5);
    expect(parseIdx(shifted.subarray(5), 2, "f")).toEqual({
      sizes: [2, 3],
      values: Uint8Array.of(1, 2, 3, 4, 5, 6),
    });
    expect(parseIdx(idx([258], new Uint8Array(258)), 1, "f").sizes).toEqual([258]);
  });

  it.each([
    ["a head cut short", Uint8Array.of(0, 0, 8), "it has 3 bytes, and the head alone needs 8"],
    ["another beginning", Uint8Array.of(31, 139, 8, 1, 0, 0, 0, 0), "it starts with 31, 139"],
    ["another type", Uint8Array.of(0, 0, 13, 1, 0, 0, 0, 0), "of type 13"],
    ["another number of dimensions", Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 0), "3 dimensions instead of 1"],
    ["values cut short", labels(1, 2, 3).subarray(0, 10), "says 3 values, but 2 follow"],
    ["values left over", Uint8Array.of(...labels(1, 2, 3), 9), "says 3 values, but 4 follow"],
  ])("refuses %s", (_, bytes, words) => {
    expect(() => parseIdx(bytes, 1, "labels.gz")).toThrow(
      expect.objectContaining({ code: "FILE_UNREADABLE", message: expect.stringContaining(words) }),
    );
  });
});

describe("digits", () => {
  it("keeps the rows of a pair in order, pixels from 0 to 1, the second digit favourable", () => {
    const data = digitPair(parseDigits(images(0, 51, 255, 102), labels(3, 7, 5, 3)), 3, 5);
    expect([data.name, data.table.rows, data.scaling]).toEqual(["mnist-3-5", 3, "none"]);
    expect(Array.from(data.labels)).toEqual([0, 1, 0]);
    expect(data.features.map(({ name }) => name).slice(26, 30)).toEqual([
      "pixel-00-26",
      "pixel-00-27",
      "pixel-01-00",
      "pixel-01-01",
    ]);
    const names = data.features.map(({ name }) => name);
    expect(names.toSorted()).toEqual(names);
    for (const column of data.table.columns) {
      expect(column.type === "number" && Array.from(column.values)).toEqual([0, 1, 0.4]);
    }
  });

  it.each([
    ["another size of image", () => parseDigits(idx([1, 2, 2], [1, 2, 3, 4]), labels(1)), "images are 2 × 2 pixels"],
    ["labels of other images", () => parseDigits(images(1, 2), labels(1)), "2 images and 1 labels"],
    ["a label that is no digit", () => parseDigits(images(1), labels(10)), "a label is 10"],
  ])("refuses %s", (_, parse, words) => {
    expect(parse).toThrow(
      expect.objectContaining({ code: "FILE_UNREADABLE", message: expect.stringContaining(words) }),
    );
  });
});

it("averages blocks of 4 × 4 pixels of the first images of each digit", () => {
  const pixels = 28 * 28;
  const values = new Uint8Array(5 * pixels);
  for (let y = 4; y < 8; y++) for (let x = 8; x < 12; x++) values[pixels + y * 28 + x] = 255; // image 1, block 1-2
  values[2 * pixels] = 51; // image 2, one pixel of block 0-0
  const data = digitClasses({ rows: 5, pixels, values, digits: Uint8Array.of(0, 1, 1, 2, 1) }, 1, 2);
  expect(data.table.rows).toBe(3); // digit 2 is not asked for, the third 1 is one too many
  expect(Array.from(data.labels)).toEqual([0, 1, 1]);
  const column = (name: string) => data.table.columns.find((candidate) => candidate.name === name);
  expect(column("block-1-2")).toMatchObject({ values: Float64Array.of(0, 1, 0) });
  expect(column("block-0-0")).toMatchObject({ values: Float64Array.of(0, 0, 51 / (255 * 16)) });
  expect(data.features).toHaveLength(49);
  expect(data.classes).toEqual({ names: ["0", "1"], ordered: false });
});
