import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromArrays, tableToIPC } from "@uwdata/flechette";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import { doubles, gzipBomb, hostileParquet, lyingZip, withInt64, type ZipMember } from "../support/hostile-files.js";
import { checkColumns, choose, giveFiles, openSaved, quickSettings, runAudit } from "./hands.js";
import { hasNoBrowser, noBrowserReason, type OpenPage, type Studio, startStudio } from "./open-studio.js";
import { SMALL_FILES } from "./small-case.js";

const ATTACK = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
const MEGABYTES = 2 ** 20;
const sixty = new Uint8Array(60 * MEGABYTES);
const arrow = tableToIPC(tableFromArrays({ x: new Float64Array(1237) }), { format: "file" })!;

describe.skipIf(hasNoBrowser)(`files that mean harm${noBrowserReason}`, () => {
  let studio: Studio;
  let opened: OpenPage;
  let page: Page;
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "recast-hostile-"));
    studio = await startStudio();
    opened = await studio.open();
    page = opened.page; // one page for all: it has to survive
  });
  afterAll(async () => {
    await opened?.close();
    await studio?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const refusal = () => page.getByRole("alert").filter({ hasText: en.parts.notice.error });

  it("a CSV of 200 MB is refused by its size, with the way out", async () => {
    const path = join(folder, "huge.csv");
    const file = await open(path, "w");
    await file.write("id,age,decision\n1,30,yes\n");
    await file.truncate(200 * MEGABYTES); // takes no space on the disk
    await file.close();
    await giveFiles(page, path);
    await expect.poll(() => refusal().textContent()).toContain("huge.csv has 200 MB");
    expect(await refusal().textContent()).toContain("Take a random sample");
  });

  it("5,000 columns are refused, with the way out", async () => {
    const names = Array.from({ length: 5000 }, (_, i) => `c${i}`);
    const row = names.map(() => "1");
    await giveFiles(page, { "wide.csv": `${names.join(",")},decision\n${row.join(",")},yes\n${row.join(",")},no\n` });
    await expect.poll(() => refusal().textContent()).toContain("wide.csv has 5,001 columns");
    expect(await refusal().textContent()).toContain("Choose the columns");
  });

  it.each(["junk.csv", "junk.parquet", "junk.arrow", "junk.csv.gz"])(
    "bytes without sense are refused: %s",
    async (name) => {
      const bytes = Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919 + (i >> 3) * 104729) % 256);
      await giveFiles(page, { [name]: bytes });
      await expect.poll(() => refusal().textContent()).toContain(name);
    },
  );

  it.each([
    ["audit.json", "{}"],
    ["audit.json", "[".repeat(200_000)],
    ["audit.zip", "PK\u0003\u0004 and nothing that follows"],
  ])("what only calls itself an audit is not opened: %s", async (name, text) => {
    await openSaved(page, { [name]: text });
    await expect.poll(() => refusal().textContent()).toContain(en.start.notAnAudit);
  });

  it.each([
    ["bomb.csv.gz", gzipBomb(2 ** 31, 0x61), "unpacks to more than 64 MB"],
    ["endless.parquet", hostileParquet([doubles("x", 200)], { group: 200n, file: 2n ** 62n }), "damaged"],
    ["half.parquet", hostileParquet([doubles("x", 200)], { group: 100n }), "stores more than the 100 values"],
    ["endless.arrow", withInt64(arrow, 1237n, 2n ** 31n), "too short for 2147483648 rows"],
  ])("what grows without end or hides rows is refused: %s", async (name, bytes, words) => {
    await giveFiles(page, { [name]: bytes });
    await expect.poll(() => refusal().textContent(), { timeout: 20_000 }).toContain(name);
    expect(await refusal().textContent()).toContain(words);
  });

  it.each([
    ["large.zip", lyingZip([["audit.json", new Uint8Array(2 ** 27), 10]]), "damaged"],
    ["many.zip", lyingZip(Array.from({ length: 40 }, (_, i): ZipMember => [`${i}.json`, sixty])), "too large"],
    [
      "twice.zip",
      lyingZip([
        ["audit.json", "{}"],
        ["audit.json", "{}"],
      ]),
      "twice.zip",
    ],
  ])("archives that lie about their files are refused: %s", async (name, bytes, words) => {
    await openSaved(page, { [name]: bytes });
    await expect.poll(() => refusal().textContent(), { timeout: 20_000 }).toContain(name);
    expect(await refusal().textContent()).toContain(words);
  });

  it("HTML in names, headers and cells is shown as text", async () => {
    const head = `id,${quoted(`age${ATTACK}`)},${quoted(`sex${ATTACK}`)},decision`;
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${i},${20 + (i % 40)},${quoted(`${i % 3}${ATTACK}`)},${i % 2 ? "yes" : "no"}`,
    );
    await giveFiles(page, { [`${ATTACK.replaceAll("/", "")}.csv`]: `${[head, ...rows].join("\n")}\n` });
    await checkColumns(page);
    await page.locator(".column-list").getByText(`age${ATTACK}`).first().waitFor();
    expect(await page.title()).not.toBe("taken");
    await expect.poll(() => page.locator("main img, main script").count()).toBe(0);
  });

  it("afterwards the page still audits good files, and has complained of nothing and asked nobody", async () => {
    await page.goto(`${studio.address}#start`);
    const [decisions = ""] = Object.keys(SMALL_FILES);
    await choose(page.getByRole("button", { name: en.start.pick, exact: true }), SMALL_FILES);
    await page.getByText(decisions, { exact: true }).first().waitFor();
    await checkColumns(page);
    await page.getByRole("button", { name: en.check.again, exact: true }).click();
    await quickSettings(page);
    await runAudit(page);
    expect(opened.outside).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });
});

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
