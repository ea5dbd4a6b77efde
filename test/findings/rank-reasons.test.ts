import { describe, expect, it } from "vitest";
import { plain } from "../../src/document/names.js";
import { leadingFindings } from "../../src/findings/rank.js";
import { reasonFindings } from "../../src/findings/rank-reasons.js";
import type { ReasonFindings } from "../../src/findings/reasons.js";
import { compareShares } from "../../src/measure/groups/compare-shares.js";
import { findingSentence } from "../../src/reports/finding-words.js";
import { reasonName } from "../../src/reports/reason-words.js";
import { sampleAudit } from "../reports/samples/sample-audit.js";

const NONE = { share: 0, low: 0, high: 0.1, successes: 0, n: 40 };

/** Told people of two groups by attribute: how many of each were told "income", and whose values speak against it. */
function reasonsOf(attributes: Readonly<Record<string, readonly [told: number, told2: number, against: number]>>) {
  const entries = Object.entries(attributes);
  const divisions = entries.flatMap(([, [first, second, against]]) => [
    [
      { successes: first, n: 60 },
      { successes: second, n: 60 },
    ],
    [
      { successes: against, n: 60 },
      { successes: 5, n: 60 },
    ],
  ]);
  const { comparisons, made } = compareShares(divisions);
  const byAttribute = entries.map(([attribute], k) => {
    const columns = attribute.split(" × ");
    const group = (g: number, d: number) => ({
      group: `${attribute}-${g}`,
      status: "measured",
      comparison: comparisons[2 * k + d]![g]!,
    });
    const shares = { ...NONE, n: 60 };
    return {
      attribute,
      columns,
      kind: columns.length === 2 ? "intersection" : "category",
      coverage: [],
      reasons: [{ reason: "income", groups: [0, 1].map((g) => ({ ...group(g, 0), told: shares, against: null })) }],
      against: [0, 1].map((g) => ({ ...group(g, 1), against: shares })),
    };
  });
  return { reasons: [], protected: NONE, byAttribute, comparisons: made } as unknown as ReasonFindings;
}

const seen = (found: ReasonFindings) => reasonFindings(found).map(({ id, strength }) => [id, strength]);

describe("findings about reasons", () => {
  it("are none where nobody was told a reason", () => {
    expect(reasonFindings(null)).toEqual([]);
  });

  it("are clear by the corrected test and possible by the single one", () => {
    expect(seen(reasonsOf({ sex: [50, 10, 5], age: [32, 20, 13] }))).toEqual([
      ["reasons-differ/sex/income", "clear"],
      ["reasons-differ/age/income", "possible"],
      ["reasons-against/age", "possible"],
    ]);
  });

  it("name the widest gap where nothing is seen", () => {
    expect(seen(reasonsOf({ sex: [30, 28, 5], age: [30, 25, 6] }))).toEqual([
      ["reasons-differ/age/income", "none"],
      ["reasons-against/age", "none"],
    ]);
  });

  it("leave out a pair whose attributes show the same", () => {
    const ids = (found: ReasonFindings) => reasonFindings(found).map(({ id }) => id);
    expect(ids(reasonsOf({ sex: [50, 10, 5], "sex × age": [50, 10, 5] }))).not.toContain(
      "reasons-differ/sex × age/income",
    );
    expect(ids(reasonsOf({ sex: [30, 28, 5], "sex × age": [50, 10, 5] }))).toContain("reasons-differ/sex × age/income");
  });

  it("take the group that was told more often, against the other of two", () => {
    const [finding] = reasonFindings(reasonsOf({ sex: [10, 50, 5] }));
    expect(finding).toMatchObject({ group: "sex-1", against: "sex-0", n: 60, nAgainst: 60, fields: ["income"] });
    expect(finding!.share).toBeCloseTo(50 / 60, 12);
  });
});

describe("an audit with reasons", () => {
  const file = sampleAudit({ letters: false, reasons: true });
  const kinds = file.findings.map(({ kind }) => kind);

  it("says them after differences in the decisions and before the rebuilt model", () => {
    expect(kinds.indexOf("reasons-differ")).toBeGreaterThan(kinds.lastIndexOf("group-difference"));
    expect(kinds.indexOf("reasons-against")).toBeLessThan(kinds.indexOf("rebuilt-model"));
    expect(leadingFindings(file.findings).headline!.kind).toBe("group-difference");
  });

  it("does not say that nothing is known of what people were told", () => {
    const untested = file.findings.find(({ reason }) => reason === "no-letters")!;
    expect(findingSentence(untested, file)).toBe(
      "There are no letters, only reasons, so how much would have been enough is not known.",
    );
  });

  it("says which field a reason stands for where its name does not", () => {
    expect(plain(reasonName("1", ["debt_to_income_ratio"]))).toBe("“1” (debt_to_income_ratio)");
    expect(plain(reasonName("3", ["a", "b"]))).toBe("“3” (a and b)");
    expect([reasonName("income", ["income"]), reasonName("9", [])].map(plain)).toEqual(["“income”", "“9”"]);
  });

  it("has a sentence with interval and sizes for each", () => {
    const said = file.findings
      .filter(({ kind }) => kind === "reasons-differ" || kind === "reasons-against")
      .map((one) => findingSentence(one, file));
    expect(said.length).toBeGreaterThan(0);
    for (const sentence of said) expect(sentence).toMatch(/difference .* points, corrected 95.% interval .* people\)/);
  });
});
