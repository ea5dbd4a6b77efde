import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { otherNode } from "../../../scripts/other-node.mjs";
import { demoLending } from "../../../src/lab/demo/lending.js";
import { flipByte } from "../../certificate/audit-on-disk.js";
import { freshFolder } from "../../cli/support.js";
import { built } from "../../support/built.js";

// An audit made by one version of Node and verified by another. `node scripts/other-node.mjs` fetches the other one.

const folder = freshFolder();
const run = promisify(execFile);
const demo = demoLending(1, { people: 80, population: 10 });

/** The built command under a given Node: its exit code and what it printed. */
async function recast(node: string, ...args: string[]): Promise<{ readonly code: number; readonly stdout: string }> {
  return run(node, [built("cli/main.js"), ...args], { cwd: folder() }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
}

async function auditWith(node: string, out: string): Promise<void> {
  await writeFile(join(folder(), "decisions.csv"), demo.decisionsCsv);
  await writeFile(join(folder(), "letters.csv"), demo.lettersCsv);
  const roles = ["--sensitive", demo.roles.sensitive?.join(",") ?? "", "--with-inputs"];
  const { code } = await recast(node, "audit", "decisions.csv", "-l", "letters.csv", ...roles, "-o", out, "-q");
  expect(code).toBe(0);
}

describe.skipIf(!existsSync(otherNode))("under another major version of Node", () => {
  it("an audit made here is verified there, and one changed byte of any kind of file is found there", async () => {
    await auditWith(process.execPath, "audit");
    expect((await recast(otherNode, "verify", "audit")).code).toBe(0);
    for (const name of ["audit.json", "report.html", "manifest.json"]) {
      await cp(join(folder(), "audit"), join(folder(), "changed"), { recursive: true });
      await flipByte(join(folder(), "changed", name), 300);
      expect((await recast(otherNode, "verify", "changed", "--quick")).code).toBe(6);
    }
  });

  it("an audit made there has the same bytes as one made here", async () => {
    await auditWith(process.execPath, "here");
    await auditWith(otherNode, "there");
    const manifest = (name: string) => readFile(join(folder(), name, "manifest.json"), "utf8");
    expect(await manifest("there")).toBe(await manifest("here"));
    expect((await recast(process.execPath, "verify", "there")).code).toBe(0);
  });
});
