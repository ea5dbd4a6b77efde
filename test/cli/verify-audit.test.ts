import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildManifest, type Manifest, type ManifestParts } from "../../src/certificate/manifest.js";
import { runVerify, type VerifyFlags } from "../../src/cli/commands/verify.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { loadKernels } from "../../src/kernels/load.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import { readAuditFolder } from "../../src/platform/folder/audit-folder.js";
import { flipByte, putManifest } from "../certificate/audit-on-disk.js";
import { freshFolder, quietIo, recast, recordedStream } from "./support.js";

// The whole way: an audit by the command, verified by making it again.

const folder = freshFolder();
const demo = demoLending(1, { people: 60, population: 10 });
const quickly = ["--methods", "recast,ridge", "--resamples", "100", "--refits", "10", "--no-sensitivity"];
let original = ""; // made once, copied for each test

async function verify(name: string, flags: VerifyFlags = {}) {
  const stdout = recordedStream();
  const exitCode = await runVerify(name, { json: true, ...flags }, { ...quietIo(folder()), stdout });
  return { exitCode, ...(JSON.parse(stdout.text()) as { findings: { file: string; message: string }[] }) };
}

/** The manifest's parts, from the files as they are now. */
async function partsNow(audit: string): Promise<ManifestParts> {
  const { outputs, ...manifest } = JSON.parse(await readFile(join(audit, "manifest.json"), "utf8")) as Manifest;
  const read = async ({ path, format }: Manifest["outputs"][number]) => ({
    ...{ path, format, text: await readFile(join(audit, path), "utf8") },
  });
  const { configuration, settings } = manifest;
  return {
    ...manifest,
    configuration: configuration.data,
    settings: settings?.data,
    outputs: await Promise.all(outputs.map(read)),
  };
}

beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), "recast-verify-"));
  await writeFile(join(original, "decisions.csv"), demo.decisionsCsv);
  await writeFile(join(original, "letters.csv"), demo.lettersCsv);
  const roles = ["--letters", "letters.csv", "--sensitive", "sex,origin", "--immutable", "sex,age", "--id", "id"];
  const said = ["--system", "Made-up lender", "--period", "2026", "--auditor", "Jane", "--type", "age=number"];
  const { exitCode, stderr } = await recast(
    ["audit", "decisions.csv", ...roles, ...said, ...quickly, "--out", "audit", "-q"],
    {
      cwd: original,
    },
  );
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
});

beforeEach(async () => {
  await cp(original, folder(), { recursive: true });
});

afterAll(async () => {
  await rm(original, { recursive: true, force: true });
});

describe("recast verify of a real audit", () => {
  it("succeeds on the untouched folder, moved or not, and fails for each changed file by name", async () => {
    expect(await verify("audit")).toMatchObject({
      exitCode: 0,
      verified: true,
      extra: [],
      reproduction: { done: true },
    });
    const { outputs } = JSON.parse(await readFile(join(folder(), "audit/manifest.json"), "utf8")) as Manifest;
    const names = (await readdir(join(folder(), "audit"), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    expect(names.length).toBe(outputs.length + 1);
    for (const { path, bytes } of outputs) {
      await flipByte(join(folder(), "audit", path), bytes >> 1);
      const { findings, exitCode } = await verify("audit", { quick: true });
      expect([exitCode, findings.map(({ file }) => file)]).toEqual([6, [path]]);
      await flipByte(join(folder(), "audit", path), bytes >> 1);
    }
    await mkdir(join(folder(), "elsewhere/deep"), { recursive: true });
    await rename(join(folder(), "audit"), join(folder(), "elsewhere/deep/audit"));
    expect(await verify("elsewhere/deep/audit", { inputs: "." })).toMatchObject({ exitCode: 0, verified: true });
  });

  it("names a number that was changed together with the manifest", async () => {
    const audit = join(folder(), "audit");
    const text = await readFile(join(audit, "audit.json"), "utf8");
    const observations = text.replace(/"observations": 60/, '"observations": 61');
    expect(observations).not.toBe(text);
    await writeFile(join(audit, "audit.json"), observations);
    await putManifest(audit, buildManifest(await partsNow(audit)));
    expect(await verify("audit", { quick: true })).toMatchObject({ exitCode: 0 });
    const { findings, exitCode } = await verify("audit");
    expect(exitCode).toBe(6);
    expect(findings.map(({ message }) => message)).toEqual([
      "the repeated audit gives another audit.json: $.evidence.observations is 61 in the folder, 60 in the repeated audit",
    ]);
  });

  it("refuses a recorded configuration of a wrong shape in words", async () => {
    const audit = join(folder(), "audit");
    const parts = await partsNow(audit);
    await putManifest(audit, buildManifest({ ...parts, configuration: { sensitive: 5 } }));
    expect((await verify("audit")).findings[0]?.message).toContain("its configuration at 'sensitive'");
    await putManifest(audit, buildManifest({ ...parts, inputs: [] }));
    expect((await verify("audit")).findings[0]?.message).toContain("it does not name a decisions file");
  });
});

describe("readAuditFolder", () => {
  it("gives what the audit wrote, and where its inputs are", async () => {
    const audit = join(folder(), "audit");
    const kernels = await loadKernels();
    const read = await readAuditFolder(audit, kernels);
    expect(canonicalJson(read.audit)).toBe(await readFile(join(audit, "audit.json"), "utf8"));
    expect(canonicalJson(read.model)).toBe(await readFile(join(audit, "surrogate.json"), "utf8"));
    expect(read.inputs.map(({ role, file, found }) => [role, file, found.state])).toEqual([
      ["decisions", join(folder(), "decisions.csv"), "same"],
      ["letters", join(folder(), "letters.csv"), "same"],
    ]);
    await cp(audit, join(folder(), "copy"), { recursive: true });
    await flipByte(join(folder(), "copy", "surrogate.json"), 100);
    await expect(readAuditFolder(join(folder(), "copy"), kernels)).rejects.toMatchObject({ code: "VERIFY_FAILED" });
  });
});
