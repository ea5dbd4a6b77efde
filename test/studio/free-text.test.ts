import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { UNDERSTOOD_NAME } from "../../src/folder/understood-csv.js";
import { en } from "../../studio/src/text/en.js";
import { freshFolder, recast } from "../cli/support.js";
import { checkFiles, quickSettings, runAudit, savedBy, savedFolder } from "./hands.js";
import { firstDifferentFile, nodeAudit } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, pageForEach } from "./open-studio.js";
import { QUICK_FLAGS } from "./small-case.js";

const EMAILS = "test/fixtures/messy/e-mails";

describe.skipIf(hasNoBrowser)(`letters in free text on the page${noBrowserReason}`, () => {
  let page: Page;
  const folder = freshFolder();
  pageForEach((fresh) => {
    page = fresh;
  });

  it("are shown as understood, saved as the command line writes them, and used once confirmed", async () => {
    const decisions = await readFile(join(EMAILS, "decisions.csv"));
    const given = { "decisions.csv": decisions, "letters.csv": await readFile(join(EMAILS, "letters.csv")) };
    const config = join(folder(), "audit.yaml");
    await recast(["init", "decisions.csv", "letters.csv", "--yes", "--out", config], { cwd: EMAILS });
    const confirmed = await readFile(join(folder(), UNDERSTOOD_NAME));

    await checkFiles(page, given);
    const words = en.check.understood;
    const run = page.getByRole("button", { name: en.check.run, exact: true }).first();
    await page.getByText("8 of 8 letters understood").waitFor();
    await page.getByText("row 3 to p003: debt_ratio at most 24.6").first().waitFor();
    await page.getByText("It would have been approved with an income of 67,500 instead of 53,000").waitFor();
    await expect.poll(() => run.getAttribute("aria-disabled")).toBe("true");
    const saved = await savedBy(page.getByRole("button", { name: words.save(UNDERSTOOD_NAME), exact: true }));
    expect(saved.name).toBe(UNDERSTOOD_NAME);
    expect(saved.bytes.equals(confirmed)).toBe(true);

    await page.getByRole("button", { name: words.confirm, exact: true }).click();
    await expect.poll(() => run.getAttribute("aria-disabled")).toBe(null);
    await quickSettings(page);
    await runAudit(page);
    const files = { "decisions.csv": decisions, [UNDERSTOOD_NAME]: confirmed };
    const roles = ["--decision", "decision", "--favourable", "approved", "--id", "id", "--sensitive", "sex,age"];
    const flags = ["--letters", UNDERSTOOD_NAME, ...roles, "--immutable", "sex,age"];
    const quick = QUICK_FLAGS.slice(QUICK_FLAGS.indexOf("--methods"));
    expect(firstDifferentFile(await savedFolder(page), await nodeAudit(files, [...flags, ...quick]))).toBe(null);
  });
});
