import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ExplainFlags, findPerson, runExplain } from "../../src/cli/commands/explain.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { AuditError } from "../../src/errors.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import { loadKernels } from "../../src/kernels/load.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import type { PersonPage } from "../../src/measure/explain/explain-person.js";
import { fitModel } from "../../src/surrogate/model.js";
import { ridgeLetters } from "../../src/surrogate/ridge.js";
import { freshFolder, quietIo, recordedStream } from "./support.js";

const folder = freshFolder();
const demo = demoLending(3, { people: 80, population: 400 });
const decisions = parseDecisions(demo.decisionsCsv, demo.roles);
let modelText: string;
beforeAll(async () => {
  const evidence = joinEvidence(decisions, parseLetters(demo.lettersCsv, decisions));
  modelText = canonicalJson(fitModel(evidence, ridgeLetters(), await loadKernels()));
});
beforeEach(async () => {
  await writeFile(join(folder(), "decisions.csv"), demo.decisionsCsv);
  await writeFile(join(folder(), "letters.csv"), demo.lettersCsv);
  await writeFile(join(folder(), "model.json"), modelText);
});

const FILES = { letters: "letters.csv", model: "model.json" };

async function explain(id: string, flags: ExplainFlags = FILES, file: string | undefined = "decisions.csv") {
  const stdout = recordedStream();
  const exitCode = await runExplain(id, file, flags, { ...quietIo(folder()), stdout });
  return { exitCode, stdout: stdout.text() };
}

const refused = decisions.ids?.[parseLetters(demo.lettersCsv, decisions).letterOf[0] ?? 0] ?? "";

describe("recast explain", () => {
  it("prints one person's page in words", async () => {
    const { exitCode, stdout } = await explain(refused);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Person ${refused} (row `);
    for (const words of [
      "Observed: 'refused' (not favourable).",
      "The rebuilt model (ridge-letters) answers",
      "How sure this is",
      "What the rebuilt model sees",
      "Letter (row ",
      "What would probably change the decision",
      "Not looked for: how far to trust the rebuilt model is not known here.",
      "The most similar people with the other decision",
      "promises no decision",
    ]) {
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(words);
    }
  });

  it("takes a row of the spreadsheet for a name, and says the same", async () => {
    const i = decisions.ids?.indexOf(refused) ?? 0;
    expect((await explain(`row:${decisions.rowNumbers[i]}`)).stdout).toBe((await explain(refused)).stdout);
  });

  it("gives the page as data", async () => {
    const { stdout } = await explain(refused, { ...FILES, json: true });
    const { command, page, files } = JSON.parse(stdout) as { command: string; page: PersonPage; files: unknown };
    expect({ command, files }).toEqual({ command: "explain", files: { html: null } });
    expect(page.person.id).toBe(refused);
    expect(page.letters).toHaveLength(1);
    expect(page.flip?.kept).toEqual(["age", "origin", "sex"]);
    const sum = page.contributions.features.reduce((total, { contribution }) => total + contribution, 0);
    expect(sum).toBeCloseTo(page.contributions.score - page.contributions.base, 12);
  });

  it("writes a page of its own, and never over another file", async () => {
    const { stdout } = await explain(refused, { ...FILES, html: "page.html", quiet: true });
    expect(stdout).toBe("");
    const text = await readFile(join(folder(), "page.html"), "utf8");
    expect(text).toContain("<!doctype html>");
    expect(text).toContain("default-src &#39;none&#39;");
    expect(text).not.toMatch(/<script|https?:/);
    await expect(explain(refused, { ...FILES, html: "page.html" })).rejects.toThrow("page.html already exists");
    const again = await explain(refused, { ...FILES, html: "page.html", force: true });
    expect(again.stdout).toContain("page.html");
  });

  it("works without letters, and says what is not known", async () => {
    const { stdout } = await explain(refused, { model: "model.json" });
    expect(stdout).toContain("No letter to this person is in the evidence.");
    expect(stdout).toContain("Not known here");
  });

  it("says what is missing, and refuses to mix an audit folder with files", async () => {
    await expect(explain(refused, {}, undefined)).rejects.toThrow("explain needs an audit folder");
    await expect(explain(refused, { audit: "audit", model: "model.json" })).rejects.toThrow("names its own files");
  });

  it("lists ids that are written alike when there is no such person", async () => {
    const asked = `${refused}x`;
    const error = await explain(asked).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AuditError);
    expect(error).toMatchObject({ code: "PERSON_UNKNOWN", place: { file: "decisions.csv", column: "id" } });
    expect(String(error)).toContain(`'${refused}'`);
    await expect(explain("somebody quite different")).rejects.toThrow(/different'\. row:17/);
  });
});

describe("findPerson", () => {
  const people = { file: "d.csv", ids: ["row:3", "", "b"], rowNumbers: Int32Array.of(2, 3, 5), schema: { id: "id" } };

  it("looks for an id first, then for a row", () => {
    expect(findPerson("row:3", people)).toBe(0);
    expect(findPerson("row:5", people)).toBe(2);
    expect(findPerson("b", people)).toBe(2);
  });

  it("never takes a person without an id for the empty id", () => {
    expect(() => findPerson("", people)).toThrow("nobody in d.csv has the id ''");
  });

  it("names the rows there are, and the way out without ids", () => {
    expect(() => findPerson("row:4", people)).toThrow("people stand in rows 2 to 5");
    expect(() => findPerson("b", { ...people, ids: null, schema: { id: null } })).toThrow("d.csv has no id column");
  });
});
