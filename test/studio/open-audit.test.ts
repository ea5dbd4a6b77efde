import { beforeAll, describe, expect, it } from "vitest";
import { parseManifest } from "../../src/certificate/manifest.js";
import type { TableBlock } from "../../src/document/document.js";
import { AuditError } from "../../src/errors.js";
import type { AuditConfiguration } from "../../src/folder/configuration.js";
import { makeAudit } from "../../src/folder/make-audit.js";
import { parseAuditFile } from "../../src/folder/parse-audit-file.js";
import { withCopies } from "../../src/folder/sources.js";
import { rowsOf } from "../../src/input/file-rows.js";
import { loadKernels } from "../../src/kernels/load.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { demoTiers } from "../../src/lab/demo/tiers.js";
import { tableLabels } from "../../studio/src/screens/results/sentences.js";
import { type Entry, entriesOf } from "../../studio/src/worker/audit-entries.js";
import { checkFiles } from "../../studio/src/worker/check-files.js";
import { readAudit } from "../../studio/src/worker/open-audit.js";
import { jobs as people } from "../../studio/src/worker/person-jobs.js";
import { jobs } from "../../studio/src/worker/results-jobs.js";
import { PART_NAMES, partOf, partOfSection } from "../../studio/src/worker/results-parts.js";
import { newSession } from "../../studio/src/worker/session.js";
import { zipAudit } from "../../studio/src/worker/zip-audit.js";

type Folder = ReadonlyMap<string, Uint8Array>;

const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

const isSame = (one: Uint8Array, other: Uint8Array | undefined) => Buffer.compare(one, other ?? Buffer.of()) === 0;

const ownPackage = { name: "recast-audit", version: "0.0.0-test" };

/** The files of a small audit with its inputs, as the page and the command line write them. */
async function smallFolder(): Promise<Folder> {
  const demo = demoLending(5, { people: 60, population: 30 });
  const configuration: AuditConfiguration = {
    ...{ decision: "decision", favourable: "granted", id: "id", sensitive: ["sex"], immutable: ["age"] },
    ...{ methods: ["recast", "ridge", "majority"], refits: 2, resamples: 100, sensitivity: false },
  };
  return folderOf(demo, configuration);
}

/** The same of a decision with three values. */
async function smallClasses(): Promise<Folder> {
  const demo = demoTiers(5, { people: 90 });
  const roles = { decision: "tier", classes: ["decline", "standard", "prime"], id: "id", sensitive: ["sex"] };
  return folderOf(demo, { ...roles, methods: ["recast", "nearest", "majority"], resamples: 100 });
}

interface TwoFiles {
  readonly decisionsCsv: string;
  readonly lettersCsv: string;
}

async function folderOf(demo: TwoFiles, configuration: AuditConfiguration): Promise<Folder> {
  const read = async (name: string, text: string) => ({ ...(await rowsOf(bytesOf(text), name)), name });
  const sources = withCopies({
    decisions: await read("decisions.csv", demo.decisionsCsv),
    letters: await read("letters.csv", demo.lettersCsv),
    population: null,
  });
  const { outputs } = await makeAudit({ sources, configuration, package: ownPackage }, await loadKernels());
  return new Map([
    ...outputs.map(({ path, text }) => [path, bytesOf(text)] as const),
    ["inputs/decisions.csv", bytesOf(demo.decisionsCsv)],
    ["inputs/letters.csv", bytesOf(demo.lettersCsv)],
  ]);
}

const auditIn = (folder: Folder) => parseAuditFile(new TextDecoder().decode(folder.get("audit.json")));

const entriesIn = (folder: Folder, prefix = ""): Entry[] =>
  [...folder].map(([path, content]) => ({
    path: `${prefix}${path}`,
    bytes: content.length,
    read: () => Promise.resolve(content),
  }));

const handed = (folder: Folder) =>
  [...folder].map(([path, content]) => ({ path, file: new Blob([content as BlobPart]) }));

