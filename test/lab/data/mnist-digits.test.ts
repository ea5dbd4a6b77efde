import { expect, it } from "vitest";
import { digitClasses } from "../../../src/lab/data/mnist-digits.js";

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
