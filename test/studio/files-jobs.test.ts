import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AuditError } from "../../src/errors.js";
import type { AuditConfiguration } from "../../src/folder/configuration.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { readConfigFile } from "../../src/platform/folder/read-config.js";
import { settings } from "../../src/settings/settings.js";
import { LARGEST_FILE, MOST_COLUMNS, MOST_ROWS, refuseSize } from "../../studio/src/limits.js";
import { jobs } from "../../studio/src/worker/files-jobs.js";
import { newSession, type Session } from "../../studio/src/worker/session.js";
import { freshFolder, recast } from "../cli/support.js";
import { textRows, xlsxFile } from "../support/spreadsheets.js";

const demo = demoLending(3, { people: 60, population: 40 });
const quiet = () => undefined;
const buffer = (text: string | Uint8Array): ArrayBuffer => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
};
const take = (session: Session, name: string, text: string | Uint8Array) =>
  jobs.take(session, { name, bytes: buffer(text), role: null }, quiet);

async function sessionWith(files: Readonly<Record<string, string>>): Promise<Session> {
  const session = newSession();
  for (const [name, text] of Object.entries(files)) await take(session, name, text);
  jobs.guessFiles(session);
  return session;
}

async function failureOf(work: Promise<unknown>): Promise<AuditError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AuditError) return error;
  throw new Error("no AuditError");
}

const inspected = async (session: Session, configuration: AuditConfiguration) => {
  const seen = await jobs.inspect(session, { configuration }, quiet);
  if (seen === null) throw new Error("no decisions");
  return seen;
};

const codesOf = ({ causes }: Awaited<ReturnType<typeof inspected>>) =>
  causes.flatMap(({ problems }) => problems).map(({ role, code }) => `${role} ${code}`);

describe("taking files", () => {
  it("answers with their shape and finds their places", async () => {
    const session = newSession();
    expect(await take(session, "people.csv", demo.decisionsCsv)).toMatchObject({ name: "people.csv", rows: 60 });
    await take(session, "everybody.csv", demo.populationCsv);
    await take(session, "changes.csv", demo.lettersCsv);
    const { files } = jobs.guessFiles(session);
    expect(files).toMatchObject({
      decisions: { name: "people.csv" },
      letters: { name: "changes.csv" },
      population: { name: "everybody.csv" },
    });
    expect(await jobs.swap(session, { first: "letters", second: "population" })).toMatchObject({
      letters: { name: "everybody.csv" },
    });
    expect(jobs.drop(session, { role: "letters" })).toMatchObject({ letters: null, decisions: { rows: 60 } });
    expect(jobs.drop(session, { role: null })).toEqual({ decisions: null, letters: null, population: null });
    expect(await jobs.inspect(session, { configuration: {} }, quiet)).toBeNull();
  });

  it.each([
    ["zero bytes", Uint8Array.of(80, 75, 1, 4, 0, 0, 0, 0), "FILE_NOT_TEXT"],
    ["the head of an archive", Uint8Array.of(80, 75, 3, 4, 0, 0, 0, 0), "FILE_UNREADABLE"],
    ["bytes of no text", Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10, 255), "FILE_NOT_TEXT"],
    ["a damaged gzip file", Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3), "FILE_UNREADABLE"],
    ["nothing", "", "FILE_EMPTY"],
    ["too many columns", `${Array.from({ length: MOST_COLUMNS + 1 }, (_, k) => `c${k}`).join()}\n1\n`, "TOO_LARGE"],
    ["too many rows", `a\n${"1\n".repeat(MOST_ROWS + 1)}`, "TOO_LARGE"],
  ])("refuses %s, and holds nothing", async (_, contents, code) => {
    const session = newSession();
    const failure = await failureOf(take(session, "mine.csv", contents));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain("mine.csv");
    expect(jobs.guessFiles(session).files.decisions).toBeNull();
  });

  it("reads the sheet that is chosen, except for a population, whose sheet no setting names", async () => {
    const rows = (lines: string) =>
      textRows(
        lines
          .trimEnd()
          .split("\n")
          .map((line) => line.split(",")),
      );
    const sheets = { "First half": rows(demo.populationCsv), "All people": rows(demo.decisionsCsv), Empty: "" };
    const session = newSession();
    const taken = await take(session, "decisions.xlsx", xlsxFile({ sheets }));
    expect(taken).toMatchObject({ sheets: Object.keys(sheets), sheet: "First half", rows: 40 });
    jobs.guessFiles(session);
    const first = session.sources;
    const choose = (sheet: string) => jobs.chooseSheet(session, { role: "decisions", sheet });
    expect((await failureOf(choose("Empty"))).code).toBe("FILE_EMPTY");
    expect(session.sources).toBe(first);
    expect(await choose("All people")).toMatchObject({ decisions: { sheet: "All people", rows: 60 } });
    expect(jobs.match(session, { configuration: {} })).toMatchObject({ decision: "decision", sheet: "All people" });
    const moved = await jobs.swap(session, { first: "decisions", second: "population" });
    expect(moved.population).toMatchObject({ sheet: "First half", rows: 40 });
    expect(session.sources.population?.sheet).toBeNull();
  });

  it("says of what is too large how large it is, what the limit is, and the way out", async () => {
    expect(refuseSize("big.csv", LARGEST_FILE)).toBeNull();
    const failure = refuseSize("big.csv", 200 * 2 ** 20);
    expect(failure).toMatchObject({ code: "TOO_LARGE", place: { file: "big.csv" } });
    expect(failure?.message).toMatch(/big\.csv has 200 MB.*up to 64 MB.*sample of the rows.*recast audit/);
    const wide = `${Array.from({ length: 5000 }, (_, k) => `c${k}`).join()}\n`;
    expect((await failureOf(take(newSession(), "wide.csv", wide))).message).toMatch(/5,000 columns.*up to 1,000/);
  });
});

