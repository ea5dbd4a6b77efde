import { describe, expect, it } from "vitest";
import { tallyOf } from "../../src/input/tally.js";
import { loadKernels } from "../../src/kernels/load.js";
import { countAnswers, rightShares } from "../../src/measure/answer-counts.js";
import { askStreamed } from "../../src/measure/others.js";
import { groupedEvidence, type ScannedFile } from "../../src/measure/scanned-evidence.js";
import { countedDirection, errorDirection } from "../../src/measure/trust/error-direction.js";
import { canonicalEvidence, selectEvidence } from "../../src/surrogate/canonical-evidence.js";
import { fitModel } from "../../src/surrogate/model.js";
import { ridge } from "../../src/surrogate/ridge.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";

const kernels = await loadKernels();
const { evidence } = canonicalEvidence(madeUpEvidence({ people: 400, letters: 0 }));
const { observations: table, decisions, groups } = evidence;
const model = fitModel(evidence, ridge(), kernels, {});
const answers = model.predict(table).decisions;
const uneven = Float64Array.from(decisions, (_, i) => 0.3 + (i % 7) / 3);

describe("countedDirection", () => {
  for (const [name, weights, rate] of [
    ["equal people", null, null],
    ["weighted people", uneven, null],
    ["a known rate", null, 0.2],
    ["weighted people and a known rate", uneven, 0.2],
  ] as const) {
    it(`says of ${name} what each of them one by one says`, () => {
      const counts = countAnswers(model, []);
      counts.take({ table, decisions, groups, weights });
      const { overall, rejected, accepted } = rightShares(counts.sides());
      const trust = { method: "ridge", agreement: { overall, rejected: rejected!, accepted: accepted! } };
      const found = countedDirection(counts.cells(), trust, rate)!;
      const acceptedShare = Float64Array.from(answers);
      const single = errorDirection({ decisions, weights }, { ...trust, acceptedShare }, [], rate)!;
      if (weights === null && rate === null) return expect(found).toEqual(single);
      expect(found).toEqual({
        ...single,
        observedRate: expect.closeTo(single.observedRate, 12),
        rebuiltRate: expect.closeTo(single.rebuiltRate, 12),
        difference: {
          value: expect.closeTo(single.difference.value, 12),
          low: expect.closeTo(single.difference.low, 12),
          high: expect.closeTo(single.difference.high, 12),
        },
      });
    });
  }
});

describe("askStreamed", () => {
  const rowsOf = (part: ReturnType<typeof selectEvidence>) => ({
    ...{ observations: part.observations, decisions: part.decisions, groups: part.groups, weights: null },
    rowNumbers: Int32Array.from(part.decisions.keys()),
  });
  const at = (from: number, to: number) =>
    selectEvidence(
      evidence,
      Array.from({ length: to - from }, (_, k) => from + k),
      [],
    );
  const file = (last: number): ScannedFile => ({
    file: "long.csv",
    tally: tallyOf(groups, decisions, null),
    measured: rowsOf(at(100, 150)),
    async *rest() {
      for (let from = 100; from < last; from += 100) yield rowsOf(at(from, Math.min(last, from + 100)));
    },
  });
  const ask = (last: number) => {
    const sample = canonicalEvidence(at(0, 100)).evidence;
    const settings = { bins: {}, intersections: false, sample: 100, seed: 1 };
    const { rules, drawn } = groupedEvidence(sample, settings, file(last));
    if (drawn === null || "batches" in drawn.others) throw new Error("the others of a scan are streamed");
    return askStreamed(drawn.others, model, { rules, attributes: [] }, { acceptanceRate: null });
  };

  it("asks about everybody in the stream, and about some of them alone", async () => {
    const { sides, asked } = await ask(400);
    const right = (side: number) => (k: number) => k >= 100 && decisions[k] === side && answers[k] === side;
    for (const side of [0, 1] as const) {
      const people = [...decisions.keys()].filter((k) => k >= 100 && decisions[k] === side);
      expect(sides[side]).toEqual({ n: people.length, right: people.filter(right(side)).length });
    }
    expect(asked.answers).toEqual(answers.slice(100, 150));
    expect(asked.decisions).toEqual(decisions.slice(100, 150));
  });

  it("stops where the file has changed since it was counted", async () => {
    await expect(ask(390)).rejects.toThrow("long.csv changed while it was read");
  });
});
