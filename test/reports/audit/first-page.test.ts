import { describe, expect, it } from "vitest";
import { percent } from "../../../src/document/format.js";
import { plain } from "../../../src/document/names.js";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import { firstPage } from "../../../src/reports/audit/first-page.js";
import { findingSentence, firstWords } from "../../../src/reports/finding-words.js";
import { samples } from "../samples/named-samples.js";
import { sampleAudit } from "../samples/sample-audit.js";

describe.each(Object.entries(samples))("the first page: %s", (_name, make) => {
  const file = make();
  const page = firstPage(file);

  it("renders the ranked findings and chooses none itself", () => {
    const { headline, under, more } = firstWords(file);
    expect(page.headline).toBe(headline);
    expect(page.under).toBe(under);
    expect(page.more.map(({ text }) => text)).toEqual(more.map(({ sentence }) => sentence));
    expect(page.more.length).toBeLessThanOrEqual(2);
  });

  it("says three things that the file cannot show, and what it rests on", () => {
    expect(page.cannot.items).toHaveLength(3);
    expect(new Set(page.cannot.items).size).toBe(3);
    expect(page.evidence).toContain(file.files.decisions.sha256.slice(0, 12));
    expect(page.evidence).toContain("recast verify");
  });

  it("has a picture where groups were compared, and none where not", () => {
    const isCompared = file.facts.attributes.some(({ groups }) => groups.some(({ test }) => test !== null));
    expect(page.picture !== null).toBe(isCompared);
    expect(page.trust.sentences.join(" ")).toContain("rebuilt model");
  });
});

describe("what the picture shows", () => {
  const label = (file: AuditFile) => plain(firstPage(file).picture?.label ?? "");

  it("has every compared group with its rate, lowest first within its attribute", () => {
    const file = sampleAudit();
    const [first, second] = ["origin abroad", "origin here"].map((name) => label(file).indexOf(name));
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first ?? -1);
    expect(label(file)).toContain(percent(22 / 63));
    expect(label(file)).not.toContain("stateless");
    expect(firstPage(file).folded.map(({ summary }) => summary)).toEqual(["Pairs of attributes"]);
  });

  it("marks clear groups by shape as well as colour", () => {
    const svg = firstPage(sampleAudit()).picture?.svg ?? "";
    expect(svg).toContain("clear difference");
    expect(svg).toContain('font-weight="bold"');
  });

  it("starts with the attribute of the headline, however many there are, and folds the rest", () => {
    const attributes = Array.from({ length: 11 }, (_, k) => ({
      attribute: `attribute ${k + 1}`,
      groups: [
        { group: "alpha", n: 200, favourable: 95 - 5 * k },
        { group: "beta", n: 200, favourable: 100 },
      ],
    }));
    const file = sampleAudit({ attributes });
    expect(label(file)).toMatch(/^Chart: share that got “approved: yes”\. attribute 11 alpha/);
    expect(firstPage(file).folded.map(({ summary }) => summary)).toEqual(["7 more attributes"]);
  });

  it("shows both ends of an attribute of many groups, and says how many lie between", () => {
    const { picture } = firstPage(samples["twelve groups"]!());
    expect(picture?.svg).toContain("4 more between these");
  });

  it("shows weighted rates where there are weights", () => {
    const file = sampleAudit({ weights: true });
    const group = file.facts.attributes[0]?.groups[0];
    expect(label(file)).toContain(`${group?.group}: ${percent(group?.weightedRate?.value ?? -1)}`);
    expect(firstPage(file).picture?.svg).toContain("by sampling weight");
  });
});

describe("what a file cannot show", () => {
  it("are the limits of this file before those of every audit, and two at most", () => {
    const typical = sampleAudit();
    const caveats = (["SMALL_SAMPLE", "NO_LETTERS", "NOT_ABOVE_MAJORITY"] as const).map((code) => ({ code, text: "" }));
    const { items } = firstPage({ ...typical, caveats }).cannot;
    expect(items[0]).toContain("not clearly better than always giving the more common answer");
    expect(items[1]).toContain("only large ones show");
    expect(items[2]).toContain("not its cause");
  });

  it("says a clear direction of error beside how often the model is right", () => {
    const typical = sampleAudit();
    const found = typical.findings.find(({ kind }) => kind === "error-direction");
    if (found === undefined) throw new Error("the sample has a direction of error");
    const said = (strength: "clear" | "none") =>
      firstPage({ ...typical, findings: typical.findings.map((one) => (one === found ? { ...one, strength } : one)) });
    expect(said("clear").trust.sentences).toContain(findingSentence({ ...found, strength: "clear" }, typical));
    expect(said("none").trust.sentences.join(" ")).not.toContain("accepts");
  });
});
