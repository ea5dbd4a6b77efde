import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/input/decisions.js";
import { parseLetters } from "../../src/input/letters.js";
import { jsonRows } from "../../src/input/library-rows.js";
import type { RawRows } from "../../src/input/raw-table.js";
import { en } from "../../studio/src/text/en.js";
import { jobs as filesJobs } from "../../studio/src/worker/files-jobs.js";
import { draftOf, versionNow } from "../../studio/src/worker/letters-draft.js";
import { jobs as lettersJobs } from "../../studio/src/worker/letters-jobs.js";
import { newSession, type OpenedAudit, type Session } from "../../studio/src/worker/session.js";
import { checkColumns, giveFiles, quickSettings, runAudit, savedFolder } from "./hands.js";
import { firstDifferentFile, nodeAudit } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type Studio, startStudio } from "./open-studio.js";

const read = (name: string) => readFileSync(`test/fixtures/libraries/dice-ml/${name}`, "utf8");
const decisionsCsv = read("decisions.csv");
const roles = { decision: "decision", favourable: "granted", id: "id" };
const decisions = parseDecisions(decisionsCsv, roles);
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

function sessionWith(rows: RawRows | null): Session {
  const opened = {
    configuration: roles,
    model: null,
    file: { identification: { determined: { contested: { share: 0.5, n: 4 } } } },
    evidence: {
      sources: { decisions: null, letters: rows && { name: "cfs.json", rows }, population: null },
      decisions,
      letters: rows && parseLetters(rows, decisions),
      population: null,
    },
  };
  return { ...newSession(), opened: opened as unknown as OpenedAudit };
}

describe("a library's file", () => {
  it("is known as letters, whatever it is called", async () => {
    const session = newSession();
    await filesJobs.take(session, { name: "a.json", bytes: bytesOf(read("kdtree.json")), role: null }, () => undefined);
    await filesJobs.take(session, { name: "b.csv", bytes: bytesOf(decisionsCsv), role: null }, () => undefined);
    const { files, places } = filesJobs.guessFiles(session);
    expect(files).toMatchObject({ letters: { name: "a.json", rows: 24 }, decisions: { name: "b.csv" } });
    expect(places.find(({ name }) => name === "a.json")?.reason).toBe(en.jobs.files.fromLibrary("dice-ml"));
  });

  it("becomes rows with ids where letters are added to it", () => {
    const rows = jsonRows(read("random.json"), "cfs.json");
    const draft = draftOf(sessionWith(rows));
    if (typeof draft === "string") throw new Error(draft);
    expect(draft.name).toBe("cfs.csv");
    const { text, letters } = versionNow(draft);
    const before = parseLetters(rows, decisions);
    expect(letters?.letterOf).toEqual(before.letterOf);
    expect(letters?.table).toEqual(before.table);
    expect(text.split("\n")[0]).toBe("id,sex,age,housing,rating,years_employed,income,debt_ratio");
  });

  it("is added to letters with the people it was made for", async () => {
    const session = sessionWith(null);
    const given = { name: "kdtree.json", bytes: bytesOf(read("kdtree.json")) };
    const change = await lettersJobs.appendFile(session, given);
    expect(change).toMatchObject({ isDone: true, added: 21 });
    const draft = draftOf(session);
    const now = typeof draft === "string" ? null : versionNow(draft).letters;
    expect(now?.letterOf).toEqual(parseLetters(read("kdtree.json"), decisions).letterOf);
  });
});

describe.skipIf(hasNoBrowser)(`a library's file in the page${noBrowserReason}`, () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio?.close());

  it("is no saved audit, and gives every byte of the command line's audit", async () => {
    const opened = await studio.open();
    const { page } = opened;
    const cfs = read("random.json");
    await giveFiles(page, { "decisions.csv": decisionsCsv });
    await page.locator("#place-decisions").getByText("decisions.csv", { exact: true }).waitFor();
    await giveFiles(page, { "random.json": cfs }); // alone, as a saved audit would be given
    await page.locator("#place-letters").getByText("random.json", { exact: true }).waitFor();
    await checkColumns(page);
    await quickSettings(page);
    await runAudit(page);
    const inPage = await savedFolder(page);
    const configuration = JSON.parse(inPage.get("manifest.json")!.toString()) as {
      configuration: { data: Readonly<Record<string, unknown>> };
    };
    const { sensitive, immutable } = configuration.configuration.data as Readonly<Record<string, readonly string[]>>;
    const flags = [
      ...["--letters", "random.json", "--decision", "decision", "--favourable", "granted", "--id", "id"],
      ...(sensitive === undefined ? [] : ["--sensitive", sensitive.join(",")]),
      ...(immutable === undefined ? [] : ["--immutable", immutable.join(",")]),
      ...["--methods", "recast,ridge,majority", "--refits", "2", "--resamples", "100", "--no-sensitivity"],
    ];
    const files = { "decisions.csv": decisionsCsv, "random.json": cfs };
    expect(firstDifferentFile(inPage, await nodeAudit(files, flags))).toBe(null);
    expect(inPage.get("inputs/random.json")?.toString()).toBe(cfs);
    await opened.close();
  });
});
