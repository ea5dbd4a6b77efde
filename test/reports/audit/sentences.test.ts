import { describe, expect, it } from "vitest";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import { littleKnown } from "../samples/little-known.js";
import { samples } from "../samples/named-samples.js";
import { sampleAudit } from "../samples/sample-audit.js";
import { renderPage, textsOf } from "./rendered.js";

/** "What this says" of a section. */
function says(file: AuditFile, section: string): string {
  const [text = ""] = textsOf(renderPage(file), `[aria-labelledby='${section}'] .says`);
  return text;
}

/** All words of a section. */
function wordsOf(file: AuditFile, section: string): string {
  return textsOf(renderPage(file), `[aria-labelledby='${section}']`).join(" ");
}

describe("what sections say where little is known", () => {
  const file = littleKnown();

  it("evidence without missing values or rows left out", () => {
    expect(says(file, "evidence")).toContain("1 letter says what would have led to a favourable decision");
    expect(says(file, "evidence")).toContain("No column has missing values.");
    expect(says(file, "evidence")).not.toContain("left out");
    expect(wordsOf(file, "evidence")).toContain("Nothing was noticed about the files");
  });

  it("letters that cannot be compared", () => {
    expect(says(file, "letters")).toContain("No letter is known to answer a refused person in the file");
    expect(says(file, "letters")).toContain("No letter contradicts the decisions.");
  });

  it("a file too small to show anything", () => {
    expect(wordsOf(file, "tables")).toContain("would not reliably show any ratio of rates");
  });

  it("methods that failed", () => {
    const words = wordsOf(file, "researchers");
    expect(words).toContain("Prototypes could not be computed: rejected rows");
    expect(words).toContain("scaled by rank, so there are no points per unit");
    expect(words).toContain("Shapley values from 8 random orders");
    expect(words).toContain("The λ-band could not be computed");
    expect(words).toContain("Certificates could not be computed");
  });

  it("answers that may be open for anybody", () => {
    expect(says(file, "determined")).toContain("everybody’s answer is open");
    const other = { ...file, recommendation: { ...file.recommendation, method: "ridge" } };
    expect(says(other, "determined")).toContain("for whom its answer is open is not known");
    expect(says(other, "determined")).toContain("Where the answer is open, the rebuilt model is right about 64.5 %");
  });

  it("groups that cannot be compared through the model", () => {
    expect(says(file, "fairness")).toContain("No rule could be rebuilt");
    const other = { ...file, recommendation: { ...file.recommendation, method: "ridge" } };
    expect(says(other, "fairness")).toContain("No attribute has two groups that can be compared");
  });

  it("a finding that holds everywhere, by a single variation", () => {
    expect(says(file, "sensitivity")).toContain("held in the one variation that changed any answer.");
    expect(says(file, "sensitivity")).not.toContain("mattered most");
  });

  it("each caveat once", () => {
    const titles = textsOf(renderPage(file), "[aria-labelledby='caveats'] dt");
    expect(titles).toEqual(["The four-fifths rule", "Intervals", "Words used here"]);
  });
});

describe("what sections say elsewhere", () => {
  const typical = sampleAudit();
  const { letters, identification } = typical;
  if (letters === null) throw new Error("the sample has letters");

  it("counts certain contradictions, and no patterns that can all be true", () => {
    const [first] = letters.contradictions;
    if (first === undefined) throw new Error("the sample has contradictions");
    expect(first.strength).toBe("indication");
    expect(says(typical, "letters")).toContain("No letter contradicts the decisions.");
    const certain = { ...first, kind: "offer-rejected" as const, strength: "certain" as const, count: 2 };
    const both = { ...typical, letters: { ...letters, contradictions: [certain, first] } };
    expect(says(both, "letters")).toContain("2 letters offer exactly what a refused person already had.");
  });

  it("counts letters that change nothing by themselves", () => {
    const fieldCounts = [{ fields: 0, letters: 2 }, ...letters.fieldCounts.filter(({ fields }) => fields > 0)];
    const idle = { ...typical, letters: { ...letters, fieldCounts } };
    expect(says(idle, "letters")).toMatch(/\b2 of \d+ letters change nothing for the person addressed\./);
  });

  it("says when no letter asks for the impossible", () => {
    const immutable = { share: 0, successes: 0, n: 148, low: 0, high: 0.0253 };
    const findings = typical.findings.filter(({ kind }) => kind !== "immutable-change");
    const file = { ...typical, findings, letters: { ...letters, immutable } };
    expect(says(file, "letters")).toContain("No letter asks for a change of something nobody can change");
  });

  it("says when a burden may be equal", () => {
    const burden = letters.burden.map((one) => ({
      ...one,
      distanceGap: one.distanceGap && { ...one.distanceGap, low: 0 },
    }));
    const file = { ...typical, letters: { ...letters, burden } };
    expect(wordsOf(file, "letters")).toContain("no clear difference in what letters ask");
    expect(wordsOf(typical, "letters")).toContain("not for other attributes");
  });

  it("says that a model was not measured", () => {
    const findings = typical.findings.filter(({ kind }) => kind !== "rebuilt-model");
    expect(says({ ...typical, findings }, "surrogate")).toContain("was not measured");
  });

  it("says how often clear answers are right where nobody is left open", () => {
    const determined = { ...identification.determined, agreementContested: null };
    const file = { ...typical, identification: { ...identification, determined } };
    expect(says(file, "determined")).toMatch(
      /Where the answer is clear, the rebuilt model is right about 93\.0 % \([^)]*\)\./,
    );
    expect(says(file, "determined")).not.toContain("where it is open");
  });

  it("writes cut points, and the commands that make the audit again", () => {
    const file = { ...typical, settings: { ...typical.settings, bins: { age: [30, 50] } } };
    expect(wordsOf(file, "tables")).toContain("age: 30, 50");
    expect(wordsOf(file, "reproduce")).toContain("recast verify .");
    expect(wordsOf(file, "reproduce")).toContain("recast audit audit.yaml --out again");
  });
});

