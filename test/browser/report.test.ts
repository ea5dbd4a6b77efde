import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditFile } from "../../src/findings/audit-file.js";
import { renderReport } from "../../src/reports/audit/audit-document.js";
import { renderBrief } from "../../src/reports/audit/brief.js";
import type { TemplateName } from "../../src/settings/settings.js";
import { samples } from "../reports/samples/named-samples.js";
import { poisoned } from "../reports/samples/poisoned.js";
import { root } from "../support/built.js";
import { browserRequired, CHROMIUM_ARGUMENTS, findChromium } from "./chromium.js";
import { fullness } from "./printed-pages.js";

const executablePath = findChromium();
const reason = executablePath === null ? " (no Chromium: set CHROMIUM_PATH or install one)" : "";
const ATTACK = `"><script>document.title = "taken"</script><img src=x onerror="document.title = 'taken'"></style>' onclick='x' `;

/** In the dark only colours differ, so only contrast is measured again. */
const AXE = {
  light: { resultTypes: ["violations"] },
  dark: { resultTypes: ["violations"], runOnly: ["color-contrast"] },
} as const;

interface Case {
  readonly name: string;
  /** "brief": the two pages, else the report in this template. */
  readonly template: TemplateName | "brief";
  readonly make: () => AuditFile;
}

const cases: readonly Case[] = [
  { name: "typical", template: "general", make: samples["typical"]! },
  { name: "twelve groups", template: "general", make: samples["twelve groups"]! },
  { name: "three attributes", template: "general", make: samples["three attributes"]! },
  { name: "no letters", template: "eu-annex-iv", make: samples["no letters"]! },
  { name: "law 144", template: "nyc-ll144", make: samples["law 144"]! },
  { name: "nothing stated", template: "model-card", make: samples["nothing stated"]! },
  { name: "brief", template: "brief", make: samples["typical"]! },
  { name: "letters and reasons", template: "general", make: samples["letters and reasons"]! },
  { name: "brief of letters and reasons", template: "brief", make: samples["letters and reasons"]! },
  { name: "brief without groups", template: "brief", make: samples["no sensitive column"]! },
  { name: "hostile words", template: "general", make: () => poisoned(samples["typical"]!(), ATTACK) },
];

/** Width of the text on a sheet, in CSS pixels: the sheet's less 2 × 16 mm. */
const SHEETS = { A4: Math.floor(((210 - 32) / 25.4) * 96), Letter: Math.floor((8.5 - 32 / 25.4) * 96) } as const;

