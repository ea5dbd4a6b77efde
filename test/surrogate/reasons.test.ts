import { describe, expect, it } from "vitest";
import type { Evidence } from "../../src/input/evidence.js";
import { selectTableRows } from "../../src/input/table.js";
import { loadKernels } from "../../src/kernels/load.js";
import { letterGenerators, noticeGenerators } from "../../src/lab/generators/generators.js";
import { studyEvidence } from "../../src/lab/study/evidence.js";
import { madeUpData } from "../../src/lab/study/made-up-data.js";
import { trainTarget } from "../../src/lab/targets/train-target.js";
import { seededRandom, shuffled } from "../../src/math/random.js";
import { bracket } from "../../src/surrogate/bracket.js";
import { bracketSets, pathRows, standardOf } from "../../src/surrogate/bracket-sets.js";
import { canonicalEvidence, selectEvidence } from "../../src/surrogate/canonical-evidence.js";
import { fitModel, type Model } from "../../src/surrogate/model.js";
import { parseModel } from "../../src/surrogate/model-file.js";
import { readableReasons } from "../../src/surrogate/reason-members.js";
import { madeUpClouds } from "../checks/made-up-clouds.js";

const kernels = await loadKernels();
const data = madeUpData("lending");
const pool = selectTableRows(
  data.table,
  Array.from({ length: 2000 }, (_, i) => i),
);
const target = trainTarget("gb", { features: data.features, table: pool, labels: data.labels.subarray(0, 2000) });
const others = selectTableRows(
  data.table,
  Array.from({ length: 500 }, (_, i) => 5000 + i),
);
const immutable = data.features.filter((feature) => feature.immutable).map(({ name }) => name);

/** 40 people of each answer, who get what the notices say. */
function evidenceOf(notices: keyof typeof noticeGenerators | "mccf", options: object = {}): Evidence {
  const decided = target.decide(data.table);
  const of = (answer: number) =>
    Int32Array.from([...decided.keys()].filter((i) => i >= 2000 && decided[i] === answer).slice(0, 40));
  const [rejected, accepted] = [of(0), of(1)];
  const request = { rejected: selectTableRows(data.table, rejected), target, pool, immutable, seed: 5 };
  const generator = notices === "mccf" ? letterGenerators.mccf() : noticeGenerators[notices](options);
  return studyEvidence(data, [rejected, accepted], [generator.generate(request, kernels)], ["no", "yes"]);
}

function membersOf(model: Model): string[] {
  return (model.surrogate.toJSON() as { members: { name: string }[] }).members.map(({ name }) => name);
}

const told = evidenceOf("reasons");
const model = fitModel(told, bracket(), kernels);

describe("bracket with reasons", () => {
  it("has members that read them, and none without them", () => {
    expect(membersOf(model).some((name) => name.startsWith("reasons"))).toBe(true);
    const { reasons: _, ...silent } = told;
    expect(membersOf(fitModel(silent, bracket(), kernels)).some((name) => name.startsWith("reasons"))).toBe(false);
  });

  it("reads none where all of them are wrong", () => {
    const wrong = fitModel(evidenceOf("reasons", { wrong: 1 }), bracket(), kernels);
    expect(membersOf(wrong).some((name) => name.startsWith("reasons"))).toBe(false);
  });

  it("reads none of more than 1,000 people, in no part of them either", () => {
    const copies = (count: number) =>
      selectEvidence(
        told,
        Int32Array.from({ length: count }, (_, i) => i % 80),
        new Int32Array(0),
      );
    expect(readableReasons(copies(1000)).reasons).toBeDefined();
    expect(readableReasons(copies(1001)).reasons).toBeUndefined();
  });

  it("gives the same bits whatever the order of people, reasons and their names", () => {
    const random = seededRandom(2, "order");
    const people = shuffled([...told.decisions.keys()], random);
    const moved = selectEvidence(told, people, []);
    const { names, personOf, nameOf, direction } = moved.reasons!;
    const order = shuffled([...personOf.keys()], random);
    const turned: Evidence = {
      ...moved,
      reasons: {
        names: names.toReversed(),
        personOf: Int32Array.from(order, (k) => personOf[k]!),
        nameOf: Int32Array.from(order, (k) => names.length - 1 - nameOf[k]!),
        direction: Int8Array.from(order, (k) => direction[k]!),
      },
    };
    expect(JSON.stringify(fitModel(turned, bracket(), kernels))).toBe(JSON.stringify(model));
  });

  it("is the same model after saving and loading, in a format that older versions refuse by name", () => {
    const text = JSON.stringify(model.toJSON());
    expect(JSON.parse(text).format).toBe("recast-surrogate/3");
    const read = parseModel(text, kernels);
    expect(read.margins(others)).toEqual(model.margins(others));
  });

  it("keeps a person's reasons with each copy of the person", () => {
    const twice = selectEvidence(told, [0, 0, 1], []);
    const own = (person: number, { personOf, nameOf, names }: NonNullable<Evidence["reasons"]>) =>
      [...personOf.keys()].filter((k) => personOf[k] === person).map((k) => names[nameOf[k]!]!.name);
    expect(own(1, twice.reasons!)).toEqual(own(0, twice.reasons!));
    expect(own(0, twice.reasons!).toSorted()).toEqual(own(0, told.reasons!).toSorted());
  });

  it("refuses reasons that name nobody", () => {
    const { reasons } = told;
    const broken = { ...told, reasons: { ...reasons!, personOf: reasons!.personOf.map(() => 999) } };
    expect(() => canonicalEvidence(broken)).toThrow(/each reason must name an observation/);
  });
});

describe("bracket with thresholds", () => {
  it("takes a point just short of a threshold as rejected, nearer than for another letter", () => {
    const clouds = madeUpClouds();
    const rows = clouds.counterfactual.rows;
    const isThreshold = Uint8Array.from({ length: rows }, (_, k) => k % 2);
    const sets = bracketSets({ ...clouds, isThreshold }, standardOf(clouds), kernels);
    const path = pathRows(sets, 0.5);
    for (let k = 0; k < rows; k++) {
      const [from, to] = [sets.rejected.values[sets.originOf[k]! * 4]!, sets.letters.values[k * 4]!];
      const share = (path.values[k * 4]! - from) / (to - from);
      expect(share).toBeCloseTo(isThreshold[k] === 1 ? 0.99 : 0.5, 9);
    }
  });

  it("is right more often with thresholds than without", () => {
    const given = evidenceOf("thresholds");
    expect(given.isThreshold?.length).toBe(given.letters.rows);
    const truth = target.decide(others);
    const right = (evidence: Evidence) =>
      fitModel(evidence, bracket(), kernels)
        .predict(others)
        .decisions.filter((answer, i) => answer === truth[i]).length;
    const { isThreshold: _, ...letters } = given;
    const silent = selectEvidence(letters, [...given.decisions.keys()], []);
    expect(right(given)).toBeGreaterThan(right(silent));
  });
});
