import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import {
  checkColumns,
  giveFiles,
  openSaved,
  quickSettings,
  runAudit,
  savedFolder,
  seeResults,
  startAudit,
  tryExample,
} from "./hands.js";
import { longestTasks } from "./long-tasks.js";
import { type FolderFiles, firstDifferentFile, nodeAudit, nodeVerify } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type OpenPage, type Studio, startStudio } from "./open-studio.js";
import { EXAMPLE_FILES, EXAMPLE_FLAGS, QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

/** Milliseconds of computing after which a page feels stuck. */
const LONG = 100;

describe.skipIf(hasNoBrowser)(`an audit in the page${noBrowserReason}`, () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio?.close());

  it("makes the example's audit: nothing sent, never stuck, every byte the command line's", async () => {
    const onCommandLine = nodeAudit(EXAMPLE_FILES, EXAMPLE_FLAGS);
    const opened = await studio.open();
    const { page } = opened;
    const [longest = 0] = await longestTasks(studio.browser, page, async () => {
      await tryExample(page);
      await runAudit(page);
      await page.getByRole("link", { name: en.results.parts.groups, exact: true }).first().click();
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await page.getByRole("link", { name: en.results.parts.overview, exact: true }).first().click();
    });
    expect(longest).toBeLessThanOrEqual(LONG);
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toContain("Made-up lender");
    await expectQuiet(opened);
    const inPage = await savedFolder(page);
    expect(firstDifferentFile(inPage, await onCommandLine)).toBe(null);
    await opened.close();
  });

  it("names the problems of one's own files beside the cell, audits them, and gives a folder that verifies", async () => {
    const opened = await studio.open();
    const { page } = opened;
    const [head = "", ...rows] = String(SMALL_FILES["decisions.csv"]).trimEnd().split("\n");
    const column = head.split(",").indexOf("income");
    const broken = rows.map((row, i) => {
      const cells = row.split(",");
      if (i === 4) cells[column] = "about 40000";
      return cells.join(",");
    });
    await giveFiles(page, {
      "decisions.csv": [head, ...broken, ""].join("\n"),
      "letters.csv": SMALL_FILES["letters.csv"]!,
    });
    await checkColumns(page);
    const mark = page.getByRole("button", { name: /^Show: .*row 6.*about 40000/ });
    await mark.click();
    await page.getByRole("cell", { name: "about 40000" }).waitFor();
    const run = page.getByRole("button", { name: en.check.run, exact: true }).first();
    await expect.poll(() => run.getAttribute("aria-disabled")).toBe("true");

    await page.goto(`${studio.address}#start`);
    await giveFiles(page, SMALL_FILES); // the same file, corrected
    await checkColumns(page);
    await page.getByRole("button", { name: en.check.again, exact: true }).click();
    await expect.poll(() => mark.count()).toBe(0);
    await quickSettings(page);
    await runAudit(page);
    await expectQuiet(opened);
    const inPage = await savedFolder(page);
    expect(firstDifferentFile(inPage, await nodeAudit(SMALL_FILES, QUICK_FLAGS))).toBe(null);
    expect(await nodeVerify(inPage)).toMatchObject({ exitCode: 0 });
    await opened.close();
  });

  it("can be cancelled and run again", async () => {
    const opened = await studio.open();
    const { page } = opened;
    await giveFiles(page, SMALL_FILES);
    await checkColumns(page);
    await startAudit(page);
    await page.getByRole("button", { name: en.run.cancel, exact: true }).click();
    await page.getByText(en.run.cancelled).waitFor();
    await page.getByRole("link", { name: en.run.toCheck, exact: true }).click();
    await quickSettings(page);
    await page.getByRole("navigation", { name: en.app.navigation }).getByRole("link", { name: en.screens.run }).click();
    await page.getByRole("button", { name: en.run.startAgain, exact: true }).click();
    await seeResults(page);
    await page.goBack(); // not sent to the results again
    await page.getByText(en.run.done).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: en.check.title }).waitFor();
    await expectQuiet(opened);
    await opened.close();
  });

  it("tells elsewhere that it is done, and leaves nothing of another audit on the screen", async () => {
    const opened = await studio.open();
    const { page } = opened;
    await giveFiles(page, SMALL_FILES);
    await checkColumns(page);
    await quickSettings(page);
    await runAudit(page);
    await page.goto(`${studio.address}#start`);
    await tryExample(page);
    await quickSettings(page);
    await startAudit(page);
    await page.goto(`${studio.address}#geometry`);
    await page.getByText(en.run.doneElsewhere("Made-up lender")).waitFor({ timeout: 60_000 });
    await page.getByText(/93 rejected people \(circles\), 107 accepted people/).waitFor();
    await expectQuiet(opened);
    await opened.close();
  });

  describe("made on the command line", () => {
    let folder: FolderFiles;
    beforeAll(async () => {
      folder = await nodeAudit(SMALL_FILES, QUICK_FLAGS);
    });

    it("opens again as an archive, whole, is saved with the same bytes, and is made anew with the same", async () => {
      const opened = await studio.open();
      const { page } = opened;
      await openSaved(page, { "audit.zip": zipped(folder) });
      await seeResults(page);
      await page.locator(".open-bar", { hasText: en.app.origin.opened }).waitFor();
      await page.getByText(en.results.checks.same(folder.size - 3)).waitFor(); // all but the certificate and two inputs
      expect(firstDifferentFile(await savedFolder(page), folder)).toBe(null);

      await page.getByRole("button", { name: en.results.look.again.title, exact: true }).click();
      await page.getByRole("heading", { level: 1, name: en.check.title }).waitFor();
      await page.locator(".column-list li").first().waitFor();
      await page.keyboard.press("Control+z"); // what was in place before comes back: here nothing
      await page.getByText(en.without["no decisions"].title).waitFor();
      await page.keyboard.press("Control+Shift+z");
      await runAudit(page);
      await page.locator(".open-bar", { hasText: en.app.origin["made here"] }).waitFor();
      expect(firstDifferentFile(await savedFolder(page), folder)).toBe(null);
      await expectQuiet(opened);
      await opened.close();
    });

    it("opens as an audit.json alone, and says what is not there", async () => {
      const opened = await studio.open();
      const { page } = opened;
      await openSaved(page, { "audit.json": folder.get("audit.json")! });
      await seeResults(page);
      await page.getByText(en.results.checks.none).waitFor();
      await page.getByText(en.jobs.open.noPeople).waitFor();
      await page.getByRole("link", { name: en.results.parts.groups, exact: true }).first().click();
      await page.getByRole("table").first().waitFor();
      for (const [screen, words] of [
        ["person", en.without["no model"].title],
        ["geometry", en.screens.geometry],
        ["letters", en.screens.letters],
      ] as const) {
        await page.goto(`${studio.address}#${screen}`);
        await page.getByText(words).first().waitFor();
      }
      await expectQuiet(opened);
      await opened.close();
    });

    it("with a changed file is opened with a warning, and not at all where its numbers were changed", async () => {
      const opened = await studio.open();
      const { page } = opened;
      const report = new Map(folder).set("report.html", Buffer.from("<p>Nothing to see</p>"));
      await openSaved(page, { "audit.zip": zipped(report) });
      await seeResults(page);
      await page.getByText(en.results.checks.changed(1)).waitFor();
      const text = folder.get("audit.json")!.toString("utf8");
      const numbers = new Map(folder).set("audit.json", Buffer.from(text.replace(/0\.\d{6,}/, "0.999999")));
      await page.goto(`${studio.address}#start`);
      await openSaved(page, { "audit.zip": zipped(numbers) });
      await page
        .getByRole("alert")
        .getByText(/audit\.json is not the file the audit wrote/)
        .waitFor();
      await opened.close();
    });
  });
});

/** The page has asked nobody outside, complained of nothing, and says that nothing is sent. */
async function expectQuiet({ page, outside, complaints }: OpenPage): Promise<void> {
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
  await expect.poll(() => page.getByText(en.app.promise).first().isVisible()).toBe(true);
}

function zipped(folder: FolderFiles): Uint8Array {
  return zipSync(Object.fromEntries([...folder].map(([path, bytes]) => [`audit/${path}`, new Uint8Array(bytes)])), {
    level: 1,
  });
}
