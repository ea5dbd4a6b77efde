import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DENSITY_GRID } from "../../../src/lab/study/density.js";
import { plotStudy } from "../../../src/lab/study/plot.js";
import { parsePublished } from "../../../src/lab/study/published.js";
import type { CellResult } from "../../../src/lab/study/result.js";
import type { StudySpec } from "../../../src/lab/study/spec.js";
import type { MeasureName } from "../../../src/lab/study/summary.js";
import { linesIn, textsIn } from "../../document/svg/drawn.js";
import { root } from "../../support/built.js";
import { type MadeCell, madeCells, madeMeasures } from "./made-cells.js";
import { smallSpec } from "./small-study.js";

const table = parsePublished(readFileSync(join(root, "studies/published.json"), "utf8"), "table1");

/** A drawing of made-up results, checked for what every drawing must be. */
function draw(
  spec: StudySpec,
  rule: (cell: CellResult) => MadeCell | null,
  { measure = "fidelity", published = null }: { measure?: MeasureName; published?: typeof table | null } = {},
): string {
  const results = madeCells(spec, rule);
  const svg = plotStudy({ spec, results, measure, published });
  const open = [...svg.matchAll(/<([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)].filter(([, , closed]) => closed === "");
  expect(open.length).toBe([...svg.matchAll(/<\/[a-z]+>/g)].length);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
  expect(plotStudy({ spec, results, measure, published })).toBe(svg);
  return svg;
}

const count = (svg: string, what: RegExp) => svg.match(what)?.length ?? 0;

/** How many published values are drawn: hollow marks. */
function diamonds(svg: string): number {
  const groups = [...svg.matchAll(/<g fill="#ffffff" stroke="[^"]*">(.*?)<\/g>/g)];
  return groups.reduce((sum, [, marks = ""]) => sum + count(marks, /<path/g), 0);
}

const base = {
  title: "Title <with> marks & more",
  datasets: ["adult"],
  targets: ["mlp"],
  generators: ["mccf"],
  sizes: [100],
  methods: ["bracket", "recast", "cca"],
  seeds: 3,
};

describe("plotStudy, measures", () => {
  const fidelities: Readonly<Record<string, number>> = { bracket: 0.95, recast: 0.82, cca: 0.9 };
  const rule = ({ method, seed }: CellResult) => ({ measures: madeMeasures((fidelities[method] ?? 0) + seed / 100) });

  it("draws a dot for each method, and a diamond for each published value", () => {
    const svg = draw(smallSpec(base), rule, { published: table });
    expect(svg).toContain("Title &lt;with&gt; marks &amp; more");
    expect(count(svg, /<circle/g)).toBe(3);
    expect(diamonds(svg)).toBe(2);
    expect(svg).toContain("a diamond is the published value");
  });

  it("draws a line for each method when there are several sizes, highest where fidelity is", () => {
    const spec = smallSpec({ ...base, sizes: [25, 50, 100], methods: ["bracket", "recast", "cca", "ridge", "tra"] });
    const svg = draw(spec, ({ n, method }) => (method === "tra" ? null : { measures: madeMeasures(0.5 + n / 250) }));
    expect(linesIn(svg).length).toBe(4);
    const heights = linesIn(svg)[0]!.map(([, y]) => y);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(textsIn(svg)).toContain("people per class");
  });

  it("draws a line for each data set where there are more of them than methods", () => {
    const datasets = ["mnist-0-1", "mnist-3-5", "mnist-4-7"];
    const spec = smallSpec({ ...base, datasets, sizes: [100, 200], methods: ["recast", "bracket"] });
    const svg = draw(spec, ({ dataset }) => ({ measures: madeMeasures(dataset === "mnist-0-1" ? 0.99 : 0.8) }));
    expect(linesIn(svg).length).toBe(6);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(["recast", "bracket", ...datasets]));
    const [first, second] = linesIn(svg);
    expect(first![0]![1]).toBeLessThan(second![0]![1]); // further up
  });

  it("groups dots by balance", () => {
    const spec = smallSpec({ ...base, balances: [0.2, 0.8] });
    const svg = draw(spec, rule);
    expect(count(svg, /<circle/g)).toBe(6);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(["n = 100, 20 : 80", "n = 100, 80 : 20"]));
  });

  it("sets accuracy beside fidelity, with the target's own", () => {
    const spec = smallSpec({ ...base, sizes: [100, 150], measures: ["accuracy", "fidelity"] });
    const svg = draw(spec, rule);
    expect(count(svg, /<circle/g)).toBe(2 * (3 + 3) + 2);
    expect(textsIn(svg).filter((words) => words === "the target").length).toBe(2);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(["accuracy", "fidelity", "n = 150"]));
  });

  it("points out the size from which letters are passed", () => {
    const methods = ["recast", "no-cf-dt"];
    const crossing = { letters: ["recast"], plain: ["no-cf-dt"] };
    const spec = smallSpec({ ...base, sizes: [25, 100, 500, 2000], methods, crossing });
    const svg = draw(spec, ({ n, method }) => ({
      measures: madeMeasures(method === "recast" ? 0.85 : 0.7 + n / 8000),
    }));
    expect(textsIn(svg)).toContain("no-cf-dt passes recast between n = 500 and n = 2000");
    expect(count(svg, /stroke-dasharray="1 3"/g)).toBe(1);
    // on a logarithmic axis 25 → 100 and 500 → 2000 are as far apart
    const [at25 = 0, at100 = 0, at500 = 0, at2000 = 0] = linesIn(svg)[0]!.map(([x]) => x);
    expect(at100 - at25).toBeCloseTo(at2000 - at500, 1);
  });

  it("has something to say about a study with no results yet", () => {
    for (const changes of [{}, { sizes: [25, 50] }, { noise: [0, 0.1] }, { kind: "convergence" }, { kind: "scores" }]) {
      expect(draw(smallSpec({ ...base, ...changes }), () => null)).toContain("<title>");
    }
  });
});

