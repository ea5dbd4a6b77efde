import { describe, expect, it } from "vitest";
import { CHART_STYLE } from "../../../src/document/svg/colours.js";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import { type Chart, drawCharts } from "../../../src/reports/charts/charts.js";
import { shortName } from "../../../src/reports/charts/page-chart.js";
import { numbersOf } from "../../document/svg/drawn.js";
import { sampleAudit } from "../samples/sample-audit.js";

const TWELVE = Array.from({ length: 12 }, (_, k) => ({ group: `group ${k}`, n: 20 + k, favourable: 3 + k }));
const NASTY = [
  "<script>alert(1)</script>",
  '" onload="x',
  "&amp;",
  "שלום (א)",
  "\u0000\u0007bell",
  "\uD800",
  "x".repeat(500),
];
const nasty = NASTY.map((group, k) => ({ group, n: 20 + k, favourable: 5 + k }));

const CASES: Record<string, AuditFile> = {
  everything: sampleAudit({ weights: true, population: true, outcome: true }),
  "twelve groups": sampleAudit({ attributes: [{ attribute: "district", groups: TWELVE }] }),
  "one person": sampleAudit({ attributes: [{ attribute: "sex", groups: [{ group: "x", n: 1, favourable: 0 }] }] }),
  "no letters": sampleAudit({ letters: false }),
  "no groups": sampleAudit({ attributes: [], letters: false, sensitivity: false }),
  "names of all kinds": sampleAudit({ attributes: [{ attribute: NASTY[0] ?? "", groups: nasty }], features: NASTY }),
};

function idsOf(drawn: readonly Chart[]): Set<string> {
  return new Set(drawn.map(({ id }) => id));
}

