import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inPage } from "../../bench/truth/page.js";
import { chanceTenths, isKept, type TruthCell, trueShare } from "../../bench/truth/shares.js";
import { truthTables } from "../../bench/truth/table.js";

describe("trueShare", () => {
  it("has Wilson's interval where an audit says one thing", () => {
    const outcomes = Array.from({ length: 100 }, (_, i) => [i < 95 ? 1 : 0]);
    const found = trueShare(outcomes)!;
    expect(found).toMatchObject({ audits: 100, made: 100, share: 0.95 });
    expect(found.low).toBeCloseTo(0.888, 2);
    expect(found.high).toBeCloseTo(0.978, 2);
  });

  it("is as wide as for the audits where all statements of an audit agree", () => {
    const one = Array.from({ length: 40 }, (_, i) => [i < 30 ? 1 : 0]);
    const ten = one.map(([value]) => Array.from({ length: 10 }, () => value!));
    expect(trueShare(ten)!.low).toBeCloseTo(trueShare(one)!.low, 2);
    const spread = Array.from({ length: 40 }, () => [1, 1, 1, 0]);
    expect(trueShare(spread)!.low).toBeLessThan(0.75);
    expect(trueShare([[], []])).toBe(null);
    expect(trueShare([[1, 1], [1]])!.low).toBeLessThan(0.5);
  });
});

describe("isKept", () => {
  const at = (share: number, low: number, high: number) => ({ audits: 9, made: 9, share, low, high });
  it("tells a claim that is kept from one that is broken and one that is not clear", () => {
    expect(isKept({ least: 0.95 }, at(0.96, 0.9, 0.99))).toBe("yes");
    expect(isKept({ least: 0.95 }, at(0.94, 0.9, 0.97))).toBe("not clear");
    expect(isKept({ least: 0.95 }, at(0.8, 0.7, 0.9))).toBe("no");
    expect(isKept({ least: 0.92, most: 0.98 }, at(0.999, 0.99, 1))).toBe("no");
  });
});

describe("truthTables", () => {
  const cell = (n: number, series: Record<string, number[]>): TruthCell => ({
    dataset: "lending",
    target: "lr",
    generator: "mccf",
    n,
    method: "same",
    seed: 0,
    series,
    failure: null,
  });

  it("names what is not kept, by size of the audit, and leaves out what was never said", () => {
    const cells = Array.from({ length: 60 }, (_, i) =>
      cell(i % 2 === 0 ? 50 : 100, { "right/interval": [1], "groups/clear: true": [i % 2] }),
    );
    const { text, broken } = truthTables(cells);
    expect(broken).toEqual(["A difference called clear exists, with the direction stated"]);
    expect(text).toContain("| 60 | 50 % | 38 % to 62 % | at least 90 % | **no** | 0 % | 100 % |");
    expect(text).not.toContain("Flips");
  });

  it("sets the printed chance of a flip beside what came of it", () => {
    const cells = Array.from({ length: 200 }, (_, i) =>
      cell(50, { "flips/chance": [0.85, 0.31], "flips/came true": [i % 20 < 17 ? 1 : 0, i % 2] }),
    );
    const { text } = truthTables(cells);
    expect(text).toContain("| 80 % to 90 % | 200 | 85 % | 85 % |");
    expect(text).toMatch(/\| 30 % to 40 % \| 200 \| 31 % \| 50 % \|.*\| \*\*no\*\* \|/);
    expect(chanceTenths([[[1, 1]]])).toMatchObject([{ from: 0.9, count: 1, said: 1 }]);
  });
});

describe("inPage", () => {
  const page = "# Title\n\n<!-- letters -->\n\nold\n\n<!-- /letters -->\n\n<!-- notices -->\n\n<!-- /notices -->\n";

  it("makes one part anew and leaves the rest", () => {
    const once = inPage(page, "notices", "new");
    expect(once).toContain("<!-- letters -->\n\nold\n\n<!-- /letters -->");
    expect(once).toContain("<!-- notices -->\n\nnew\n\n<!-- /notices -->\n");
    expect(inPage(once, "notices", "new")).toBe(once);
  });

  it("refuses a page without the part", () => {
    expect(() => inPage("# Title\n", "letters", "new")).toThrow("the page has no part 'letters'");
    expect(inPage(readFileSync("bench/TRUTH.md", "utf8"), "letters", "x")).toContain("<!-- notices -->");
  });
});
