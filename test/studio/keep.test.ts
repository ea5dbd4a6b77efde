import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import { openSaved } from "./hands.js";
import { nodeAudit } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type Studio, startStudio } from "./open-studio.js";
import { QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

describe.skipIf(hasNoBrowser)(`keeping audits${noBrowserReason}`, () => {
  let studio: Studio;
  let audit = new Uint8Array();

  beforeAll(async () => {
    const [started, files] = await Promise.all([startStudio(), nodeAudit(SMALL_FILES, QUICK_FLAGS)]);
    studio = started;
    audit = new Uint8Array(files.get("audit.json") ?? []);
  });
  afterAll(() => studio?.close());

  it.each([
    { name: "served", fromDisk: false },
    { name: "from the disk", fromDisk: true },
  ])("stores nothing unless asked, opens what it kept, and deletes it without a trace: $name", async ({ fromDisk }) => {
    const { page, outside, complaints, close } = await studio.open({ fromDisk });
    const kept = page.getByRole("region", { name: en.keep.title });
    await kept.getByText(en.keep.none).waitFor();
    await openSaved(page, { "audit.json": audit });
    await page.waitForURL(/#results/);
    const title = (await page.locator(".open-bar bdi").textContent()) ?? "";
    await expect.poll(() => stored(page)).toEqual([]);

    const keep = page.getByRole("switch", { name: en.keep.switch });
    await keep.check();
    await page.getByText(/^Stored by this browser/).waitFor();
    await expect.poll(() => stored(page)).toEqual(["recast-studio"]);

    await page.evaluate(() => {
      location.hash = "#start";
    });
    await page.reload();
    await kept.getByRole("button", { name: en.keep.openOne(title) }).click();
    await page.waitForURL(/#results/);
    await expect.poll(() => keep.isChecked()).toBe(true);
    await keep.uncheck();
    await page.getByText(en.keep.switchHint).waitFor();
    await expect.poll(() => stored(page)).toEqual([]);

    await keep.check();
    await page.getByText(/^Stored by this browser/).waitFor();
    await page.getByRole("link", { name: en.app.name }).click();
    await kept.getByRole("button", { name: en.keep.deleteAll }).click();
    const dialog = page.getByRole("dialog", { name: en.keep.askAll });
    await dialog.getByRole("button", { name: en.keep.keepIt }).click();
    await expect.poll(() => stored(page)).toEqual(["recast-studio"]);
    await kept.getByRole("button", { name: en.keep.deleteOne(title) }).click();
    await page
      .getByRole("dialog", { name: en.keep.askOne(title) })
      .getByRole("button", { name: en.keep.delete, exact: true })
      .click();
    await kept.getByText(en.keep.none).waitFor();
    await expect.poll(() => stored(page)).toEqual([]);
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

/** The databases this page's origin has. */
function stored(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
}
