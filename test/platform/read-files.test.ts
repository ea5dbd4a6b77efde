import { createHash } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AuditError } from "../../src/errors.js";
import {
  inspectDecisionsFile,
  inspectLettersFile,
  readDecisions,
  readLetters,
} from "../../src/platform/read-evidence.js";
import { DECISIONS } from "../input/samples.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recast-read-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function store(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function failure(promise: Promise<unknown>): Promise<AuditError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AuditError) return error;
  throw new Error(`expected an AuditError, got ${String(error)}`);
}

describe("readDecisions", () => {
  it("reads the file and stamps it with the SHA-256 of its bytes", async () => {
    const decisions = await readDecisions(await store("people.csv", DECISIONS));
    expect(decisions).toMatchObject({
      file: "people.csv",
      rows: 12,
      bytes: Buffer.byteLength(DECISIONS),
      sha256: createHash("sha256").update(DECISIONS).digest("hex"),
    });
  });

  it("reads gzip and UTF-16 alike", async () => {
    const plain = await readDecisions(await store("people.csv", DECISIONS));
    const zipped = await readDecisions(await store("people.csv.gz", gzipSync(DECISIONS)));
    const wide = await readDecisions(await store("wide.csv", Buffer.from(`\uFEFF${DECISIONS}`, "utf16le")));
    expect(zipped.observations).toEqual(plain.observations);
    expect(wide.observations).toEqual(plain.observations);
  });

  it("answers a missing file, a folder and a file without permission", async () => {
    const missing = await failure(readDecisions(join(folder, "nobody.csv")));
    expect(missing.code).toBe("FILE_NOT_FOUND");
    expect(missing.message).toContain("nobody.csv");
    const directory = await failure(readDecisions(folder));
    expect(directory.code).toBe("FILE_UNREADABLE");
    expect(directory.message).toContain("it is a folder");
    if (process.getuid?.() !== 0) {
      const path = await store("secret.csv", DECISIONS);
      await chmod(path, 0);
      expect((await failure(readDecisions(path))).code).toBe("FILE_UNREADABLE");
    }
  });

  it("answers what is not text, and reads Windows-1252", async () => {
    const latin = await failure(
      readDecisions(await store("latin.csv", Buffer.from("name,approved\nJosé,1\n", "latin1"))),
    );
    expect(latin.code).toBe("SINGLE_CLASS"); // its text was read
    const binary = await failure(
      readDecisions(await store("sheet.xlsx", Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff, 0, 0xfe]))),
    );
    expect(binary.code).toBe("FILE_UNREADABLE");
    expect(binary.message).toContain("save it as CSV");
    const torn = await failure(readDecisions(await store("torn.gz", gzipSync(DECISIONS).subarray(0, 40))));
    expect(torn.code).toBe("FILE_UNREADABLE");
    expect(torn.message).toContain("damaged or incomplete gzip");
  });

  it("lists an unreadable file among the problems", async () => {
    const path = join(folder, "nobody.csv");
    expect(await inspectDecisionsFile(path)).toMatchObject({
      draft: null,
      stamp: null,
      problems: [{ code: "FILE_NOT_FOUND" }],
    });
    const good = await inspectDecisionsFile(await store("people.csv", DECISIONS));
    expect(good.stamp?.bytes).toBe(Buffer.byteLength(DECISIONS));
    expect(good.draft?.file).toBe("people.csv");
  });
});

describe("readLetters", () => {
  it("reads letters, and lists an unreadable file among the problems", async () => {
    const decisions = await readDecisions(await store("people.csv", DECISIONS));
    const letters = await readLetters(await store("letters.csv", "id,income\np1,2800\n"), decisions);
    expect(letters).toMatchObject({ file: "letters.csv", rows: 1, bytes: 18, letterOf: Int32Array.of(0) });
    expect((await failure(readLetters(join(folder, "no.csv"), decisions))).code).toBe("FILE_NOT_FOUND");
    expect((await inspectLettersFile(join(folder, "no.csv"), decisions)).problems[0]?.code).toBe("FILE_NOT_FOUND");
    const inspected = await inspectLettersFile(join(folder, "letters.csv"), decisions);
    expect(inspected).toMatchObject({ rows: 1, problems: [] });
  });
});
