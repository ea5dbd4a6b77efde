import { expect, it } from "vitest";
import { adam } from "../../src/classifiers/adam.js";

it("takes the steps of torch.optim.Adam, decay included", () => {
  // PyTorch 2.13, double precision: Adam([p], lr=0.02, weight_decay=0.1), 20 steps with the same gradients
  const values = Float64Array.of(1, -2, 0.5);
  const move = adam(values, { learningRate: 0.02, weightDecay: 0.1 });
  for (let step = 1; step <= 20; step++) move(Float64Array.of(0.1 * step, -0.3, step % 2 ? 1 : -1));
  [0.5803282308455794, -1.6019859869952742, 0.4485484453077001].forEach((expected, k) => {
    expect(values[k]).toBeCloseTo(expected, 13);
  });
});
