import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import { root } from "../support/built.js";
import { giveFiles, openSaved } from "./hands.js";
import { nodeAudit, writeFolder } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type OpenPage, type Studio, startStudio } from "./open-studio.js";
import { AUDIT_PLACES, EMPTY_PLACES, FILE_PLACES, goTo, type Place } from "./screens.js";
import { QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[] }[];
}

const axe = readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8");

/** Width of the text on a sheet of A4, in CSS pixels: the sheet's less 2 × 15 mm. */
const SHEET = Math.floor(((210 - 30) / 25.4) * 96);

describe.skipIf(hasNoBrowser)(`how the page looks${noBrowserReason}`, () => {
  let studio: Studio;
  let folder = "";
  const pages: Partial<Record<"empty" | "files" | "audit", OpenPage>> = {};

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "recast-look-"));
    const [started, audit] = await Promise.all([startStudio(), nodeAudit(SMALL_FILES, QUICK_FLAGS)]);
    studio = started;
    await writeFolder(folder, audit);
    for (const name of ["empty", "files", "audit"] as const) {
      const opened = await studio.open({ reducedMotion: "reduce" }); // colours change at once
      pages[name] = opened;
      await opened.page.evaluate(axe); // through the debugger, which the page's policy does not bind
    }
    await giveFiles(pages.files!.page, SMALL_FILES);
    await pages.files!.page.getByRole("heading", { name: en.start.given }).waitFor();
    await openSaved(pages.audit!.page, folder);
    await pages.audit!.page.waitForURL(/#results/);
  });
  afterAll(async () => {
    for (const opened of Object.values(pages)) await opened.close();
    await studio?.close();
    if (folder !== "") rmSync(folder, { recursive: true, force: true });
  });

  const all: readonly [keyof typeof pages, Place][] = [
    ...EMPTY_PLACES.map((place): [keyof typeof pages, Place] => ["empty", place]),
    ...FILE_PLACES.map((place): [keyof typeof pages, Place] => ["files", place]),
    ...AUDIT_PLACES.map((place): [keyof typeof pages, Place] => ["audit", place]),
  ];
  const places = all.map(([where, place]) => ({ where, place, name: place.name }));

  it.each(places)(
    "can be read by everybody, light and dark, and fits 360 pixels and paper: $name",
    async ({ where, place }) => {
      const { page } = pages[where]!;
      await page.emulateMedia({ media: "screen", colorScheme: "light" });
      await page.setViewportSize({ width: 1280, height: 900 });
      await goTo(page, place);
      await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
      await expect.poll(() => page.getByText(en.app.promise).first().isVisible()).toBe(true);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await graveViolations(page, colorScheme), colorScheme).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 360, height: 740 });
      await place.ready(page);
      await expect.poll(() => beyondTheEdge(page), { message: "at 360 pixels" }).toEqual([]);
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: SHEET, height: 1000 });
      await expect.poll(() => beyondTheEdge(page), { message: "on paper" }).toEqual([]);
    },
  );

  it("asked nobody outside and complained of nothing on the way", () => {
    for (const { outside, complaints } of Object.values(pages)) {
      expect(outside).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });

  it("tells what is chosen, and draws its bars, where the system forces its own colours", async () => {
    const colour = (page: Page, selector: string, name: string, pseudo = "") =>
      page.evaluate(
        ([where, property, part]) => {
          const element = document.querySelector(where ?? "");
          return element && getComputedStyle(element, part).getPropertyValue(property ?? "");
        },
        [selector, name, pseudo] as const,
      );
    const forced = async (page: Page, hash: string) => {
      await page.emulateMedia({ media: "screen", colorScheme: "light", forcedColors: "active" });
      await page.setViewportSize({ width: 1280, height: 900 });
      await goTo(page, { ...AUDIT_PLACES[0]!, hash });
      return colour(page, "body", "background-color");
    };
    const files = pages.files!.page;
    const ground = await forced(files, "#check");
    const tab = (state: string) => colour(files, `[role=tab][aria-selected=${state}]`, "border-bottom-color");
    await expect.poll(() => tab("false")).toBe(ground);
    expect(await tab("true")).not.toBe(ground);
    expect(await colour(files, ".step[aria-current]", "background-color", "::after")).not.toBe(ground);
    expect(await colour(files, ".theme label:has(:checked)", "outline-style")).toBe("solid");

    const { page } = pages.audit!;
    await forced(page, "#person/2");
    for (const bar of [".contribution-for", ".scale-people span:not(.scale-nobody)"]) {
      await expect.poll(() => colour(page, bar, "background-color"), { message: bar }).toMatch(/^rgb\(/);
      expect(await colour(page, bar, "background-color"), bar).not.toBe(ground);
    }
    for (const each of [files, page]) await each.emulateMedia({ forcedColors: "none" });
  });

  it("prints all parts of the results on light paper, whatever the screen's colours", async () => {
    const { page } = pages.audit!;
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await goTo(page, { ...AUDIT_PLACES[1]!, hash: "#results" });
    await page.getByRole("button", { name: en.results.print }).and(page.locator(":not([aria-disabled])")).waitFor();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
    const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(sheets).toBeGreaterThan(5);
    expect(sheets).toBeLessThan(60);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]).toContain(paper);
  });
});

/** Serious and critical violations, each with the first element it is about. In the dark only colours differ, so only contrast is measured again. */
async function graveViolations(page: Page, colours: "light" | "dark"): Promise<string[]> {
  const rules = colours === "light" ? "" : `, runOnly: ["color-contrast"]`;
  const violations: Violation[] = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"]${rules} }).then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0]?.html} at ${nodes[0]?.target.join(" ")}`);
}

/** What makes the page scroll sideways; nothing where it does not. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.right > clientWidth + 1 && box.width > 0;
    });
    return [
      `${scrollWidth} of ${clientWidth} pixels`,
      ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
}
