import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../src/certificate/sha256.js";
import { writeMadeUpAudit } from "../certificate/audit-on-disk.js";
import { gzipBomb } from "../support/hostile-files.js";
import { freshFolder, recast } from "./support.js";

// One megabyte that unpacks to a gigabyte, wherever a command reads a file.

const folder = freshFolder();
const bomb = gzipBomb(2 ** 30, 0x0a);

describe("a gzip file that unpacks to more than it may", () => {
  it.each([
    ["audit", ["audit", "bomb.csv.gz", "--out", "out"]],
    ["check", ["check", "bomb.csv.gz"]],
    ["predict --model", ["predict", "people.csv", "--model", "bomb.csv.gz"]],
    ["audit of an audit.yaml", ["audit", "bomb.yaml", "--out", "out"]],
    ["study run", ["study", "run", "bomb.csv.gz", "--out", "out"]],
  ])("is refused by %s", async (_, args) => {
    await writeFile(join(folder(), "bomb.csv.gz"), bomb);
    await writeFile(join(folder(), "bomb.yaml"), bomb);
    await writeFile(join(folder(), "people.csv"), "a\n1\n");
    const { exitCode, stdout, stderr } = await recast(args, { cwd: folder() });
    expect([exitCode, stdout + stderr]).toEqual([3, expect.stringMatching(/TOO_LARGE.*unpacks to more than 512 MB/s)]);
  });

  it("is refused by verify, as an input with the recorded hash", async () => {
    const audit = await writeMadeUpAudit(folder(), {
      inputs: [{ role: "decisions", name: "bomb.csv.gz", path: null, bytes: bomb.length, sha256: sha256Hex(bomb) }],
      configuration: {},
      settings: {},
    });
    await mkdir(join(audit, "inputs"), { recursive: true });
    await writeFile(join(audit, "inputs/bomb.csv.gz"), bomb);
    const { exitCode, stdout } = await recast(["verify", audit], { cwd: folder() });
    expect([exitCode, stdout.replace(/\s+/g, " ")]).toEqual([
      6,
      expect.stringMatching(/TOO_LARGE: .*unpacks to more than 512 MB/),
    ]);
  });
});
