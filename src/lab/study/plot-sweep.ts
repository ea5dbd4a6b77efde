import { amount, fixed } from "../../document/format.js";
import { linearAxis, shareAxis, valueAxis } from "../../document/svg/axis.js";
import { FILE } from "../../document/svg/colours.js";
import type { Drawn } from "../../document/svg/element.js";
import { BOTTOM_AXIS } from "../../document/svg/frame.js";
import { linePanel, withSpread } from "../../document/svg/line-panel.js";
import { numberedLook } from "../../document/svg/look.js";
import { bar, words } from "../../document/svg/marks.js";
import { textWidth } from "../../document/svg/text-width.js";
import { MIDDLE, PANEL, type PlotInput, pageSvg, panelSize, SOFT, TITLE, WIDE } from "./plot-page.js";
import type { MethodEntry, StudySpec } from "./spec.js";
import { nameOf } from "./study-words.js";
import { MEASURE_WORDS, type MeasureName, type StudySummary, summariseStudy } from "./summary.js";

/** Options of one method that a study varies. */
export interface Sweep {
  /** Names of the options, the one with most values last. */
  readonly options: readonly string[];
  readonly entries: readonly MethodEntry[];
  /** The value of an option of an entry. */
  valueOf(entry: MethodEntry, option: string): number;
}

/** The options a study varies, null for none: at least three entries of one method that differ in numbers above 0. */
export function sweepOf({ methods }: StudySpec): Sweep | null {
  const [first] = methods;
  if (first === undefined || methods.length < 3 || methods.some(({ method }) => method !== first.method)) return null;
  const names = [...new Set(methods.flatMap(({ options }) => Object.keys(options)))];
  const values = (name: string) => new Set(methods.map(({ options }) => options[name]));
  const varied = names.filter((name) => values(name).size > 1);
  const positive = (value: unknown) => typeof value === "number" && value > 0;
  if (varied.length === 0 || !varied.every((name) => [...values(name)].every(positive))) return null;
  return {
    options: varied.sort((a, b) => values(a).size - values(b).size || (a < b ? -1 : 1)),
    entries: methods,
    valueOf: (entry, option) => entry.options[option] as number, // checked above
  };
}

/** Measures against the option that is varied, one panel each; with two options or more, tables of shaded cells. */
export function plotSweep(input: PlotInput, sweep: Sweep): string {
  const { spec, results, published } = input;
  const measures: readonly MeasureName[] = spec.measures ?? [input.measure];
  const summaries = measures.map((measure) => summariseStudy(spec, results, { measure, published }));
  const single = sweep.options.length === 1;
  const panels = summaries.flatMap((summary) => (single ? linePanels(summary, sweep) : heatPanels(summary, sweep)));
  const names = measures.map((measure) => MEASURE_WORDS[measure]).join(" and ");
  const note = `Mean${single ? " and standard deviation" : ""} of ${names} over ${amount(spec.seeds, "seed")}`;
  return pageSvg(spec, { note, panels, across: single ? 2 : 3 });
}

function linePanels({ measure, places }: StudySummary, sweep: Sweep): Drawn[] {
  const [option = ""] = sweep.options;
  const entries = sweep.entries.toSorted((a, b) => sweep.valueOf(a, option) - sweep.valueOf(b, option));
  const all = places.flatMap(({ methods }) => methods);
  const lows = all.flatMap(({ mean, sd }) => (mean === null ? [] : [mean - (sd ?? 0)]));
  const ours = Math.max(0, ...all.map(({ mean, sd }) => (mean ?? 0) + (sd ?? 0)));
  const drawable = (value: number) => value <= 3 * ours; // a value in other units would flatten the line
  const high = Math.max(ours, ...all.flatMap(({ published }) => published ?? []).filter(drawable));
  const words = MEASURE_WORDS[measure];
  const values = entries.map((entry) => sweep.valueOf(entry, option));
  return places.map((place) => {
    const known = entries.flatMap((entry) => {
      const own = place.methods.find(({ method }) => method === entry.name);
      return own === undefined ? [] : [{ x: sweep.valueOf(entry, option), own }];
    });
    const points = known.flatMap(({ x, own }) => (own.mean === null ? [] : [withSpread(x, own.mean, own.sd)]));
    const published = known.flatMap(({ x, own }) => (own.published === null ? [] : [{ x, y: own.published }]));
    const beyond = published.filter(({ y }) => !drawable(y)).map(({ x, y }) => `${y} at ${option} ${x}`);
    return linePanel({
      title: `${nameOf(place)}: ${words}`,
      x: valueAxis(option, values, "logarithm"),
      y:
        measure === "margin"
          ? linearAxis([0, high || 1], { label: words, round: true })
          : shareAxis(lows, { label: words }),
      lines: [
        {
          look: numberedLook(measure === "margin" ? 1 : 0),
          points,
          published: published.filter(({ y }) => drawable(y)),
        },
      ],
      notes: beyond.length === 0 ? [] : [`published, far beyond the axis: ${beyond.join(", ")}`],
      ...panelSize(WIDE),
    });
  });
}

