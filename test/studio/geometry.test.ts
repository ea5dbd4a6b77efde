import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import { goToHash, openSaved } from "./hands.js";
import { nodeAudit, writeFolder } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type OpenPage, type Studio, startStudio } from "./open-studio.js";
import { QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

const words = en.geometry;

describe.skipIf(hasNoBrowser)(`the geometry screen${noBrowserReason}`, () => {
  let studio: Studio;
  let opened: OpenPage;
  let page: Page;
  let folder = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "recast-geometry-"));
    const [started, audit] = await Promise.all([startStudio(), nodeAudit(SMALL_FILES, QUICK_FLAGS)]);
    studio = started;
    await writeFolder(folder, audit);
    opened = await studio.open();
    page = opened.page;
    await openSaved(page, folder);
    await page.waitForURL(/#results/);
    await goToHash(page, "#geometry");
    await page.locator("canvas[data-drawn]").waitFor();
    await quiet(page);
  }, 60_000);
  afterAll(async () => {
    await opened?.close();
    await studio?.close();
    if (folder !== "") rmSync(folder, { recursive: true, force: true });
  });

  const slider = (label: string) => page.getByRole("slider", { name: label });
  const inWords = () => page.locator("#geometry-words").textContent();

  it("draws one frame for each move of a slider, and shows the last one", async () => {
    const before = await drawnFrames(page);
    const moves = 40;
    const frames = await page.evaluate(async (count) => {
      const input = document.querySelector<HTMLInputElement>("input[type=range]");
      const canvas = document.querySelector<HTMLCanvasElement>("canvas[data-drawn]");
      if (input === null || canvas === null) return 0;
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      let animationFrames = 0;
      for (let k = 1; k <= count; k++) {
        const drawn = canvas.dataset["drawn"];
        input.value = String(k / 100);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        while (canvas.dataset["drawn"] === drawn) await nextFrame();
        animationFrames++;
      }
      return animationFrames;
    }, moves);
    await quiet(page);
    expect(frames).toBe(moves);
    expect((await drawnFrames(page)) - before).toBe(moves);
    await expect.poll(inWords).toContain("λ₀ is 0.400 and");
    await expect.poll(() => slider(words.lambda(0)).getAttribute("aria-valuetext")).toBe("0.400");
  });

  it("leaves out places the slider has already left", async () => {
    const before = await drawnFrames(page);
    await page.evaluate(() => {
      const input = document.querySelectorAll<HTMLInputElement>("input[type=range]")[1];
      for (let k = 0; input !== undefined && k <= 50; k++) {
        input.value = String(k / 100);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    await quiet(page);
    expect((await drawnFrames(page)) - before).toBeLessThanOrEqual(3);
    await expect.poll(inWords).toContain("λ₁ 0.500, set by hand");
  });

  it("goes back to the formula, and to any blur and place on the path", async () => {
    await page.getByRole("button", { name: words.byFormula }).click();
    await quiet(page);
    await expect.poll(inWords).toContain("by the formula; transport is exact");
    await slider(words.blur).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".frame > [role=status]").textContent()).toContain("the blur is 0.01");
    for (let k = 0; k < 4; k++) await page.keyboard.press("ArrowRight");
    await slider(words.gamma).press("End");
    await quiet(page);
    await expect.poll(inWords).toContain("the blur is 0.05");
    await expect.poll(inWords).toContain("γ is 1.00");
    await page.getByRole("button", { name: words.reset }).click();
    await quiet(page);
    await expect.poll(inWords).toContain("γ is 0.50");
  });

  it("says beside a mark who it is: under the pointer, and where the keyboard is", async () => {
    const label = page.locator(".geometry-label");
    await expect.poll(() => label.count()).toBe(0);
    const canvas = page.locator("canvas[data-drawn]");
    await canvas.scrollIntoViewIfNeeded();
    const { width, height } = (await canvas.boundingBox())!;
    const said = new Set<string>();
    for (let k = 0; k < 12; k++) {
      await canvas.hover({
        position: { x: width * (0.3 + 0.1 * (k % 4)), y: height * (0.3 + 0.2 * Math.floor(k / 4)) },
      });
      if ((await label.count()) > 0) said.add((await label.textContent()) ?? "");
    }
    expect(said.size).toBeGreaterThan(2);
    for (const words of said)
      expect(words).toMatch(/\(row \d+\): (?:granted|refused), this rule says (?:granted|refused)$/);
    await page.mouse.move(0, 0);
    await expect.poll(() => label.count()).toBe(0);

    await page.getByRole("application", { name: words.picture }).focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect.poll(() => label.count()).toBe(1);
    const first = await label.textContent();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => label.textContent()).not.toBe(first);
  });

  it("walks to people with the arrow keys, and leads to their page", async () => {
    await page.getByRole("application", { name: words.picture }).focus();
    await page.keyboard.press("Home");
    const region = page.getByRole("region", { name: words.person, exact: true });
    const shownRow = async () => /\(row (\d+)\)/.exec((await region.textContent()) ?? "")?.[1];
    await expect.poll(shownRow).toBeDefined();
    const first = await shownRow();
    await page.keyboard.press("ArrowRight");
    await expect.poll(shownRow).not.toBe(first);
    const row = await shownRow();
    await expect.poll(() => region.textContent()).toContain(words.margin);
    await expect
      .poll(() => region.getByRole("link", { name: words.openPerson }).getAttribute("href"))
      .toBe(`#person/${row}`);
    const announced = page.locator(".frame > [role=status]");
    await expect.poll(() => announced.textContent()).toContain(`(row ${row})`);
  });

  it("picks the person under a click", async () => {
    const canvas = page.locator("canvas[data-drawn]");
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (box === null) throw new Error("the canvas is not there");
    const region = page.getByRole("region", { name: words.person, exact: true });
    const rows = new Set<string>();
    for (let k = 0; k < 24; k++) {
      const position = { x: box.width * (0.3 + 0.08 * (k % 6)), y: box.height * (0.3 + 0.12 * Math.floor(k / 6)) };
      await canvas.click({ position });
      rows.add(/\(row (\d+)\)/.exec((await region.textContent()) ?? "")?.[1] ?? "nobody");
    }
    expect(rows.size).toBeGreaterThan(4);
  });

  it("draws two features with the units of the file, and hides what is switched off", async () => {
    await page.getByRole("combobox", { name: words.plane }).selectOption("features");
    await page.getByRole("combobox", { name: words.across }).selectOption({ label: "income" });
    await page.getByRole("combobox", { name: words.upwards }).selectOption({ label: "savings" });
    await quiet(page);
    await expect.poll(inWords).toMatch(/Across: income, [\d.]+ % of the spread\. Upwards: savings/);
    await page.getByRole("combobox", { name: words.across }).selectOption({ label: "savings" }); // both change places
    await expect.poll(inWords).toMatch(/Across: savings, [\d.]+ % of the spread\. Upwards: income/);
    await page.getByRole("combobox", { name: words.across }).selectOption({ label: "income" });
    await quiet(page);
    await expect.poll(inWords).toMatch(/Across: income, [\d.]+ % of the spread\. Upwards: savings/);
    await expect.poll(() => page.getByText(words.marks.band).count()).toBe(1);
    const pixels = await pixelsOf(page);
    await page.getByRole("switch", { name: words.showing.band }).uncheck();
    await quiet(page);
    await expect.poll(() => page.getByText(words.marks.band).count()).toBe(0);
    await expect.poll(() => pixelsOf(page)).not.toBe(pixels);
    await page.getByRole("switch", { name: words.showing.lines }).check();
    await expect.poll(() => page.getByText(words.marks.lines).count()).toBe(1);
  });

  it("leaves out the farthest points of a close-up, and says how many", async () => {
    const closeUp = page.getByRole("switch", { name: words.showCloseUp });
    await closeUp.check();
    await quiet(page);
    await expect.poll(() => page.getByText(/lies? outside this close-up/).count()).toBe(1);
    const pixels = await pixelsOf(page);
    await closeUp.uncheck();
    await quiet(page);
    await expect.poll(() => page.getByText(/lies? outside this close-up/).count()).toBe(0);
    await expect.poll(() => pixelsOf(page)).not.toBe(pixels);
  });

  it("draws anew in the other theme and at another size, and fits 360 pixels", async () => {
    const pixels = await pixelsOf(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await quiet(page);
    await expect.poll(() => pixelsOf(page)).not.toBe(pixels);
    await page.setViewportSize({ width: 360, height: 740 });
    await quiet(page);
    const widths = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.querySelector("canvas")?.clientWidth ?? 0,
    ]);
    expect(widths[0]).toBe(360);
    expect(widths[1]).toBeGreaterThan(280);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it("asks nobody outside and complains of nothing", () => {
    expect(opened.outside).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it("says kindly that there is nothing without an audit", async () => {
    const empty = await studio.open({ hash: "#geometry" });
    await empty.page.getByText(en.without["no audit"].title).waitFor();
    await expect.poll(() => empty.page.getByRole("link", { name: en.app.toFiles }).getAttribute("href")).toBe("#start");
    await empty.close();
  });
});

function drawnFrames(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.querySelector<HTMLElement>("canvas[data-drawn]")?.dataset["drawn"] ?? 0));
}

/** Waits until the picture is the one asked for, and a dozen frames of the screen have brought nothing new. */
function quiet(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const drawn = () => document.querySelector<HTMLElement>("canvas[data-drawn]")?.dataset["drawn"];
    const isBusy = () => document.querySelector(".geometry-picture")?.getAttribute("aria-busy") !== "false";
    let [last, same] = [drawn(), 0];
    while (same < 12) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => setTimeout(resolve, 5));
      same = drawn() === last && !isBusy() ? same + 1 : 0;
      last = drawn();
    }
  });
}

/** The picture as text, to be compared. */
function pixelsOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLCanvasElement>("canvas[data-drawn]")?.toDataURL() ?? "");
}
