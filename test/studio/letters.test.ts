import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import { choose, goToHash, openSaved, savedBy, savedFolder, seeResults } from "./hands.js";
import { nodeAudit, writeFolder } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type OpenPage, type Studio, startStudio } from "./open-studio.js";
import { QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

const words = en.letters;
const lettersText = String(SMALL_FILES["letters.csv"]);
const decisionLines = String(SMALL_FILES["decisions.csv"]).trim().split("\n");
const answered = new Set(lettersText.split("\n").map((line) => line.split(",")[0] ?? ""));
const refused = decisionLines.filter((line) => line.endsWith(",refused")).map((line) => line.split(",")[0] ?? "");
const waiting = refused.filter((id) => !answered.has(id));
const letterCount = answered.size - 2; // the header and the empty line after the last

describe.skipIf(hasNoBrowser)(`letters one at a time${noBrowserReason}`, () => {
  let folder: string;
  let studio: Studio;
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "recast-letters-"));
    await writeFolder(join(folder, "audit"), await nodeAudit(SMALL_FILES, QUICK_FLAGS));
    studio = await startStudio();
    opened = await studio.open({ hash: "#start" });
    page = opened.page;
    await openSaved(page, join(folder, "audit"));
    await page.waitForURL(/#results/);
    await goToHash(page, "#letters");
    await page.getByRole("heading", { level: 1, name: words.title }).waitFor();
  });

  afterAll(async () => {
    await studio?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const fact = (term: string) =>
    page.locator(".definitions-facts > div", { hasText: term }).locator("dd").textContent();
  const hasLetters = (count: number) =>
    page.waitForFunction(
      ([term, wanted]) =>
        [...document.querySelectorAll(".definitions-facts > div")].some(
          (item) =>
            item.querySelector("dt")?.textContent === term &&
            item.querySelector("dd")?.firstChild?.textContent === wanted,
        ),
      [words.counts.letters, String(count)] as const,
    );
  const effectOf = (letter: number) => page.getByText(new RegExp(`^After letter ${letter}: `)).first();
  const panel = (name: string) => page.getByRole("region", { name, exact: true });

  it("begins with the letters of the audit, and measures them", async () => {
    await hasLetters(letterCount);
    await page.getByText(words.measured, { exact: true }).waitFor();
    await effectOf(letterCount).waitFor();
    await expect
      .poll(() => page.getByRole("img", { name: /^Line of the share of answers that waver/ }).count())
      .toBe(1);
    await expect.poll(() => fact(words.counts.waiting)).toContain(String(waiting.length));
    const estimate = panel(words.estimate.title).getByRole("status");
    await expect.poll(async () => (await estimate.textContent())?.length).toBeGreaterThan(20);
  });

  it("names what is wrong beside its field, and adds nothing", async () => {
    const form = panel(words.form.title);
    const [id = ""] = waiting;
    await form.getByLabel(words.form.person).fill(id);
    const income = form.getByLabel(words.form.askedFor("income"));
    await income.fill("plenty");
    await form.getByRole("button", { name: words.form.add }).click();
    await form.getByText("'plenty' is not a decimal number").waitFor();
    await expect.poll(() => income.getAttribute("aria-invalid")).toBe("true");
    await hasLetters(letterCount);
  });

  it("adds a letter by the keyboard, says what it did, and takes it back and on again", async () => {
    const form = panel(words.form.title);
    await form.getByLabel(words.form.askedFor("income")).fill("91000");
    await page.keyboard.press("Enter");
    await hasLetters(letterCount + 1);
    await effectOf(letterCount + 1).waitFor();
    const { name, bytes } = await savedBy(page.getByRole("button", { name: words.take.download("letters.csv") }));
    expect(name).toBe("letters.csv");
    expect(String(bytes)).toBe(`${lettersText}${waiting[0]},income,91000\n`);
    const [, next = ""] = waiting; // the form goes on with the next person, and shows that person's values
    await expect.poll(() => form.getByLabel(words.form.person).inputValue()).toBe(next);
    const heads = decisionLines[0]?.split(",") ?? [];
    const income = decisionLines.find((line) => line.startsWith(`${next},`))?.split(",")[heads.indexOf("income")];
    const row = form.locator(".letters-field", { hasText: /^income/ });
    await expect.poll(() => row.locator(".letters-field-now").textContent()).toContain(income);
    await form.getByLabel(words.form.askedFor("income")).fill("92000");
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: new RegExp(`^${letterCount + 2} .*${next}.*92000`) }).waitFor();
    await page.getByRole("button", { name: en.app.history.undo.step(words.steps.added(1)) }).click();
    await hasLetters(letterCount + 1);
    await page.getByRole("button", { name: en.app.history.undo.step(words.steps.added(1)) }).click();
    await hasLetters(letterCount);
    await page.getByRole("button", { name: en.app.history.redo.step(words.steps.added(1)) }).click();
    await hasLetters(letterCount + 1);
  });

  it("finds people by their row while it is typed, and puts the id in its place when the field is left", async () => {
    const person = panel(words.form.title).getByLabel(words.form.person);
    const rowOf = (id: string) => decisionLines.findIndex((line) => line.startsWith(`${id},`)) + 1;
    const rows = refused.map(rowOf);
    const long = rows.find((row) => row > 9 && rows.includes(Math.floor(row / 10))) ?? 0;
    await person.fill("");
    await person.pressSequentially(String(Math.floor(long / 10)));
    await panel(words.form.title).getByLabel(words.form.askedFor("income")).waitFor();
    await expect.poll(() => person.inputValue()).toBe(String(Math.floor(long / 10)));
    await person.pressSequentially(String(long % 10));
    await panel(words.form.title).getByLabel(words.form.askedFor("income")).waitFor();
    await person.press("Tab");
    await expect.poll(() => person.inputValue()).toBe(decisionLines[long - 1]?.split(",")[0]);
    await person.fill("nobody");
    await panel(words.form.title).getByText(words.form.notFound).waitFor();
  });

  it("appends pasted lines and files, refusing a second letter to a person", async () => {
    const append = panel(words.append.title);
    await append.getByLabel(words.append.paste).fill(`${waiting[0]},debt,0`);
    await append.getByRole("button", { name: words.append.add }).click();
    await page
      .getByText(en.jobs.letters.hasLetter([waiting[0] ?? ""]))
      .first()
      .waitFor();
    const accepted = decisionLines.find((line) => line.endsWith(",granted"))?.split(",")[0] ?? "";
    await choose(append.getByRole("button", { name: words.append.pick }), {
      "more.csv": `id,field,new_value\n${accepted},debt,0\n`,
    });
    await hasLetters(letterCount + 2);
    await page.getByText("Letters answer refusals").first().waitFor();
    await page.getByRole("button", { name: words.list.remove(letterCount + 2) }).click();
    await hasLetters(letterCount + 1);
  });

  it("takes letters out one after the other, and puts them back so too", async () => {
    await page.getByRole("button", { name: words.list.remove(letterCount) }).waitFor();
    await page.evaluate(
      (labels) => {
        const buttons = labels.map((label) =>
          document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`),
        );
        for (const button of buttons) button?.click(); // both in one task, as quick hands do
      },
      [letterCount + 1, letterCount].map(words.list.remove),
    );
    await hasLetters(letterCount - 1);
    await page.keyboard.press("Control+z");
    await hasLetters(letterCount);
    await page.keyboard.press("Control+z");
    await hasLetters(letterCount + 1);
  });

  it("steps through the letters, and by itself until it is stopped", async () => {
    const taken = page.getByRole("slider", { name: words.replay.label });
    await taken.press("Home");
    await page
      .getByText(/^Without letters: /)
      .first()
      .waitFor();
    await page.getByRole("button", { name: words.replay.play }).click();
    await page.waitForFunction(
      () => Number(document.querySelector<HTMLInputElement>(".letters-replay input")?.value) > 1,
    );
    await page.getByRole("button", { name: words.replay.stop }).click();
    await taken.press("End");
    await effectOf(letterCount + 1).waitFor();
  });

  it("audits again with these letters, to the bytes of the command line", async () => {
    await page.getByRole("button", { name: words.take.again }).click();
    await seeResults(page);
    const made = await savedFolder(page);
    const letters = `${lettersText}${waiting[0]},income,91000\n`;
    expect(String(made.get("inputs/letters.csv"))).toBe(letters);
    const same = await nodeAudit({ ...SMALL_FILES, "letters.csv": letters }, QUICK_FLAGS);
    expect(String(made.get("audit.json"))).toBe(String(same.get("audit.json")));
    await goToHash(page, "#letters");
    await hasLetters(letterCount + 1);
    await expect.poll(() => fact(words.counts.letters)).toContain(words.counts.lettersNote(0, letterCount + 1));
  });

  it("starts without letters, kindly, and has asked nobody", async () => {
    expect(opened.outside).toEqual([]);
    expect(opened.complaints).toEqual([]);
    const other = await studio.open({ hash: "#letters" });
    await other.page.getByText(en.without["no audit"].title).waitFor();
    await other.close();
  });
});
