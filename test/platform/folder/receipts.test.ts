import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitEvidence } from "../../../src/certificate/commit.js";
import {
  KEY_NAME,
  openCommitmentKey,
  readCommitmentKey,
  requireApart,
  writeReceipts,
} from "../../../src/platform/folder/receipts.js";
import { madeUpEvidence } from "../../checks/made-up-evidence.js";
import { freshFolder } from "../../cli/support.js";

const folder = freshFolder();

describe("the auditor's key", () => {
  it("is made once, at random, for its owner alone, and read again", async () => {
    const path = join(folder(), KEY_NAME);
    const key = await openCommitmentKey(path);
    expect(key.length).toBe(32);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await openCommitmentKey(path)).toEqual(key);
    expect(await readCommitmentKey(path)).toEqual(key);
    expect(await openCommitmentKey(join(folder(), "other.key"))).not.toEqual(key);
  });

  it("is refused when it is something else, missing or cannot be written", async () => {
    const path = join(folder(), KEY_NAME);
    await expect(readCommitmentKey(path)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    await writeFile(path, "a".repeat(63));
    await expect(openCommitmentKey(path)).rejects.toThrow("64 hexadecimal digits");
    await expect(openCommitmentKey(join(folder(), "none", KEY_NAME))).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });
});

describe("writeReceipts", () => {
  it("writes every receipt, also many, and removes those of an earlier audit", async () => {
    const key = new Uint8Array(32);
    const many = commitEvidence(madeUpEvidence({ people: 300 }), key).receipts;
    await writeReceipts(folder(), many);
    const place = join(folder(), "receipts");
    await writeFile(join(place, "mine.txt"), "kept");
    expect((await readdir(place)).length).toBe(many.length + 1);
    const few = commitEvidence(madeUpEvidence({ people: 20 }), key).receipts;
    await writeReceipts(folder(), few);
    expect((await readdir(place)).sort()).toEqual(
      [...few.map(({ path }) => path.slice("receipts/".length)), "mine.txt"].sort(),
    );
    expect(await readFile(join(folder(), few[0]?.path ?? ""), "utf8")).toBe(few[0]?.text);
  });
});

describe("requireApart", () => {
  it.each(["audit", "audit/secret", "./audit/../audit/x"])("refuses %s inside the audit folder", async (secret) => {
    await expect(requireApart(secret, "audit")).rejects.toThrow("name a folder outside it");
  });

  it.each(["secret", "../secret", "audit-secret", "audit/../x"])("takes %s", async (secret) => {
    await requireApart(secret, "audit");
  });

  it("sees through links", async () => {
    await mkdir(join(folder(), "audit/inside"), { recursive: true });
    await symlink(join(folder(), "audit/inside"), join(folder(), "secret"));
    await expect(requireApart(join(folder(), "secret/keys"), join(folder(), "audit"))).rejects.toThrow("outside it");
    await symlink(join(folder(), "audit"), join(folder(), "published"));
    const inside = join(folder(), "audit/keys");
    await expect(requireApart(inside, join(folder(), "published"))).rejects.toThrow("outside it");
  });
});
