import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { percent, percentRange } from "../../src/document/format.js";
import type { AuditFile } from "../../src/findings/audit-file.js";
import { findingSentence, firstWords } from "../../src/reports/finding-words.js";
import { en } from "../../studio/src/text/en.js";
import { PART_NAMES } from "../../studio/src/worker/results-parts.js";
import { goToHash, openSaved, savedBy } from "./hands.js";
import { type FolderFiles, nodeAudit, nodeVerify, writeFolder } from "./node-audit.js";
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
    await writeFolder(
      join(place, name),
      [...files].map(([path, content]) => [path, changed[path] ?? content] as const),
    );
    return join(place, name);
  }

  /** Opens a saved audit from the start screen. */
  async function opened(saved: Parameters<typeof openSaved>[1]): Promise<void> {
    await goTo("#start");
    await openSaved(page, saved);
    await page.waitForURL(/#results/);
    await page.locator(".results").waitFor();
  }

  const goTo = (hash: string) => goToHash(page, hash);
  /** What an address leads to. */
  const placeOf = (href: string | null) => page.locator(`.results [id="${decodeURIComponent(href?.slice(1) ?? "")}"]`);

  it("shows the numbers of audit.json, each with its interval, and says that every file is as named", async () => {
    await opened(await folderOf("whole"));
    const { attributes } = audit.facts;
    const { headline, more } = firstWords(audit);
    const plain = (text: string | null) => (text ?? "").replaceAll(/[\u2066-\u2069]/g, "");
    await expect.poll(() => page.locator(".first h2").textContent()).toBe(plain(headline));
    for (const { sentence } of more) {
      await expect.poll(() => page.locator(".first-more").textContent()).toContain(plain(sentence));
    }
    for (const kind of ["rebuilt-model", "open-people"]) {
      const finding = audit.findings.find((one) => one.kind === kind)!;
      await expect.poll(() => page.locator(".first-trust").textContent()).toContain(findingSentence(finding, audit));
    }
    await expect.poll(() => page.locator(".first-seen").getByRole("img").first().locator("svg").count()).toBe(1);
    await page.getByText(words.checks.same(files.size - 1 - Object.keys(SMALL_FILES).length)).waitFor();
    await page.getByText(words.madeBy(audit.version)).waitFor();

    await goTo("#results/groups");
    await page.getByRole("heading", { level: 2, name: /Groups in the observed decisions/ }).waitFor();
    await page.locator(".report-tables > summary").click();
    for (const { attribute, groups } of attributes) {
      const table = page.getByRole("region", { name: new RegExp(`^Rates by group: ${attribute}(?: \\(|$)`) }).first();
      await table.waitFor();
      const rows = await table.locator("tbody tr").allInnerTexts();
      for (const { group, rate: own } of groups) {
        const row = rows.find((text) => text.startsWith(group) && text.includes(percent(own.share)));
        expect(row, `${attribute} ${group}`).toContain(percentRange(own));
      }
    }
    const chart = page.getByRole("img", { name: /^Chart: / }).first();
    await expect.poll(() => chart.locator("svg").count()).toBe(1);
  });

  it("goes to a part by its address, and to the first page by one that leads nowhere", async () => {
    await goTo("#results");
    await page
      .getByRole("navigation", { name: words.navigation })
      .getByRole("link", { name: words.parts.model })
      .click();
    const heading = page.getByRole("heading", { level: 2, name: /The rebuilt model/ });
    await heading.waitFor();
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await goTo("#results/nowhere");
    await page.locator(".first").waitFor();
  });

  it("folds long tables away, and opens them where a chart or an address leads to one", async () => {
    await goTo("#results/groups");
    const fold = page.locator(".report-tables");
    await expect
      .poll(() => fold.evaluateAll((all) => all.map((each) => (each as HTMLDetailsElement).open)))
      .toEqual([false]);
    const link = page.locator(".chart-figure").getByRole("link", { name: words.numbers }).first();
    const target = placeOf(await link.getAttribute("href"));
    await link.click();
    await expect.poll(() => target.isVisible()).toBe(true);
    await expect.poll(() => target.evaluate((table) => table === document.activeElement)).toBe(true);

    const how = page.locator(".report-section .results-how").first();
    const entry = placeOf(await how.getAttribute("href"));
    await expect.poll(() => entry.isVisible()).toBe(false);
    await how.click();
    await expect.poll(() => entry.isVisible()).toBe(true);
    await expect.poll(() => entry.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("leads from every chart to its table, also where another part has it", async () => {
    const links = new Set<string>();
    for (const part of PART_NAMES) {
      await goTo(`#results/${part}`);
      await page.locator(part === "overview" ? ".first" : ".report-part").waitFor();
      const shown = page.locator(".results .chart-figure a");
      for (const href of await shown.evaluateAll((all) => all.map((each) => each.getAttribute("href")!)))
        links.add(href);
    }
    expect(links.size).toBeGreaterThan(5);
    for (const href of links) {
      await goTo(href);
      await expect.poll(() => placeOf(href).isVisible(), { message: href }).toBe(true);
    }
  });

  it("gives the same number of open people on every screen", async () => {
    const found = audit.findings.find(({ kind }) => kind === "open-people")!;
    const n = found.n!;
    const open = Math.round(found.share! * n);
    expect(open).toBeGreaterThan(0);
    await goTo("#results");
    await expect.poll(() => page.locator(".first-trust").textContent()).toContain(`(${open} of ${n})`);
    await goTo("#results/determined");
    await expect.poll(() => page.locator(".report-part").textContent()).toContain(`${open} of ${n}`);
    await goTo("#person");
    await page.getByLabel(en.person.find.contested(open), { exact: true }).check();
    await expect.poll(() => page.getByRole("table").locator("tbody tr").count()).toBe(Math.min(open, 25));
    await page.getByLabel(en.person.find.contested(open), { exact: true }).uncheck();
    await goTo("#letters");
    await page.getByText(en.letters.counts.openNote(open, n)).waitFor();
    await goTo("#results");
  });

  it("fits the first page on one screen, and has headline and picture first on a phone", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const bottom = () => page.locator(".first").evaluate((first) => first.getBoundingClientRect().bottom + scrollY);
    await expect.poll(bottom).toBeLessThanOrEqual(800);
    await page.setViewportSize({ width: 390, height: 844 });
    const tops = await page
      .locator(".first > *")
      .evaluateAll((parts) => parts.map((part) => [part.className, part.getBoundingClientRect().top] as const));
    const order = tops.toSorted((a, b) => a[1] - b[1]).map(([name]) => name);
    expect(order.slice(0, 2)).toEqual(["first-lead", "first-seen"]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it("copies a finding as a sentence, with its interval and the number of people", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const { headline, under } = firstWords(audit);
    await page
      .locator(".first-lead")
      .getByRole("button", { name: /^Copy sentence/ })
      .press("Enter");
    await expect.poll(clipboard).toBe(`${headline}. ${under}`.replaceAll(/[\u2066-\u2069]/g, ""));
    await page.getByText(en.parts.copy.done, { exact: true }).first().waitFor();
    await page
      .locator(".first-trust")
      .getByRole("button", { name: /^Copy sentence/ })
      .first()
      .press("Enter");
    await expect.poll(clipboard).toMatch(/^The rebuilt model is right about .* \(\d+ of 80; 95.%.interval.* to .*\)/);
  });

  it("lets a chart be taken away as SVG and PNG, and its numbers as CSV", async () => {
    const save = (format: string) =>
      savedBy(
        page
          .locator(".first-seen")
          .getByRole("button", { name: new RegExp(`^Download chart as ${format}`) })
          .first(),
      );
    const svg = await save("SVG");
    const text = svg.bytes.toString("utf8");
    expect(svg.name).toMatch(/\.svg$/);
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(text).not.toContain("var(");
    const parsed = await page.evaluate(
      (source) => new DOMParser().parseFromString(source, "image/svg+xml").querySelector("parsererror") === null,
      text,
    );
    expect(parsed).toBe(true);

    const png = await save("PNG");
    expect([...png.bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
    const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
    const [, w = 0, h = 0] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(text) ?? []).map(Number);
    expect([width, height]).toEqual([Math.round(3 * w), Math.round(3 * h)]);
    expect(png.bytes.length).toBeGreaterThan(5000); // drawn, not blank

    const csv = (await save("CSV")).bytes.toString("utf8").trimEnd().split("\n");
    expect(csv[0]).toBe("attribute,group,n,rate,low,high,everybody,difference");
    const [{ attribute, groups }] = audit.facts.attributes as [AuditFile["facts"]["attributes"][number]];
    const own = groups.find(({ test }) => test !== null)!;
    expect(csv).toContainEqual(
      expect.stringMatching(new RegExp(`^${attribute},${own.group},${own.n},${own.rate.share},`)),
    );
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

    await goTo("#results/researchers");
    await page.locator(".report-tables > summary").click();
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
    await expect.poll(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
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
