import { describe, expect, it } from "vitest";
import { netOf } from "../../src/classifiers/net.js";
import { rowLoss } from "../../src/kernels/kernels.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { matrix, stackRows } from "../../src/math/matrix.js";
import { cca, samplesMlp } from "../../src/surrogate/trained.js";
import { madeUpClouds } from "../checks/made-up-clouds.js";
import { netLoss } from "../checks/net-loss.js";

const clouds = madeUpClouds(4);

describe("cca", () => {
  it("is a net of 20, 10 and 5 units", () => {
    const saved = JSON.parse(JSON.stringify(cca().fit(clouds, referenceKernels)));
    expect(saved.classifier.net).toMatchObject({ inputs: 4, hidden: [20, 10, 5] });
    expect(saved.classifier.iterations).toBe(200);
  });

  it("lowers the clamped loss of the letters beside the cross-entropy of the observations", () => {
    const loss = (epochs: number) => {
      const saved = JSON.parse(JSON.stringify(cca({ epochs }).fit(clouds, referenceKernels)));
      const { centres, spreads } = saved.scaler as { centres: number[]; spreads: number[] };
      const rows = stackRows(clouds.rejected, clouds.accepted, clouds.counterfactual);
      const x = matrix(
        rows.rows,
        4,
        rows.values.map((value, at) => (value - centres[at % 4]!) / spreads[at % 4]!),
      );
      const losses = Uint8Array.from({ length: x.rows }, (_, i) =>
        i < 24 ? rowLoss.zero : i < 54 ? rowLoss.one : rowLoss.atLeastHalf,
      );
      return netLoss(netOf(saved.classifier.net), { x, losses }).loss;
    };
    const [early, late] = [loss(1), loss(400)];
    expect(late).toBeLessThan(0.2 * early);
  });

  it("asks of letters only that they are accepted: it scores them lower than a net that takes them for accepted people", () => {
    const mean = (scores: Float64Array) => scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const clamped = cca().fit(clouds, referenceKernels).scores(clouds.counterfactual);
    const sampled = samplesMlp().fit(clouds, referenceKernels).scores(clouds.counterfactual);
    expect(mean(clamped)).toBeLessThan(mean(sampled));
    expect(clamped.filter((score) => score >= 0.45).length).toBeGreaterThan(0.8 * clamped.length);
  });

  it("follows its seed", () => {
    const margins = (seed: number) => cca({ seed }).fit(clouds, referenceKernels).margins(clouds.accepted);
    expect(margins(3)).not.toEqual(margins(4));
  });
});
