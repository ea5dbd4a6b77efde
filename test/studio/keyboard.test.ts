import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { labelOf } from "../../src/settings/setting-words.js";
import { en } from "../../studio/src/text/en.js";
import { seeResults } from "./hands.js";
import { hasNoBrowser, noBrowserReason, type Studio, startStudio } from "./open-studio.js";
import { SMALL_FILES } from "./small-case.js";

const MOST_STOPS = 400;

describe.skipIf(hasNoBrowser)(`the page without a mouse${noBrowserReason}`, () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio?.close());

  it("takes files, settings and an audit to its results and to a person, and always shows where the focus is", async () => {
    const { page, complaints, close } = await studio.open();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(en.app.skip);

    await tabTo(page, page.getByRole("button", { name: en.start.pick, exact: true }));
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
    await chooser.setFiles(
      Object.entries(SMALL_FILES).map(([name, text]) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) })),
    );
    const next = page.getByRole("link", { name: en.start.next, exact: true });
    await next.waitFor();
    await press(page, next, "Enter");

    const words = en.check.settings;
    const run = page.getByRole("button", { name: en.check.run, exact: true });
    await run.and(page.locator(":not([aria-disabled])")).first().waitFor();
    await press(page, page.getByText(words.title, { exact: false }).and(page.locator("summary")), "Enter");
    await page.getByLabel(labelOf("refits"), { exact: true }).waitFor();
    await tabTo(page, page.getByLabel(labelOf("refits"), { exact: true }));
    await page.keyboard.type("2");
    await tabTo(page, page.getByLabel(labelOf("resamples"), { exact: true }));
    await page.keyboard.type("100");
    await press(page, page.getByLabel(labelOf("sensitivity"), { exact: true }), "Space");
    for (const method of [
      "bracket",
      "recast-calibrated",
      "ridge-letters",
      "no-cf-rf",
      "nearest",
      "samples-lr",
      "cca",
    ]) {
      await press(page, page.getByRole("checkbox", { name: method, exact: true }), "Space");
    }
    await run.and(page.locator(":not([aria-disabled])")).last().waitFor();
    await press(page, run.last(), "Enter");
    await seeResults(page);

    const parts = page.getByRole("navigation", { name: en.results.navigation });
    await press(page, parts.getByRole("link", { name: en.results.parts.letters, exact: true }), "Enter");
    await page.locator("h2:focus").waitFor(); // the part is there, and the focus at its beginning
    await press(page, page.getByRole("link", { name: en.screens.person }).first(), "Enter");
    await page.waitForURL(/#person/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

async function press(page: Page, target: Locator, key: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Presses Tab until the focus is there; every stop on the way must be seen to have it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    expect(await page.evaluate(invisibleFocus)).toBe(null);
  }
  throw new Error(`${MOST_STOPS} stops, and none was ${target}`);
}

/** The element that has the focus without showing it, null where it shows. Also inside the label that stands for it. */
function invisibleFocus(): string | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const drawn = [element, element.parentElement, element.nextElementSibling].filter((each) => each !== null);
  const isDrawn = drawn.some((each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
  const { width, height } = element.getBoundingClientRect();
  return isDrawn && width > 0 && height > 0 ? null : element.outerHTML.slice(0, 200);
}
