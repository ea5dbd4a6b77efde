import { describe, expect, it } from "vitest";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import { littleKnown } from "../samples/little-known.js";
import { samples } from "../samples/named-samples.js";
import { sampleAudit } from "../samples/sample-audit.js";
import { renderPage, renderText, textsOf } from "./rendered.js";

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
    expect(says(file, "letters")).toContain("No letter is known to answer a rejected person in the file");
    expect(says(file, "letters")).toContain("No letter contradicts the observed decisions.");
    expect(says(file, "letters")).not.toContain("immutable");
  });

  it("facts without a favourable decision to compare", () => {
    const words = wordsOf(file, "facts");
    expect(words).toContain("so the impact ratio is not defined");
    expect(words).toContain("After correction for 1 test, no group of sex differs from the rest");
    expect(words).toContain("would not reliably detect any impact ratio");
    expect(words).toContain("every group that is compared got the favourable decision equally often (0.0 %)");
    expect(renderText(file)).not.toContain("Chart: Impact ratio");
  });

  it("a model that learnt nothing, and methods that failed", () => {
    expect(says(file, "surrogate")).toContain("The rebuilt model (method majority)");
    expect(says(file, "surrogate")).not.toContain("that is what to compare with");
    expect(wordsOf(file, "surrogate")).toContain("Prototypes could not be computed: rejected rows");
    expect(wordsOf(file, "surrogate")).toContain("scaled by rank, so there are no points per unit");
    expect(wordsOf(file, "surrogate")).toContain("Shapley values from 8 random orders");
  });

  it("nothing determined", () => {
    expect(says(file, "determined")).toContain("bracket could not be fitted again on people drawn anew");
    expect(says(file, "determined")).toContain(
      "Where it is not determined, it agrees with the observed decision in 64.5 %",
    );
    expect(wordsOf(file, "determined")).toContain("The band over mixing weights could not be computed");
    expect(wordsOf(file, "determined")).toContain("Certificates could not be computed");
  });

  it("groups that cannot be compared through the model", () => {
    expect(wordsOf(file, "fairness")).toContain("Fewer than two groups of sex can be compared.");
    expect(says(file, "fairness")).toContain("No attribute has two groups that can be compared");
    expect(textsOf(renderPage(file), "[aria-labelledby='fairness'] h3")).not.toContain("All models side by side");
  });

  it("a finding that holds everywhere, by a single variation", () => {
    expect(says(file, "sensitivity")).toContain("The one clear finding holds under the one variation that we tried.");
    expect(says(file, "sensitivity")).not.toContain("mattered most");
  });

  it("each caveat once", () => {
    const titles = textsOf(renderPage(file), "[aria-labelledby='caveats'] dt");
    expect(titles).toEqual(["The four-fifths rule", "Intervals", "Words used here"]);
  });
});

describe("what sections say elsewhere", () => {
  const typical = sampleAudit();
  const { letters, sensitivity, identification } = typical;
  if (letters === null || sensitivity === null) throw new Error("the sample has letters");

  it("counts certain contradictions, and no patterns that can all be true", () => {
    const [first] = letters.contradictions;
    if (first === undefined) throw new Error("the sample has contradictions");
    expect(first.strength).toBe("indication");
    expect(says(typical, "letters")).toContain("No letter contradicts the observed decisions.");
    const certain = { ...first, kind: "offer-rejected" as const, strength: "certain" as const, count: 2 };
    const both = { ...typical, letters: { ...letters, contradictions: [certain, first] } };
    expect(says(both, "letters")).toContain("2 letters offer exactly what a rejected person already had.");
  });

  it("counts letters that change nothing by themselves", () => {
    const fieldCounts = [{ fields: 0, letters: 2 }, ...letters.fieldCounts.filter(({ fields }) => fields > 0)];
    const idle = { ...typical, letters: { ...letters, fieldCounts } };
    expect(says(idle, "letters")).toMatch(/\b2 of \d+ letters change nothing for the person addressed\./);
  });

  it("says when no letter asks for the impossible, and when all answer rejected people", () => {
    const immutable = { share: 0, successes: 0, n: 148, low: 0, high: 0.0253 };
    const file = { ...typical, letters: { ...letters, letters: 148, immutable } };
    expect(says(file, "letters")).toContain("No letter asks for a change of a field that was named immutable");
    expect(says(file, "letters")).toContain("All 148 letters answer rejected people in the file");
  });

  it("names the groups that differ, or counts them where they are many", () => {
    expect(wordsOf(typical, "facts")).toContain("the two groups differ from each other at the 5 % level");
    expect(wordsOf(samples["twelve groups"]!(), "facts")).toContain("12 groups differ from the rest");
  });

  it("says when a burden may be equal", () => {
    const burden = letters.burden.map((one) => ({
      ...one,
      distanceGap: one.distanceGap && { ...one.distanceGap, low: 0 },
    }));
    const file = { ...typical, letters: { ...letters, burden } };
    expect(wordsOf(file, "facts")).toContain("the letters are consistent with equal demands");
  });

  it("says that a model was not measured", () => {
    const file = { ...typical, methods: typical.methods.filter(({ method }) => method !== "bracket") };
    expect(says(file, "surrogate")).toBe(
      "What this says The recommended method, bracket, was not measured on people it was not fitted on.",
    );
  });

  it("gives agreement inside alone where nobody is left open", () => {
    const determined = { ...identification.determined, agreementContested: null };
    const file = { ...typical, identification: { ...identification, determined } };
    expect(says(file, "determined")).toMatch(
      /Where it is determined, it agrees with the observed decision in 93\.0 % \([^)]*\)\. A/,
    );
  });

  it("writes cut points, and the commands that make the audit again", () => {
    const words = wordsOf({ ...typical, settings: { ...typical.settings, bins: { age: [30, 50] } } }, "reproduce");
    expect(words).toContain("age: 30, 50");
    expect(words).toContain("recast verify .");
    expect(words).toContain("recast audit audit.yaml --out again");
  });
});

