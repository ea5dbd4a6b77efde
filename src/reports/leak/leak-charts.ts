import { percent, points } from "../../document/format.js";
import { linearAxis, shareAxis } from "../../document/svg/axis.js";
import { colour, PAGE } from "../../document/svg/colours.js";
import { DOTTED, type Line, type LinePoint } from "../../document/svg/line-panel.js";
import type { LegendEntry, Look } from "../../document/svg/look.js";
import type { ArmName, CurvePoint, LeakFile } from "../../findings/leak-file.js";
import type { Estimate } from "../../math/interval.js";
import { greatestOf, type IntervalRow, intervalRows, type ReferenceLine } from "../charts/interval-rows.js";
import { CHART_WIDTH, lineChart } from "../charts/page-chart.js";
import { armName, fidelityOf, mitigationName, noticeName } from "./leak-words.js";

export interface LeakDrawings {
  readonly curves: string | null;
  readonly letters: string | null;
  readonly fields: string | null;
  readonly mitigations: string | null;
  readonly notices: string | null;
}

export function drawLeak(file: LeakFile): LeakDrawings {
  return {
    curves: curvesChart(file),
    letters: lettersChart(file),
    fields: fieldsChart(file),
    mitigations: mitigationsChart(file),
    notices: noticesChart(file),
  };
}

const LOOKS: Readonly<Record<ArmName, Look>> = {
  letters: { colour: colour("mark"), shape: "circle", dash: "", r: 3.5 },
  "no-letters": { colour: colour("rejected"), shape: "square", dash: "6 3", r: 3.5 },
  recast: { colour: colour("letters"), shape: "triangle", dash: "", hollow: true, r: 3.5 },
  ridge: { colour: colour("open"), shape: "diamond", dash: "2 3", hollow: true, r: 3.5 },
};

/** Shows intervals only for the two curves that are compared; the others' would cover them. */
function lineOf(arm: ArmName, given: readonly CurvePoint[], across: "n" | "letters"): Line {
  const look = LOOKS[arm];
  const points = given.flatMap(({ fidelity, [across]: x }): LinePoint[] => {
    if (fidelity === null) return [];
    const { value: y, low, high } = fidelity;
    return [look.hollow === true ? { x, y } : { x, y, low, high }];
  });
  return { look, points, spread: "band" };
}

function curvesChart({ curves, majority }: LeakFile): string | null {
  const lines = curves.map(({ arm, points: all }) => lineOf(arm, all, "n"));
  if (lines.every((line) => line.points.length < 2)) return null;
  const legend: LegendEntry[] = curves.map(({ arm, method }) => ({ label: armName(arm, method), look: LOOKS[arm] }));
  legend.push({ label: "one answer for all", look: { colour: PAGE.ink, dash: DOTTED } });
  return curvePanel(lines, majority, "people of each decision", legend);
}

function lettersChart({ letterCurve, majority }: LeakFile): string | null {
  const line = lineOf("letters", letterCurve.points, "letters");
  return line.points.length < 2 ? null : curvePanel([line], majority, "letters", []);
}

function curvePanel(lines: readonly Line[], majority: number, label: string, legend: readonly LegendEntry[]): string {
  const all = lines.flatMap((line) => line.points);
  return lineChart({
    x: linearAxis([0, Math.max(...all.map(({ x }) => x))], { label }),
    y: shareAxis([...all.map(({ y, low }) => low ?? y), majority], {
      write: "percent",
      label: "Share of reference rows answered alike",
    }),
    lines,
    rules: [{ axis: "y", at: majority, colour: PAGE.ink }],
    legend,
    width: CHART_WIDTH,
    height: 220,
  });
}

const MOST_FIELDS = 20;

function fieldsChart({ fields }: LeakFile): string | null {
  const rows = fields.slice(0, MOST_FIELDS).map(({ field, drop }): IntervalRow => {
    if (drop === null) return { name: field, note: "not known", estimate: null };
    const estimate = { value: 100 * drop.value, low: 100 * drop.low, high: 100 * drop.high };
    return { name: field, note: points(drop.value), estimate, look: drop.low > 0 ? "marked" : "plain" };
  });
  if (rows.every(({ estimate }) => estimate === null)) return null;
  const least = Math.min(0, ...rows.map(({ estimate }) => estimate?.low ?? 0));
  const axis = linearAxis([least, Math.max(5, greatestOf(rows))], {
    label: "percentage points of fidelity",
    round: true,
  });
  return intervalRows(rows, { axis, lines: [{ at: 0, text: "", side: "right" }] });
}

function mitigationsChart(file: LeakFile): string | null {
  return fidelityRows(
    file,
    file.mitigations.map((one) => ({ name: mitigationName(one), fidelity: one.fidelity })),
  );
}

function noticesChart(file: LeakFile): string | null {
  return fidelityRows(
    file,
    file.notices.map((one) => ({
      name: noticeName(one),
      fidelity: one.points.find(({ n }) => n === file.settings.at)?.fidelity ?? null,
    })),
  );
}

/** Fidelities with their intervals, beside the lines of letters as they are and of no letters. */
function fidelityRows(
  file: LeakFile,
  given: readonly { readonly name: string; readonly fidelity: Estimate | null }[],
): string | null {
  const rows = given.map(({ name, fidelity }): IntervalRow => {
    const note = fidelity === null ? "not known" : percent(fidelity.value);
    return { name, note, estimate: fidelity };
  });
  if (rows.every(({ estimate }) => estimate === null)) return null;
  const arms = [
    ["letters", "letters as they are"],
    ["no-letters", "no letters"],
  ] as const;
  const lines = arms.flatMap(([arm, text]) => {
    const fidelity = fidelityOf(file, arm);
    return fidelity === null ? [] : [{ at: fidelity.value, text }];
  });
  const lowest = lines.findIndex((line) => lines.every((other) => line.at <= other.at));
  const lows = [...rows.flatMap(({ estimate }) => estimate?.low ?? []), ...lines.map((line) => line.at)];
  return intervalRows(rows, {
    axis: shareAxis(lows, { write: "percent", label: "share of reference rows answered alike" }),
    // the words of the lower line stand at its left, so that they do not meet the other's
    lines: lines.map((line, k): ReferenceLine => ({ ...line, side: k === lowest ? "left" : "right" })),
  });
}
