import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { built } from "../support/built.js";
import { hasNoBrowser, noBrowserReason, type Studio, startStudio } from "./open-studio.js";

/** Bytes of the first load after gzip, in all. */
const BUDGET = 120_000;

const folder = dirname(built("studio/index.html"));
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
const gzipped = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;

/** What a built script names with `import … from "./x.js"` and `import "./x.js"`, but not with `import("./x.js")`. */
function staticImports(file: string): string[] {
  const found = textOf(file).matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g);
  return [...found].map((match) => posix.join(posix.dirname(file), match[1] ?? ""));
}

function graphOf(starts: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (file.endsWith(".js")) for (const next of staticImports(file)) visit(next);
  };
  for (const start of starts) visit(start);
  return seen;
}

const pageFiles = [...textOf("index.html").matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((match) => match[1] ?? "");
const workerFiles = [...graphOf(pageFiles)]
  .filter((file) => file.endsWith(".js"))
  .flatMap((file) => [...textOf(file).matchAll(/new Worker\(.{0,40}?["'`](?:\.?\/)?([\w./-]+\.js)["'`]/gs)])
  .map((match) => (match[1] ?? "").replace(/^(?!assets\/)/, "assets/"));

describe("the size of the first load", () => {
  it("finds the page's script and style, and one worker", () => {
    expect(pageFiles.filter((file) => file.endsWith(".js")).length).toBeGreaterThan(0);
    expect(pageFiles.filter((file) => file.endsWith(".css")).length).toBeGreaterThan(0);
    expect(new Set(workerFiles).size).toBe(1);
  });

  it(`stays under ${BUDGET / 1000} KB: all that page and worker import statically`, () => {
    const files = [...graphOf(["index.html", ...pageFiles, ...workerFiles])];
    const sizes = Object.fromEntries(files.map((file) => [file, gzipped(file)]));
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(BUDGET);
  });
});

it("keeps the page of one file under 1 MB", () => {
  expect(readFileSync(join(folder, "studio.html")).length).toBeLessThanOrEqual(1_000_000);
});

describe.skipIf(hasNoBrowser)(`what a browser loads first${noBrowserReason}`, () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio?.close());

  it(`stays under ${BUDGET / 1000} KB, the first screen included, and comes from the page's server alone`, async () => {
    const { page, asked, outside, complaints, close } = await studio.open();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const files = [...new Set(asked.map((path) => (path === "" ? "index.html" : path)))];
    const total = files.reduce((sum, file) => sum + gzipped(file), 0);
    expect(total, files.join(", ")).toBeLessThanOrEqual(BUDGET);
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
