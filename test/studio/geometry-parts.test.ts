import { beforeAll, describe, expect, it } from "vitest";
import { fixed } from "../../src/document/format.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import { loadKernels } from "../../src/kernels/load.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import type { Matrix } from "../../src/math/matrix.js";
import { encodeClouds } from "../../src/surrogate/clouds.js";
import { fitModel } from "../../src/surrogate/model.js";
import { recast } from "../../src/surrogate/recast.js";
import { lineAcross, mappingOf, personAt, plotOf } from "../../studio/src/screens/geometry/draw.js";
import { lensLayout, lensPath } from "../../studio/src/screens/geometry/lens-layout.js";
import { nearestPerson, walkTo } from "../../studio/src/screens/geometry/people-order.js";
import { newestOnly, pictureSource, type Shown } from "../../studio/src/screens/geometry/picture-source.js";
import { percent, pictureWords } from "../../studio/src/screens/geometry/words.js";
import { jobs } from "../../studio/src/worker/geometry-jobs.js";
import {
  closeUpOf,
  isPressed,
  outsideOf,
  roundNumbers,
  tellingColumns,
  viewOf,
} from "../../studio/src/worker/geometry-plane.js";
import type { GeometryOverview } from "../../studio/src/worker/measured-geometry.js";
import { newSession, type OpenedAudit, type Session } from "../../studio/src/worker/session.js";

const still = { lambda: null, blur: 0, gamma: 0.5 } as const;

describe("newestOnly(ask)", () => {
  it("asks one at a time, and of those that wait only the newest", async () => {
    const asked: number[] = [];
    const answered: number[] = [];
    const open: (() => void)[] = [];
    const ask = (question: number) => {
      asked.push(question);
      return new Promise<number>((resolve) => open.push(() => resolve(question)));
    };
    const want = newestOnly(
      ask,
      (answer) => answered.push(answer),
      () => undefined,
    );
    for (const question of [1, 2, 3, 4]) want(question);
    expect(asked).toEqual([1]);
    open.shift()?.();
    await settle();
    expect([asked, answered]).toEqual([[1, 4], [1]]);
    open.shift()?.();
    await settle();
    expect([asked, answered]).toEqual([
      [1, 4],
      [1, 4],
    ]);
  });

  it("goes on after a failure, and says it", async () => {
    const failures: unknown[] = [];
    const answered: number[] = [];
    const ask = (question: number) => (question === 1 ? Promise.reject(new Error("no")) : Promise.resolve(question));
    const want = newestOnly(
      ask,
      (answer) => answered.push(answer),
      (error) => failures.push(error),
    );
    want(1);
    want(2);
    await settle();
    expect([answered, failures.length]).toEqual([[2], 1]);
  });
});

describe("lensLayout(distances)", () => {
  const given = { radii: [1, 1.5], betweenClasses: 1.7, epsilon: [0.1, 0.2], lambda: [0.4, 0.25] } as const;
  const { classes, letters, prototypes, large, small } = lensLayout(given);
  const apart = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
  const scale = large[0];

  it("draws the triangle and the prototypes to scale", () => {
    expect(apart(classes[0], letters)).toBeCloseTo(scale, 9);
    expect(apart(classes[1], letters)).toBeCloseTo(1.5 * scale, 9);
    expect(apart(classes[0], classes[1])).toBeCloseTo(1.7 * scale, 9);
    expect(apart(classes[0], prototypes[0])).toBeCloseTo(0.4 * scale, 9);
    expect(apart(letters, prototypes[1])).toBeCloseTo(0.75 * 1.5 * scale, 9);
    expect(small[1]).toBeCloseTo(0.2 * scale, 9);
  });

  it("stays within its field, also for clouds in one place", () => {
    for (const { radii, betweenClasses } of [
      given,
      { radii: [0, 1], betweenClasses: 1 },
      { radii: [2, 1], betweenClasses: 0.5 },
    ]) {
      const drawn = lensLayout({ ...given, radii: radii as [number, number], betweenClasses });
      for (const { x, y } of [...drawn.classes, drawn.letters, ...drawn.prototypes]) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(100);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(drawn.height);
      }
    }
  });

  it("gives a lens whose corners lie on both circles, and none for circles apart or one inside the other", () => {
    const [p, q] = [
      { x: 10, y: 10 },
      { x: 14, y: 13 },
    ];
    const path = lensPath(p, 3, q, 4);
    const corners = [...path.matchAll(/(?:M|0 [01] 0 )(\S+) ([\d.-]+)/g)].map(([, x, y]) => ({
      x: Number(x),
      y: Number(y),
    }));
    expect(corners.length).toBe(3);
    for (const corner of corners) {
      expect(apart(corner, p)).toBeCloseTo(3, 2);
      expect(apart(corner, q)).toBeCloseTo(4, 2);
    }
    expect(lensPath(p, 1, q, 2)).toBe("");
    expect(lensPath(p, 1, q, 9)).toBe("");
  });
});

