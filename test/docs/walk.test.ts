import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

const page = readFileSync("ARCHITECTURE.md", "utf8");
const start = page.indexOf("## One row");
const files = [...page.slice(start, page.indexOf("## The stages")).matchAll(/^\d+\. `([^`]+)`/gm)].map(
  ([, file]) => file ?? "",
);

function importsOf(file: string): string[] {
  const named = [...readFileSync(file, "utf8").matchAll(/ from "(\.[^"]+)"/g)].map(([, path]) => path ?? "");
  return named.map((path) => posix.join(posix.dirname(file), path).replace(/\.js$/, ".ts"));
}

describe("the walk of one row in ARCHITECTURE.md", () => {
  it("has at most fourteen hops", () => {
    expect(files[0]).toBe("src/cli/commands/audit.ts");
    expect(files.at(-1)).toBe("src/platform/write-file.ts");
    expect(files.length - 1).toBeLessThanOrEqual(14);
  });

  it.each(files.slice(1).map((file, k) => [file, files.slice(0, k + 1)] as const))(
    "reaches %s from a file before it",
    (file, before) => {
      expect(before.flatMap(importsOf)).toContain(file);
    },
  );
});
