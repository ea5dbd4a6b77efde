import { describe, expect, it } from "vitest";
import { reviveVae, rowPass, tabularVae } from "../../src/classifiers/vae.js";
import { type Matrix, matrix, row, selectRows, zeros } from "../../src/math/matrix.js";
import { seededRandom } from "../../src/math/random.js";
import { madeUpRows } from "../checks/classifier-checks.js";

const { x } = madeUpRows(300);

/** The training loss over all rows with one given draw each, (rows, latent), and its slopes. */
function vaeLoss(nets: Parameters<typeof rowPass>[0], rows: Matrix, draws: Matrix, divergence: number) {
  const pass = rowPass(nets, rows, divergence);
  let loss = 0;
  for (let i = 0; i < rows.rows; i++) loss += pass.add(i, row(draws, i), 1 / rows.rows);
  return { loss, encoderGradient: pass.encoderGradient, decoderGradient: pass.decoderGradient };
}

/** A category of three levels that goes with the sign of a number, and a number that is twice another. */
function structured(rows: number, seed: number) {
  const random = seededRandom(seed, "structured rows");
  const points = zeros(rows, 5);
  for (let i = 0; i < rows; i++) {
    const level = random.integer(3);
    const center = level - 1;
    const value = 1.5 * center + 0.2 * random.normal();
    points.values.set([value, 2 * value], i * 5);
    points.values[i * 5 + 2 + level] = 1;
  }
  return points;
}

describe("tabularVae", () => {
  it("has the slopes that finite differences show, in both nets", () => {
    const random = seededRandom(3, "nets");
    const numbers = (count: number) => Float64Array.from({ length: count }, () => 0.5 * random.normal());
    const nets = { columns: 6, hidden: 4, latent: 2, encoder: numbers(7 * 4 + 5 * 4), decoder: numbers(3 * 4 + 5 * 6) };
    const rows = selectRows(x, [0, 1, 2, 3, 4, 5, 6]);
    const draws = matrix(7, 2, numbers(14));
    const { encoderGradient, decoderGradient } = vaeLoss(nets, rows, draws, 0.3);
    const step = 1e-6;
    for (const [name, gradient] of [
      ["encoder", encoderGradient],
      ["decoder", decoderGradient],
    ] as const) {
      gradient.forEach((slope, k) => {
        const at = (by: number) => {
          const parameters = nets[name].slice();
          parameters[k]! += by;
          return vaeLoss({ ...nets, [name]: parameters }, rows, draws, 0.3).loss;
        };
        expect(Math.abs((at(step) - at(-step)) / (2 * step) - slope)).toBeLessThan(1e-7);
      });
    }
  });

  it("counts ½‖x̂ − x‖² and the divergence from the standard normal", () => {
    // all parameters 0: mean 0, variance 1, x̂ 0: no divergence
    const nets = { columns: 6, hidden: 1, latent: 1, encoder: new Float64Array(11), decoder: new Float64Array(14) };
    const rows = matrix(1, 6, [1, 2, 0, 0, 0, 2]);
    expect(vaeLoss(nets, rows, zeros(1, 1), 0.5).loss).toBe(4.5);
    nets.encoder.set([3, 1], 9); // mean 3, log-variance 1
    expect(vaeLoss(nets, rows, zeros(1, 1), 0.5).loss).toBeCloseTo(4.5 + 0.25 * (9 + Math.E - 1 - 1), 14);
  });

  it("brings rows back from their places, and rows of the data from places of its own", () => {
    const rows = structured(600, 1);
    const vae = tabularVae(rows, { latent: 2, hidden: 16, divergence: 0.02, epochs: 40, learningRate: 0.01 });
    const fresh = structured(200, 2);
    const back = vae.decode(vae.encode(fresh));
    let missed = 0;
    let spread = 0;
    let levels = 0;
    for (let i = 0; i < 200; i++) {
      const at = i * 5;
      missed += (back.values[at]! - fresh.values[at]!) ** 2;
      spread += fresh.values[at]! ** 2;
      const shares = back.values.subarray(at + 2, at + 5);
      if (fresh.values[at + 2 + shares.indexOf(Math.max(...shares))] === 1) levels++;
    }
    expect(missed).toBeLessThan(0.1 * spread);
    expect(levels).toBeGreaterThan(190);
    const random = seededRandom(9, "places");
    const made = vae.decode(
      matrix(
        100,
        2,
        Float64Array.from({ length: 200 }, () => random.normal()),
      ),
    );
    for (let i = 0; i < 100; i++) {
      expect(Math.abs(made.values[i * 5 + 1]! - 2 * made.values[i * 5]!)).toBeLessThan(1); // the rule between columns holds
    }
  });

  it("gives the same bits when trained twice, and others by another seed", () => {
    const train = (seed: number) => JSON.stringify(tabularVae(x, { epochs: 2, seed }));
    expect(train(1)).toBe(train(1));
    expect(train(2)).not.toBe(train(1));
  });

  it("is the same after saving and loading, and refuses what it did not write", () => {
    const vae = tabularVae(x, { latent: 3, epochs: 1 });
    const text = JSON.stringify(vae);
    const loaded = reviveVae(JSON.parse(text));
    expect(loaded.encode(x)).toEqual(vae.encode(x));
    expect(loaded.decode(vae.encode(x))).toEqual(vae.decode(vae.encode(x)));
    expect(JSON.stringify(loaded)).toBe(text);
    expect(loaded).toMatchObject({ columns: 6, latent: 3 });
    for (const change of [{ latent: 4 }, { encoder: [1] }, { columns: 0 }, { more: 1 }]) {
      expect(() => reviveVae({ ...JSON.parse(text), ...change })).toThrow(
        expect.objectContaining({ code: "MODEL_INVALID" }),
      );
    }
  });

  it("names what it refuses", () => {
    expect(() => tabularVae(x, { latent: 0 })).toThrow("latent must be a whole number >= 1, got 0");
    expect(() => tabularVae(x, { beta: 1 } as never)).toThrow("tabularVae has no option 'beta'");
    expect(() => tabularVae(zeros(0, 3))).toThrow("at least one row");
    expect(() => tabularVae(x, { epochs: 1 }).encode(zeros(1, 5))).toThrow("trained on 6 columns, got rows of 5");
  });
});
