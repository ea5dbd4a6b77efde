import { count } from "../../../src/document/format.js";
import type { Encoder } from "../../../src/encode/encoder.js";
import type { LiveGeometry, LivePlane, PlaneAxes } from "../../../src/measure/trust/live-geometry.js";
import { axisNames, type Bounds } from "../../../src/measure/trust/plane.js";
import { jobWords } from "../text/jobs.js";

/** A place on an axis and what is written there. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** One axis of the drawing. */
export interface Axis {
  /** The encoded column, or for a principal component those that weigh most. */
  readonly names: readonly string[];
  /** Share of the spread of all points along it. */
  readonly explained: number;
  /** In the units of the file; none on a principal component. */
  readonly ticks: readonly Tick[];
}

const LONGEST_NAME = 60;
const MARGIN = 0.07;
const MOST_TICKS = 7;
/** Part of the points that a close-up may leave out at each edge. */
const FAR = 0.04;
/** Where the close-up of an axis is shorter than this part of the whole, far points press the others together. */
const PRESSED = 0.5;

/** Both axes of a plane. */
export function axesOf(plane: LivePlane, axes: PlaneAxes, encoder: Encoder, view: Bounds): readonly [Axis, Axis] {
  const names = axisNames(plane, encoder.columns.map(shortened));
  const axis = (k: 0 | 1): Axis => {
    const explained = plane.explained[k];
    if (axes === "principal") return { names: names[k], explained, ticks: [] };
    const column = axes[k];
    const [low, high] = k === 0 ? [view.left, view.right] : [view.bottom, view.top];
    const centre = plane.centre[column] ?? 0;
    const ticks = ticksOf(encoder, column, low + centre, high + centre).map(({ at, label }) => ({
      at: at - centre,
      label,
    }));
    return { names: [shortened(encoder.columns[column] ?? "")], explained, ticks };
  };
  return [axis(0), axis(1)];
}

/** A name as long as an axis can carry: files may hold whole texts in a cell. */
function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

/** The two encoded columns, of two features if there are two, in which the classes' means lie farthest apart. */
export function tellingColumns(
  starts: ArrayLike<number>,
  [rejected, accepted]: readonly [Float64Array, Float64Array, ...unknown[]],
): readonly [number, number] {
  const apart = rejected.map((mean, k) => Math.abs(mean - accepted[k]!));
  const edges = Array.from(starts);
  const featureOf = (column: number) => edges.findLastIndex((start) => start <= column);
  const order = [...apart.keys()].sort((i, j) => apart[j]! - apart[i]! || i - j);
  const [first = 0, next = 1] = order;
  return [first, order.find((k) => featureOf(k) !== featureOf(first)) ?? next];
}

/**
 * The line a·s + b·t + c = 0 of the rule that counts letters as accepted people, as in the paper's Figure 1: a point is
 * answered like the nearer of the rejected rows, and of accepted rows and letters together. Positive on the accepted
 * side.
 */
export function naiveLine(
  { centre, axes }: LivePlane,
  { means, variances, rows }: LiveGeometry["geometry"],
  letters: number,
): readonly [number, number, number] {
  const part = letters / (rows[1] + letters);
  const pooled = means[1].map((value, k) => (1 - part) * value + part * means[2][k]!);
  const squares = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, k) => sum + (value - b[k]!) ** 2, 0);
  const spread = (1 - part) * variances[1] + part * variances[2] + part * (1 - part) * squares(means[1], means[2]);
  const along = (axis: Float64Array) =>
    axis.reduce((sum, value, k) => sum + 2 * value * (pooled[k]! - means[0][k]!), 0);
  const atCentre = squares(centre, means[0]) + variances[0] - squares(centre, pooled) - spread;
  return [along(axes[0]), along(axes[1]), atCentre];
}

