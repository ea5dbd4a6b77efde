import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anchorsOf, checkLinks, linksOf } from "../../scripts/check-links.mjs";

describe("checkLinks", () => {
  let base = "";
  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), "links-"));
    mkdirSync(join(base, "docs"));
    writeFileSync(join(base, "docs/a.md"), "# One heading\n[up](../README.md#two-words)\n");
  });
  afterAll(() => rmSync(base, { recursive: true }));

  const problemsOf = (text: string) => {
    writeFileSync(join(base, "README.md"), text);
    return checkLinks(base, ["README.md", "docs/a.md"]);
  };

  it("accepts files, headings and addresses", () => {
    expect(
      problemsOf("## Two words\n[a](docs/a.md), [b](docs/a.md#one-heading), [c](https://example.org), [d](#two-words)"),
    ).toEqual([]);
  });

  it("names the page and the link that leads nowhere", () => {
    expect(problemsOf("## Two words\n[a](docs/b.md) ![p](figure.svg) [h](docs/a.md#nothing)")).toEqual([
      "README.md: 'docs/b.md' leads to no file",
      "README.md: 'figure.svg' leads to no file",
      "README.md: 'docs/a.md#nothing' leads to no heading",
    ]);
    expect(problemsOf("# Other")).toEqual(["docs/a.md: '../README.md#two-words' leads to no heading"]);
  });
});

describe("linksOf and anchorsOf", () => {
  it("leave code out", () => {
    expect(linksOf('`[x](y)` [a](b)\n```\n[c](d)\n```\n<img src="e.svg">')).toEqual(["b", "e.svg"]);
    expect(anchorsOf("# A `b`, c!\n```\n# no\n```\n## A b c\n")).toEqual(["a-b-c", "a-b-c-1"]);
  });
});