describe("opening a saved audit", () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await smallFolder();
  });

  const without = (...paths: readonly string[]) => new Map([...folder].filter(([path]) => !paths.includes(path)));
  const tampered = (path: string) => {
    const content = Uint8Array.from(folder.get(path) ?? []);
    const last = content.length - 2;
    content[last] = (content[last] ?? 0) ^ 1;
    return new Map([...folder, [path, content]]);
  };
  const opened = (given: Folder, prefix = "") => readAudit(newSession(), entriesIn(given, prefix));
  const refusal = async (given: Folder) => {
    const error = await opened(given).catch((caught: unknown) => caught);
    if (!(error instanceof AuditError)) throw new Error("it was not refused");
    return error;
  };

  it.each(["", "audits/mine/"])(
    "has everything of a whole folder under '%s', and all bytes as named",
    async (prefix) => {
      const { opened: audit, missing } = await opened(folder, prefix);
      expect(missing).toEqual([]);
      expect(audit.model?.features.map(({ name }) => name).sort()).toEqual(
        [...auditIn(folder).evidence.features].sort(),
      );
      expect(audit.people).toHaveLength(60);
      expect(audit.evidence?.decisions.rows).toBe(60);
      expect(audit.evidence?.letters?.letterOf.length).toBe(audit.file.evidence.letters);
      const checks = checkFiles(audit);
      expect(checks?.outputs).toHaveLength(folder.size - 3);
      expect(new Set([...(checks?.outputs ?? []), ...(checks?.inputs ?? [])].map(({ state }) => state))).toEqual(
        new Set(["same"]),
      );
    },
  );

  it("names the table that differs, and does not use a table of people that does", async () => {
    const { opened: audit, missing } = await opened(tampered("tables/methods.csv"));
    expect(missing).toEqual([]);
    const changed = checkFiles(audit)?.outputs.filter(({ state }) => state !== "same");
    expect(changed?.map(({ path, state }) => [path, state])).toEqual([["tables/methods.csv", "changed"]]);

    const people = await opened(tampered("tables/people.csv"));
    expect(people.opened.people).toBeNull();
    expect(people.missing).toEqual([{ what: "people", why: expect.stringContaining("not the file the audit wrote") }]);
  });

  it.each(["audit.json", "surrogate.json"])("refuses a folder whose %s differs", async (path) => {
    const { code, message } = await refusal(tampered(path));
    expect(code).toBe("VERIFY_FAILED");
    expect(message).toContain(`${path} is not the file the audit wrote`);
  });

  it("refuses a certificate that was edited", async () => {
    expect((await refusal(tampered("manifest.json"))).code).toBe("MANIFEST_INVALID");
  });

  it("opens audit.json alone, under any name, and says what is missing", async () => {
    const alone = new Map([["audit (1).json", folder.get("audit.json") ?? new Uint8Array()]]);
    const { opened: audit, missing } = await opened(alone);
    expect(missing.map(({ what }) => what)).toEqual(["certificate", "model", "people", "evidence"]);
    expect([audit.manifest, audit.model, audit.people, audit.evidence]).toEqual([null, null, null, null]);
    expect(checkFiles(audit)).toBeNull();
  });

  it("finds the audited files by their bytes, whatever they are called", async () => {
    const bare = without("inputs/decisions.csv", "inputs/letters.csv");
    const none = await opened(bare);
    expect(none.missing).toEqual([
      { what: "evidence", why: expect.stringContaining("decisions.csv, letters.csv are not") },
    ]);
    const renamed = new Map([
      ...bare,
      ["copy of people.csv", folder.get("inputs/decisions.csv") ?? new Uint8Array()],
      ["mail/letters-final.csv", folder.get("inputs/letters.csv") ?? new Uint8Array()],
    ]);
    const found = await opened(renamed);
    expect(found.missing).toEqual([]);
    expect(found.opened.evidence?.sources.letters?.name).toBe("letters.csv");
  });

  it("knows files that were picked one by one by their names", async () => {
    const flat = new Map([...folder].map(([path, content]) => [path.slice(path.lastIndexOf("/") + 1), content]));
    const { opened: audit, missing } = await opened(flat);
    expect(missing).toEqual([]);
    expect(checkFiles(audit)?.outputs.every(({ state }) => state === "same")).toBe(true);
  });

  it("refuses what is no audit, and two audits", async () => {
    expect((await refusal(new Map([["decisions.csv", bytesOf("a,b\n1,2\n")]]))).code).toBe("FILE_NOT_FOUND");
    expect((await refusal(without("audit.json"))).message).toContain("no audit.json beside the certificate");
    const twice = new Map(
      [...folder].flatMap(([path, content]) => [[`one/${path}`, content] as const, [`two/${path}`, content] as const]),
    );
    expect((await refusal(twice)).message).toContain("2 audits");
    const classes = await refusal(new Map([["audit.json", bytesOf('{\n  "format": "recast-classes/1"\n}\n')]]));
    expect(classes.code).toBe("VERIFY_FAILED");
    expect((await refusal(new Map([["audit.json", bytesOf("{")]]))).code).toBe("VERIFY_FAILED");
  });

  it("packs the folder into the same bytes each time, and opens what it packed", async () => {
    const { opened: audit } = await opened(folder);
    const zip = await zipAudit(audit);
    expect(isSame(await zipAudit((await opened(folder, "elsewhere/")).opened), zip)).toBe(true);
    const entries = await entriesOf([{ path: "recast-audit.zip", file: new Blob([zip]) }]);
    expect(entries.map(({ path }) => path)).toEqual([...folder.keys()].map((path) => `recast-audit/${path}`).sort());
    const again = await readAudit(newSession(), entries);
    expect(again.missing).toEqual([]);
    expect(isSame(await zipAudit(again.opened), zip)).toBe(true);
    const damaged = entriesOf([{ path: "half.zip", file: new Blob([zip.slice(0, zip.length / 2)]) }]);
    await expect(damaged).rejects.toMatchObject({ code: "FILE_UNREADABLE", place: { file: "half.zip" } });
  });

  it("shows every part, each sentence and table with a way to how it was computed", async () => {
    const session = newSession();
    const summary = await jobs.open(session, { files: handed(folder) }, () => {});
    expect(summary).toMatchObject({ title: "decisions.csv", origin: "opened", hasModel: true, hasEvidence: true });
    const overview = jobs.overview(session);
    expect(overview.digest).toBe(parseManifest(new TextDecoder().decode(folder.get("manifest.json"))).digest);
    expect(overview.files).toEqual([...folder.keys()].sort());
    const numbers: number[] = [];
    for (const part of PART_NAMES) {
      const { sections, how } = await jobs.section(session, { part });
      numbers.push(...sections.map(({ number }) => Number(number)));
      const known = new Set(how.map(({ key }) => key));
      for (const { says } of sections) for (const { how: key } of says) if (key !== null) expect(known).toContain(key);
    }
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    session.opened = null;
    expect(() => jobs.overview(session)).toThrow("no audit is open");
  });

  it("shows the report of a decision with more than two values, and nothing else of it", async () => {
    const classes = await smallClasses();
    const session = newSession();
    const summary = await jobs.open(session, { files: handed(classes) }, () => {});
    expect(summary).toMatchObject({ hasModel: false, hasPeople: false, hasEvidence: false });
    expect(session.opened).toBeNull();
    expect(await people.overview(session, null)).toEqual({ kind: "classes" });
    const overview = jobs.overview(session);
    expect(overview.parts.toSorted()).toEqual(
      ["overview", "evidence", "groups", "model", "determined", "caveats", "reproduce"].toSorted(),
    );
    expect(overview.glance[0]?.statements[0]?.text).toContain("90 people with 3 possible decisions");
    expect(overview.missing.map(({ what }) => what)).toEqual(["model"]);
    expect(overview.checks?.inputs.map(({ state }) => state)).toEqual(["same", "same"]);
    const shown = await Promise.all(overview.parts.map((part) => jobs.section(session, { part })));
    const titles = shown.flatMap(({ sections }) => sections.map(({ title }) => title));
    expect(titles).toContain("What is clear and what is open");
    const alone = new Map([["audit.json", classes.get("audit.json") ?? new Uint8Array()]]);
    await jobs.open(session, { files: handed(alone) }, () => {});
    for (const path of ["report.html", "tables/class-methods.csv"]) {
      const { blob } = await jobs.file(session, { path });
      expect(isSame(new Uint8Array(await blob.arrayBuffer()), classes.get(path)), path).toBe(true);
    }
    await jobs.open(session, { files: handed(folder) }, () => {});
    expect([session.classes, jobs.overview(session).parts]).toEqual([null, PART_NAMES]);
  });

  it("writes the report and the tables again, to the same bytes, where only audit.json is there", async () => {
    const session = newSession();
    const files = handed(new Map([["audit.json", folder.get("audit.json") ?? new Uint8Array()]]));
    await jobs.open(session, { files }, () => {});
    for (const path of ["report.html", "tables/methods.csv", "audit.json"]) {
      const { name, blob } = await jobs.file(session, { path });
      expect(name).toBe(path.slice(path.lastIndexOf("/") + 1));
      expect(isSame(new Uint8Array(await blob.arrayBuffer()), folder.get(path)), path).toBe(true);
    }
    await expect(jobs.file(session, { path: "surrogate.json" })).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});

describe("names of tables", () => {
  const table = (title: string) => ({ kind: "table", title }) as TableBlock;
  const heading = (text: string) => ({ kind: "heading", level: 3, text }) as const;

  it("are their titles, with the heading above where titles repeat, and never alike", () => {
    const body = [
      table("Methods"),
      heading("By \u2068sex\u2069"),
      table("Rates"),
      heading("By origin"),
      table("Rates"),
      table("Rates"),
    ];
    expect([...tableLabels(body).values()]).toEqual([
      ...["Methods", "Rates (By sex)", "Rates (By origin)", "Rates (By origin), 4"],
    ]);
  });
});

describe("parts of the results", () => {
  it("are found by their address and by their section", () => {
    expect(partOf("groups")).toBe("groups");
    expect([partOf(""), partOf("toString"), partOf("nowhere")]).toEqual(["overview", "overview", "overview"]);
    expect([partOfSection("facts"), partOfSection("surrogate"), partOfSection("identity")]).toEqual([
      ...(["groups", "model", "evidence"] as const),
    ]);
  });
});