/** One table for each value of all options but the last two: the last runs across, the one before down. */
function heatPanels({ places }: StudySummary, sweep: Sweep): Drawn[] {
  const [across = "", down = "", ...rest] = sweep.options.toReversed();
  const distinct = (option: string) =>
    [...new Set(sweep.entries.map((entry) => sweep.valueOf(entry, option)))].sort((a, b) => a - b);
  const tableOf = (entry: MethodEntry) => rest.map((option) => `${option} ${sweep.valueOf(entry, option)}`).join(", ");
  const tables = [...new Set(sweep.entries.map(tableOf))];
  const drawn = places.flatMap((place) =>
    tables.map((name) => ({
      title: [nameOf(place), name].filter((part) => part !== "").join(", "),
      cells: distinct(down).map((y) =>
        distinct(across).map((x) => {
          const entry = sweep.entries.find(
            (own) => tableOf(own) === name && sweep.valueOf(own, across) === x && sweep.valueOf(own, down) === y,
          );
          return place.methods.find(({ method }) => method === entry?.name)?.mean ?? null;
        }),
      ),
    })),
  );
  const known = drawn.flatMap(({ cells }) => cells.flat()).filter((value) => value !== null);
  const range = { low: Math.min(...known), high: Math.max(...known) };
  return drawn.map(({ title, cells }) =>
    heatPanel({
      title,
      across: { label: across, values: distinct(across) },
      down: { label: down, values: distinct(down) },
      cells,
      range,
    }),
  );
}

/** A table of shaded cells; the number stands in each, so that the shade only guides the eye. */
interface HeatPanelParts {
  readonly title: string;
  readonly across: { readonly label: string; readonly values: readonly number[] };
  readonly down: { readonly label: string; readonly values: readonly number[] };
  /** By row, then column; null where nothing was measured. */
  readonly cells: readonly (readonly (number | null)[])[];
  /** Values with the lightest and the darkest shade. */
  readonly range: { readonly low: number; readonly high: number };
}

const ROW = 26;
const TOP = 46;

function heatPanel({ title, across, down, cells, range }: HeatPanelParts): Drawn {
  const left = 12 + Math.max(...down.values.map((value) => textWidth(String(value), FILE.size)));
  const width = (PANEL.width - left) / across.values.length;
  const bottom = TOP + cells.length * ROW;
  const middleOf = (j: number) => left + (j + 0.5) * width - 1;
  const drawCell = (value: number | null, i: number, j: number) => {
    const [x, y] = [left + j * width, TOP + i * ROW];
    const share = value === null || range.high === range.low ? 0 : (value - range.low) / (range.high - range.low);
    const dark = share > 0.55 ? FILE.paper : FILE.ink;
    const text = value === null ? "–" : fixed(value, 3);
    return [
      bar([x, y], [x + width - 2, y + ROW - 2], { fill: value === null ? FILE.paper : shade(share) }),
      words([middleOf(j), y + ROW / 2 + 3], text, { ...MIDDLE, fill: dark }),
    ];
  };
  const body = [
    words([0, 14], title, TITLE),
    words([0, TOP - 8], down.label, {}),
    ...down.values.map((value, i) =>
      words([left - 8, TOP + i * ROW + ROW / 2 + 3], String(value), { ...SOFT, "text-anchor": "end" }),
    ),
    ...cells.flatMap((row, i) => row.flatMap((value, j) => drawCell(value, i, j))),
    ...across.values.map((value, j) => words([middleOf(j), bottom + 13], String(value), { ...SOFT, ...MIDDLE })),
    words([(left + PANEL.width) / 2, bottom + 29], across.label, MIDDLE),
  ];
  return { width: PANEL.width, height: bottom + BOTTOM_AXIS, body: body.join("") };
}

/** From nearly white to dark blue. */
function shade(share: number): string {
  const mix = (from: number, to: number) => Math.round(from + share * (to - from));
  return `rgb(${mix(236, 8)},${mix(243, 81)},${mix(250, 140)})`;
}
