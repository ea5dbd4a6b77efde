import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { streamOf } from "../coverage/random.js";

/** Ages are compared in these groups; each cut starts one. */
export const AGES = { cuts: [25, 45, 65], names: ["under 25", "25 to 44", "45 to 64", "65 and over"] } as const;

export const SENSITIVE = ["sex", "origin", "age"] as const;

/** What `recast` is told about the table. */
export const ROLES = [
  ["--id", "id"],
  ["--decision", "decision"],
  ["--favourable", "yes"],
  ["--sensitive", SENSITIVE.join(",")],
].flat();

export const BINS = ["--bins", `age=${AGES.cuts.join(",")}`];

const NAMES = "id,sex,origin,age,income,debt,savings,years,housing,education,district,decision".split(",");
const BLOCK = 10_000;

/**
 * Made-up people: an id, three sensitive columns, four numbers, three categories and the decision, which is a rule with
 * noise. More than 12 columns are filled with numbers and categories that the rule does not read. The same seed gives
 * the same people, and a shorter table is the beginning of a longer one with as many columns.
 */
export function* madeUpLines(rows: number, columns: number = NAMES.length, seed = 1): Generator<string> {
  const { uniform } = streamOf(seed, 1);
  const among = (values: readonly string[]) => values[Math.floor(uniform() * values.length)]!;
  const fill = Array.from({ length: columns - NAMES.length }, (_, k) => k);
  yield [...NAMES.slice(0, -1), ...fill.map((k) => `more${k}`), NAMES.at(-1)].join(",");
  for (let i = 0; i < rows; i++) {
    const sex = uniform() < 0.48 ? "woman" : "man";
    const origin = uniform() < 0.1 ? "abroad" : uniform() < 0.2 ? "neighbour" : "home";
    const age = 18 + Math.floor(uniform() * 62);
    const income = Math.round((sex === "man" ? 22_000 : 20_000) + 60_000 * uniform() * uniform());
    const debt = Math.round(40_000 * uniform() * uniform());
    const savings = Math.round(30_000 * uniform() * uniform());
    const years = Math.floor((uniform() * (age - 17)) / 2);
    const housing = among(["owner", "tenant", "family"]);
    const education = among(["school", "vocational", "degree"]);
    const district = among(["harbour", "hill", "centre", "east"]);
    const points =
      3 * Math.log(income / 30_000) -
      debt / 15_000 +
      savings / 15_000 +
      years / 20 +
      (housing === "owner" ? 0.5 : 0) +
      (education === "degree" ? 0.5 : 0) -
      (origin === "abroad" ? 0.6 : 0) -
      (district === "harbour" && housing === "tenant" ? 1 : 0);
    const noise = uniform() + uniform() + uniform() - 1.5;
    const more = fill.map((k) => (k % 7 < 4 ? Math.round(1000 * uniform()) : among(["a", "b", "c", "d"])));
    const decision = points + noise > 0 ? "yes" : "no";
    yield [
      `p${i + 1}`,
      ...[sex, origin, age, income, debt, savings, years, housing, education, district, ...more, decision],
    ].join(",");
  }
}

/** Writes the table as CSV, some rows at a time. */
export async function writeTable(path: string, rows: number, columns?: number): Promise<void> {
  const stream = createWriteStream(path);
  let block: string[] = [];
  for (const line of madeUpLines(rows, columns)) {
    block.push(line);
    if (block.length < BLOCK) continue;
    if (!stream.write(`${block.join("\n")}\n`)) await once(stream, "drain");
    block = [];
  }
  if (block.length > 0) stream.write(`${block.join("\n")}\n`);
  stream.end();
  await once(stream, "close");
}

export async function pack(path: string, packed: string): Promise<void> {
  await pipeline(createReadStream(path), createGzip(), createWriteStream(packed));
}
