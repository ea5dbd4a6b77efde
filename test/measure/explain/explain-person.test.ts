import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/input/evidence.js";
import { selectTableRows, type Table } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { seededRandom } from "../../../src/math/random.js";
import { explainPerson } from "../../../src/measure/explain/explain-person.js";
import { shapleyOf } from "../../../src/measure/explain/shapley.js";
import { refitModels } from "../../../src/measure/trust/stability.js";
import { bracket } from "../../../src/surrogate/bracket.js";
import { fitModel } from "../../../src/surrogate/model.js";
import { ridge } from "../../../src/surrogate/ridge.js";
import { madeUpEvidence, shuffledEvidence, turnedEvidence } from "../../checks/made-up-evidence.js";

const kernels = await loadKernels();
const evidence: Evidence = { ...madeUpEvidence({ people: 80 }), ids: Array.from({ length: 80 }, (_, i) => `p${i}`) };
const model = fitModel(evidence, bracket(), kernels);

/** Every letter, then each once more with a thousand more of income. */
function withMore(letters: Table): Table {
  const all = [...Array(letters.rows).keys()];
  const both = selectTableRows(letters, [...all, ...all]);
  const more = (values: Float64Array) => values.map((value, k) => (k < letters.rows ? value : value + 1000));
  const columns = both.columns.map((column) =>
    column.name === "income" && column.type === "number" ? { ...column, values: more(column.values) } : column,
  );
  return { ...both, columns };
}

function twiceOf(letterOf: Int32Array): Int32Array {
  return Int32Array.from([...letterOf, ...letterOf]);
}

describe("explainPerson", () => {
  const rejected = evidence.decisions.indexOf(0);
  const rowNumbers = evidence.decisions.map((_, i) => i + 2);
  const page = explainPerson(model, evidence, rejected, { rowNumbers: Array.from(rowNumbers) });

  it("says what was observed and what the rebuilt model answers", () => {
    expect(page.person).toEqual({ id: `p${rejected}`, row: rejected + 2 });
    expect(page.observed).toEqual({ answer: "no", favourable: false });
    const { scores, margins } = model.predict(selectTableRows(evidence.observations, [rejected]));
    expect(page.rebuilt).toMatchObject({ score: scores[0], margin: margins[0], status: "decided", unfamiliar: false });
    expect(page.rebuilt.agrees).toBe(!page.rebuilt.favourable);
    expect(page.values.map(({ feature }) => feature)).toEqual(["branch", "home", "income", "savings"]);
    expect(page.certainty).toBeNull();
  });

  it("shows the letter, what it changes, and whether the rebuilt model takes the offer", () => {
    expect(page.letters).toHaveLength(1);
    const [letter] = page.letters;
    expect(letter?.changes.map(({ feature }) => feature)).toEqual(["income"]);
    const k = evidence.letterOf.indexOf(rejected);
    expect(letter?.accepted).toBe(model.predict(selectTableRows(evidence.letters, [k])).decisions[0] === 1);
    expect(explainPerson(model, evidence, evidence.decisions.indexOf(1)).letters).toEqual([]);
  });

  it("has contributions that add up from the mean score to the person's", () => {
    const { base, score, features, exact } = page.contributions;
    expect(exact).toBe(true);
    expect(features.reduce((sum, { contribution }) => sum + contribution, base)).toBeCloseTo(score, 12);
    expect(score).toBe(page.rebuilt.score);
    const sizes = features.map(({ contribution }) => Math.abs(contribution));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  it("lists the most similar people with the other decision, nearest first", () => {
    expect(page.others).toHaveLength(3);
    const distances = page.others.map(({ distance }) => distance);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    for (const other of page.others) {
      expect(evidence.decisions[Number(other.id?.slice(1))]).toBe(1);
      expect(other.row).toBe(Number(other.id?.slice(1)) + 2);
      expect(other.differences.length).toBeGreaterThan(0);
    }
  });

  it("says the same of a person whatever the order of rows, columns and letters", () => {
    const twice = { ...evidence, letters: withMore(evidence.letters), letterOf: twiceOf(evidence.letterOf) };
    const turned = turnedEvidence(shuffledEvidence(twice, 3));
    const refits = refitModels(evidence, { method: bracket(), fitted: model }, kernels, { refits: 3 });
    const asked = [...evidence.decisions.keys()].slice(0, 12);
    const pages = (given: Evidence) =>
      asked.map((i) => explainPerson(model, given, given.ids!.indexOf(`p${i}`), { refits, mostChance: 1 }));
    expect(pages(turned)).toEqual(pages(twice));
  });

  it("passes on what is known from elsewhere", () => {
    const certainty = {
      outOfFold: { score: 0.4, margin: -0.2 },
      refits: { asked: 40, accepted: 12 },
      determined: "contested",
      band: "rejected by all",
      certificate: 0.25,
    } as const;
    const known = explainPerson(model, evidence, 0, { certainty, others: 1 });
    expect(known.certainty).toEqual(certainty);
    expect(known.others).toHaveLength(1);
  });

  it("refuses a person who is not there", () => {
    expect(() => explainPerson(model, evidence, 80)).toThrow("there is no observation 80; they run from 0 to 79");
  });
});

describe("shapleyOf", () => {
  /** Rows of `features` numbers. */
  function numbers(rows: number, features: number, seed: number): Table {
    const random = seededRandom(seed, "wide");
    return {
      rows,
      columns: Array.from({ length: features }, (_, f) => ({
        name: `x${f}`,
        type: "number",
        values: Float64Array.from({ length: rows }, () => random.normal()),
      })),
    };
  }

  it("draws orders with error bars where there are many features, and still adds up", () => {
    const observations = numbers(60, 14, 1);
    const first = observations.columns[0];
    if (first?.type !== "number") throw new Error("a number");
    const wide: Evidence = {
      ...evidence,
      schema: {
        ...evidence.schema,
        features: observations.columns.map(({ name }) => ({ name, type: "number", immutable: false })),
      },
      observations,
      decisions: Uint8Array.from(first.values, (value) => (value > 0 ? 1 : 0)),
      letters: numbers(0, 14, 2),
      letterOf: new Int32Array(0),
      groups: [],
      ids: null,
    };
    const wideModel = fitModel(wide, ridge(), kernels);
    const found = shapleyOf(wideModel, observations, selectTableRows(observations, [5]), { seed: 3 });
    expect(found).toMatchObject({ exact: false, background: 60 });
    expect(found.samples).toBe(2 * 60 * Math.floor(40_000 / (2 * 60 * 13)));
    expect(found.features.reduce((sum, { contribution }) => sum + contribution, found.base)).toBeCloseTo(
      found.score,
      12,
    );
    expect(found.features[0]).toMatchObject({ feature: "x0" });
    expect(found.features.some(({ error }) => error > 0)).toBe(true);
    expect(shapleyOf(wideModel, observations, selectTableRows(observations, [5]), { seed: 3 })).toEqual(found);
  });

  it("refuses no background and more than one person", () => {
    const none = selectTableRows(evidence.observations, []);
    const one = selectTableRows(evidence.observations, [0]);
    expect(() => shapleyOf(model, none, one)).toThrow("the background has no rows");
    expect(() => shapleyOf(model, one, evidence.observations)).toThrow("got 80 rows");
  });
});
