import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { built } from "../support/built.js";
import { freshFolder } from "./support.js";

// Audits as processes of their own that want the same folder.

const folder = freshFolder();
const demo = demoLending(1, { people: 60, population: 100 });
const QUICK = ["--refits", "2", "--resamples", "100", "--no-sensitivity", "--methods", "ridge,majority"];

beforeEach(async () => {
  await writeFile(join(folder(), "decisions.csv"), demo.decisionsCsv);
  await writeFile(join(folder(), "letters.csv"), demo.lettersCsv);
});

async function recast(...args: string[]) {
  const child = spawn(process.execPath, [built("cli/main.js"), ...args], { cwd: folder() });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, stderr };
}

const audit = (seed: number, ...more: string[]) =>
  recast("audit", "decisions.csv", "-l", "letters.csv", "-o", "out", "-q", "--seed", String(seed), ...QUICK, ...more);

describe("four audits at once", () => {
  it.each([{ more: [] }, { more: ["--force"] }])(
    "into one folder: one writes it, the others say who does",
    async ({ more }) => {
      if (more.length > 0) expect(await audit(9)).toMatchObject({ code: 0 });
      const ended = await Promise.all([1, 2, 3, 4].map((seed) => audit(seed, ...more)));
      const done = ended.filter(({ code }) => code === 0);
      const refused = ended.filter(({ code }) => code === 4);
      // a slow one may begin when another has ended: with --force it replaces its audit, else it finds one there
      expect(done.length + refused.length).toBe(4);
      expect(done.length).toBeGreaterThan(0);
      if (more.length === 0) expect(done.length).toBe(1);
      for (const { stderr } of refused) expect(stderr).toMatch(/recast: (?:FOLDER_BUSY|FILE_EXISTS): /);
      expect(await recast("verify", "out")).toMatchObject({ code: 0 });
      expect((await readdir(join(folder(), "out"))).filter((name) => /^\.|lock/.test(name))).toEqual([]);
      expect((await readdir(folder())).sort()).toEqual(["decisions.csv", "letters.csv", "out"]);
    },
  );
});
