import { join } from "node:path";
import { measureNode } from "./measure.js";
import type { Place } from "./one-size.js";
import { PARTS } from "./parts.js";
import { writeTable } from "./table.js";

export const PART_CASES = [
  { rows: 10_000, columns: 12 },
  { rows: 10_000, columns: 48 },
  { rows: 100_000, columns: 12 },
  { rows: 100_000, columns: 48 },
] as const;

/** Processor seconds of each part of an audit, one row a part and one column a table. */
export async function partRows(place: Place, most: number): Promise<string[][]> {
  const columns: Record<string, number>[] = [];
  for (const { rows, columns: width } of PART_CASES) {
    if (rows > most) return [];
    const file = join(place.folder, `parts-${rows}-${width}.csv`);
    await writeTable(file, rows, width);
    const { printed } = await measureNode(place.root, place.folder, [place.script, "--parts", file]);
    columns.push(JSON.parse(printed) as Record<string, number>);
    console.error(`${rows} rows, ${width} columns: ${printed.trim()}`);
  }
  const cells = (of: (one: Record<string, number>) => number) => columns.map((one) => `${of(one).toFixed(1)} s`);
  return [
    ...PARTS.map((part) => [part, ...cells((one) => one[part] ?? 0)]),
    ["together", ...cells((one) => Object.values(one).reduce((sum, value) => sum + value, 0))],
  ];
}
