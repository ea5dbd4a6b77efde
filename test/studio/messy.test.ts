import { cp, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { configurationText } from "../../src/folder/config-text.js";
import type { AuditConfiguration } from "../../src/folder/configuration.js";
import type { Problem } from "../../src/input/problem.js";
import { withRole, withSetting } from "../../studio/src/screens/check/configure.js";
import type { Inspected } from "../../studio/src/worker/inspecting.js";
import { freshFolder, recast } from "../cli/support.js";
import { initCase, MESSY_CASES, type MessyCase } from "../support/messy.js";
import { firstDifferentFile, folderFiles } from "./node-audit.js";
import { hasNoBrowser, noBrowserReason, type OpenPage, type Studio, startStudio } from "./open-studio.js";
import { openPageWorker, type PageWorker } from "./page-worker.js";

const QUICK = { methods: ["ridge", "majority"], refits: 2, resamples: 100, sensitivity: false } as const;

/** What a user adds to the guesses in the page: answers to questions, then settings. */
function answered(guessed: AuditConfiguration, { settings = {}, answers = {} }: MessyCase, order: readonly string[]) {
  const after = Object.entries(answers).reduce((now, [question, value]) => {
    const [, column] = /^numbers (.*)$/.exec(question) ?? [];
    if (column === undefined) return withRole(now, order, value, "decision");
    return withSetting(now, "numbers", { ...now.numbers, [column]: value as "de" });
  }, guessed);
  return { ...after, ...settings };
}

/** Problems in an order that does not depend on how they are shown. */
function listed(problems: readonly Problem[]): readonly string[] {
  return problems
    .map(({ severity, code, message, file, column, count, rows }) =>
      canonicalJson({ severity, code, message, file, column, count, rows }),
    )
    .sort();
}

describe.skipIf(hasNoBrowser)(`forty messy files in the page${noBrowserReason}`, () => {
  let studio: Studio;
  let opened: OpenPage;
  let worker: PageWorker;
  const folder = freshFolder();
  beforeAll(async () => {
    studio = await startStudio();
    opened = await studio.open();
    worker = await openPageWorker(opened.page);
  });
  afterAll(async () => {
    expect(opened?.complaints).toEqual([]);
    await studio?.close();
  });

  it.each(MESSY_CASES)("%s: the same proposals, problems and bytes as on the command line", async (name, wanted) => {
    const { said, decisions, letters } = await initCase(name, wanted, folder());
    const files = [decisions, ...(letters === null ? [] : [letters])];

    await worker.call("files", "drop", { role: null });
    for (const path of files) await worker.take(basename(path), await readFile(path));
    const { files: placed } = await worker.call<{ files: object }>("files", "guessFiles");
    expect(placed).toMatchObject({
      decisions: { name: basename(decisions) },
      letters: letters && { name: basename(letters) },
    });
    const match = (configuration: AuditConfiguration) =>
      worker.call<AuditConfiguration>("files", "match", { configuration, keepsReading: true });
    const { headerless } = wanted.settings ?? {};
    const guessed = await match(headerless === undefined ? {} : { headerless });
    const first = await worker.call<Inspected>("files", "inspect", { configuration: guessed });
    const order = first.files.decisions?.columns.map((column) => column.name) ?? [];
    const configuration = answered(guessed, wanted, order);
    expect(configuration).toEqual(said);
    const seen = await worker.call<Inspected>("files", "inspect", { configuration });

    const cwd = join(folder(), "node");
    for (const path of files) await cp(path, join(cwd, basename(path)));
    const place = (path: string) => ({ name: basename(path), recorded: null });
    const inputs = { decisions: place(decisions), letters: letters === null ? null : place(letters), population: null };
    await writeFile(join(cwd, "audit.yaml"), await configurationText(inputs, { ...said, ...QUICK }));
    const checked = await recast(["check", "audit.yaml", "--json"], { cwd });
    expect(listed(seen.causes.flatMap(({ problems }) => problems))).toEqual(
      listed((JSON.parse(checked.stdout.replaceAll(`${cwd}/`, "")) as { problems: readonly Problem[] }).problems),
    );
    const made = await recast(["audit", "audit.yaml", "--with-inputs", "--out", "out"], { cwd });
    expect(made).toMatchObject({ exitCode: 0 });
    const inPage = await worker.audit({ ...configuration, ...QUICK });
    expect(firstDifferentFile(inPage, await folderFiles(join(cwd, "out")))).toBe(null);
  });
});
