import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { columnarBytes, type OutputColumn } from "../../src/document/columnar.js";
import type { DecisionsOptions } from "../../src/input/decisions-options.js";
import { tallyOf } from "../../src/input/tally.js";
import { seededRandom } from "../../src/math/random.js";
import { readDecisions } from "../../src/platform/read-evidence.js";
import { restOfFile, scanFile } from "../../src/platform/scan-file.js";

const decisions: DecisionsOptions = { decision: "approved", sensitive: ["sex", "age"] };

const random = seededRandom(1, "scan file");
const rows = Array.from({ length: 900 }, (_, i) => ({
  id: `P${i}`,
  sex: random.uniform() < 0.5 ? "f" : "m",
  age: 18 + random.integer(50),
  debt: random.integer(1000) / 8,
  approved: random.uniform() < 0.4 ? "yes" : "no",
}));
const NAMES = ["id", "sex", "age", "debt", "approved"] as const;
const csv = [NAMES.join(","), ...rows.map((row) => NAMES.map((name) => row[name]).join(","))].join("\n");
const columns = NAMES.map((name): OutputColumn => {
  const isNumber = typeof rows[0]![name] === "number";
  return { name, type: isNumber ? "number" : "text", values: rows.map((row) => row[name]) } as OutputColumn;
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

describe.each(["csv", "gz", "utf16", "latin1", "json", "parquet", "arrow"])("a scanned %s file", (format) => {
  const bytesIn = async (): Promise<Uint8Array | string> => {
    if (format === "parquet" || format === "arrow") return columnarBytes(format, columns);
    if (format === "gz") return gzipSync(csv);
    if (format === "utf16") return Buffer.from(`\uFEFF${csv}`, "utf16le");
    if (format === "latin1") return Buffer.from(csv.replaceAll(",f,", ",ü,"), "latin1");
    return format === "json" ? JSON.stringify(rows) : csv;
  };

  it("is the file in memory where it is short", async () => {
    const path = await written(`short.${format}`, await bytesIn());
    const { sha256, bytes, ...whole } = await readDecisions(path, decisions);
    const found = await scanFile(path, { decisions, size: 1000 });
    expect(found.sample).toEqual(whole);
    expect([found.sha256, found.bytes]).toEqual([sha256, bytes]);
    expect(found.sha256).toBe(
      createHash("sha256")
        .update(await bytesIn())
        .digest("hex"),
    );
  });

  it("is counted, drawn from and streamed where it is long", async () => {
    const path = await written(`long.${format}`, await bytesIn());
    const whole = await readDecisions(path, decisions);
    const found = await scanFile(path, { decisions, size: 100, measured: 40, seed: 5 });
    const inMemory = tallyOf(whole.groups, whole.decisions, null);
    expect(new Set(entriesOf(found.tally))).toEqual(new Set(entriesOf(inMemory)));
    expect(found.tally.rows).toBe(inMemory.rows);
    expect(found.sample.schema).toEqual(whole.schema);
    const seen = [...found.sample.rowNumbers, ...found.measured.rowNumbers];
    for await (const rest of restOfFile(path, found, { decisions, without: found.measured.rowNumbers })) {
      seen.push(...rest.rowNumbers);
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual([...whole.rowNumbers]);
  });
});

/** Each combination as a text: the values, the decision, and how many people. */
function entriesOf({ columns: all, decisions: given, people }: ReturnType<typeof tallyOf>): string[] {
  return Array.from(people, (count, i) => {
    const values = all.map((column) => (column.type === "number" ? column.values[i] : column.levels[column.codes[i]!]));
    return JSON.stringify([...values, given[i], count]);
  });
}

describe("scanFile", () => {
  it.each([
    ["a cut gzip file", gzipSync(csv).subarray(0, 2000), "FILE_UNREADABLE"],
    ["zero bytes", Buffer.concat([Buffer.from(csv), Buffer.alloc(4)]), "FILE_NOT_TEXT"],
    ["nothing", new Uint8Array(0), "FILE_EMPTY"],
  ])("refuses %s", async (_, bytes, code) => {
    const path = await written("damaged", bytes);
    await expect(scanFile(path, { decisions, size: 100 })).rejects.toMatchObject({ code });
  });

  it("stops when asked to", async () => {
    const path = await written("stop.csv", csv);
    const options = { decisions, size: 100, signal: AbortSignal.abort() };
    await expect(scanFile(path, options)).rejects.toMatchObject({ code: "ABORTED" });
  });
});
