import { describe, expect, it } from "vitest";
import type { AuditFile } from "../../../src/report/audit-file.js";
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
    expect(says(file, "letters")).toContain("No letter answers a rejected person in the file");
    expect(says(file, "letters")).toContain("No letters were found that contradict");
    expect(says(file, "letters")).not.toContain("immutable");
  });

  it("facts without a favourable decision to compare", () => {
    const words = wordsOf(file, "facts");
    expect(words).toContain("so the impact ratio is not defined");
    expect(words).toContain("After correction for 1 test, no group of sex differs from the rest");
    expect(words).toContain("would not reliably detect any impact ratio");
  });

  it("a model that learnt nothing, and methods that failed", () => {
    expect(says(file, "surrogate")).toContain("The rebuilt model (method majority)");
    expect(says(file, "surrogate")).not.toContain("that is what to compare with");
    expect(wordsOf(file, "surrogate")).toContain("Prototypes could not be computed: rejected rows");
    expect(wordsOf(file, "surrogate")).toContain("scaled by rank, so there are no points per unit");
    expect(wordsOf(file, "surrogate")).toContain("Shapley values from 8 random orders");
  });

  it("nothing determined", () => {
    expect(says(file, "determined")).toContain(
      "Where it is not determined, it agrees with the observed decision in 64.5 %",
    );
    expect(wordsOf(file, "determined")).toContain("The band over mixing weights could not be computed");
    expect(wordsOf(file, "determined")).toContain("Certificates could not be computed");
  });

  it("groups that cannot be compared through the model", () => {
    expect(wordsOf(file, "fairness")).toContain("Fewer than two groups of sex can be compared.");
  });

  it("a statement that holds everywhere", () => {
    expect(says(file, "sensitivity")).toContain(
      "The one statement followed through the variants holds in each of them.",
    );
    expect(says(file, "sensitivity")).not.toContain("largest effect");
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

  it("tells certain contradictions from indications", () => {
    const [first] = letters.contradictions;
    if (first === undefined) throw new Error("the sample has contradictions");
    const certain = { ...first, kind: "offer-rejected" as const, strength: "certain" as const };
    const alone = { ...typical, letters: { ...letters, contradictions: [certain] } };
    expect(says(alone, "letters")).toContain(
      "Letters and decisions exclude each other outright in 1 respect: a finding",
    );
    const both = { ...typical, letters: { ...letters, contradictions: [certain, first] } };
    expect(says(both, "letters")).toContain(
      "outright in 1 respect and, read as people would read them, do not fit together in 1 more: a finding",
    );
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
    expect(textsOf(renderPage(file), ".glance li")[2]).toContain("consistent with asking as much of");
  });

  it("says when all statements hold, or there is none", () => {
    const conclusions = sensitivity.conclusions.map((one) => ({ ...one, holds: one.of, fails: [] }));
    const file = { ...typical, sensitivity: { ...sensitivity, conclusions } };
    expect(says(file, "sensitivity")).toContain("All 2 statements followed through the variants hold in each of them.");
    expect(textsOf(renderPage(file), ".glance li")[6]).toContain("All 2 statements followed through 12 other choices");
    const none = { ...typical, sensitivity: { ...sensitivity, conclusions: [] } };
    expect(says(none, "sensitivity")).toContain("There was no statement to follow");
    const one = { ...typical, sensitivity: { ...sensitivity, conclusions: conclusions.slice(0, 1) } };
    expect(textsOf(renderPage(one), ".glance li")[6]).toContain("The one statement followed");
    const some = {
      ...typical,
      sensitivity: { ...sensitivity, conclusions: [...conclusions, ...sensitivity.conclusions] },
    };
    expect(textsOf(renderPage(some), ".glance li")[6]).toContain(
      "2 hold under each; the least robust holds under 11 of 12",
    );
  });

  it("says that a model was not measured", () => {
    const file = { ...typical, methods: typical.methods.filter(({ method }) => method !== "bracket") };
    expect(says(file, "surrogate")).toBe(
      "What this says The recommended method, bracket, was not measured on people it was not fitted on.",
    );
    expect(textsOf(renderPage(file), ".glance li")[3]).toContain("could not be measured");
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
