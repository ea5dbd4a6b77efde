import { seededRandom, shuffled } from "../../src/math/random.js";

export interface Shuffle {
  readonly rows?: boolean;
  readonly columns?: boolean;
}

/** The same table with its rows, its columns or both in another order; for text without quotation marks. */
export function shuffledCsv(csv: string, { rows = false, columns = false }: Shuffle, seed = 1): string {
  if (csv.includes('"')) throw new Error("a cell in quotation marks would be cut at its commas");
  const random = seededRandom(seed, "shuffled-csv");
  const [header = [], ...body] = csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const order = columns ? shuffled([...header.keys()], random) : [...header.keys()];
  const lines = [header, ...(rows ? shuffled(body, random) : body)];
  return lines.map((cells) => `${order.map((k) => cells[k]).join(",")}\n`).join("");
}
