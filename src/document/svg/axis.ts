import { scaleLinear } from "d3-scale";
import { log } from "../../math/special.js";

/** Where values stand between the two ends of an axis, and what is written beside it. */
export interface Axis {
  readonly label: string;
  readonly domain: readonly [number, number];
  readonly ticks: readonly Tick[];
  /** 0 at the low end, 1 at the high end; values beyond an end stand at it. */
  place(value: number): number;
}

/** A place on an axis, and what is written there. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** How an axis is divided. */
export interface AxisOptions {
  readonly label?: string;
  /** About how many steps. @default 5 */
  readonly about?: number;
  /** Shares are written as percentages. @default "number" */
  readonly write?: "number" | "percent";
  /** Whether the ends move outwards to the next ticks. @default false */
  readonly round?: boolean;
}

/**
 * An axis from `low` to `high` with round ticks.
 *
 * The library finds the step by a logarithm and a power of ten. Only the floor of the logarithm is used, and where it falls
 * on the other side of a whole number the step comes out the same; the power is a whole number, which is exact.
 */
export function linearAxis([low, high]: readonly [number, number], options: AxisOptions = {}): Axis {
  const { label = "", about = 5, write = "number", round = false } = options;
  const scale = scaleLinear([low, high], [0, 1]).clamp(true);
  if (round) scale.nice(about);
  const [from = low, to = high] = scale.domain().map((end) => end + 0); // no −0
  const large = Math.max(Math.abs(from), Math.abs(to));
  const powers = large >= 1e9 || (large > 0 && large < 1e-5);
  const format = scale.tickFormat(about, write === "percent" ? "%" : powers ? "~e" : ",f");
  const ticks = scale.ticks(about).map((at) => ({ at, text: plainText(format(at)) }));
  return { label, domain: [from, to], ticks, place: (value) => scale(value) };
}

/** "20 %" for "20%", "2e−7" for "2e-7", "0" for "0e+0". */
function plainText(text: string): string {
  return text.replace("%", " %").replace(/^0e.*/, "0").replace("e+", "e").replace("e-", "e−");
}

/** An axis of shares from 0 or the tenth below all of them, at most 0.9, to 1. */
export function shareAxis(shares: readonly number[], options: AxisOptions = {}): Axis {
  const least = Math.floor(Math.min(1, ...shares) * 10 + 1e-9) / 10;
  return linearAxis([Math.min(0.9, Math.max(0, least)), 1], options);
}

/** An axis with the given values as ticks: equally far apart, or as far as their logarithms. */
export function valueAxis(label: string, values: readonly number[], spacing: "even" | "logarithm"): Axis {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const [first = 0, last = first] = [sorted[0], sorted.at(-1)];
  const knots = spacing === "logarithm" || sorted.length < 2 ? [first, last] : sorted;
  const along = spacing === "logarithm" ? log : (value: number) => value;
  const places = knots.map((_, k) => k / (knots.length - 1));
  const scale = scaleLinear(knots.map(along), places).clamp(true);
  const ticks = sorted.map((at) => ({ at, text: String(at) }));
  return { label, domain: [first, last], ticks, place: (value) => scale(along(value)) };
}
