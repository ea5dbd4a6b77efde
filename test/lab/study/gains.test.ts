import { describe, expect, it } from "vitest";
import { documentMarkdown } from "../../../src/document/markdown.js";
import { findGains } from "../../../src/lab/study/gains.js";
import { studyDocument } from "../../../src/lab/study/study-document.js";
import { studyTables } from "../../../src/lab/study/tables.js";
import { studentQuantile } from "../../../src/math/student-t.js";
import { madeCells, madeMeasures } from "./made-cells.js";
import { smallSpec } from "./small-study.js";

const letters = (name: string) => ({ name, generator: "1nn", options: {} });
const spec = smallSpec({
  ...{ generators: [letters("none"), letters("reasons")], baseline: "none", targets: ["lr", "gb"] },
  ...{ methods: ["ridge"], sizes: [10], seeds: 3 },
});

/** Reasons add 1, 2 and 3 points with the seeds for the linear target, three times that for trees. */
const results = madeCells(spec, ({ generator, target, seed }) => {
  const gain = generator === "none" ? 0 : ((seed + 1) * (target === "gb" ? 3 : 1)) / 100;
  return { measures: madeMeasures(0.8 + gain - 0.1 * seed) };
});

describe("findGains", () => {
  it("takes the mean over data sets and targets for each seed, and the interval over the seeds", () => {
    const [gain, ...others] = findGains(spec, results, "fidelity");
    expect(others).toEqual([]);
    expect(gain).toMatchObject({ generator: "reasons", against: "none", method: "ridge", n: 10, seeds: 3 });
    const half = (studentQuantile(0.95, 2) * 0.02) / Math.sqrt(3); // seeds gain 0.02, 0.04 and 0.06
    expect([gain?.mean, gain?.low, gain?.high]).toEqual(
      [0.04, 0.04 - half, 0.04 + half].map((value) => expect.closeTo(value, 12)),
    );
    expect(gain?.by["lr"]).toBeCloseTo(0.02, 12);
    expect(gain?.by["gb"]).toBeCloseTo(0.06, 12);
  });

  it("leaves out seeds that lack a cell, also one of the baseline", () => {
    const partly = madeCells(spec, ({ generator, target, seed }) =>
      generator === "none" && target === "gb" && seed > 0 ? null : { measures: madeMeasures(0.8) },
    );
    expect(findGains(spec, partly, "fidelity")[0]).toMatchObject({ seeds: 1, mean: 0, low: null, high: null });
    expect(findGains(spec, new Map(), "fidelity")[0]).toMatchObject({ seeds: 0, mean: null, by: {} });
  });

  it("is in the page, with generators as lines where there is one method", () => {
    const head = { title: "A study", seeds: 3, scaling: "zscore", version: "0", published: null, note: null };
    const tables = studyTables(spec, results, { measure: null, published: null, against: null });
    const page = documentMarkdown(studyDocument(head, tables));
    expect(page).toContain("## Difference from none on the same people, with its 95 % interval over the seeds");
    expect(page).not.toContain("## Over all cells");
    expect(page).toContain("| reasons, n = 10 | +0.040 [−0.010, +0.090] |");
    expect(page).toMatch(/## n = 10\n\n\| generator \|[^\n]*\n[^\n]*\n\| none \|[^\n]*\n\| reasons \|/);
  });

  it("needs a baseline that the study has", () => {
    expect(() => smallSpec({ baseline: "nobody" })).toThrow("baseline: the study has no generator 'nobody'");
    expect(findGains(smallSpec({}), new Map(), "fidelity")).toEqual([]);
  });
});