describe.each(Object.entries(CASES))("charts of an audit with %s", (_, file) => {
  it("are the same text when drawn again", () => {
    expect(drawCharts(structuredClone(file))).toEqual(drawCharts(file));
  });

  it("hold finite places only, rounded to hundredths", () => {
    for (const { id, svg } of drawCharts(file)) {
      expect(svg, id).not.toMatch(/NaN|Infinity|undefined|null/);
      for (const [, value] of svg.matchAll(/ (?:d|x|y|x1|x2|y1|y2|cx|cy|r|width|height|transform)="([^"]*)"/g)) {
        expect(value, id).not.toMatch(/\.\d{3}|e[-+]?\d/);
      }
    }
  });

  it("are elements that a page can hold: well formed, no script, no style, no id, no event handler", () => {
    for (const { id, svg } of drawCharts(file)) {
      const open: string[] = [];
      for (const [, closing, name = "", attributes = "", empty] of svg.matchAll(
        /<(\/?)([a-z]+)((?: [a-zA-Z0-9-]+="[^"<>]*")*)(\/?)>/g,
      )) {
        if (closing === "/") expect(open.pop(), id).toBe(name);
        else if (empty === "") open.push(name);
        expect(["svg", "g", "path", "circle", "rect", "text"], id).toContain(name);
        expect(attributes, id).not.toMatch(/ (?:id|style|on[a-z]+|href)=/);
      }
      expect(open, id).toEqual([]);
      const left = svg.replace(/<(\/?)([a-z]+)((?: [a-zA-Z0-9-]+="[^"<>]*")*)(\/?)>/g, "");
      expect(left, id).not.toMatch(/[<>]/);
    }
  });

  it("fit a narrow page: a view box, a class for the style sheet, and no text alternative of their own", () => {
    for (const { svg } of drawCharts(file)) {
      expect(svg).toMatch(/^<svg [^>]*class="chart"[^>]* viewBox="0 0 \d+(?:\.\d+)? \d+(?:\.\d+)?"/);
      expect(Number(/ width="(\d+)"/.exec(svg)?.[1])).toBeLessThanOrEqual(440);
      expect(svg).toContain('aria-hidden="true"');
      expect(svg).not.toContain("aria-label");
    }
  });
});

describe("which charts are drawn", () => {
  it("all of them for an audit that has everything", () => {
    expect([...idsOf(drawCharts(CASES["everything"] as AuditFile))].sort()).toEqual(
      [
        "abstention agreement band burden contested-by-group determined distances group-rates impact-ratios",
        "partial-dependence permutation projection score-densities sensitivity shapley",
      ]
        .join(" ")
        .split(" "),
    );
  });

  it("no burden without letters, and nothing by group without groups", () => {
    expect(idsOf(drawCharts(CASES["no letters"] as AuditFile))).not.toContain("burden");
    const ids = idsOf(drawCharts(CASES["no groups"] as AuditFile));
    for (const id of ["group-rates", "impact-ratios", "burden", "contested-by-group", "distances", "sensitivity"]) {
      expect(ids).not.toContain(id);
    }
    expect(ids).toContain("agreement");
  });

  it("no impact ratios with one group, whose rate is still shown and called insufficient", () => {
    const drawn = drawCharts(CASES["one person"] as AuditFile);
    expect(idsOf(drawn)).not.toContain("impact-ratios");
    const rates = drawn.find(({ id }) => id === "group-rates")?.svg;
    expect(rates).toContain("insufficient (n = 1)");
  });

  it("names every group where there are twelve", () => {
    const rates = drawCharts(CASES["twelve groups"] as AuditFile).find(({ id }) => id === "group-rates")?.svg ?? "";
    for (const { group } of TWELVE) expect(rates).toContain(`\u2068${group}\u2069`);
  });

  it("writes names as text, long ones cut", () => {
    const rates =
      drawCharts(CASES["names of all kinds"] as AuditFile).find(({ id }) => id === "group-rates")?.svg ?? "";
    expect(rates).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(rates).toContain("&amp;amp;");
    expect(rates).toContain("שלום (א)");
    expect(rates).toMatch(/x{10,60}…/);
    expect(rates).not.toMatch(/x{80}/);
  });

  it("draws no band and no prototypes where they could not be computed", () => {
    const file = CASES["everything"] as AuditFile;
    const failed = { failure: { code: "NOT_FINITE", message: "no" } } as const;
    const drawn = drawCharts({
      ...file,
      identification: { ...file.identification, band: failed, lens: failed, abstention: [] },
      drawing: { ...file.drawing, projection: { ...file.drawing.projection, prototypes: null, boundary: null } },
    });
    expect(idsOf(drawn)).not.toContain("band");
    expect(idsOf(drawn)).not.toContain("abstention");
    expect(drawn.find(({ id }) => id === "projection")?.svg).not.toContain("prototype");
    expect(drawn.find(({ id }) => id === "determined")?.svg).not.toContain("mixing weights");
  });

  it("draws points far away at the edge, and says when the boundary crosses no part of the frame", () => {
    const file = CASES["everything"] as AuditFile;
    const { projection } = file.drawing;
    const draw = (changed: Partial<typeof projection>) => {
      const drawing = { ...file.drawing, projection: { ...projection, ...changed } };
      return drawCharts({ ...file, drawing }).find(({ id }) => id === "projection")?.svg ?? "";
    };
    const boundary = [
      [0, -1e3],
      [0, 1e3],
    ] as const;
    expect(draw({ boundary })).toContain("boundary of RECAST");
    expect(draw({ boundary })).not.toContain("does not cross");
    for (const x of [1e5, -1e5]) {
      expect(
        draw({
          boundary: [
            [x, 0],
            [x, 1],
          ],
        }),
      ).toContain("the boundary of RECAST does not cross this frame");
      expect(
        draw({
          boundary: [
            [0, x],
            [1, x],
          ],
        }),
      ).toContain("the boundary of RECAST does not cross this frame");
    }
    expect(draw({})).not.toContain("further out");
    expect(draw({ letters: [...projection.letters, [1e6, 1e6]] })).toContain(
      "1 point lies further out than the edge it is drawn at",
    );
  });

  it("draws one point, and all points in one place", () => {
    const file = CASES["everything"] as AuditFile;
    const nobody = { rejected: [], accepted: [], letters: [], prototypes: null, boundary: null };
    for (const rejected of [[[3, 3]], Array.from({ length: 60 }, () => [3, 3] as const)] as const) {
      const projection = {
        ...file.drawing.projection,
        ...nobody,
        rejected: rejected as readonly (readonly [number, number])[],
      };
      const drawn = drawCharts({ ...file, drawing: { ...file.drawing, projection } });
      expect(drawn.find(({ id }) => id === "projection")?.svg).not.toMatch(/NaN|Infinity/);
    }
    const drawing = { ...file.drawing, projection: { ...file.drawing.projection, ...nobody } };
    expect(idsOf(drawCharts({ ...file, drawing }))).not.toContain("projection");
  });

  it("keeps the largest of many rows, in their order, and says how many are left out", () => {
    const file = CASES["everything"] as AuditFile;
    const [chance, variant] = file.sensitivity?.variants ?? [];
    if (chance === undefined || variant === undefined || file.sensitivity === null)
      throw new Error("the sample has no sensitivity");
    const changes = Array.from({ length: 20 }, (_, k) => (k < 14 ? 0.01 : k / 100));
    const variants = changes.map((changed, k) => ({ ...variant, name: `choice ${k};`, changed }));
    const drawn = drawCharts({ ...file, sensitivity: { ...file.sensitivity, variants: [chance, ...variants] } });
    const svg = drawn.find(({ id }) => id === "sensitivity")?.svg ?? "";
    expect(svg).toContain(chance.name);
    expect([...svg.matchAll(/choice (\d+);/g)].map(([, k]) => Number(k))).toEqual([0, 1, 14, 15, 16, 17, 18, 19]);
    expect(svg).toContain("12 smaller in the table");
  });

  it("draws a category's mean scores as rows, and no curve over a single value", () => {
    const file = CASES["everything"] as AuditFile;
    const point = (value: string | number, score: number) => ({ value, score, accepted: 0.5 });
    const partialDependence = [
      { feature: "region", type: "category", points: [point("north", 0.25), point("<south>", 0.5)] },
      { feature: "age", type: "number", points: [point(3, 0.4)] },
      { feature: "income", type: "number", points: [point(3, 0.4), point(3, 0.4)] },
      { feature: "years", type: "number", points: [point(-1234567, 0.4), point(1234567, 0.6)] },
    ] as const;
    const drawn = drawCharts({ ...file, attributions: { ...file.attributions, partialDependence } }).filter(
      ({ id }) => id === "partial-dependence",
    );
    expect(drawn.map(({ subject }) => subject)).toEqual(["region", "years"]);
    expect(drawn[0]?.svg).toContain("\u2068&lt;south&gt;\u2069");
    expect(drawn[0]?.svg).toContain(">0.25</text>");
    expect(drawn[1]?.svg).toContain("−1,000,000</text>");
  });

  it("ends an interval that goes on beyond the axis in an arrow", () => {
    const file = CASES["twelve groups"] as AuditFile;
    const ratios = (impactRatio: { value: number; low: number; high: number }) => {
      const attributes = file.facts.attributes.map((entry) => ({
        ...entry,
        groups: entry.groups.map((group, k) => (k === 0 ? { ...group, impactRatio } : group)),
      }));
      return (
        drawCharts({ ...file, facts: { ...file.facts, attributes } }).find(({ id }) => id === "impact-ratios")?.svg ??
        ""
      );
    };
    expect(ratios({ value: 0.5, low: 0.4, high: 0.6 })).not.toContain("▸");
    expect(ratios({ value: 1.5, low: 0.4, high: 40 })).toContain("▸");
    expect(ratios({ value: 30, low: 20, high: 40 })).toContain(">30.00</text>");
  });

  it("draws what is known of letters, and no burden where no group has any", () => {
    const file = CASES["everything"] as AuditFile;
    const burdens = (kept: (k: number) => boolean) => {
      const letters = file.letters && {
        ...file.letters,
        burden: file.letters.burden.map((entry) => ({
          ...entry,
          groups: entry.groups.map((group, k) => (kept(k) ? group : { ...group, letters: 0, distance: null })),
        })),
      };
      return drawCharts({ ...file, letters }).filter(({ id }) => id === "burden");
    };
    expect(burdens((k) => k === 0)[0]?.svg).toContain("insufficient (n = 0)");
    expect(burdens(() => false)).toEqual([]);
  });

  it("says which method was not measured", () => {
    const file = CASES["everything"] as AuditFile;
    const methods = file.methods.map((entry, k) => (k === 1 ? { ...entry, agreement: null } : entry));
    const agreement = (changed: AuditFile) => drawCharts(changed).find(({ id }) => id === "agreement")?.svg;
    expect(agreement({ ...file, methods })).toContain("not measured");
    expect(agreement({ ...file, methods: methods.map((entry) => ({ ...entry, agreement: null })) })).toBeUndefined();
  });

  it("draws weighted rates where there are weights", () => {
    const weighted = drawCharts(CASES["everything"] as AuditFile).find(({ id }) => id === "group-rates")?.svg;
    expect(weighted).toContain("weighted share");
    const plain = drawCharts(CASES["no letters"] as AuditFile).find(({ id }) => id === "group-rates")?.svg;
    expect(plain).not.toContain("weighted share");
  });
});

describe("CHART_STYLE", () => {
  it("sets every colour that charts ask for, on light and on dark paper", () => {
    const used = new Set(
      drawCharts(CASES["everything"] as AuditFile).flatMap(({ svg }) =>
        [...svg.matchAll(/var\((--chart-[a-z]+)/g)].map(([, name]) => name),
      ),
    );
    expect(used.size).toBeGreaterThan(5);
    for (const name of used) expect(CHART_STYLE.split(`${name}:#`)).toHaveLength(3);
  });
});

describe("the places in charts", () => {
  it("are where the values say: a rate's dot as far along the track as the rate", () => {
    const groups = [
      { group: "a", n: 100, favourable: 25 },
      { group: "b", n: 100, favourable: 75 },
    ];
    const file = sampleAudit({ attributes: [{ attribute: "sex", groups }] });
    const svg = drawCharts(file).find(({ id }) => id === "group-rates")?.svg ?? "";
    expect(numbersOf(svg, "circle", "cx")).toEqual([8 + 424 * 0.25, 8 + 424 * 0.75]);
    const [first = 0, second = 0] = numbersOf(svg, "circle", "cy");
    expect(second).toBeGreaterThan(first);
  });
});

describe("shortName", () => {
  it("cuts a name and keeps its direction of writing", () => {
    expect(shortName("two\n  lines\t", 200, 13)).toBe("\u2068two lines\u2069");
    expect(shortName("a".repeat(100), 120, 13)).toMatch(/^\u2068a+…\u2069$/);
  });
});