describe("plotStudy, levels of noise", () => {
  const noise = [0, 0.1, 0.4];
  const fallen = ({ method }: CellResult): MadeCell => {
    const loss = method === "recast" ? 0.1 : 0.3;
    const fidelity = [0.9, 0.9 - loss / 2, 0.9 - loss];
    return {
      measures: madeMeasures(0.9),
      series: {
        fidelity,
        near: [0.7, null, 0.7 + loss],
        noise,
        dtidpError: [0.01, 0.02, loss],
        dtieoError: [0.02, 0.03, 2 * loss],
      },
    };
  };

  it("has a panel for everybody and one near the threshold, and the drop in the legend", () => {
    const svg = draw(smallSpec({ ...base, noise }), fallen);
    expect(linesIn(svg).length).toBe(6);
    const written = textsIn(svg);
    expect(written).toEqual(expect.arrayContaining(["recast, Δ 0.100", "cca, Δ 0.300", "recast, Δ −0.100", "noise τ"]));
    expect(written).toContain("adult, MLP, mccf, n = 100: near the threshold");
  });

  it("draws DTIDP solid and DTIEO dashed in the same colour", () => {
    const svg = draw(smallSpec({ ...base, noise, sensitive: "sex" }), fallen);
    const strokes = [...svg.matchAll(/<path d="M[^"MZ]*" fill="none" stroke="([^"]*)" stroke-width[^>]*>/g)].slice(
      0,
      6,
    );
    const colours = strokes.map(([, colour]) => colour);
    expect(colours.slice(0, 3)).toEqual(colours.slice(3));
    expect(strokes.map(([drawn]) => drawn.includes("dasharray"))).toEqual([false, false, false, true, true, true]);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(["solid: DTIDP", "dashed: DTIEO"]));
  });
});

