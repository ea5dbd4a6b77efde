import { amount } from "../../document/format.js";
import { type Axis, linearAxis, shareAxis, valueAxis } from "../../document/svg/axis.js";
import { FILE } from "../../document/svg/colours.js";
import type { Drawn, Point } from "../../document/svg/element.js";
import { BOTTOM_AXIS, bottomAxis, type Frame, frameOf } from "../../document/svg/frame.js";
import { type Line, type LinePanelParts, linePanel, type Rule, withSpread } from "../../document/svg/line-panel.js";
import { lookDots, numberedLook } from "../../document/svg/look.js";
import { rule, rules, words } from "../../document/svg/marks.js";
import { textWidth } from "../../document/svg/text-width.js";
import { type Crossing, crossingWords, findCrossings, groupPlaces } from "./crossing.js";
import { PANEL, type PlotInput, pageSvg, panelSize, SOFT, TITLE, WIDE } from "./plot-page.js";
import type { StudySpec } from "./spec.js";
import { nameOf } from "./study-words.js";
import {
  MEASURE_WORDS,
  type MeasureName,
  type MethodSummary,
  type PlaceSummary,
  type StudySummary,
  summariseStudy,
} from "./summary.js";

/**
 * The measures of a study: with one size, a row with a dot for each method; with several, a line for each method
 * against the size, or for each data set where there are more data sets than methods. Where a study shows several
 * measures or balances, dots are grouped.
 */
export function plotMeasures(input: PlotInput): string {
  const { spec, measure } = input;
  const measures: readonly MeasureName[] = measure === "fidelity" ? (spec.measures ?? [measure]) : [measure];
  const summaries = measures.map((one) => summariseStudy(spec, input.results, { ...input, measure: one }));
  const dots = spec.sizes.length === 1 || spec.balances !== undefined || measures.length > 1;
  return dots ? dotPage(spec, summaries) : linePage(spec, summaries[0]!);
}

function dotPage(spec: StudySpec, summaries: readonly StudySummary[]): string {
  const axes = summaries.map((summary) => measureAxis(summary));
  const panels = groupPlaces(summaries[0]!.places).flatMap(([first]) =>
    summaries.map((summary, k): Drawn => {
      const own = groupPlaces(summary.places).find(([place]) => place !== undefined && sameLine(place, first!)) ?? [];
      const single = own.length === 1;
      const title = nameOf({ ...keyOf(first!), ...(single ? sizeOf(first!) : {}) });
      const groups = own.map(
        (place): DotGroup => ({ label: single ? "" : nameOf(sizeOf(place)), rows: rowsOf(summary, place) }),
      );
      return dotPanel(title, axes[k]!, groups);
    }),
  );
  const shares = spec.balances === undefined ? "" : "; shares are of rejected to accepted people";
  const across = summaries.length === 2 || panels.length === 4 ? 2 : 3;
  return pageSvg(spec, { note: `${measuredWords(spec, summaries)}${shares}`, panels, across });
}

function rowsOf({ measure, overall }: StudySummary, place: PlaceSummary): DotGroup["rows"] {
  const rows = overall.flatMap(({ method }) => {
    const own = place.methods.find((candidate) => candidate.method === method);
    return own === undefined ? [] : [{ label: method, ...own }];
  });
  if (measure !== "accuracy" || place.targetAccuracy === null) return rows;
  const target = { label: "the target", mean: place.targetAccuracy, sd: null, best: false };
  return [...rows, { ...target, published: place.publishedTargetAccuracy }];
}

function linePage(spec: StudySpec, summary: StudySummary): string {
  const many = spec.datasets.length > spec.methods.length;
  const crossings = findCrossings(spec, summary);
  const axes = { x: sizeAxis(spec), y: measureAxis(summary) };
  const groups = groupPlaces(summary.places);
  const panels = many ? methodPanels(summary, groups, axes) : placePanels(summary, groups, axes, crossings);
  const names = many ? groups.map(([place]) => lineName(spec, place!)) : summary.overall.map(({ method }) => method);
  const legend = names.map((label, number) => ({ label, look: numberedLook(number) }));
  const crossed = crossings.some((crossing) => ruleOf(crossing).length > 0) ? "; dotted: where letters are passed" : "";
  const note = `${measuredWords(spec, [summary])}${crossed}`;
  return pageSvg(spec, { note, panels, across: panels.length <= 2 ? 2 : 3, legend });
}

/** A panel for each data set, target and generator, a line for each method. */
function placePanels(
  summary: StudySummary,
  groups: readonly (readonly PlaceSummary[])[],
  axes: Pick<LinePanelParts, "x" | "y">,
  crossings: readonly Crossing[],
): Drawn[] {
  return groups.map((places) => {
    const own = crossings.filter((crossing) => sameLine(crossing, places[0]!));
    return linePanel({
      ...axes,
      title: nameOf(keyOf(places[0]!)),
      lines: summary.overall.map(({ method }, number) => lineOf(places, method, number)),
      rules: own.flatMap(ruleOf),
      notes: own.map(crossingWords),
      ...panelSize(widthOf(groups.length)),
    });
  });
}

/** A panel for each method, a line for each data set, target and generator. */
function methodPanels(
  summary: StudySummary,
  groups: readonly (readonly PlaceSummary[])[],
  axes: Pick<LinePanelParts, "x" | "y">,
): Drawn[] {
  return summary.overall.map(({ method }) =>
    linePanel({
      ...axes,
      title: method,
      lines: groups.map((places, number) => lineOf(places, method, number)),
      ...panelSize(widthOf(summary.overall.length)),
    }),
  );
}

