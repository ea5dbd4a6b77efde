import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { en } from "../../studio/src/text/en.js";
import { textRows, xlsxFile } from "../support/spreadsheets.js";
import { checkColumns, checkFiles, choose, giveFiles, quickSettings, runAudit, savedFolder } from "./hands.js";
import { firstDifferentFile, nodeAudit, nodeVerify } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, pageForEach } from "./open-studio.js";
import { QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

const records = (name: "decisions.csv" | "letters.csv") =>
  String(SMALL_FILES[name])
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));

const FLAGS = [...QUICK_FLAGS.map((flag) => flag.replace("letters.csv", "letters.xlsx")), "--numbers", "income=de"];

/** The people with their income as a German writes it. */
function inEuros([header = [], ...people]: readonly string[][]): readonly string[][] {
  const income = header.indexOf("income");
  return [
    header,
    ...people.map((cells) => cells.with(income, `€ ${Number(cells[income]).toFixed(2).replace(".", ",")}`)),
  ];
}

describe.skipIf(hasNoBrowser)(`spreadsheets on the page${noBrowserReason}`, () => {
  let page: Page;
  pageForEach((fresh) => {
    page = fresh;
  });

  it("give the same bytes as on the command line, with numbers as people write them", async () => {
    const files = {
      "decisions.xlsx": xlsxFile({
        sheets: { Cover: textRows([["Loans"]]), People: textRows(inEuros(records("decisions.csv"))) },
      }),
      "letters.xlsx": xlsxFile({ sheets: { Letters: textRows(records("letters.csv")) } }),
    };
    await checkFiles(page, files);
    await page.getByText("the sheet 'People' was read").first().waitFor();
    await page.getByText("read as").first().waitFor();
    await quickSettings(page);
    await runAudit(page);
    const inPage = await savedFolder(page);
    expect(firstDifferentFile(inPage, await nodeAudit(files, FLAGS))).toBe(null);
    expect(await nodeVerify(inPage)).toMatchObject({ exitCode: 0 });
  });

  it("let the user choose the sheet of each file, so that one workbook can have both", async () => {
    const book = {
      "book.xlsx": xlsxFile({
        sheets: {
          Codes: textRows([
            ["code", "meaning"],
            ["1", "one"],
          ]),
          People: textRows(records("decisions.csv")),
          Letters: textRows(records("letters.csv")),
        },
      }),
    };
    const place = (role: string) => page.locator(`#place-${role}`);
    const sheet = (role: string) => place(role).getByLabel(en.start.place.sheet);
    await giveFiles(page, book);
    await expect.poll(() => sheet("decisions").inputValue()).toBe("Codes");
    await sheet("decisions").selectOption("People");
    await place("decisions").getByText("80 rows").waitFor();
    await choose(place("letters").getByRole("button"), book);
    await sheet("letters").selectOption("Letters");
    await place("letters").getByText("3 columns").waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(() => sheet("letters").inputValue()).toBe("Codes");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => sheet("letters").inputValue()).toBe("Letters");
    await checkColumns(page);
    await page.locator(".column-list li").first().waitFor();
    await quickSettings(page);
    await runAudit(page);
    const inPage = await savedFolder(page);
    const flags = QUICK_FLAGS.map((flag) => flag.replace("letters.csv", "book.xlsx"));
    const named = [...flags, "--sheet", "People", "--letters-sheet", "Letters"];
    expect(firstDifferentFile(inPage, await nodeAudit(book, named))).toBe(null);
    expect(await nodeVerify(inPage)).toMatchObject({ exitCode: 0 });
  });
});
