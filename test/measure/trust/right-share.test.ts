import { describe, expect, it } from "vitest";
import { wilsonInterval } from "../../../src/math/interval.js";
import { seededRandom } from "../../../src/math/random.js";
import { rightShareOf } from "../../../src/measure/trust/trust.js";

describe("rightShareOf(method, folds)", () => {
  it("is as counted, with an interval for the model fitted on everybody: fewer errors, and wider", () => {
    const share = rightShareOf("bracket", 5)(180, 200)!;
    expect(share).toMatchObject({ share: 0.9, successes: 180, n: 200 });
    const expected = 1 - 0.1 * 0.8 ** 0.4;
    const { low, high } = wilsonInterval((200 * expected) / 1.6, 200 / 1.6);
    expect(share.low).toBeCloseTo(low, 12);
    expect(share.high).toBeCloseTo(high, 12);
    const plain = wilsonInterval(180, 200);
    expect(share.high - share.low).toBeGreaterThan(plain.high - plain.low);
    expect(rightShareOf("bracket", 20)(180, 200)!.high).toBeLessThan(share.high);
  });

  it("has an interval that contains what was counted, however many people there are", () => {
    const { share, low, high } = rightShareOf("bracket", 5)(70_000, 100_000)!;
    expect(low).toBeLessThanOrEqual(share);
    expect(high).toBeGreaterThan(share);
  });

  it("takes the more common answer as counted: it learns nothing", () => {
    expect(rightShareOf("majority", 5)(107, 200)).toMatchObject({ share: 0.535, successes: 107 });
  });

  it("knows nothing about nobody, and stays within 0 and 1", () => {
    expect(rightShareOf("ridge", 5)(0, 0)).toBeNull();
    expect(rightShareOf("ridge", 5)(30, 30)).toMatchObject({ share: 1, high: 1 });
    expect(rightShareOf("ridge", 5)(0, 30)!.low).toBeGreaterThanOrEqual(0);
  });

  it("holds the truth about a learner whose errors fall like n^−0.4, in 92 to 98 of 100 cases", () => {
    // errors of a fit on m of n people: its own draw around 0.1 · (n/m)^0.4, then a coin per held-out person
    const random = seededRandom(3, "right-share");
    const [n, cases] = [120, 2000];
    const errorOf = (part: number) => Math.max(0, 0.1 * part ** -0.4 * (1 + 0.25 * random.normal()));
    let held = 0;
    for (let c = 0; c < cases; c++) {
      const truth = 1 - errorOf(1);
      let right = 0;
      for (let fold = 0; fold < 5; fold++) {
        const error = errorOf(0.8);
        for (let i = 0; i < n / 5; i++) if (random.uniform() >= error) right++;
      }
      const { low, high } = rightShareOf("bracket", 5)(right, n)!;
      if (low <= truth && truth <= high) held++;
    }
    expect(held / cases).toBeGreaterThan(0.92);
    expect(held / cases).toBeLessThan(0.985);
  });
});