describe("inspecting files", () => {
  it("finds nothing wrong with the made-up case and the guesses about it", async () => {
    const session = await sessionWith({ "decisions.csv": demo.decisionsCsv, "letters.csv": demo.lettersCsv });
    const configuration = jobs.match(session, { configuration: {} });
    expect(configuration).toMatchObject({ decision: "decision", favourable: "granted", id: "id" });
    const seen = await inspected(session, configuration ?? {});
    expect(seen.causes.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(seen).toMatchObject({ isUsable: true, letters: { form: "long" }, decision: { column: "decision" } });
    expect(seen.counts.map(({ value }) => value)).toEqual(["granted", "refused"]);
    const sex = seen.files.decisions?.columns.find(({ name }) => name === "sex");
    expect(sex?.settled).toMatchObject({ role: "feature", sensitive: true, immutable: true });
    expect(sex?.reasons.map(({ as }) => as)).toEqual(["sensitive", "immutable"]);
  });

  it("names every problem with its file, and blocks on errors only", async () => {
    const rows = demo.decisionsCsv.trimEnd().split("\n");
    const broken = [...rows.slice(0, 5), `${rows[5]},more`, ...rows.slice(6)].join("\n");
    const session = await sessionWith({
      "decisions.csv": broken,
      "letters.csv": "id,field,new_value\nnobody,income,1\n",
    });
    const seen = await inspected(session, { decision: "decision", favourable: "granted", id: "id" });
    expect(seen.isUsable).toBe(false);
    expect(codesOf(seen)).toEqual(expect.arrayContaining(["decisions ROW_RAGGED", "letters LETTER_WITHOUT_PERSON"]));
    const ranks = seen.causes.map(({ severity }) => ["error", "warning", "note"].indexOf(severity));
    expect(ranks).toEqual([...ranks].sort());
  });

  it("says what is wrong with roles, bins and a decision of three values", async () => {
    const session = await sessionWith({ "decisions.csv": demo.decisionsCsv });
    const twice = await inspected(session, { decision: "decision", id: "decision" });
    expect(twice.isUsable).toBe(false);
    expect(codesOf(twice)).toEqual(["settings INVALID_OPTION"]);
    const roles = { decision: "decision", favourable: "granted", sensitive: ["age"] };
    const bins = await inspected(session, { ...roles, bins: { age: [40, 30] } });
    expect(bins.causes[0]).toMatchObject({ role: "settings", severity: "error" });
    const three = await inspected(session, { decision: "housing" });
    expect(codesOf(three)[0]).toBe("decisions DECISION_NOT_BINARY");
    expect(codesOf(three)).toContain("letters NO_LETTERS");
  });

  it("reads the population against the decisions", async () => {
    const files = { "decisions.csv": demo.decisionsCsv, "population.csv": "income\n1\n" };
    const seen = await inspected(await sessionWith(files), { decision: "decision", favourable: "granted" });
    expect(codesOf(seen)[0]).toBe("population COLUMN_MISSING");
    expect(seen.causes[0]?.severity).toBe("error");
  });

  it("takes text that is not UTF-8, and says how it was read", async () => {
    const session = newSession();
    await take(session, "decisions.csv", Buffer.from(demo.decisionsCsv.replaceAll("hill", "hügel"), "latin1"));
    jobs.guessFiles(session);
    const configuration = jobs.match(session, { configuration: {} }) ?? {};
    expect(configuration).toMatchObject({ decision: "decision", id: "id" });
    const seen = await inspected(session, configuration);
    expect(codesOf(seen)).toContain("decisions ENCODING_GUESSED");
    expect(seen.isUsable).toBe(true);
    expect(seen.files.decisions?.columns.find(({ name }) => name === "district")?.values).toContain("hügel");
  });

  it("guesses roles anew for columns that get other names by a repair", async () => {
    const [, ...rows] = demo.decisionsCsv.trimEnd().split("\n");
    const session = await sessionWith({ "decisions.csv": rows.join("\n") });
    const before = jobs.match(session, { configuration: { seed: 4 } }) ?? {};
    const next = jobs.repaired(session, { configuration: before, repair: { headerless: ["decisions"] } });
    expect(next).toMatchObject({ decision: "column 12", headerless: ["decisions"], seed: 4 });
    const seen = await inspected(session, next);
    expect(seen.files.decisions).toMatchObject({ rows: 60, columns: { length: 12 } });
    expect(jobs.match(session, { configuration: before, keepsReading: true })).toEqual(before);
  });

  it("refuses settings in the library's words", async () => {
    const session = newSession();
    await jobs.checkSettings(session, { configuration: { folds: 5, seed: 1 } });
    const failure = await failureOf(jobs.checkSettings(session, { configuration: { folds: 1 } }));
    expect(failure.message).toMatch(/^folds must be/);
    expect(await jobs.methodNames()).toEqual(expect.arrayContaining([...(settings.methods.default ?? [])]));
    for (const scaling of settings.scaling.kind.choices) {
      await jobs.checkSettings(session, { configuration: { scaling } as AuditConfiguration });
    }
  });
});

describe("presets", () => {
  const folder = freshFolder();
  const header =
    "lei,action_taken,loan_purpose,loan_amount,derived_sex,derived_race,debt_to_income_ratio,interest_rate";
  const loans = Array.from({ length: 60 }, (_, i) =>
    [
      `L${i % 4}`,
      [1, 3, 2, 3, 4, 6][i % 6],
      [1, 31][i % 2],
      (100 + i) * 1000,
      ["Male", "Female", "Sex Not Available"][i % 3],
      i % 5 === 0 ? "Asian" : "White",
      20 + (i % 30),
      4.5,
    ].join(","),
  );
  const text = [header, ...loans].join("\n");

  it("offers the one whose columns a file has, until its word on the decision is in force", async () => {
    const session = await sessionWith({ "hmda.csv": text });
    const guessed = jobs.match(session, { configuration: {} }) ?? {};
    expect((await inspected(session, guessed)).preset).toMatchObject({ name: "hmda" });
    const taken = (await jobs.preset(session, { configuration: { ...guessed, folds: 7 }, name: "hmda" })) ?? {};
    expect(taken).toMatchObject({ decision: "action_taken", folds: 7 });
    const seen = await inspected(session, taken);
    expect(seen).toMatchObject({ preset: null, isUsable: true });
    expect(seen.counts.map(({ value }) => value)).toEqual(["approved", "denied"]);
    const other = await sessionWith({ "people.csv": demo.decisionsCsv });
    expect((await inspected(other, jobs.match(other, { configuration: {} }) ?? {})).preset).toBeNull();
  });

  it("takes from it what recast init writes", async () => {
    await writeFile(join(folder(), "hmda.csv"), text);
    expect(await recast(["init", "hmda.csv", "--preset", "hmda"], { cwd: folder() })).toMatchObject({ exitCode: 0 });
    const { flags } = await readConfigFile(join(folder(), "audit.yaml"));
    const { out: _, ...written } = flags;
    const session = await sessionWith({ "hmda.csv": text });
    expect(await jobs.preset(session, { configuration: {}, name: "hmda" })).toEqual(written);
  });
});
