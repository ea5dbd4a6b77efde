import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figure } from "../../studio/src/screens/person/figures.js";
import { en } from "../../studio/src/text/en.js";
import { goToHash, openSaved, savedBy } from "./hands.js";
import { builtRecast, nodeAudit, writeFolder } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type OpenPage, type Studio, startStudio } from "./open-studio.js";
import { QUICK_FLAGS, SMALL_FILES } from "./small-case.js";

const words = en.person;

describe.skipIf(hasNoBrowser)(`a person of an opened audit${noBrowserReason}`, () => {
  let folder: string;
  let studio: Studio;
  let opened: OpenPage;
  let page: Page;
  let people: readonly Readonly<Record<string, string>>[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "recast-person-"));
    const files = await nodeAudit(SMALL_FILES, QUICK_FLAGS);
    await writeFolder(join(folder, "audit"), files);
    const [head = "", ...lines] = String(files.get("tables/people.csv")).trim().split("\n");
    const names = head.split(",");
    people = lines.map((line) => Object.fromEntries(line.split(",").map((cell, k) => [names[k] ?? "", cell])));
    studio = await startStudio();
    opened = await studio.open({ hash: "#start" });
    page = opened.page;
    await openSaved(page, join(folder, "audit"));
    await page.waitForURL(/#results/);
  });

  afterAll(async () => {
    await studio?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const goTo = (part: string) => goToHash(page, `#person${part}`);
  const whatIf = () => page.getByRole("region", { name: words.whatIf.title, exact: true });
  const answer = () => whatIf().locator(".answer-word").textContent();
  const margin = () => whatIf().locator(".live-answer-words .number").textContent();
  const show = async (row: number) => {
    await goTo(`/${row}`);
    await page.locator(".person", { hasText: `Row ${row} of the decisions` }).waitFor(); // and not the person before
    await page.getByRole("heading", { name: words.flip.title }).waitFor();
  };

  it("lists everybody as the audit's own table does", async () => {
    await goTo("");
    const shown: string[][] = [];
    for (;;) {
      await page.getByRole("table").getByRole("link").first().waitFor();
      const rows = page.getByRole("table").locator("tbody tr");
      shown.push(
        ...(await rows.evaluateAll((all) =>
          all.map((row) => [...row.children].map(({ textContent }) => textContent ?? "")),
        )),
      );
      const next = page.getByRole("button", { name: en.parts.nextPage });
      if ((await next.count()) === 0 || (await next.isDisabled())) break;
      const first = await rows.first().textContent();
      await next.click();
      await page.waitForFunction((before) => document.querySelector("tbody tr")?.textContent !== before, first);
    }
    expect(shown.map(([, row, decision, rebuilt, value]) => [row, decision, rebuilt?.split(" ")[0], value])).toEqual(
      people.map(({ row, decision, out_of_fold: heldOut, out_of_fold_margin: own }) => [
        row,
        decision,
        heldOut,
        figure(Number(own)),
      ]),
    );
    expect(shown.map(([, , , , , settled]) => settled)).toEqual(
      people.map(({ determined }) => (determined === "contested" ? "open" : "clear")),
    );
  });

  it("finds people by id, and those the evidence leaves open", async () => {
    await goTo("");
    await page
      .getByLabel(words.find.searchId("id"))
      .fill(String(SMALL_FILES["decisions.csv"]).split("\n")[7]?.split(",")[0] ?? "");
    await page.getByText(words.find.found(1, people.length)).first().waitFor();
    await page.getByLabel(words.find.searchId("id")).fill("");
    const contested = people.filter(({ determined }) => determined === "contested").length;
    await page.getByLabel(words.find.contested(contested)).check();
    await page.getByText(words.find.found(contested, people.length)).first().waitFor();
    await page.getByLabel(words.find.contested(contested)).uncheck();
  });

  it("answers for an unchanged person as the table does, and saves the page the command line writes", async () => {
    const rejected = people.find(({ in_sample: rebuilt, decision }) => rebuilt === "refused" && decision === "refused");
    const row = Number(rejected?.["row"]);
    await show(row);
    await expect.poll(answer).toBe(rejected?.["in_sample"]);
    await expect.poll(margin).toBe(words.whatIf.margin(figure(Number(rejected?.["in_sample_margin"]))));
    const saved = await savedBy(page.getByRole("button", { name: words.download }));
    const command = ["explain", `row:${row}`, "--audit", "audit", "--html", "page.html", "-q"];
    expect(await builtRecast(command, folder)).toMatchObject({ exitCode: 0 });
    expect(String(saved.bytes)).toBe(await readFile(join(folder, "page.html"), "utf8"));
  });

  /** Opens the first refused person for whom a likely change was found. */
  async function showFlippable(): Promise<number> {
    for (const { row, in_sample: rebuilt, decision } of people) {
      if (rebuilt !== "refused" || decision !== "refused") continue;
      await show(Number(row));
      await page.getByRole("heading", { name: words.flip.title }).waitFor();
      if ((await page.getByRole("button", { name: words.flip.apply, exact: true }).count()) > 0) return Number(row);
    }
    throw new Error("nobody has a likely change");
  }

  it("changes the answer where the flip says, and goes back", async () => {
    const row = await showFlippable();
    await page.getByRole("button", { name: words.flip.apply, exact: true }).first().click();
    await page.waitForFunction(() => document.querySelector(".answer-word")?.textContent === "granted");
    const flipped = page.getByRole("region", { name: words.flip.title, exact: true }).locator("tbody tr").last();
    const [feature = ""] = await flipped.locator("th, td").allTextContents();
    await expect.poll(() => whatIf().locator(".change-list").textContent()).toContain(feature);

    await whatIf().getByRole("button", { name: words.whatIf.putBackAll }).click();
    await page.waitForFunction(() => document.querySelector(".answer-word")?.textContent === "refused");
    await expect.poll(() => whatIf().locator(".change-list").count()).toBe(0);
    const own = people.find((person) => Number(person["row"]) === row)?.["in_sample_margin"];
    await expect.poll(margin).toBe(words.whatIf.margin(figure(Number(own))));
  });

  it("takes back what was moved, also from another screen", async () => {
    await showFlippable();
    await page.getByRole("button", { name: words.flip.apply, exact: true }).first().click();
    await whatIf().locator(".change-list").waitFor();
    await goTo("");
    await page.getByRole("table").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByRole("heading", { name: words.flip.title }).waitFor();
    await expect.poll(() => whatIf().locator(".change-list").count()).toBe(0);
  });

  it("takes back what was moved last, however soon after", async () => {
    const row = Number(people.find(({ in_sample: rebuilt }) => rebuilt === "refused")?.["row"]);
    await show(row);
    const [first, second] = await whatIf().getByRole("slider").all();
    const undo = page.getByRole("button", { name: /^Undo: .* from .* to / });
    await first?.press("End");
    await undo.waitFor();
    await second?.evaluate((slider: HTMLInputElement) => {
      slider.value = slider.max;
      for (const type of ["input", "change"]) slider.dispatchEvent(new Event(type, { bubbles: true }));
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
    });
    await page.getByRole("button", { name: /^Redo: .* from .* to / }).waitFor();
    await expect.poll(() => whatIf().locator(".change-list > li").count()).toBe(1);
    await page.keyboard.press("Control+z");
    await expect.poll(() => whatIf().locator(".change-list").count()).toBe(0);
    await page.keyboard.press("Control+Shift+z");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(() => whatIf().locator(".change-list > li").count()).toBe(2);
  });

  it("says who is not there, and has asked nobody", async () => {
    await goTo("/9999");
    await page.getByText("has no person in row 9999").waitFor();
    expect(opened.outside).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });
});
