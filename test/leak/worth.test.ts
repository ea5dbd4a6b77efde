import { describe, expect, it } from "vitest";
import { decisionsFor, reachRange, risingCurve, worthPerLetter } from "../../src/leak/worth.js";

const at = (n: number, fidelity: number) => ({ n, fidelity });

describe("risingCurve", () => {
  it("leaves a rising curve as it is, in order of size", () => {
    expect(risingCurve([at(50, 0.8), at(25, 0.7), at(100, 0.8)])).toEqual([at(25, 0.7), at(50, 0.8), at(100, 0.8)]);
  });

  it("pools neighbours that fall, as far back as needed", () => {
    const rising = risingCurve([at(10, 0.75), at(20, 0.9), at(40, 0.5), at(80, 1)]);
    // 0.9 and 0.5 make 0.7, which is below 0.75: all three make (0.75 + 0.9 + 0.5) / 3
    expect(rising.map(({ n }) => n)).toEqual([10, 20, 40, 80]);
    for (const { fidelity } of rising.slice(0, 3)) expect(fidelity).toBeCloseTo(2.15 / 3, 14);
    expect(rising[3]?.fidelity).toBe(1);
  });
});

describe("decisionsFor", () => {
  const curve = [at(25, 0.7), at(50, 0.8), at(100, 0.8), at(200, 0.9)];

  it("interpolates on straight lines", () => {
    expect(decisionsFor(0.75, curve)).toEqual({ status: "measured", decisions: expect.closeTo(37.5, 10) });
    expect(decisionsFor(0.85, curve)).toEqual({ status: "measured", decisions: expect.closeTo(150, 10) });
  });

  it("takes the fewest decisions of a flat part", () => {
    expect(decisionsFor(0.8, curve)).toEqual({ status: "measured", decisions: 50 });
  });

  it("gives a bound where the curve does not reach", () => {
    expect(decisionsFor(0.95, curve)).toEqual({ status: "more-than", decisions: 200 });
    expect(decisionsFor(0.6, curve)).toEqual({ status: "at-most", decisions: 25 });
    expect(decisionsFor(0.6, [])).toEqual({ status: "unknown", decisions: null });
  });
});

describe("worthPerLetter", () => {
  it("counts the further decisions of both classes for each letter", () => {
    // 100 people per class with 100 letters are as good as 150 per class: 100 further decisions for 100 letters
    expect(worthPerLetter({ status: "measured", decisions: 150 }, 100, 100)).toEqual({
      status: "measured",
      decisions: 1,
    });
    expect(worthPerLetter({ status: "more-than", decisions: 150 }, 100, 20)).toEqual({
      status: "more-than",
      decisions: 5,
    });
    expect(worthPerLetter({ status: "measured", decisions: 80 }, 100, 100).decisions).toBe(-0.4);
  });

  it("is not known without letters", () => {
    expect(worthPerLetter({ status: "measured", decisions: 150 }, 100, 0).status).toBe("unknown");
    expect(worthPerLetter({ status: "unknown", decisions: null }, 100, 5).decisions).toBeNull();
  });
});

it("orders bounds around what was measured", () => {
  const reaches = [
    { status: "more-than", decisions: 65 },
    { status: "measured", decisions: 64 },
    { status: "unknown", decisions: null },
    { status: "measured", decisions: 30 },
  ] as const;
  expect(reachRange(reaches)).toEqual({ least: reaches[3], most: reaches[0] });
  expect(reachRange([...reaches, { status: "at-most", decisions: 65 }]).least.status).toBe("at-most");
  expect(reachRange([]).most).toEqual({ status: "unknown", decisions: null });
});
