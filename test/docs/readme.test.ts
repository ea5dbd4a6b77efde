import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { built, root } from "../support/built.js";
import { preparedDemo } from "../support/prepared.js";

describe("the README shows what the program does now", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "recast-readme-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("has the demo's own lines; copy them again when this fails", async () => {
    const { stdout: printed } = await preparedDemo("lending");
    const shown = /among other things[\s\S]*?```\n([\s\S]*?)```/.exec(
      readFileSync(join(root, "README.md"), "utf8"),
    )?.[1];
    const words = (text: string) => text.replace(/\s+/g, " ").trim();
    expect(words(shown ?? "").length).toBeGreaterThan(500);
    for (const line of shown?.split("\n") ?? []) expect(words(printed)).toContain(words(line));
  });

  it("has the demo's own figure; 'node scripts/draw-figure.mjs' draws it again", () => {
    const file = join(folder, "figure.svg");
    built("index.js");
    execFileSync(process.execPath, [join(root, "scripts/draw-figure.mjs"), file]);
    expect(readFileSync(file, "utf8")).toBe(readFileSync(join(root, "docs/figure.svg"), "utf8"));
  });
});
