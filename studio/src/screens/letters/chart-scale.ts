/** A line of numbers laid on a line of pixels. */
export interface Scale {
  (value: number): number;
  readonly ticks: readonly number[];
}

/** From [0, most] to [from, to], with round ticks. */
export function scaleFromZero(most: number, from: number, to: number, wanted: number): Scale {
  const step = roundStep(most / wanted);
  const end = Math.max(step, Math.ceil(most / step - 1e-9) * step);
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, k) => k * step);
  const at = (value: number) => from + ((to - from) * value) / end;
  return Object.assign(at, { ticks });
}

/** The next of 1, 2, 5, 10, 20 … times a power of ten that is not smaller. */
export function roundStep(size: number): number {
  if (!(size > 0)) return 1;
  let unit = 1;
  while (unit > size) unit /= 10;
  while (unit * 10 <= size) unit *= 10;
  return [1, 2, 5, 10].map((factor) => factor * unit).find((step) => step >= size - 1e-12) ?? 10 * unit;
}

/** Points joined by straight lines, as the `d` of a path. */
export function linePath(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], k) => `${k === 0 ? "M" : "L"}${x.toFixed(1)},${y.toFixed(1)}`).join("");
}