function lineOf(places: readonly PlaceSummary[], method: string, number: number): Line {
  const known = places.flatMap(({ n, methods }) => {
    const own = methods.find((candidate) => candidate.method === method);
    return own === undefined ? [] : [{ n, own }];
  });
  return {
    look: numberedLook(number),
    points: known.flatMap(({ n, own }) => (own.mean === null ? [] : [withSpread(n, own.mean, own.sd)])),
    published: known.flatMap(({ n, own }) => (own.published === null ? [] : [{ x: n, y: own.published }])),
  };
}

/** The crossing halfway between the two sizes it lies between. */
function ruleOf({ from, before }: Crossing): Rule[] {
  return from === null || before === null ? [] : [{ axis: "x", at: Math.sqrt(before * from) }];
}

/** Panels that stand alone have more room. */
function widthOf(panels: number): number {
  return panels <= 2 ? WIDE : PANEL.width;
}

/** Sizes on a logarithmic axis where they span more than a factor of 40, else side by side. */
function sizeAxis({ sizes }: StudySpec): Axis {
  const wide = Math.max(...sizes) > 40 * Math.min(...sizes);
  return valueAxis("people per class", sizes, wide ? "logarithm" : "even");
}

/** From a tenth at or below everything drawn to 1; a margin from 0 to the largest. */
function measureAxis({ measure, places }: StudySummary): Axis {
  const methods = places.flatMap((place) => place.methods);
  const label = MEASURE_WORDS[measure];
  if (measure === "margin") {
    const most = Math.max(0, ...methods.map(({ mean, sd }) => (mean ?? 0) + (sd ?? 0)));
    return linearAxis([0, most || 1], { label, round: true });
  }
  const low = methods.flatMap(({ mean, sd, published }) => [mean === null ? 1 : mean - (sd ?? 0), published ?? 1]);
  return shareAxis(low, { label });
}

type LineKey = Pick<PlaceSummary, "dataset" | "target" | "generator">;

function keyOf({ dataset, target, generator }: LineKey): LineKey {
  return { dataset, target, generator };
}

function sameLine(a: LineKey, b: LineKey): boolean {
  return a.dataset === b.dataset && a.target === b.target && a.generator === b.generator;
}

function sizeOf({ n, balance }: PlaceSummary): Pick<PlaceSummary, "n" | "balance"> {
  return balance === undefined ? { n } : { n, balance };
}

/** The data set, with the target and generator where a study has several. */
function lineName({ targets, generators }: StudySpec, { dataset, target, generator }: PlaceSummary): string {
  return nameOf({
    dataset,
    target: targets.length > 1 ? target : undefined,
    generator: generators.length > 1 ? generator : undefined,
  });
}

/** "Mean and standard deviation of …", and what a diamond is where there is any. */
function measuredWords({ seeds }: StudySpec, summaries: readonly StudySummary[]): string {
  const words = summaries.map(({ measure }) => MEASURE_WORDS[measure]).join(" and ");
  const methods = summaries.flatMap(({ places }) => places.flatMap((place) => place.methods));
  const diamond = methods.some(({ published }) => published !== null) ? "; a diamond is the published value" : "";
  return `Mean and standard deviation of ${words} over ${amount(seeds, "seed")}${diamond}`;
}

type DotRow = Pick<MethodSummary, "mean" | "sd" | "published" | "best"> & { readonly label: string };

/** Rows under a word of their own. */
interface DotGroup {
  /** Empty where a panel has one group. */
  readonly label: string;
  readonly rows: readonly DotRow[];
}

const ROW = 17;
const TOP = 30;

/** A row for each method: the mean as a dot, the standard deviation as a line, a published value as a diamond. */
function dotPanel(title: string, axis: Axis, groups: readonly DotGroup[]): Drawn {
  const lines = groups.flatMap(({ label, rows }) => [...(label === "" ? [] : [label]), ...rows]);
  const names = lines.map((line) => textWidth(typeof line === "string" ? line : line.label, FILE.size));
  const bottom = TOP + lines.length * ROW;
  const left = Math.min(150, 14 + Math.max(40, ...names));
  const box = { left, right: PANEL.width - 8, top: TOP, bottom, theme: FILE };
  const frame = frameOf(box, axis, axis);
  const grid = axis.ticks.map(({ at }): [Point, Point] => [
    [frame.across(at), TOP - 4],
    [frame.across(at), bottom],
  ]);
  const body = [
    words([0, 14], title, TITLE),
    rules(grid, { stroke: FILE.line }),
    ...lines.map((line, k) => {
      const y = TOP + k * ROW + ROW / 2;
      return typeof line === "string"
        ? words([0, y + 4], line, { ...SOFT, "font-style": "italic" })
        : drawRow(line, y, frame);
    }),
    bottomAxis(frame, axis),
  ];
  return { width: PANEL.width, height: bottom + BOTTOM_AXIS, body: body.join("") };
}

function drawRow({ label, mean, sd, published, best }: DotRow, y: number, { left, across }: Frame): string {
  const { colour } = numberedLook(best ? 1 : 0);
  const diamond = { colour: FILE.muted, shape: "diamond", hollow: true } as const;
  return [
    words([left - 8, y + 4], label, { "text-anchor": "end", "font-weight": best ? "bold" : undefined }),
    published === null ? "" : lookDots([[across(published), y]], diamond, FILE),
    mean === null || sd === null ? "" : rule([across(mean - sd), y], [across(mean + sd), y], { stroke: colour }),
    mean === null ? "" : lookDots([[across(mean), y]], { colour, shape: "circle", r: 3.5 }, FILE),
  ].join("");
}