describe("of whom and of what numbers speak", () => {
  const weighted = samples["weights, outcome and population"]!();
  const typical = sampleAudit();
  const balanced = (file: AuditFile): AuditFile => ({ ...file, facts: { ...file.facts, balancedByDesign: true } });

  it("names the models of a range, and the observed difference beside it", () => {
    expect(says(typical, "fairness")).toContain("in the decisions the difference is 18.6");
    expect(says(typical, "fairness")).toContain(
      "Over the 23 models tried that are right about as often, it runs from 11.0 to 23.0; the system’s own may lie outside.",
    );
  });

  it("uses weights where there are any, and names rates that count everybody once", () => {
    expect(wordsOf(weighted, "tables")).toContain("Rates by group, everybody counted once: sex");
    expect(says(weighted, "fairness")).toContain("by sampling weight");
    for (const part of ["facts", "fairness", "tables"]) {
      expect(wordsOf(typical, part)).not.toMatch(/counted once|by sampling weight/i);
    }
  });

  it("says that a sample looks drawn half from each decision, with and without weights", () => {
    for (const [file, advice] of [
      [balanced(typical), "A column of sampling weights"],
      [balanced(weighted), "Read the rates with sampling weights"],
    ] as const) {
      expect(textsOf(renderPage(file), ".callout")[0]).toContain(advice);
      expect(says(file, "facts")).toContain("The sample looks drawn half from each decision");
    }
    expect(says(balanced(weighted), "fairness")).not.toContain("are not corrected");
    const uncorrected = { ...balanced(weighted), evidence: { ...weighted.evidence, weighted: false } };
    expect(says(uncorrected, "fairness")).toContain("Rates of the population are not corrected");
  });

  it("gives corrected rates of a population before those of the model", () => {
    const words = says(weighted, "fairness");
    expect(words.indexOf("In the population, by sex, the rates are 57.2 %")).toBeLessThan(words.indexOf("accepts"));
  });

  it("prints one interval for a difference: the corrected one", () => {
    const page = renderPage(typical);
    const headings = textsOf(page, "[aria-labelledby='facts'] th, [aria-labelledby='tables'] th");
    expect(headings.filter((text) => /not corrected|Lowest over highest/.test(text))).toEqual([]);
  });

  it("speaks of open answers with one share, and of the λ-band by another name", () => {
    const share = "18.0 %";
    expect(says(typical, "determined")).toContain(share);
    expect(textsOf(renderPage(typical), ".trust").join(" ")).toContain("72 of 400");
    const words = wordsOf(typical, "researchers");
    expect(words).toContain("RECAST’s own answer moves for");
    const page = renderPage(typical);
    expect(textsOf(page, "main").join(" ")).not.toMatch(/not determined|settled|contested|fidelity/i);
  });

  it("tells changes of RECAST from those of the rebuilt model", () => {
    const { sensitivity } = typical;
    if (sensitivity === null) throw new Error("the sample has variants");
    const variants = sensitivity.variants.map((variant) =>
      variant.kind === "lambda" ? { ...variant, method: "recast", changed: 0.9 } : variant,
    );
    const file = { ...typical, sensitivity: { ...sensitivity, variants } };
    expect(says(file, "sensitivity")).toContain("10 choices were changed, one at a time, besides the folds.");
    expect(says(file, "sensitivity")).toContain("2 more changes are of RECAST’s mixing weights");
    expect(textsOf(renderPage(file), "#table-sensitivity-variants tbody th")).toContain("RECAST: λ = (0, 0)");
    expect(textsOf(renderPage(typical), "#table-sensitivity-variants td").join(" ")).not.toContain("not defined");
  });

  it("explains limits below 0 where there are any", () => {
    const note = "leaves open whether the two groups stand in the other order";
    const fairness = typical.fairness.map((model) => ({
      ...model,
      attributes: model.attributes.map((entry) => ({
        ...entry,
        parityDifference: entry.parityDifference && { ...entry.parityDifference, low: -0.02 },
      })),
    }));
    expect(wordsOf({ ...typical, fairness }, "fairness")).toContain(note);
    expect(wordsOf(typical, "fairness")).not.toContain(note);
  });

  it("labels groups of a population of whom too few were observed by those observed", () => {
    expect(textsOf(renderPage(weighted), "[aria-labelledby='tables'] .label")).toContain("insufficient (7 observed)");
  });

  it("has a title for every caveat, and none about ratios where groups are not compared", () => {
    const contradict = { ...typical, caveats: [{ code: "ROWS_CONTRADICT" as const, text: "2 people are alike." }] };
    expect(textsOf(renderPage(contradict), "[aria-labelledby='caveats'] dt")[0]).toBe("Alike, and decided differently");
    for (const part of ["findings", "facts", "caveats"]) {
      expect(wordsOf(samples["no sensitive column"]!(), part)).not.toMatch(/0\.80|four-fifths/);
    }
  });
});
