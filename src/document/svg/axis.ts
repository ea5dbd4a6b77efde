import { nice, tickStep, ticks } from "d3-array";
import { log } from "../../math/special.js";
import { decimal } from "../format.js";

/** Where values stand between the two ends of an axis, and what is written beside it. */
export interface Axis {
  readonly label: string;
  readonly domain: readonly [number, number];
  readonly ticks: readonly Tick[];
  /** 0 at the low end, 1 at the high end; values beyond an end stand at it. */
  place(value: number): number;
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

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
 * The library finds the step by a logarithm and a power of ten. Only the floor of the logarithm is used, and where it
 * falls on the other side of a whole number the step comes out the same; the power is a whole number, which is exact.
 */
export function linearAxis([low, high]: readonly [number, number], options: AxisOptions = {}): Axis {
  const { label = "", about = 5, write = "number", round = false } = options;
  const [from, to] = round ? nice(low, high, about) : [low, high];
  const text = tickText(tickStep(from, to, about), Math.max(Math.abs(from), Math.abs(to)), write);
  return {
    label,
    domain: [from, to],
    ticks: ticks(from, to, about).map((at) => ({ at, text: text(at) })),
    place: (value) => between(value, from, to),
  };
}

/** How ticks are written: with the decimals of the step, in powers of ten where numbers are very large or small. */
function tickText(step: number, large: number, write: "number" | "percent"): (at: number) => string {
  const decimals = String(step).split(".")[1]?.length ?? 0;
  if (write === "percent") return (at) => `${decimal(100 * at, Math.max(0, decimals - 2))} %`;
  if (large < 1e9 && large >= 1e-5) return (at) => decimal(at, decimals);
  return (at) => (at === 0 ? "0" : at.toExponential().replace("e+", "e").replaceAll("-", "−"));
}

/** How far along the way a value lies: 0 to 1, and in the middle where there is no way. */
function between(value: number, from: number, to: number): number {
  return to === from ? 0.5 : Math.min(1, Math.max(0, (value - from) / (to - from)));
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
  const evenly = (value: number) => {
    const next = Math.max(
      1,
      sorted.findIndex((tick) => tick >= value),
    );
    const [below = first, above = last] = [sorted[next - 1], sorted[next]];
    return value >= last ? 1 : (next - 1 + between(value, below, above)) / (sorted.length - 1);
  };
  const place = (value: number) => {
    if (first === last) return 0.5;
    return spacing === "even" ? evenly(value) : between(log(value), log(first), log(last));
  };
  return { label, domain: [first, last], ticks: sorted.map((at) => ({ at, text: String(at) })), place };
}
