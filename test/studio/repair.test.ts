import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import { checkFiles, type Files, goToHash, quickSettings, runAudit, savedFolder } from "./hands.js";
import { firstDifferentFile, nodeAudit, nodeVerify } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, pageForEach } from "./open-studio.js";
import { QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

const words = en.check;
const DECISIONS = String(SMALL_FILES["decisions.csv"]).trimEnd().split("\n");
const LETTERS = String(SMALL_FILES["letters.csv"]).trimEnd().split("\n");
const csv = (lines: readonly string[]) => `${lines.join("\n")}\n`;

describe.skipIf(hasNoBrowser)(`repair on the page${noBrowserReason}`, () => {
  let page: Page;
  pageForEach((fresh) => {
    page = fresh;
  });
  const check = (files: Files) => checkFiles(page, files);
  const run = () => page.getByRole("button", { name: words.run, exact: true }).first();
  const isReady = async () => (await run().getAttribute("aria-disabled")) === null;
  const repair = (label: string) => page.locator(".cause-list").getByRole("button", { name: label, exact: true });
  const undo = (text: string) => page.getByRole("button", { name: words.repairs.undoOf(text), exact: true });
  const errors = () => page.locator(".cause-list .badge-error").count();

  it("leaves out broken rows and letters to nobody, one problem each, and the audit can be made again", async () => {
    const broken = DECISIONS.map((line, k) => (k === 7 || k === 20 ? `${line},more` : line));
    const strange = [1, 2, 3].map((k) => `X${k},income,9000`);
    const files = { "decisions.csv": csv(broken), "letters.csv": csv([...LETTERS, ...strange]) };
    await check(files);
    await expect.poll(errors).toBeGreaterThan(0);
    await expect.poll(isReady).toBe(false);
    await repair("Leave out these 2 rows").click();
    await undo(words.repairs.skip.broken).waitFor();
    await expect.poll(() => page.locator(".cause-list .badge-error").count()).toBe(1);
    await page.locator(".cause-list li", { hasText: "LETTER_WITHOUT_PERSON" }).getByRole("button").first().click();
    await expect.poll(isReady).toBe(true);

    await undo(words.repairs.skip.broken).click(); // and back again, with the button at the top
    await expect.poll(isReady).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(isReady).toBe(true);

    await quickSettings(page);
    await runAudit(page);
    const inPage = await savedFolder(page);
    expect(firstDifferentFile(inPage, await nodeAudit(files, [...QUICK_FLAGS, "--skip", "broken,unmatched"]))).toBe(
      null,
    );
    expect(await nodeVerify(inPage)).toMatchObject({ exitCode: 0 });
  });

  it("reads a first row that is data, with roles guessed for the columns it had no names for", async () => {
    await check({ "decisions.csv": csv(DECISIONS.slice(1)) });
    await repair("The first row is data").click();
    await undo(words.repairs.headerless.decisions).waitFor();
    await expect.poll(() => page.locator(".check-facts").textContent()).toMatch(/^80 people: \d+ granted/);
    await page.getByLabel(words.table.role("column 12")).waitFor();
    await expect.poll(isReady).toBe(true);
    await undo(words.repairs.headerless.decisions).click();
    await repair("The first row is data").waitFor();
  });

  it("reads Windows-1252, and says so", async () => {
    const latin = Buffer.from(csv(DECISIONS.map((line) => line.replace("hill", "Hügel"))), "latin1");
    await check({ "decisions.csv": latin, "letters.csv": csv(LETTERS.map((line) => line.replace("hill", "Hügel"))) });
    await expect.poll(isReady).toBe(true);
    await page.locator(".column-list").getByText("Hügel", { exact: true }).waitFor();
    await page.getByText("was read as Windows-1252").first().waitFor();
  });

  it("drops a column that is there twice", async () => {
    const copied = DECISIONS.map((line) => `${line},${line.split(",")[1]}`);
    await check({ "decisions.csv": csv(copied) });
    await page.getByRole("button", { name: /^Drop the identical column/ }).click();
    await undo(words.repairs.skip.copies).waitFor();
    await expect.poll(isReady).toBe(true);
  });

  it("knows which column is the id when letters name people by it", async () => {
    const named = (lines: readonly string[], name: string) => [
      lines[0]!.replace(/^id,/, `${name},`),
      ...lines.slice(1),
    ];
    await check({ "decisions.csv": csv(named(DECISIONS, "applicant")), "letters.csv": csv(named(LETTERS, "to")) });
    await page.getByLabel(words.table.role("applicant")).selectOption("ignored");
    await expect.poll(isReady).toBe(false);
    await page.getByRole("button", { name: "'applicant' is the person id" }).click();
    await expect.poll(() => page.getByLabel(words.table.role("applicant")).inputValue()).toBe("id");
    await expect.poll(isReady).toBe(true);
  });

  it("lets files that are in each other's place change places", async () => {
    await check({ "decisions.csv": csv(DECISIONS), "letters.csv": csv(LETTERS) });
    await expect.poll(isReady).toBe(true);
    await goToHash(page, "#start");
    await page.locator("#place-decisions").getByRole("combobox").selectOption("letters");
    await page.goBack();
    await page.getByRole("button", { name: "Use 'decisions.csv' as decisions" }).click();
    await expect.poll(isReady).toBe(true);
    await expect.poll(() => page.locator(".check-facts").textContent()).toMatch(/^80 people: \d+ granted/);
  });
});