describe.skipIf(executablePath === null && !browserRequired)(`the report in a browser${reason}`, () => {
  let browser: Browser | undefined;
  let folder = "";
  const addresses = new Map<string, string>();

  beforeAll(async () => {
    if (executablePath === null) throw new Error("RECAST_REQUIRE_BROWSER=1, but there is no Chromium");
    folder = mkdtempSync(join(tmpdir(), "recast-report-"));
    cases.forEach(({ name, template, make }, i) => {
      const path = join(folder, `${i}.html`);
      writeFileSync(path, template === "brief" ? renderBrief(make()) : renderReport(make(), { template }));
      addresses.set(name, pathToFileURL(path).href);
    });
    browser = await chromium.launch({
      executablePath,
      headless: true,
      chromiumSandbox: process.getuid?.() !== 0,
      args: CHROMIUM_ARGUMENTS,
    });
  });
  afterAll(async () => {
    await browser?.close();
    if (folder !== "") rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a report with the network cut off; what it asks for and complains about is written down. */
  async function open(name: string, options: BrowserContextOptions = {}) {
    const context = await browser!.newContext({ offline: true, ...options });
    const page = await context.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => complaints.push(dialog.message()));
    const address = addresses.get(name) ?? "";
    await page.goto(address);
    return { page, asked, complaints, address, close: () => context.close() };
  }

  const sheetsOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

  /** Pages, by number, on which the text ends above the middle; the last of each part may. */
  const emptyPages = (pdf: Buffer, ...lastOfParts: readonly number[]) =>
    fullness(pdf).flatMap((share, i, all) =>
      share >= 0.5 || i === all.length - 1 || lastOfParts.includes(i + 1) ? [] : [i + 1],
    );

  const overflow = (page: Page) =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });

  it.each(cases)("asks for nothing and complains of nothing: $name", async ({ name }) => {
    const { page, asked, complaints, address, close } = await open(name);
    expect(asked).toEqual([address]);
    expect(complaints).toEqual([]);
    expect(await page.title()).not.toBe("taken");
    await expect.poll(() => page.locator("script, iframe, img, object, link").count()).toBe(0);
    await close();
  });

  it.each(cases)("never scrolls sideways as a page, at 360 and 1280 pixels: $name", async ({ name }) => {
    const { page, close } = await open(name);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflow(page)).toBe(0);
    }
    await close();
  });

  it.each(cases)("can be read by everybody, on light and on dark screens: $name", async ({ name }) => {
    const axe = readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8");
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, close } = await open(name, { colorScheme, viewport: { width: 1280, height: 900 } });
      // Through the debugger, which the page's policy does not bind.
      const violations: { id: string; impact: string; nodes: { html: string }[] }[] = await page.evaluate(
        `${axe}; axe.run(document, ${JSON.stringify(AXE[colorScheme])}).then(({ violations }) => violations)`,
      );
      const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      await close();
    }
  });

  it("looks the same with scripts turned off", async () => {
    const shots: Buffer[] = [];
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await open("typical", { javaScriptEnabled, viewport: { width: 1000, height: 2400 } });
      shots.push(await page.screenshot());
      await close();
    }
    expect(shots[0]?.length).toBeGreaterThan(50_000);
    expect(shots[0]?.equals(shots[1] ?? Buffer.alloc(0))).toBe(true);
  });

  it.each(cases)(
    "prints on A4 and Letter, with nothing beyond the edge, no page half empty, on light paper: $name",
    async ({ name, template }) => {
      const { page, close } = await open(name, { colorScheme: "dark" });
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      for (const [format, width] of Object.entries(SHEETS)) {
        await page.setViewportSize({ width, height: 1000 });
        await expect.poll(() => overflow(page)).toBe(0);
        const pdf = await page.pdf({ format, preferCSSPageSize: true });
        expect(fullness(pdf)).toHaveLength(sheetsOf(pdf));
        // names of a hundred characters in every cell make rows too tall to fill pages with
        if (name !== "hostile words") expect(emptyPages(pdf)).toEqual([]);
        if (template === "brief") expect(sheetsOf(pdf)).toBe(2);
        else expect(sheetsOf(pdf)).toBeGreaterThan(5);
        expect(sheetsOf(pdf)).toBeLessThanOrEqual(name === "typical" ? 15 : 22);
      }
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(paper).toBe("rgb(255, 255, 255)");
      await close();
    },
  );

  it("prints the appendix where that is ticked, folded or not, and leaves it out where it is not", async () => {
    const { page, close } = await open("typical");
    const without = sheetsOf(await page.pdf({ format: "A4", preferCSSPageSize: true }));
    await page.locator("#print-appendix").check();
    const all = await page.pdf({ format: "A4", preferCSSPageSize: true });
    expect(sheetsOf(all)).toBeGreaterThan(without + 8);
    expect(emptyPages(all, without)).toEqual([]);
    await close();
  });

  it("notices a page that a forced break leaves half empty", async () => {
    const { page, close } = await open("typical");
    await page.addStyleTag({ content: "@media print{#facts{break-after:page!important}}" });
    const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
    expect(emptyPages(pdf)).toEqual([2]);
    await close();
  });

  it("has every section but the researchers’ on one screen of 1280 × 800", async () => {
    const { page, close } = await open("typical", { viewport: { width: 1280, height: 800 } });
    const heights = await page.locator(".chapter:not(.folded)").evaluateAll((chapters) =>
      chapters.map((chapter) => ({
        name: chapter.getAttribute("aria-labelledby"),
        height: chapter.getBoundingClientRect().height,
      })),
    );
    expect(heights.length).toBeGreaterThan(8);
    expect(heights.filter(({ name, height }) => name !== "researchers" && height > 800)).toEqual([]);
    await close();
  });

  it("opens the part of the appendix that a link leads to", async () => {
    const { page, close } = await open("typical");
    const table = page.locator("#table-permutation");
    await expect.poll(() => table.isVisible()).toBe(false);
    await page.locator("a[href='#table-permutation']").first().click();
    await expect.poll(() => table.isVisible()).toBe(true);
    await close();
  });

  it.each(["typical", "twelve groups", "three attributes", "no letters", "law 144", "brief", "brief without groups"])(
    "has its first page on one screen of 1280 × 800: %s",
    async (name) => {
      const { page, close } = await open(name, { viewport: { width: 1280, height: 800 } });
      const bottom = await page.locator(".first").evaluate((element) => element.getBoundingClientRect().bottom);
      expect(bottom).toBeGreaterThan(300);
      expect(bottom).toBeLessThanOrEqual(800);
      await close();
    },
  );

  it("puts headline and picture first on a phone", async () => {
    const { page, close } = await open("typical", { viewport: { width: 390, height: 844 } });
    const tops = await Promise.all(
      ["h2#findings", ".seen .chart", ".more", ".trust", ".cannot", ".evidence", ".contents"].map((part) =>
        page
          .locator(`main ${part}`)
          .first()
          .evaluate((element) => element.getBoundingClientRect().top),
      ),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(tops[1]).toBeLessThan(844);
    await close();
  });

  it("can be used from the keyboard: the skip link comes first and leads to the report", async () => {
    const { page, close } = await open("typical");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("skip");
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).hash).toBe("#report");
    const wide = page.locator(".scroll").first();
    await wide.focus();
    await expect.poll(() => wide.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
    await close();
  });
});
