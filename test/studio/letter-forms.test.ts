import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { UNDERSTOOD_NAME } from "../../src/folder/understood-csv.js";
import { labelOf } from "../../src/settings/setting-words.js";
import { en } from "../../studio/src/text/en.js";
import { freshFolder, recast } from "../cli/support.js";
import { checkFiles, quickSettings, runAudit, savedBy, savedFolder } from "./hands.js";
import { firstDifferentFile, nodeAudit, nodeVerify } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, pageForEach } from "./open-studio.js";
import { QUICK_FLAGS } from "./small-case.js";

const EMAILS = "test/fixtures/messy/e-mails";
const QUICK = QUICK_FLAGS.slice(QUICK_FLAGS.indexOf("--methods"));

describe.skipIf(hasNoBrowser)(`letters that need a word from the user${noBrowserReason}`, () => {
  let page: Page;
  const run = () => page.getByRole("button", { name: en.check.run, exact: true }).first();
  const isBlocked = () => run().getAttribute("aria-disabled");
  const folder = freshFolder();
  pageForEach((fresh) => {
    page = fresh;
  });

  it("in free text are shown as understood, saved as init writes them, and used once confirmed", async () => {
    const decisions = await readFile(join(EMAILS, "decisions.csv"));
    const given = { "decisions.csv": decisions, "letters.csv": await readFile(join(EMAILS, "letters.csv")) };
    const config = join(folder(), "audit.yaml");
    await recast(["init", "decisions.csv", "letters.csv", "--yes", "--out", config], { cwd: EMAILS });
    const confirmed = await readFile(join(folder(), UNDERSTOOD_NAME));

    await checkFiles(page, given);
    const words = en.check.understood;
    await page.getByText("8 of 8 letters understood").waitFor();
    await page.getByText("row 3 to p003: debt_ratio at most 24.6").first().waitFor();
    await page.getByText("It would have been approved with an income of 67,500 instead of 53,000").waitFor();
    await expect.poll(isBlocked).toBe("true");
    const saved = await savedBy(page.getByRole("button", { name: words.save(UNDERSTOOD_NAME), exact: true }));
    expect(saved.name).toBe(UNDERSTOOD_NAME);
    expect(saved.bytes.equals(confirmed)).toBe(true);

    await page.getByRole("button", { name: words.confirm, exact: true }).click();
    await expect.poll(isBlocked).toBe(null);
    await quickSettings(page);
    await runAudit(page);
    const files = { "decisions.csv": decisions, [UNDERSTOOD_NAME]: confirmed };
    const roles = ["--decision", "decision", "--favourable", "approved", "--id", "id", "--sensitive", "sex,age"];
    const flags = ["--letters", UNDERSTOOD_NAME, ...roles, "--immutable", "sex,age"];
    expect(firstDifferentFile(await savedFolder(page), await nodeAudit(files, [...flags, ...QUICK]))).toBe(null);
  });

  it("with codes for reasons are used once the page knows what they mean", async () => {
    const files = { "decisions.csv": await readFile("test/fixtures/messy/denial-reasons/decisions.csv") };
    await checkFiles(page, files);
    const field = page.locator(".cause-list").getByLabel(labelOf("reasons"));
    await field.fill("{1: }}");
    await field.press("Tab");
    await page.locator(".cause-list .field-error").waitFor();
    const others = '"2": years_employed, "4": loan_to_value_ratio, "9": other, "10": none';
    await field.fill(`reasons: {"1": {field: debt_to_income_ratio, direction: lower}, ${others}}`);
    await field.press("Tab");
    await expect.poll(isBlocked).toBe(null);
    await quickSettings(page);
    await runAudit(page);
    const inPage = await savedFolder(page);
    expect(JSON.parse(inPage.get("manifest.json")!.toString()).configuration.data.reasons).toEqual({
      1: { field: "debt_to_income_ratio", direction: "lower" },
      2: "years_employed",
      4: "loan_to_value_ratio",
      9: "other",
      10: "none",
    });
    expect(await nodeVerify(inPage)).toMatchObject({ exitCode: 0 }); // makes it again, to the same bytes
  });
});
