import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { percent, percentRange, ratio } from "../../src/document/format.js";
import type { AuditFile } from "../../src/findings/audit-file.js";
import { en } from "../../studio/src/text/en.js";
import { PART_NAMES } from "../../studio/src/worker/results-parts.js";
import { openSaved, savedBy } from "./hands.js";
import { type FolderFiles, nodeAudit, nodeVerify } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type OpenPage, type Studio, startStudio } from "./open-studio.js";
import { QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

const words = en.results;

describe.skipIf(hasNoBrowser)(`results of a saved audit${noBrowserReason}`, () => {
  let studio: Studio;
  let files: FolderFiles = new Map();
  let audit: AuditFile;
  let place = "";
  let open: OpenPage; // one page for all: opening another audit must leave nothing of the one before
  let page: Page;

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), "recast-results-"));
    [studio, files] = await Promise.all([startStudio(), nodeAudit(SMALL_FILES, QUICK_FLAGS)]);
    audit = JSON.parse(String(files.get("audit.json")));
    open = await studio.open();
    page = open.page;
  });
  afterAll(async () => {
    await open?.close();
    await studio?.close();
    await rm(place, { recursive: true, force: true });
  });

  /** Writes a folder, with other contents where they are given. */
  async function folderOf(name: string, changed: Readonly<Record<string, string>> = {}): Promise<string> {
    for (const [path, content] of files) {
      const file = join(place, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, changed[path] ?? content);
    }
    return join(place, name);
  }

  /** Opens a saved audit from the start screen. */
  async function opened(saved: Parameters<typeof openSaved>[1]): Promise<void> {
    await goTo("#start");
    await openSaved(page, saved);
    await page.waitForURL(/#results/);
    await page.locator(".results").waitFor();
  }

  const figure = (label: string) =>
    page.locator(".results-figures li").filter({ has: page.getByText(label, { exact: true }) });

  const goTo = (hash: string) =>
    page.evaluate((next) => {
      location.hash = next;
    }, hash);

  it("shows the numbers of audit.json, each with its interval, and says that every file is as named", async () => {
    await opened(await folderOf("whole"));
    const { overall, attributes } = audit.facts;
    const rate = figure("Favourable decisions");
    await expect.poll(() => rate.locator(".results-figure-value").textContent()).toBe(percent(overall.rate.share));
    await expect.poll(() => rate.textContent()).toContain(percentRange(overall.rate));
    const agreementOf = (name: string) => audit.methods.find(({ method }) => method === name)?.agreement?.overall;
    const agreement = figure("Agreement of the rebuilt model");
    await expect
      .poll(() => agreement.textContent())
      .toContain(percent(agreementOf(audit.recommendation.method)?.share ?? -1));
    await expect.poll(() => agreement.textContent()).toContain(percent(agreementOf("majority")?.share ?? -1));
    await page.getByText(words.checks.same(files.size - 1 - Object.keys(SMALL_FILES).length)).waitFor();
    await page.getByText(words.madeBy(audit.version)).waitFor();

    await goTo("#results/groups");
    await page.getByRole("heading", { level: 2, name: /Facts that need no rebuilt model/ }).waitFor();
    for (const { attribute, groups } of attributes) {
      const table = page.getByRole("region", { name: `Rates and impact ratios: ${attribute}`, exact: true });
      await table.waitFor();
      const rows = await table.locator("tbody tr").allInnerTexts();
      const spoken = rows.map((row) => row.replaceAll("\u00a0", " "));
      expect(rows).toHaveLength(groups.length);
      for (const [k, { group, n, rate: own, status, impactRatio }] of groups.entries()) {
        expect(rows[k]).toContain(group);
        expect(rows[k]).toContain(percent(own.share));
        expect(rows[k]).toContain(percentRange(own));
        if (status === "insufficient") expect(spoken[k]).toContain(`insufficient (n = ${n})`);
        if (impactRatio !== null) expect(rows[k]).toContain(ratio(impactRatio.value));
      }
    }
    const chart = page.getByRole("img", { name: /^Chart: / }).first();
    await expect.poll(() => chart.locator("svg").count()).toBe(1);
  });

  it("goes to a part, a table and an explanation by their addresses", async () => {
    await goTo("#results");
    await page
      .getByRole("navigation", { name: words.navigation })
      .getByRole("link", { name: words.parts.model })
      .click();
    const heading = page.getByRole("heading", { level: 2, name: /The rebuilt model/ });
    await heading.waitFor();
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole("link", { name: words.numbers }).first().click();
    await page.waitForURL(/#results\/model%2Ftable-methods$/);
    const reference = page.getByRole("link", { name: /^How this was computed: A\.14/ }).first();
    await reference.click();
    const entry = page.locator('[id="results/model/how-agreement"]');
    await expect.poll(() => entry.isVisible()).toBe(true);
    await goTo("#results/nowhere");
    await page.locator(".results-figures").waitFor();
  });

  it("saves the folder as an archive that recast verify accepts, and opens it again", async () => {
    await goTo("#results");
    const button = page.getByRole("button", { name: words.save(`${words.download.folder.title}, recast-audit.zip`) });
    const { name, bytes } = await savedBy(button);
    expect(name).toBe("recast-audit.zip");
    const unpacked = new Map(
      Object.entries(unzipSync(bytes)).map(([path, content]) => [
        path.replace("recast-audit/", ""),
        Buffer.from(content),
      ]),
    );
    expect([...unpacked.keys()].sort()).toEqual([...files.keys()].sort());
    for (const [path, content] of files) expect(unpacked.get(path)?.equals(content), path).toBe(true);
    expect((await nodeVerify(unpacked)).exitCode).toBe(0);

    await goTo("#results/model");
    const table = await savedBy(page.getByRole("button", { name: words.csvLabel("methods") }).first());
    expect(table.bytes.equals(files.get("tables/methods.csv") ?? Buffer.of())).toBe(true);
    await goTo("#start");
    await openSaved(page, { "recast-audit.zip": bytes });
    await page.waitForURL(/#results/);
    await page.getByText(words.checks.inputs(2, 2)).waitFor();
  });

  it("has all parts one after the other on paper", async () => {
    await goTo("#results");
    await page.getByRole("button", { name: words.print }).and(page.locator(":not([aria-disabled])")).waitFor();
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const paper = page.locator(".results-print-only");
    const numbers = async () => {
      const titles = await paper.getByRole("heading", { level: 2 }).allInnerTexts();
      return titles.filter((title) => /^\d+ /.test(title)).map((title) => Number.parseInt(title, 10));
    };
    await expect.poll(numbers).toEqual([1, 2, 4, 3, 5, 6, 7, 8, 9, 10]);
    await expect.poll(() => paper.locator("svg.chart").count()).toBeGreaterThan(5);
    await expect.poll(() => page.locator(".results").isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect.poll(() => paper.locator("*").count()).toBe(0);
    await page.emulateMedia({ media: "screen" });
    await expect.poll(() => page.locator(".results-parts li").count()).toBe(PART_NAMES.length);
  });

  it("names the file that differs, and refuses a folder whose findings do", async () => {
    const path = "tables/methods.csv";
    const tampered = await folderOf("tampered", { [path]: `${files.get(path)}0` });
    await opened(tampered);
    const warning = page.locator(".notice-warning").first();
    await expect.poll(() => warning.textContent()).toContain(words.checks.changed(1));
    await expect.poll(() => warning.textContent()).toContain(path);
    await goTo("#start");
    await openSaved(page, await folderOf("findings", { "audit.json": `${files.get("audit.json")} ` }));
    const refusal = page.getByRole("alert").filter({ hasText: en.parts.notice.error });
    await expect.poll(() => refusal.textContent()).toContain("audit.json is not the file the audit wrote");
    await goTo("#results");
    await warning.waitFor(); // the audit that was open before still is
  });

  it("opens audit.json alone, says what is missing, and writes the same report", async () => {
    await opened({ "audit.json": new Uint8Array(files.get("audit.json") ?? []) });
    const note = page.locator(".notice-note").filter({ hasText: words.missing.title });
    for (const what of ["certificate", "model", "people", "evidence"] as const) {
      await expect.poll(() => note.textContent()).toContain(words.missing[what]);
    }
    await page.getByText(words.lookNeeds.people).waitFor();
    const { name, bytes } = await savedBy(
      page.getByRole("button", { name: words.save(`${words.download.report.title}, report.html`) }),
    );
    expect(name).toBe("report.html");
    expect(bytes.equals(files.get("report.html") ?? Buffer.of())).toBe(true);
  });

  it("asks nobody for anything, and complains of nothing", () => {
    expect([open.outside, open.complaints]).toEqual([[], []]);
  });
});
