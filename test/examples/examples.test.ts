import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listFiles } from "../../scripts/files.mjs";
import { built, root } from "../support/built.js";

/** What each example must say; an example without an entry fails. */
const EXPECTED: Readonly<Record<string, readonly RegExp[]>> = {
  "examples/01-first-audit.ts": [/made up/, /recommended/],
  "examples/02-own-model.ts": [
    /model file: \d+ characters/,
    /agrees with the hidden target on \d+ of 4000 other people/,
  ],
};

describe.each(listFiles(root, "examples").filter((file) => file.endsWith(".ts")))("%s", (file) => {
  it("runs against the built package and says what it promises", () => {
    built("index.js");
    const printed = execFileSync(process.execPath, [join(root, "scripts/run-example.mjs"), join(root, file)], {
      encoding: "utf8",
    });
    expect(EXPECTED[file]?.length).toBeGreaterThan(0);
    for (const pattern of EXPECTED[file] ?? []) expect(printed).toMatch(pattern);
  });
});
