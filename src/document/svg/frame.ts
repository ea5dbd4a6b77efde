import type { Axis } from "./axis.js";
import type { Theme } from "./colours.js";
import type { Point } from "./element.js";
import { level, rules, words } from "./marks.js";
import { textWidth } from "./text-width.js";

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The drawn area, and where values of its two axes lie in it. */
export interface Frame extends Box {
  readonly theme: Theme;
  across(value: number): number;
  up(value: number): number;
}

export const BOTTOM_AXIS = 40;

export function frameOf(box: Box & Pick<Frame, "theme">, x: Axis, y: Axis, inset = 0): Frame {
  const { left, right, top, bottom } = box;
  return {
    ...box,
    across: (value) => left + inset + x.place(value) * (right - left - 2 * inset),
    up: (value) => bottom - y.place(value) * (bottom - top),
  };
}

export function placed({ across, up }: Frame, points: readonly { readonly x: number; readonly y: number }[]): Point[] {
  return points.map(({ x, y }) => [across(x), up(y)]);
}

/** Tick labels along the bottom, every second or third where all would run into each other, and what they count. */
export function bottomAxis({ left, right, bottom, theme, across }: Frame, { ticks, label }: Axis): string {
  const labels = ticks.map(({ at, text }) => {
    const half = textWidth(text, theme.size) / 2;
    // none is cut off at the edge of the drawing
    return { text, half, middle: Math.max(left - 8 + half, Math.min(right + 8 - half, across(at))) };
  });
  const fits = (step: number) =>
    labels
      .filter((_, k) => k % step === 0)
      .every(({ middle, half }, k, kept) => k === 0 || kept[k - 1]!.middle + kept[k - 1]!.half + 5 <= middle - half);
  let step = 1;
  while (step < labels.length && !fits(step)) step++;
  const look = { fill: theme.muted, "font-size": theme.size, "text-anchor": "middle" };
  return [
    ...labels.filter((_, k) => k % step === 0).map(({ text, middle }) => words([middle, bottom + 16], text, look)),
    words([(left + right) / 2, bottom + 33], label, look),
  ].join("");
}

export function leftAxis({ left, right, top, theme, up }: Frame, axis: Axis): string {
  const { ticks, label } = axis;
  const look = { fill: theme.muted, "font-size": theme.size };
  return [
    rules(
      ticks.map(({ at }) => level(up(at), left, right)),
      { stroke: theme.line },
    ),
    ...ticks.map(({ at, text }) => words([left - 6, up(at) + 4], text, { ...look, "text-anchor": "end" })),
    words([left - leftAxisWidth(axis, theme), top - 12], label, look),
  ].join("");
}

export function leftAxisWidth({ ticks }: Axis, { size }: Theme): number {
  return 8 + Math.max(12, ...ticks.map(({ text }) => textWidth(text, size)));
}
