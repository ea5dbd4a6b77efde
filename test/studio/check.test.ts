import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { labelOf } from "../../src/settings/setting-words.js";
import { settingsIn } from "../../src/settings/settings.js";
import { en } from "../../studio/src/text/en.js";
import { checkFiles, type Files, giveFiles, goToHash } from "./hands.js";
import { hasNoBrowser, noBrowserReason, pageForEach } from "./open-studio.js";
import { SMALL_FILES } from "./small-case.js";

const words = en.check;

/** Sixty people; `change` may rewrite any cell. */
function decisions(change: (row: number, cells: string[]) => void = () => undefined): string {
  const lines = [["id", "income", "debt", "sex", "later", "approved"]];
  for (let k = 0; k < 60; k++) {
    const cells = [`p${k}`, `${1000 + 37 * k}`, `${(13 * k) % 9}`, "fm"[k % 2]!, "xy"[k % 2]!, k > 28 ? "yes" : "no"];
    change(k + 2, cells);
    lines.push(cells);
  }
  return lines.map((cells) => cells.join(",")).join("\n");
}

describe.skipIf(hasNoBrowser)(`the check of files${noBrowserReason}`, () => {
  let page: Page;
  pageForEach((fresh) => {
    page = fresh;
  });
  const check = (files: Files) => checkFiles(page, files);
  const role = (column: string) => page.getByLabel(words.table.role(column), { exact: true });
  const type = (column: string) => page.getByLabel(words.table.type(column), { exact: true });
  const run = () => page.getByRole("button", { name: words.run, exact: true }).first();
  const problems = async () => (await page.locator(".cause-list > li").allTextContents()).join("\n");

  it("shows guesses with their reasons, takes corrections, and undoes them with the keyboard", async () => {
    await check(SMALL_FILES);
    await expect.poll(() => role("decision").inputValue()).toBe("decision");
    await expect.poll(() => role("sex").inputValue()).toBe("feature-group");
    await expect
      .poll(() => page.locator(".column-row", { has: role("id") }).textContent())
      .toContain(words.confidence.high);

    await role("income").selectOption("ignored");
    await type("age").selectOption("category");
    await expect.poll(() => type("age").inputValue()).toBe("category");
    await expect.poll(() => role("income").inputValue()).toBe("ignored");
    await expect.poll(() => type("income").count()).toBe(0);

    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => role("income").inputValue()).toBe("feature");
    await expect.poll(() => type("age").inputValue()).toBe("auto");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => role("income").inputValue()).toBe("ignored");

    await page.getByLabel(words.roles.favourable).selectOption("refused");
    await expect.poll(() => page.locator(".check-facts").textContent()).toMatch(/: \d+ refused, \d+ granted/);
    await expect.poll(() => run().getAttribute("aria-disabled")).toBeNull();
  });

  it("gives guessed and corrected roles back with files that were taken back, and leaves letters as they were corrected", async () => {
    const use = (column: string) => page.getByLabel(words.letterUseOf(column), { exact: true });
    await check(SMALL_FILES);
    await expect.poll(() => role("sex").inputValue()).toBe("feature-group");
    await page.keyboard.press("Control+z");
    await page.getByText(en.without["no decisions"].title).waitFor();
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => role("sex").inputValue()).toBe("feature-group");

    await page.getByRole("tab", { name: words.tabs.letters }).click();
    await use("new_value").selectOption("ignored");
    await goToHash(page, "#start");
    await giveFiles(page, { "population.csv": decisions() });
    await page.locator("#place-population .place-file").waitFor();
    await page.goBack();
    await page.getByRole("tab", { name: words.tabs.letters }).click();
    await expect.poll(() => use("new_value").inputValue()).toBe("ignored");
    await page.keyboard.press("Control+z");
    await page.getByRole("tab", { name: words.tabs.population }).waitFor({ state: "detached" });
    await expect.poll(() => use("new_value").inputValue()).toBe("ignored");
  });

  it("starts with the setting of a field that was just left, and not at all when it is refused", async () => {
    await check(SMALL_FILES);
    await page.getByText(words.settings.title, { exact: false }).and(page.locator("summary")).click();
    const seed = page.getByLabel(labelOf("seed"), { exact: true });
    await page.getByLabel(labelOf("refits"), { exact: true }).fill("3000"); // an audit that lasts until it is cancelled
    await page.keyboard.press("Tab");
    await expect.poll(() => run().getAttribute("aria-disabled")).toBeNull();
    // leaving the field and pressing the button in one task, as a quick hand does
    const leaveAndRun = (text: string) =>
      seed.evaluate((field: HTMLInputElement, value) => {
        const button = document.querySelector<HTMLButtonElement>(".check-run button");
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        field.dispatchEvent(new Event("change", { bubbles: true }));
        button?.click();
      }, text);
    await leaveAndRun("many");
    await page.getByText(words.blockedSettings(1)).first().waitFor();
    expect(page.url()).toContain("#check");
    await seed.fill("");
    await page.keyboard.press("Tab");
    await expect.poll(() => run().getAttribute("aria-disabled")).toBeNull();
    await leaveAndRun("7");
    await page.waitForURL(/#run/);
    await expect.poll(() => page.locator(".run").textContent()).toContain(`${en.run.what.seed}7`);

    await page.goBack(); // what is changed now is not what is running
    await page.getByText(words.blockedRunning).first().waitFor();
    await role("income").selectOption("ignored");
    await goToHash(page, "#start");
    await page.getByRole("button", { name: en.start.place.remove("letters.csv") }).click();
    await goToHash(page, "#run");
    await expect.poll(() => page.locator(".run").textContent()).toContain("letters.csv");
    await page.getByRole("button", { name: en.run.cancel, exact: true }).press("Enter");
    await expect.poll(() => page.locator(".run").textContent()).not.toContain("letters.csv");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  it("takes back the setting of a field that was just left, and not the one before", async () => {
    await check(SMALL_FILES);
    await page.getByText(words.settings.title, { exact: false }).and(page.locator("summary")).click();
    const [refits, seed] = [labelOf("refits"), labelOf("seed")].map((label) => page.getByLabel(label, { exact: true }));
    const undoing = (label: string) =>
      page.getByRole("button", { name: en.app.history.undo.step(words.did.setting(label)) });
    await refits?.fill("3");
    await page.keyboard.press("Tab");
    await undoing(labelOf("refits")).waitFor();
    await seed?.evaluate((field: HTMLInputElement) => {
      field.value = "7";
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
    });
    await page.getByText(en.app.history.undo.done(words.did.setting(labelOf("seed")))).waitFor();
    await undoing(labelOf("refits")).waitFor();
    await expect.poll(() => seed?.inputValue()).toBe("");
    await expect.poll(() => refits?.inputValue()).toBe("3");
  });

  it("says of files dropped here where they are taken", async () => {
    await check(SMALL_FILES);
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["a,b"], "decisions.csv"));
      return transfer;
    });
    await page.locator("main").dispatchEvent("drop", { dataTransfer: dropped });
    await page.getByText(en.app.dropElsewhere).waitFor();
  });

  it("groups problems by cause, shows the rows they are in, and blocks on errors alone", async () => {
    const text = decisions((row, cells) => {
      if (row === 40) cells[1] = "1e999";
      if (row === 30) cells.pop();
    });
    await check({ "decisions.csv": text, "letters.csv": "id,field,new_value\np1,income,2600\np99,debt,3\n" });
    await expect.poll(problems).toContain("VALUE_NOT_FINITE");
    await expect.poll(() => run().getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => page.getByText(words.blockedErrors(3)).count()).toBeGreaterThan(0);
    const income = page.locator(".column-row", { has: role("income") });
    await expect.poll(() => income.textContent()).toContain(words.problems.severity.error);

    await page.getByRole("button", { name: /^Show: .*column 'income', row 40.*'1e999'/ }).press("Enter");
    await page.getByRole("row", { name: /^40/ }).getByRole("cell", { name: "1e999" }).waitFor();
    await page.getByRole("button", { name: /^Show: .*row 30/ }).click();
    await page.getByText(words.table.notCut).waitFor();
    await page.getByRole("button", { name: /^Show: .*p99/ }).click();
    await page.getByRole("row", { name: /^3/ }).getByRole("cell", { name: "p99" }).waitFor();
  });

  it("lets warnings pass", async () => {
    await check({ "decisions.csv": decisions((row, cells) => row === 9 && cells.splice(2, 1, "n.a. euro")) });
    await expect.poll(problems).toContain("COLUMN_MIXED");
    await expect.poll(() => run().getAttribute("aria-disabled")).toBeNull();
  });

  it("asks what it cannot guess, and says that it audits two decisions", async () => {
    await check({
      "d.csv": decisions((row, cells) => cells.splice(5, 1, row > 40 ? "B" : "A")).replace("approved", "class"),
    });
    const question = page.locator(".notice", { hasText: "Which value of 'class' is good for the person?" });
    await question.getByRole("button", { name: "B", exact: true }).click();
    await expect.poll(() => page.locator(".check-facts").textContent()).toMatch(/: \d+ B, \d+ A/);
    await expect.poll(() => question.count()).toBe(0);
    await page.getByLabel(words.roles.decision, { exact: true }).selectOption("debt");
    await page.getByText(words.classes.title).waitFor();
    await expect.poll(() => page.getByText(/^recast audit d\.csv --decision debt --classes /).count()).toBe(1);
    await expect.poll(() => page.getByText("Which column holds the decision?").count()).toBe(0);
    await expect.poll(() => run().getAttribute("aria-disabled")).toBe("true");
    for (const value of ["7", "8"]) await page.getByRole("checkbox", { name: value, exact: true }).check();
    await expect.poll(() => page.locator(".check-facts").textContent()).toMatch(/: 14 7 or 8, 46 /);
    await expect.poll(() => run().getAttribute("aria-disabled")).toBeNull();
    await page.getByRole("checkbox", { name: "8", exact: true }).uncheck();
    await expect.poll(() => page.locator(".check-facts").textContent()).toMatch(/: 7 7, 53 /);
  });

  it("finds a decision with a few values, and lets the good ones be ticked", async () => {
    await check({
      "d.csv": decisions((row, cells) => cells.splice(5, 1, ["Low", "Medium", "High"][row % 3]!)).replace(
        "approved",
        "decision",
      ),
    });
    await expect.poll(() => role("decision").inputValue()).toBe("decision");
    for (const value of ["Low", "Medium"]) await page.getByRole("checkbox", { name: value, exact: true }).check();
    await expect.poll(() => page.locator(".check-facts").textContent()).toMatch(/: 40 Low or Medium, 20 High/);
    await expect.poll(() => run().getAttribute("aria-disabled")).toBeNull();
  });

  it("offers the preset of a file it knows, and takes its roles", async () => {
    const actions = ["1", "3", "2", "3", "4"];
    const rows = Array.from({ length: 60 }, (_, i) =>
      [`L${i % 4}`, actions[i % 5], 1 + (i % 2), 1000 * (90 + i), "fm"[i % 2], "ab"[i % 2], 20 + i, 4.5].join(),
    );
    const header =
      "lei,action_taken,loan_purpose,loan_amount,derived_sex,derived_race,debt_to_income_ratio,interest_rate";
    await check({ "hmda.csv": [header, ...rows].join("\n") });
    const notice = page.locator(".notice", { hasText: "HMDA loan register" });
    await notice.getByRole("button", { name: words.preset.use }).click();
    await expect.poll(() => page.locator(".check-facts").textContent()).toMatch(/: 24 approved, 24 denied/);
    await expect.poll(() => notice.count()).toBe(0);
    await expect.poll(() => role("interest_rate").inputValue()).toBe("ignored");
    await expect.poll(() => type("loan_purpose").inputValue()).toBe("category");
    await expect.poll(() => page.getByRole("checkbox", { name: "4", exact: true }).count()).toBe(0);
    await page.keyboard.press("Control+z");
    await notice.waitFor();
  });

  it("drops and adds the columns by which groups are compared", async () => {
    await check({ "d.csv": decisions() });
    await page.getByRole("button", { name: words.roles.removeGroup("sex") }).click();
    await expect.poll(() => role("sex").inputValue()).toBe("feature");
    await page.getByText(words.roles.noGroups).waitFor();
    await page.getByLabel(words.roles.addGroup).selectOption("debt");
    await expect.poll(() => role("debt").inputValue()).toBe("feature-group");
    await role("debt").selectOption("group");
    await page.getByRole("button", { name: words.roles.removeGroup("debt") }).click();
    await expect.poll(() => role("debt").inputValue()).toBe("ignored");
    await page.keyboard.press("Control+z");
    await expect.poll(() => role("debt").inputValue()).toBe("group");
  });

  it("shows a wide file in pages of columns, and finds columns by name", async () => {
    const names = Array.from({ length: 300 }, (_, k) => `f${k}`);
    const rows = Array.from({ length: 20 }, (_, i) =>
      [...names.map((_, k) => (i * k) % 97), i > 9 ? "yes" : "no"].join(),
    );
    await check({ "wide.csv": [[...names, "approved"].join(), ...rows].join("\n") });
    const shown = () => page.locator(".column-list li").count();
    await expect.poll(shown).toBe(25);
    await page
      .getByRole("navigation", { name: en.parts.pagesOf(words.table.columns("wide.csv")) })
      .getByRole("button", { name: en.parts.nextPage })
      .click();
    await role("f25").waitFor();
    await expect.poll(() => role("f24").count()).toBe(0);
    await page.getByLabel(words.table.search).fill("f29");
    await expect.poll(shown).toBe(11); // f29 and f290 to f299
    await page.getByLabel(words.table.search).fill("nowhere");
    await page.getByText(words.table.searchNone).waitFor();
    await page.emulateMedia({ media: "print" });
    await page.getByRole("term").filter({ hasText: "f299" }).waitFor(); // on paper every column is listed
    await page.emulateMedia({ media: "screen" });
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isTooWide).toBe(false);
  });

  it("keeps settings at their defaults until one is given, and refuses in the library's words", async () => {
    await check(SMALL_FILES);
    const summary = page.locator("summary", { hasText: words.settings.title });
    await summary.click();
    await page.getByLabel("majority", { exact: true }).waitFor();
    const asked = settingsIn("method", "identity", "report").filter(
      ([name, { flag }]) => flag !== null && name !== "tables",
    );
    const form = page.locator("details.settings");
    for (const [name] of asked) {
      expect([name, await form.getByText(labelOf(name), { exact: true }).count()]).toEqual([name, 1]);
    }
    const folds = page.getByLabel(labelOf("folds"), { exact: true });
    await folds.fill("1");
    await folds.press("Enter");
    await page.getByText(/^ ?folds must be/).waitFor();
    await expect.poll(() => folds.getAttribute("aria-invalid")).toBe("true");
    await summary.click(); // a closed drawer does not hide that something in it was refused
    await page.getByText(words.blockedSettings(1)).first().waitFor({ state: "attached" });
    await expect.poll(() => run().getAttribute("aria-disabled")).toBe("true");
    await summary.click();
    await folds.fill("4");
    await folds.press("Enter");
    await expect.poll(() => folds.getAttribute("aria-invalid")).toBeNull();
    await expect.poll(() => run().getAttribute("aria-disabled")).toBeNull();
    await page.getByLabel(labelOf("system"), { exact: true }).fill("A <b>lender</b>");
    await page.keyboard.press("Tab");
    await expect.poll(() => summary.textContent()).toContain(words.settings.changed(2));
  });
});