describe("plotStudy, options", () => {
  const entry = (options: object) => ({
    name: JSON.stringify(options),
    method: "recast",
    options: { solver: "sinkhorn", ...options },
  });

  it("draws measures against the option that is varied", () => {
    const methods = [0.2, 0.005, 0.05].map((blur) => entry({ blur }));
    const spec = smallSpec({ ...base, methods, measures: ["fidelity", "margin"] });
    const svg = draw(spec, ({ method }) => ({ measures: madeMeasures(0.6 + JSON.parse(method).blur) }));
    expect(linesIn(svg).length).toBe(2);
    const [fidelity] = linesIn(svg);
    expect(fidelity!.map(([x]) => x)).toEqual(fidelity!.map(([x]) => x).toSorted((a, b) => a - b));
    expect(fidelity![2]![1]).toBeLessThan(fidelity![0]![1]);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(["blur", "0.005", "0.2"]));
  });

  it("writes down published values that are far beyond the axis", () => {
    const methods = [0.2, 0.005, 0.05].map((blur) => ({ ...entry({ blur }), name: `blur ${blur}` }));
    const spec = smallSpec({ ...base, sizes: [50], methods, measures: ["margin"] });
    const blur = parsePublished(readFileSync(join(root, "studies/published.json"), "utf8"), "blur");
    const near = draw(spec, () => ({ measures: madeMeasures(40) }), { published: blur });
    expect(diamonds(near)).toBe(2);
    const far = draw(spec, () => ({ measures: madeMeasures(0.4) }), { published: blur });
    expect(diamonds(far)).toBe(0);
    expect(textsIn(far)).toContain("published, far beyond the axis: 81.08 at blur 0.005, 82.66 at blur 0.2");
  });

  it("draws tables of cells where several options are varied", () => {
    const methods = [0.01, 0.1].flatMap((learningRate) =>
      [100, 200].flatMap((epochs) => [0.01, 0.05, 0.1].map((blur) => entry({ learningRate, epochs, blur }))),
    );
    const spec = smallSpec({ ...base, methods });
    const svg = draw(spec, ({ method }) =>
      method.includes('"learningRate":0.1,"epochs":200,"blur":0.1')
        ? null
        : { measures: madeMeasures(JSON.parse(method).blur + 0.5) },
    );
    expect(textsIn(svg).filter((words) => words === "0.600").length).toBe(3);
    expect(textsIn(svg).filter((words) => words === "–").length).toBe(1);
    expect(count(svg, /<rect x=/g)).toBe(12);
    expect(textsIn(svg)).toContain("adult, MLP, mccf, n = 100, epochs 200");
  });

  it("keeps to dots where methods differ in more than numbers", () => {
    const methods = [entry({ blur: 0.1 }), entry({ blur: 0.2 }), { name: "other", method: "ridge", options: {} }];
    expect(
      count(
        draw(smallSpec({ ...base, methods }), () => ({ measures: madeMeasures(0.8) })),
        /<circle/g,
      ),
    ).toBe(3);
    const words = ["exact", "sinkhorn", "closed-form"].map((solver) => entry({ solver }));
    expect(
      count(
        draw(smallSpec({ ...base, methods: words }), () => ({ measures: madeMeasures(0.8) })),
        /<circle/g,
      ),
    ).toBe(3);
  });
});

describe("plotStudy, scores", () => {
  const spec = smallSpec({
    ...base,
    kind: "scores",
    targets: ["lr", "mlp"],
    generators: ["mccf", "dice"],
    methods: ["letters"],
  });
  const hill = (middle: number, height: number) =>
    DENSITY_GRID.map((x) => height * Math.max(0, 1 - 4 * Math.abs(x - middle)));

  it("has a curve for rejected and accepted people and for the letters of each generator", () => {
    const svg = draw(spec, ({ generator }) => ({
      series: {
        densityAccepted: hill(0.8, 2),
        densityLetters: hill(generator === "mccf" ? 0.5 : 0.7, generator === "mccf" ? 80 : 4),
        densityRejected: hill(0.2, 2),
      },
    }));
    expect(linesIn(svg).length).toBe(8);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(["rejected people", "letters of dice", "target's score"]));
    // a peak that would flatten the rest is cut off, and named
    expect(textsIn(svg)).toContain("adult, LR, n = 100; beyond the axis: mccf peaks at 80");
    const highest = linesIn(svg)[3]!.reduce((best, point) => (point[1] < best[1] ? point : best));
    const [left = 0, right = 0] = [linesIn(svg)[0]![0]![0], linesIn(svg)[0]![100]![0]];
    expect((highest[0] - left) / (right - left)).toBeCloseTo(0.7, 3);
  });
});

describe("plotStudy, convergence", () => {
  it("has a line with a band for each size, and the optimum where it can be reached", () => {
    const methods = [{ name: "fit", method: "recast", options: { solver: "sinkhorn" } }];
    const spec = smallSpec({ ...base, kind: "convergence", sizes: [25, 100], methods });
    const svg = draw(spec, ({ n, seed }) => ({
      series: {
        exact: [n / 50],
        losses: Array.from({ length: 40 }, (_, k) => n / 50 + 2 / (k + 1) + seed / 10),
        reachable: [n === 25 ? 1 : 0],
        settled: [30],
      },
    }));
    expect(linesIn(svg).length).toBe(2);
    expect(count(svg, /fill-opacity/g)).toBe(2);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(["k = 25, optimum 0.50", "k = 100", "epoch"]));
    const [small] = linesIn(svg);
    expect(small!.at(-1)![1]).toBeGreaterThan(small![0]![1]); // falls
  });
});
