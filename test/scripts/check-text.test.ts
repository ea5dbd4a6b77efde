import { describe, expect, it } from "vitest";
import { textProblems } from "../../scripts/check-text.mjs";

// Each forbidden text is put together here, so that this file itself passes the check.
const slash = "/";

describe("textProblems", () => {
  it.each([
    ["a registry", `see https:${slash}${slash}registry.example/pkg`],
    ["a home folder", `open ${slash}home${slash}someone/file.csv`],
    ["the super-user's folder", `"${slash}root${slash}x"`],
    ["a Windows home folder", `C:\\${"Users"}\\someone`],
    ["unfinished work", `// ${"TO"}${"DO"}: later`],
    ["a test switched off", `it${"."}skip("x", () => {})`],
  ])("finds %s", (_, text) => {
    expect(textProblems("a.md", `fine\n${text}`)).toHaveLength(1);
    expect(textProblems("a.md", `fine\n${text}`)[0]).toContain("a.md:2: ");
  });

  it.each(["https://www.apache.org/licenses/", "GET /homepage", "./work/file", "a todo list", "example.org/home/page"])(
    "lets '%s' through",
    (text) => {
      expect(textProblems("a.md", text)).toEqual([]);
    },
  );
});
