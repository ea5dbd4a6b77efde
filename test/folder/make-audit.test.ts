import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseManifest } from "../../src/certificate/manifest.js";
import type { AuditConfiguration } from "../../src/folder/configuration.js";
import { settingsOfAudit } from "../../src/folder/file-formats.js";
import { isOfTwo, makeAudit } from "../../src/folder/make-audit.js";
import { parseAuditFile } from "../../src/folder/parse-audit-file.js";
import { parsePeople } from "../../src/folder/people-table.js";
import { type AuditSource, type ByRole, withCopies } from "../../src/folder/sources.js";
import { rowsOf } from "../../src/input/file-rows.js";
import { loadKernels } from "../../src/kernels/load.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { packageIdentity } from "../../src/platform/version.js";
import { REPORT_FORMAT } from "../../src/reports/report-format.js";
import { parseModel } from "../../src/surrogate/model-file.js";
import { freshFolder, recast } from "../cli/support.js";

const folder = freshFolder();
const demo = demoLending(2, { people: 90, population: 300 });
const kernels = await loadKernels();

const FILES = {
  decisions: { name: "decisions.csv", text: demo.decisionsCsv },
  letters: { name: "letters.csv", text: demo.lettersCsv },
  population: { name: "population.csv", text: demo.populationCsv },
};

const CONFIGURATION: AuditConfiguration = {
  ...demo.roles,
  system: "A lender",
  methods: ["ridge", "ridge-letters", "majority", "recast"],
  refits: 2,
  resamples: 100,
  sensitivity: false,
  seed: 7,
  tables: "parquet",
};

const FLAGS = [
  ...["--letters", "letters.csv", "--population", "population.csv", "--id", demo.roles.id],
  ...["--decision", demo.roles.decision, "--favourable", demo.roles.favourable],
  ...["--sensitive", demo.roles.sensitive.join(","), "--immutable", demo.roles.immutable.join(",")],
  ...["--system", "A lender", "--methods", "ridge,ridge-letters,majority,recast", "--refits", "2"],
  ...["--resamples", "100", "--no-sensitivity", "--seed", "7", "--tables", "parquet"],
];

async function source(name: string, text: string) {
  return { ...(await rowsOf(new TextEncoder().encode(text), name)), name };
}

async function sources(): Promise<ByRole<AuditSource>> {
  return withCopies({
    decisions: await source(FILES.decisions.name, FILES.decisions.text),
    letters: await source(FILES.letters.name, FILES.letters.text),
    population: await source(FILES.population.name, FILES.population.text),
  });
}

describe("makeAudit", () => {
  it("records the settings in force, and is made again with them whatever the defaults have become", async () => {
    const { folds: _, ...configuration } = { ...CONFIGURATION, folds: 2 };
    const request = { sources: await sources(), configuration, package: packageIdentity(), recorded: { folds: 3 } };
    const { outputs, file } = await makeAudit(request, kernels);
    const text = (path: string) => String(outputs.find((output) => output.path === path)?.text);
    const { settings, outputs: entries } = parseManifest(text("manifest.json"));
    expect(file.settings.folds).toBe(3);
    expect(text("audit.yaml")).not.toContain("folds");
    expect(settings?.data).toEqual({ ...file.settings, missing: ["?", "NA", "N/A"], template: "general" });
    expect(settingsOfAudit(text("audit.json"))).toEqual(file.settings);
    const formats = Object.fromEntries(entries.map(({ path, format }) => [path, format]));
    expect(formats).toMatchObject({ "audit.json": file.format, "report.html": REPORT_FORMAT });
    expect(Object.values(formats)).not.toContain(null);
  });

  it("gives every byte that recast audit --with-inputs writes", async () => {
    for (const { name, text } of Object.values(FILES)) await writeFile(join(folder(), name), text);
    const args = ["audit", "decisions.csv", ...FLAGS, "--with-inputs", "--out", "out"];
    expect(await recast(args, { cwd: folder() })).toMatchObject({ exitCode: 0, stderr: "" });
    const written = await readdir(join(folder(), "out"), { recursive: true, withFileTypes: true });
    const paths = written.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));

    const labels: string[] = [];
    const made = await makeAudit(
      { sources: await sources(), configuration: CONFIGURATION, package: packageIdentity() },
      kernels,
      { onProgress: (done, total, label) => labels.push(done === total ? label : "") },
    );

    const encode = (text: string | Uint8Array) => Buffer.from(text);
    const inMemory = new Map(made.outputs.map(({ path, text }) => [join(folder(), "out", path), encode(text)]));
    for (const { name, text } of Object.values(FILES)) inMemory.set(join(folder(), "out/inputs", name), encode(text));
    expect([...inMemory.keys()].sort()).toEqual(paths.sort());
    for (const path of paths) expect(inMemory.get(path)?.equals(await readFile(path)), path).toBe(true);
    expect(made.outputs.at(-1)?.path).toBe("manifest.json");
    expect(labels.at(-1)).toBe("writing the report");

    // and what is in the folder can be read back
    const text = (path: string) => String(made.outputs.find((output) => output.path === path)?.text);
    expect(parseAuditFile(text("audit.json"))).toEqual(JSON.parse(JSON.stringify(made.file)));
    const earlier = { ...made.file, format: "recast-audit/3", errors: undefined };
    expect(parseAuditFile(JSON.stringify(earlier)).errors).toBeNull();
    expect(parseModel(text("surrogate.json"), kernels).surrogate.method).toBe(made.model.surrogate.method);
    const people = parsePeople(text("tables/people.csv"));
    expect(people.map(({ margin }) => margin)).toEqual(isOfTwo(made) && Array.from(made.people.margins));
  });

  it("refuses texts that nobody has embedded", async () => {
    const configuration = { ...CONFIGURATION, text: "remarks" };
    const request = { sources: await sources(), configuration, package: packageIdentity() };
    await expect(makeAudit(request, kernels)).rejects.toMatchObject({
      code: "INVALID_OPTION",
      place: { column: "remarks" },
    });
  });

  it("says what is wrong with a file by its name", async () => {
    const broken = { ...(await sources()), letters: null, population: null };
    const decisions = { ...broken.decisions, rows: "a,b\n1,2\n", name: "mine.csv" };
    const request = { sources: { ...broken, decisions }, configuration: CONFIGURATION, package: packageIdentity() };
    await expect(makeAudit(request, kernels)).rejects.toMatchObject({ place: { file: "mine.csv" } });
  });
});