describe("of whom and of what numbers speak", () => {
  const weighted = samples["weights, outcome and population"]!();
  const typical = sampleAudit();
  const balanced = (file: AuditFile): AuditFile => ({ ...file, facts: { ...file.facts, balancedByDesign: true } });

  it("names the models of a range, and holds the observed difference beside it", () => {
    expect(says(typical, "fairness")).toContain(
      "lie 17.0 percentage points (95 % interval 8.0 to 26.0) apart, those of the decisions they got 18.6; over the 23 rebuilt models tried that agree with the decisions about as well, the difference runs from 11.0 to 23.0, and that of the audited system may lie outside.",
    );
    expect(renderText(typical)).not.toMatch(/not rule out|[Ff]idelity/);
  });

  it("leads with weights where there are any, and names rates that count everybody once", () => {
    expect(wordsOf(weighted, "facts")).toContain("Rates and impact ratios, everybody counted once: sex");
    const words = wordsOf(weighted, "fairness");
    expect(words).toContain("True and false positive rates, observed people, everybody counted once: sex");
    expect(words).toContain("(95 % interval 8.0 to 26.0), by sampling weight.");
    expect(words).toContain("The CSV has the rates with everybody counted once too.");
    expect(wordsOf(typical, "facts") + wordsOf(typical, "fairness")).not.toMatch(/counted once|sampling weight/);
  });

  it("says that a sample looks drawn half from each decision, with and without weights", () => {
    for (const [file, advice] of [
      [balanced(typical), "that needs a column of sampling weights"],
      [balanced(weighted), "those with sampling weights are the ones to read"],
    ] as const) {
      expect(textsOf(renderPage(file), ".callout")[0]).toContain(advice);
      expect(says(file, "facts")).toContain("The sample looks");
    }
    expect(says(balanced(weighted), "fairness")).not.toContain("are not corrected");
    const uncorrected = { ...balanced(weighted), evidence: { ...weighted.evidence, weighted: false } };
    expect(says(uncorrected, "fairness")).toContain("Rates of the population are not corrected");
  });

  it("gives corrected rates of a population before those of the model", () => {
    const corrected = "In the population, by sex, rates corrected by the observed decisions are 57.2 %";
    expect(says(weighted, "fairness").startsWith(`What this says ${corrected}`)).toBe(true);
  });

  it("says how often RECAST agrees beside what is settled for RECAST", () => {
    const agrees = "RECAST agrees with 82.0 % (328 of 400; 95 % interval 77.9 % to 85.5 %) of the decisions";
    expect(wordsOf(typical, "determined").split(agrees).length - 1).toBe(3);
    const without = { ...typical, methods: typical.methods.filter(({ method }) => method !== "recast") };
    expect(says(without, "determined")).toContain("How often RECAST agrees");
  });

  it("says why an interval can leave out what the tests do not", () => {
    const attributes = typical.facts.attributes.map((facts) => ({
      ...facts,
      groups: facts.groups.map((group) => ({ ...group, test: group.test && { ...group.test, adjusted: 0.2 } })),
    }));
    const file = { ...typical, facts: { ...typical.facts, attributes } };
    expect(wordsOf(file, "facts")).toContain("only the p-values are corrected for the number of tests");
    expect(wordsOf(typical, "facts")).not.toContain("only the p-values are corrected");
  });

  it("tells changes of RECAST from those of the rebuilt model", () => {
    const { sensitivity } = typical;
    if (sensitivity === null) throw new Error("the sample has variants");
    const variants = sensitivity.variants.map((variant) =>
      variant.kind === "lambda" ? { ...variant, method: "recast", changed: 0.9 } : variant,
    );
    const file = { ...typical, sensitivity: { ...sensitivity, variants } };
    expect(says(file, "sensitivity")).toContain(
      "10 choices were changed, one at a time. “without income” mattered most",
    );
    expect(says(file, "sensitivity")).toContain("2 more changes are of RECAST’s mixing weights");
    expect(textsOf(renderPage(file), "#table-sensitivity-variants tbody th")).toContain("RECAST: λ = (0, 0)");
    expect(wordsOf(file, "sensitivity")).toContain("Compare rows of RECAST with each other");
    expect(wordsOf(typical, "sensitivity")).not.toContain("RECAST: ");
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
    const page = renderPage(weighted);
    expect(textsOf(page, "[aria-labelledby='fairness'] .label")).toContain("insufficient (7 observed)");
  });

  it("has a title for every caveat, and none about ratios where groups are not compared", () => {
    const contradict = { ...typical, caveats: [{ code: "ROWS_CONTRADICT" as const, text: "2 people are alike." }] };
    expect(textsOf(renderPage(contradict), "[aria-labelledby='caveats'] dt")[0]).toBe("Alike, and decided differently");
    for (const part of ["findings", "facts", "caveats"]) {
      expect(wordsOf(samples["no sensitive column"]!(), part)).not.toMatch(/0\.80|four-fifths/);
    }
  });
});