/** Bounds around all but the farthest points of a plane, and around the means of the clouds. */
export function closeUpOf(live: LivePlane, means: readonly Float64Array[]): Bounds {
  const lists = [live.rejected, live.accepted, live.letters];
  const edges = ([0, 1] as const).map((k) => {
    const places = lists.flatMap((points) => Array.from(points).filter((_, i) => i % 2 === k)).sort((a, b) => a - b);
    const left = Math.floor(FAR * places.length);
    const own = means.map((mean) =>
      mean.reduce((sum, value, column) => sum + live.axes[k][column]! * (value - live.centre[column]!), 0),
    );
    return [Math.min(places[left] ?? 0, ...own), Math.max(places[places.length - 1 - left] ?? 0, ...own)] as const;
  });
  const [[left, right] = [0, 0], [bottom, top] = [0, 0]] = edges;
  return { left, right, bottom, top };
}

/** Whether few points lie so far out that the others are pressed together. */
export function isPressed({ bounds }: LivePlane, near: Bounds): boolean {
  const isShort = (part: number, whole: number) => part > 0 && part < PRESSED * whole;
  return (
    isShort(near.right - near.left, bounds.right - bounds.left) ||
    isShort(near.top - near.bottom, bounds.top - bounds.bottom)
  );
}

/** How many of the points on a plane lie outside a view. */
export function outsideOf(lists: readonly Float64Array[], { left, right, bottom, top }: Bounds): number {
  let count = 0;
  for (const points of lists) {
    for (let k = 0; k + 1 < points.length; k += 2) {
      const [s, t] = [points[k]!, points[k + 1]!];
      if (s < left || s > right || t < bottom || t > top) count++;
    }
  }
  return count;
}

/** What is shown of a plane: its points with a margin, on principal components with one scale for both axes. */
export function viewOf(bounds: Bounds, axes: PlaneAxes, aspect: number): Bounds {
  const wide = padded(bounds.left, bounds.right);
  // points on one line across: their width alone sets the scale
  const isFlat = axes === "principal" && bounds.top === bounds.bottom && bounds.right > bounds.left;
  const high = isFlat ? ([bounds.bottom - 1e-9, bounds.top + 1e-9] as const) : padded(bounds.bottom, bounds.top);
  if (axes !== "principal") return { left: wide[0], right: wide[1], bottom: high[0], top: high[1] };
  const [width, height] = [wide[1] - wide[0], high[1] - high[0]];
  const more = Math.max(width, height * aspect) / width;
  const taller = Math.max(height, width / aspect) / height;
  const [middle, centre] = [(wide[0] + wide[1]) / 2, (high[0] + high[1]) / 2];
  return {
    left: middle - (more * width) / 2,
    right: middle + (more * width) / 2,
    bottom: centre - (taller * height) / 2,
    top: centre + (taller * height) / 2,
  };
}

function padded(low: number, high: number): readonly [number, number] {
  const margin = high > low ? MARGIN * (high - low) : 1;
  return [low - margin, high + margin];
}

/** Round numbers of the file's units between two encoded values; yes and no for a category. */
function ticksOf(encoder: Encoder, column: number, low: number, high: number): Tick[] {
  const place = [...encoder.starts].findLastIndex((start) => start <= column);
  const feature = encoder.features[place];
  if (feature === undefined) return [];
  if (feature.type === "category") {
    const level = feature.levels[column - (encoder.starts[place] ?? 0)] ?? "";
    return [
      { at: 0, label: jobWords.notLevel },
      { at: 1, label: shortened(level) },
    ];
  }
  const { scale } = feature;
  if (scale.kind === "rank") return [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: `${100 * at} %` }));
  return roundNumbers(scale.center + low * scale.scale, scale.center + high * scale.scale).map((value) => ({
    at: (value - scale.center) / scale.scale,
    label: count(value),
  }));
}

/** At most eight multiples of 1, 2 or 5 times a power of ten within a range. */
export function roundNumbers(low: number, high: number): number[] {
  const range = high - low;
  if (!(range > 0 && Number.isFinite(range))) return [];
  const power = Math.floor(Math.log10(range / MOST_TICKS));
  const steps = [1, 2, 5, 10].map((k) => (power >= 0 ? k * 10 ** power : k / 10 ** -power));
  const step = steps.find((each) => range / each <= MOST_TICKS) ?? range;
  const values: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) values.push(Number((k * step).toPrecision(12)));
  return values;
}
