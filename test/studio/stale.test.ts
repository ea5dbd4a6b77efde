import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import { checkColumns, giveFiles, goToHash, quickSettings, runAudit, savedBy } from "./hands.js";
import { hasNoBrowser, noBrowserReason, type OpenPage, type Studio, startStudio } from "./open-studio.js";
import { SMALL_FILES } from "./small-case.js";

describe.skipIf(hasNoBrowser)(`an audit that is out of date, or not saved${noBrowserReason}`, () => {
  let studio: Studio;
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    studio = await startStudio();
    opened = await studio.open();
    page = opened.page;
    await giveFiles(page, SMALL_FILES);
    await checkColumns(page);
    await quickSettings(page);
    await runAudit(page);
  });
  afterAll(() => studio?.close());

  const go = async (hash: string) => {
    await goToHash(page, hash);
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  const marks = () => page.locator(".badge-warning", { hasText: en.app.outOfDate }).count();

  it("is marked on every screen of results while other settings are in place", async () => {
    await expect.poll(marks).toBe(0);
    await go("#check");
    const role = page.getByLabel(en.check.table.role("debt"), { exact: true });
    await role.selectOption("ignored");
    for (const hash of ["#results", "#results/groups", "#results/reproduce", "#person", "#geometry", "#letters"]) {
      await go(hash);
      await expect.poll(marks, { message: hash }).toBeGreaterThan(0);
    }
    await go("#results");
    await expect.poll(marks).toBe(2); // above, and where files are saved
    await go("#person/2");
    await expect.poll(marks).toBe(2);
    await page.getByRole("link", { name: en.app.outOfDateLink }).click();
    await role.selectOption("feature"); // as it was
    await go("#results");
    await expect.poll(marks).toBe(0);
  });

  it("is marked while another file is in place", async () => {
    await go("#start");
    await giveFiles(page, { "letters.csv": `${SMALL_FILES["letters.csv"]}`.replace(/\d(?=\n$)/, "7") });
    await go("#results");
    await expect.poll(marks).toBe(2);
    await page.keyboard.press("Control+z");
    await expect.poll(marks).toBe(0);
  });

  it("is asked about before the page is closed, until it is saved", async () => {
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    const leave = () => page.evaluate(() => location.reload()).catch(() => undefined);
    await page.getByText(en.app.saved.unsaved, { exact: true }).waitFor();
    await page.locator("body").click({ position: { x: 1, y: 1 } }); // browsers ask nobody who did nothing
    await leave();
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    await page.getByRole("heading", { level: 1 }).waitFor();

    const { title } = en.results.download.audit;
    await savedBy(page.getByRole("button", { name: en.results.save(`${title}, audit.json`) }));
    await page.getByText(en.app.saved.saved, { exact: true }).waitFor();
    await Promise.all([page.waitForEvent("load"), leave()]);
    expect(asked).toEqual(["beforeunload"]);
    await page.getByText(en.without["no audit"].title).waitFor();
  });
});
