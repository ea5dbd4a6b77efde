import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asSection, otherSection, readPage, withStudies, writePage } from "../../scripts/results-page.mjs";
import { root } from "../support/built.js";

const studies = new Map([
  ["Table one", "table1"],
  ["Sizes", "query-size"],
]);
const page = `# Results

Made somehow.

## Table one

Old text.

### Part

| a |
|---|
| 1 |

## Sizes

Old sizes.

<!-- coverage begins: bench/coverage writes from here -->

## Coverage

Simulated.

<!-- coverage ends -->
`;

describe("the page of results", () => {
  const { head, pieces } = readPage(page, studies);

  it("finds sections from before there were marks by their titles, and marked ones by their marks", () => {
    expect(head).toBe("# Results\n\nMade somehow.");
    expect(pieces.map(({ name }) => name)).toEqual(["table1", "query-size", "coverage"]);
    expect(pieces[0]?.text).toContain("### Part");
    expect(pieces[2]?.text).toBe("## Coverage\n\nSimulated.");
  });

  it("writes one study anew and leaves everything else as it is", () => {
    const changed = writePage(head, withStudies(pieces, [{ name: "query-size", text: "## Sizes\n\nNew sizes." }]));
    expect(changed).toContain("New sizes.");
    expect(changed).not.toContain("Old sizes.");
    expect(changed).toContain("Old text.");
    expect(changed).toContain(page.slice(page.indexOf("<!-- coverage begins")).trim());
    const again = readPage(changed, studies);
    expect(writePage(again.head, again.pieces)).toBe(changed);
  });

  it("puts a new study after the last one and before the benches", () => {
    const all = withStudies(pieces, [{ name: "noise", text: "## Noise" }]);
    expect(all.map(({ name }) => name)).toEqual(["table1", "query-size", "noise", "coverage"]);
    expect(withStudies([], [{ name: "noise", text: "## Noise" }]).length).toBe(1);
  });

  it("keeps what it does not know", () => {
    const odd = readPage(`${page}\n## Something else\n\nKept.\n`, studies);
    expect(odd.head).toContain("## Something else\n\nKept.");
  });

  it("loses nothing of the page that is there", () => {
    const results = readFileSync(join(root, "bench/RESULTS.md"), "utf8");
    const read = readPage(results, new Map());
    const written = writePage(read.head, read.pieces);
    const lines = (text: string) =>
      text
        .split("\n")
        .filter((line) => line !== "")
        .sort();
    expect(lines(written)).toEqual(lines(results));
  });
});

describe("asSection", () => {
  it("moves headings down and leaves out the paired differences", () => {
    const table =
      "# Title\n\nWords.\n\n## Over all cells\n\nA.\n\n## Paired differences\n\n| x |\n\n## Failed cells\n\n- one";
    expect(asSection(table)).toBe("## Title\n\nWords.\n\n### Over all cells\n\nA.\n\n### Failed cells\n\n- one");
    expect(asSection("# Title\n\n## Paired differences\n\n| x |\n")).toBe("## Title");
    expect(asSection("# Title\n\nWords.\n")).toBe("## Title\n\nWords.");
  });
});

it("otherSection gives a part of a table another name", () => {
  const table = "# Title\n\n## Over all cells\n\nA.\n\n## Other\n\nB.";
  expect(otherSection(table, "Over all cells", "Near")).toBe("### Near\n\nA.");
  expect(otherSection(table, "Missing", "Near")).toBe("");
});