describe("drawing", () => {
  it("cuts a line at the edges of the view", () => {
    const view = { left: -1, right: 1, bottom: -2, top: 2 };
    expect(lineAcross([1, 0, -0.5], view)).toEqual([0.5, -2, 0.5, 2]);
    expect(lineAcross([0, 2, -2], view)).toEqual([-1, 1, 1, 1]);
    expect(lineAcross([1, 1, -9], view)).toBeNull();
    expect(lineAcross([0, 0, 1], view)).toBeNull();
  });

  it("maps the view onto the plot, upwards", () => {
    const plot = plotOf(500, 400, true);
    const { x, y } = mappingOf({ left: 0, right: 1, bottom: 0, top: 1 }, plot);
    expect([x(0), x(1)]).toEqual([plot.left, plot.left + plot.width]);
    expect([y(0), y(1)]).toEqual([plot.top + plot.height, plot.top]);
  });

  it("writes numbers with a true minus and none on zero", () => {
    expect([fixed(-0.001, 2), fixed(-1.5, 1), percent(0.456), percent(0.031), percent(0)]).toEqual([
      "0.00",
      "−1.5",
      "46 %",
      "3.1 %",
      "0 %",
    ]);
  });

  it("finds round numbers for the ticks", () => {
    expect(roundNumbers(-1, 11)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(roundNumbers(0.12, 0.31)).toEqual([0.15, 0.2, 0.25, 0.3]);
    expect(roundNumbers(3, 3)).toEqual([]);
  });
});

describe("the jobs of the geometry", () => {
  let session: Session;
  let overview: GeometryOverview;

  beforeAll(async () => {
    session = newSession();
    session.opened = await openedCase(80);
    const opened = await jobs.open(session, null);
    if (opened.kind !== "geometry") throw new Error(opened.kind);
    overview = opened;
  });

  it("says what is there", () => {
    expect(overview.rejected + overview.accepted).toBe(80);
    expect(overview.people).toHaveLength(80);
    expect(new Set(overview.people.map(({ row }) => row)).size).toBe(80);
    expect(overview.method).toBe("recast");
    expect(overview.columns).toContain("income");
    expect(overview.betweenClasses).toBeLessThanOrEqual(overview.radii[0] + overview.radii[1]);
  });

  it("tells each drawn person's own margin", async () => {
    const { model, evidence } = session.opened!;
    const joined = joinEvidence(evidence!.decisions, evidence!.letters);
    await jobs.plane(session, { axes: "principal", aspect: 1.5, isCloseUp: false });
    const { margins, lambda } = await jobs.frame(session, { settings: still, wantsRegion: false });
    const own = model!.margins(joined.observations);
    overview.people.forEach(({ row }, k) => {
      const i = evidence!.decisions.rowNumbers.indexOf(row);
      expect(margins[k]).toBeCloseTo(own[i]!, 5);
      expect(joined.decisions[i]).toBe(k < overview.drawn[0] ? 0 : 1);
    });
    expect(lambda[0]).toBeGreaterThan(0);
  });

  it("counts of everybody who is accepted, and who gets the decision they got", async () => {
    const { model, evidence } = session.opened!;
    const joined = joinEvidence(evidence!.decisions, evidence!.letters);
    await jobs.plane(session, { axes: "principal", aspect: 1.5, isCloseUp: false });
    const frame = await jobs.frame(session, { settings: still, wantsRegion: true });
    const answers = Array.from(model!.margins(joined.observations), (margin) => (margin >= 0 ? 1 : 0));
    const accepting = answers.filter((answer) => answer === 1).length;
    const agreeing = answers.filter((answer, i) => answer === joined.decisions[i]).length;
    expect([frame.accepting, frame.agreeing, frame.observed]).toEqual([accepting, agreeing, 80]);
    const plane = await jobs.plane(session, { axes: "principal", aspect: 1.5, isCloseUp: false });
    const wanted = { axes: "principal", aspect: 1.5, isCloseUp: false, settings: still } as const;
    const words = pictureWords({ ...overview, letters: 1 }, { wanted, plane, frame, region: frame.region! });
    expect(words).toContain(
      `accepts ${accepting} of the 80 observed people, and gives ${agreeing} of them the decision they got`,
    );
    expect(words).toContain("and 1 letter (crosses)");
  });

  it("begins with two features in which the classes differ, not with two values of one", () => {
    const starts = Int32Array.of(0, 1, 3);
    const means = [Float64Array.of(0, 0.9, 0.1, 0), Float64Array.of(0.1, 0.1, 0.9, 0.3)] as const;
    expect(tellingColumns(starts, means)).toEqual([1, 3]);
    expect(tellingColumns(Int32Array.of(0), [Float64Array.of(1, 0), Float64Array.of(0, 1)])).toEqual([0, 1]);
    const [first, second] = overview.telling.map((column) => overview.columns[column]?.split("=")[0]);
    expect(first).not.toBe(second);
  });

  it("places the line of letters counted as accepted people where distances to both clouds are equal", async () => {
    const { model, evidence } = session.opened!;
    const clouds = encodeClouds(model!.encoder, joinEvidence(evidence!.decisions, evidence!.letters));
    const columns = [overview.columns.indexOf("income"), overview.columns.indexOf("savings")] as const;
    const { naive } = await jobs.plane(session, { axes: columns, aspect: 1, isCloseUp: false });
    const rowsOf = ({ values, rows, columns: d }: Matrix) =>
      Array.from({ length: rows }, (_, i) => values.slice(i * d, (i + 1) * d));
    const rejected = rowsOf(clouds.rejected);
    const others = [...rowsOf(clouds.accepted), ...rowsOf(clouds.counterfactual)];
    const everybody = [...rejected, ...others];
    const centre = everybody[0]!.map((_, k) => everybody.reduce((sum, row) => sum + row[k]!, 0) / everybody.length);
    const meanSquare = (point: Float64Array, cloud: readonly Float64Array[]) =>
      cloud.reduce((sum, row) => sum + row.reduce((own, value, k) => own + (value - point[k]!) ** 2, 0), 0) /
      cloud.length;
    for (const [s, t] of [
      [0, 0],
      [1, 0],
      [-0.5, 2],
    ] as const) {
      const point = centre.map((value, k) => value + (k === columns[0] ? s : k === columns[1] ? t : 0));
      const expected = meanSquare(point, rejected) - meanSquare(point, others);
      expect(naive[0] * s + naive[1] * t + naive[2]).toBeCloseTo(expected, 9);
    }
  });

  it("keeps one scale on principal components and gives ticks on features", async () => {
    const plane = await jobs.plane(session, { axes: "principal", aspect: 2, isCloseUp: false });
    const { left, right, bottom, top } = plane.view;
    expect((right - left) / (top - bottom)).toBeCloseTo(2, 9);
    expect(plane.axes[0].ticks).toEqual([]);
    const income = overview.columns.indexOf("income");
    const tenant = overview.columns.indexOf("housing=tenant");
    const features = await jobs.plane(session, { axes: [income, tenant], aspect: 2, isCloseUp: false });
    expect(features.axes[0].names).toEqual(["income"]);
    expect(features.axes[0].ticks.length).toBeGreaterThan(3);
    expect(features.axes[0].ticks[0]?.label).toMatch(/^\d{1,3}(,\d{3})*$/);
    expect(features.axes[1].ticks.map(({ label }) => label)).toEqual(["other", "tenant"]);
    expect(features.number).toBe(plane.number + 1);
  });

  it("gives everything away that it sends, and the region only when asked", async () => {
    await jobs.plane(session, { axes: "principal", aspect: 1.5, isCloseUp: false });
    const asked = await jobs.frame(session, { settings: { ...still, blur: 0.2 }, wantsRegion: true });
    const again = await jobs.frame(session, { settings: { ...still, lambda: [0.1, 0.1] }, wantsRegion: false });
    expect(asked.region?.settled).toHaveLength(asked.region!.columns * asked.region!.rows);
    expect(again.region).toBeNull();
    expect(again.lambda).toEqual([0.1, 0.1]);
    for (const array of [asked.path, asked.at, asked.midpoint, asked.margins, asked.centres, ...asked.support]) {
      expect(asked.transfer).toContain(array.buffer);
    }
  });

  it("asks for a plane and a region only when they changed", async () => {
    const calls: string[] = [];
    const shown: Shown[] = [];
    const call = ((_: string, job: "plane" | "frame", args: never) => {
      calls.push(job === "frame" ? `frame${(args as { wantsRegion: boolean }).wantsRegion ? " and region" : ""}` : job);
      return (jobs[job] as (session: Session, args: never) => Promise<unknown>)(session, args);
    }) as never;
    const want = pictureSource(
      { call },
      (next) => shown.push(next),
      (error) => {
        throw error;
      },
    );
    for (const settings of [still, { ...still, lambda: [0.2, 0.3] }, { ...still, blur: 0.1 }] as const) {
      want({ axes: "principal", aspect: 1.5, isCloseUp: false, settings });
      await settle(20);
    }
    want({ axes: [0, 1], aspect: 1.5, isCloseUp: false, settings: still });
    await settle(20);
    expect(calls).toEqual(["plane", "frame and region", "frame", "frame and region", "plane", "frame and region"]);
    expect(shown).toHaveLength(4);
    expect(shown[1]?.region).toBe(shown[0]?.region);
    const words = pictureWords(overview, shown[1]!);
    expect(words).toContain("λ₀ is 0.200 and λ₁ 0.300, set by hand; transport is exact.");
    expect(pictureWords(overview, shown[2]!)).toContain("by the formula; the blur is 0.10.");
  });

  it("asks again for its plane when the worker was asked for another one meanwhile", async () => {
    const shown: Shown[] = [];
    const call = ((_: string, job: "plane" | "frame", args: never) =>
      (jobs[job] as (session: Session, args: never) => Promise<unknown>)(session, args)) as never;
    const want = pictureSource(
      { call },
      (next) => shown.push(next),
      (error) => {
        throw error;
      },
    );
    want({ axes: "principal", aspect: 1.5, isCloseUp: false, settings: still });
    await settle(20);
    await jobs.plane(session, { axes: [0, 1], aspect: 1.5, isCloseUp: false });
    want({ axes: "principal", aspect: 1.5, isCloseUp: false, settings: { ...still, lambda: [0.2, 0.3] } });
    await settle(40);
    expect(shown).toHaveLength(2);
    expect(shown[1]?.frame.plane).toBe(shown[1]?.plane.number);
    expect(shown[1]?.plane.view).toEqual(shown[0]?.plane.view);
    expect(shown[1]?.plane.number).toBeGreaterThan(shown[0]?.plane.number ?? 0);
  });

  it("walks through everybody, across and upwards", async () => {
    const plane = await jobs.plane(session, { axes: "principal", aspect: 1.5, isCloseUp: false });
    const frame = await jobs.frame(session, { settings: still, wantsRegion: true });
    const wanted = { axes: "principal", aspect: 1.5, isCloseUp: false, settings: still } as const;
    const shown: Shown = { wanted, plane, frame, region: frame.region! };
    for (const [step, axis] of [
      ["right", 0],
      ["up", 1],
    ] as const) {
      const order = Array.from({ length: 80 }, (_, k) => k).sort(
        (i, j) => personAt(shown, i)![axis] - personAt(shown, j)![axis] || i - j,
      );
      order.slice(1).forEach((person, k) => {
        expect(walkTo(shown, order[k]!, step)).toBe(person);
      });
      expect(walkTo(shown, order.at(-1)!, step)).toBe(order.at(-1));
    }
    expect(walkTo(shown, 5, "first")).toBe(walkTo(shown, -1, "left"));
    const mapping = { x: (s: number) => 100 * s, y: (t: number) => -100 * t };
    const [s, t] = personAt(shown, 7)!;
    const found = personAt(shown, nearestPerson(shown, mapping, [100 * s + 1, -100 * t], 20))!;
    expect(Math.hypot(100 * (found[0] - s), 100 * (found[1] - t))).toBeLessThan(2.1);
    expect(nearestPerson(shown, mapping, [1e6, 0], 20)).toBe(-1);
  });

  it("pads the view of a plane without width", () => {
    const bounds = { left: 2, right: 2, bottom: 0, top: 1 };
    const view = viewOf(bounds, [0, 1], 1);
    expect(view).toEqual({ left: 1, right: 3, bottom: -0.07, top: 1.07 });
    const flat = viewOf({ left: 0, right: 1, bottom: 0, top: 0 }, "principal", 2);
    expect(flat.left).toBeCloseTo(-0.07, 9);
    expect(flat.right).toBeCloseTo(1.07, 9);
    expect(flat.top - flat.bottom).toBeCloseTo(0.57, 9);
  });

  it("leaves out the few points that press the others together, and counts them", async () => {
    const near = Float64Array.from({ length: 100 }, (_, k) => Math.floor(k / 2) / 50);
    const live = {
      axes: [Float64Array.of(1, 0), Float64Array.of(0, 1)],
      centre: Float64Array.of(0, 0),
      rejected: near,
      accepted: Float64Array.from(near, (place, k) => (k < 2 ? 30 : place)),
      letters: near,
      bounds: { left: 0, right: 30, bottom: 0, top: 30 },
    } as never;
    const middle = closeUpOf(live, [Float64Array.of(0.5, 0.5), Float64Array.of(0.5, 2)]);
    expect(middle.right).toBeLessThan(1);
    expect(middle.top).toBe(2); // a mean stays in sight
    expect(isPressed(live, middle)).toBe(true);
    expect(outsideOf([near, Float64Array.of(30, 30)], middle)).toBeGreaterThan(0);
    const all = await jobs.plane(session, { axes: "principal", aspect: 1.5, isCloseUp: false });
    const part = await jobs.plane(session, { axes: "principal", aspect: 1.5, isCloseUp: true });
    expect(all.outside).toBe(0);
    expect(part.view.right - part.view.left).toBeLessThan(all.view.right - all.view.left);
    expect(part.outside).toBeGreaterThan(0);
    expect(part.outside).toBeLessThan(0.2 * (80 + overview.letters));
  });

  it("says why there is nothing to draw", async () => {
    const { opened } = session;
    const kindOf = async (change: Partial<OpenedAudit> | null) => {
      const other = newSession();
      other.opened = change && { ...opened!, ...change };
      return (await jobs.open(other, null)).kind;
    };
    expect(await kindOf(null)).toBe("no audit");
    expect(await kindOf({ model: null })).toBe("no model");
    expect(await kindOf({ evidence: null })).toBe("no evidence");
    expect(await kindOf({ evidence: { ...opened!.evidence!, letters: null } })).toBe("no letters");
  });
});

/** What the geometry needs of an open audit. */
async function openedCase(people: number): Promise<OpenedAudit> {
  const demo = demoLending(3, { people, population: 10 });
  const decisions = parseDecisions(demo.decisionsCsv, { decision: "decision", favourable: "granted", id: "id" });
  const letters = parseLetters(demo.lettersCsv, decisions, { id: "id" });
  const model = fitModel(joinEvidence(decisions, letters), recast(), await loadKernels());
  const sources = { decisions: null, letters: null, population: null };
  return { model, evidence: { sources, decisions, letters, population: null } } as unknown as OpenedAudit;
}

/** Lets promises that are due be kept. */
function settle(turns = 3): Promise<void> {
  return new Promise((resolve) => {
    let left = turns;
    const next = () => (left-- > 0 ? setTimeout(next, 0) : resolve());
    next();
  });
}
