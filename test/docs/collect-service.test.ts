import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freshFolder, recast } from "../cli/support.js";
import { root } from "../support/built.js";

const folder = freshFolder();

it("the service in docs/collect.md can be collected from", async () => {
  const page = await readFile(join(root, "docs/collect.md"), "utf8");
  const [, code = ""] = /^```js\n([\s\S]*?)^```/m.exec(page) ?? [];
  await writeFile(join(folder(), "service.mjs"), code);
  const people = Array.from({ length: 30 }, (_, i) => `${20000 + 1000 * ((i * 7) % 30)},${i % 11 === 0 ? "" : i % 10}`);
  await writeFile(join(folder(), "people.csv"), `income,years\n${people.join("\n")}\n`);
  const service = spawn(process.execPath, ["service.mjs"], { cwd: folder(), env: { PORT: "0" } });
  try {
    const [line] = (await once(service.stdout, "data")) as [Buffer];
    const target = ["--target", line.toString("utf8").trim(), "--letter-path", "/letter"];
    const goals = ["--decisions", "20", "--letters", "5", "--budget", "25", "--out", "answers"];
    const outcome = await recast(["collect", "people.csv", ...target, ...goals], { cwd: folder() });
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    const rows = (await readFile(join(folder(), "answers/letters.csv"), "utf8")).trimEnd().split("\n").slice(1);
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      const [, income, years] = row.split(",").map(Number);
      expect(Number(income) / 1000 + 2 * Number(years)).toBeGreaterThanOrEqual(50);
    }
  } finally {
    service.kill();
  }
});
