import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { labelOf } from "../../src/settings/setting-words.js";
import { en } from "../../studio/src/text/en.js";
import { choose, giveFiles, tryExample } from "./hands.js";
import { hasNoBrowser, noBrowserReason, type Studio, startStudio } from "./open-studio.js";
import { SMALL_FILES } from "./small-case.js";

const { decisions = "", letters = "" } = Object.fromEntries(
  Object.entries(SMALL_FILES).map(([name, text]) => [name.replace(".csv", ""), String(text)]),
);
const words = en.start;

describe.skipIf(hasNoBrowser)(`the start of the page${noBrowserReason}`, () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio?.close());

  it("shows the example's button on a small screen without scrolling", async () => {
    const { page, close } = await studio.open({ viewport: { width: 1280, height: 800 } });
    const button = page.getByRole("button", { name: words.example.button, exact: true });
    const bottom = () => button.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(800);
    await close();
  });

  it("tells files apart, lets them change places and leave, and undoes each step", async () => {
    const { page, complaints, close } = await studio.open();
    await giveFiles(page, { "a.csv": letters, "b.csv": decisions });
    await at(page, "decisions", "b.csv");
    await at(page, "letters", "a.csv");
    await page.getByRole("combobox", { name: /b\.csv/ }).selectOption("letters");
    await at(page, "decisions", "a.csv");
    await page.getByRole("button", { name: words.place.remove("b.csv") }).click();
    await at(page, "letters", words.place.choose);
    await expect.poll(() => files(page)).toEqual(["a.csv"]);

    await page.keyboard.press("Control+z");
    await at(page, "letters", "b.csv");
    await announced(page, en.app.history.undo.done(words.undo.remove("b.csv")));
    await page.getByRole("button", { name: /^Undo: / }).click();
    await at(page, "decisions", "b.csv");
    await page.keyboard.press("Control+Shift+z");
    await at(page, "decisions", "a.csv");
    await page.keyboard.press("Control+z");
    await at(page, "decisions", "b.csv");
    await page.keyboard.press("Control+z");
    await page.getByRole("heading", { name: words.given }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await close();
  });

  it("takes what is dropped, and says of each other file why not", async () => {
    const { page, complaints, close } = await studio.open();
    const dropped = await page.evaluateHandle(
      ([good, markup]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([good ?? ""], "decisions.csv"));
        transfer.items.add(new File([markup ?? ""], "<img src=x onerror=alert(1)>.csv"));
        transfer.items.add(new File([new Uint8Array([0, 159, 146, 150, 0, 1, 2, 3])], "junk.csv"));
        return transfer;
      },
      [decisions, "colour,shape\nred,round\n"],
    );
    await page.getByRole("group", { name: words.dropTitle }).dispatchEvent("drop", { dataTransfer: dropped });
    await at(page, "decisions", "decisions.csv");
    await page
      .getByRole("alert")
      .getByText(/junk\.csv/)
      .waitFor();
    await page.getByText(/<img src=x onerror=alert\(1\)>\.csv/).waitFor();
    await expect.poll(() => files(page)).toEqual(["decisions.csv"]);
    expect(complaints).toEqual([]);
    await close();
  });

  it("leaves nothing of the example in an audit of one's own files", async () => {
    const { page, close } = await studio.open();
    await tryExample(page);
    const settings = page.locator("summary", { hasText: en.check.settings.title });
    const field = (name: "system" | "notes") => page.getByLabel(labelOf(name), { exact: true }).inputValue();
    await settings.click();
    await page.getByLabel(labelOf("system"), { exact: true }).fill("The example, renamed");
    await page.keyboard.press("Tab");
    await expect.poll(() => field("notes")).not.toBe("");
    await page.getByRole("link", { name: en.screens.start }).click();
    await expect.poll(() => files(page)).toEqual(["decisions.csv", "letters.csv", "population.csv"]);
    await choose(page.getByRole("button", { name: words.pick, exact: true }), { "mine.csv": decisions });
    await at(page, "decisions", "mine.csv");
    await page.getByRole("link", { name: words.next }).click();
    await page.getByRole("heading", { level: 1, name: en.check.title }).waitFor();
    await expect.poll(() => page.getByText("Made-up lender").count()).toBe(0);
    await settings.click();
    for (const name of ["system", "notes"] as const) await expect.poll(() => field(name)).toBe("");
    await close();
  });

  it("has colours to choose, a way past the navigation, and words for what a step waits for", async () => {
    const { page, close } = await studio.open({ colorScheme: "light" });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole("radio", { name: en.app.theme.dark }).check();
    await expect.poll(background).not.toBe(light);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("radio", { name: en.app.theme.light }).check();
    await expect.poll(background).toBe(light);

    await page.reload();
    await expect.poll(background).not.toBe(light);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("");
    const results = page.getByRole("navigation").getByRole("link", { name: en.screens.results });
    await expect.poll(() => results.textContent()).toContain(en.app.waitsForAudit);
    await close();
  });
});

/** Waits until a place shows a text. */
function at(page: Page, role: keyof typeof words.roles, text: string): Promise<void> {
  const place = page.locator(".place").filter({ has: page.getByRole("heading", { name: words.roles[role] }) });
  return place.getByText(text, { exact: true }).waitFor();
}

function files(page: Page): Promise<string[]> {
  return page.locator(".place-file").allTextContents();
}

function announced(page: Page, text: string): Promise<void> {
  return page.getByRole("status").getByText(text).waitFor({ state: "attached" });
}
