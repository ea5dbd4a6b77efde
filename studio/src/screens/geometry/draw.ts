import type { Bounds } from "../../../../src/measure/trust/plane.js";
import { bandLayer, drawBandWords, type Plot } from "./band-layer.js";
import type { Colours } from "./colours.js";
import {
  circle,
  cross,
  diamond,
  type Mapping,
  markPath,
  piecePath,
  setPen,
  square,
  triangleDown,
  triangleUp,
} from "./marks.js";
import type { Shown } from "./picture-source.js";

/** What of the picture is drawn. */
export interface Switches {
  readonly lines: boolean;
  readonly path: boolean;
  readonly band: boolean;
  /** The line if letters counted as accepted people. */
  readonly naive: boolean;
}

/** Everything a drawing depends on. */
export interface Scene {
  readonly shown: Shown;
  readonly switches: Switches;
  /** Place of the picked person among those drawn; −1 for none. */
  readonly picked: number;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly colours: Colours;
}

/** Pairs drawn of each transport, evenly taken: more would hide the points. */
export const MOST_LINES = 80;
/** Up to so many points are drawn in full size. */
const FULL_SIZE = 160;
const DECISION_LINE = { width: 2.4, dash: [] } as const;
const NAIVE_LINE = { width: 1.6, dash: [12, 4, 2, 4] } as const;

/** a, b and c of the line a·s + b·t + c = 0. */
type Line = readonly [number, number, number];

/** Room for ticks around the plot. */
export function plotOf(width: number, height: number, hasTicks: boolean): Plot {
  const [left, bottom, edge] = hasTicks ? [width < 480 ? 46 : 60, 30, 10] : [10, 10, 10];
  return { left, top: edge, width: Math.max(1, width - left - edge), height: Math.max(1, height - bottom - edge) };
}

/** Where the view of a plane lies in the plot. */
export function mappingOf({ left, right, bottom, top }: Bounds, plot: Plot): Mapping {
  const [across, up] = [plot.width / (right - left), plot.height / (top - bottom)];
  return { x: (s) => plot.left + (s - left) * across, y: (t) => plot.top + (top - t) * up };
}

/** A painter that keeps the band's layer while only λ, γ or the picked person change. */
export function newPainter(): (context: CanvasRenderingContext2D, scene: Scene) => void {
  let kept: { readonly key: readonly unknown[]; readonly layer: HTMLCanvasElement } | null = null;
  return (context, scene) => {
    const { shown, switches, width, height, ratio, colours } = scene;
    const { plane, region } = shown;
    const plot = plotOf(width, height, shown.wanted.axes !== "principal");
    const mapping = mappingOf(plane.view, plot);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    drawTicks(context, scene, plot, mapping);
    context.save();
    context.beginPath();
    context.rect(plot.left, plot.top, plot.width, plot.height);
    context.clip();
    if (switches.band) {
      const key = [region, width, height, ratio, colours];
      if (kept === null || kept.key.some((part, k) => part !== key[k])) {
        kept = { key, layer: bandLayer(scene, plot, mapping) };
      }
      context.drawImage(kept.layer, plot.left, plot.top, plot.width, plot.height);
    }
    drawEvidence(context, scene, mapping);
    drawPrototypes(context, scene, mapping);
    if (switches.naive) drawLine(context, scene, mapping, { ...NAIVE_LINE, line: shown.plane.naive });
    drawLine(context, scene, mapping, { ...DECISION_LINE, line: shown.frame.line });
    if (switches.band) drawBandWords(context, scene, plot);
    drawCentres(context, scene, mapping);
    drawPicked(context, scene, mapping);
    context.restore();
    setPen(context, colours.rule, 1);
    context.strokeRect(plot.left + 0.5, plot.top + 0.5, plot.width - 1, plot.height - 1);
  };
}

function drawTicks(context: CanvasRenderingContext2D, scene: Scene, plot: Plot, { x, y }: Mapping): void {
  const [across, upwards] = scene.shown.plane.axes;
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  context.fillStyle = scene.colours.soft;
  setPen(context, scene.colours.rule, 1);
  context.textAlign = "center";
  context.textBaseline = "top";
  let free = Number.NEGATIVE_INFINITY;
  for (const { at, label } of across.ticks) {
    const place = Math.round(x(at)) + 0.5;
    if (place < plot.left || place > plot.left + plot.width) continue;
    context.beginPath();
    context.moveTo(place, plot.top);
    context.lineTo(place, plot.top + plot.height + 4);
    context.stroke();
    const half = context.measureText(label).width / 2;
    const middle = Math.min(Math.max(place, half + 2), scene.width - half - 2);
    if (middle - half < free + 6) continue;
    free = middle + half;
    context.fillText(label, middle, plot.top + plot.height + 8);
  }
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const { at, label } of upwards.ticks) {
    const place = Math.round(y(at)) + 0.5;
    if (place < plot.top || place > plot.top + plot.height) continue;
    context.beginPath();
    context.moveTo(plot.left - 4, place);
    context.lineTo(plot.left + plot.width, place);
    context.stroke();
    context.fillText(fitted(context, label, plot.left - 9), plot.left - 7, place);
  }
}

/** As much of a label as there is room for. */
function fitted(context: CanvasRenderingContext2D, label: string, room: number): string {
  if (context.measureText(label).width <= room) return label;
  let length = label.length - 1;
  while (length > 1 && context.measureText(`${label.slice(0, length)}…`).width > room) length--;
  return `${label.slice(0, length)}…`;
}

function drawEvidence(context: CanvasRenderingContext2D, scene: Scene, mapping: Mapping): void {
  const { shown, switches, colours } = scene;
  const { plane, frame } = shown;
  const size = sizeOf(shown);
  if (switches.lines) {
    context.globalAlpha = 0.55;
    for (const c of [0, 1] as const) {
      setPen(context, c === 0 ? colours.rejected : colours.accepted, 0.9, c === 0 ? [] : [4, 2]);
      piecePath(context, mapping, evenPairs(frame.pairs[c], 4));
      context.stroke();
    }
    context.globalAlpha = 1;
  }
  const count = plane.rejected.length / 2;
  const contestedOf = (points: Float32Array, shift: number) =>
    points.filter((_, k) => frame.settled[shift + (k >> 1)] === -1);
  for (const [points, mark, colour, shift] of [
    [plane.rejected, circle, colours.rejected, 0],
    [plane.accepted, square, colours.accepted, count],
  ] as const) {
    setPen(context, colour, 1.4 * size);
    context.globalAlpha = 0.8;
    markPath(context, mapping, points, [mark, 3.8 * size]);
    context.stroke();
    context.fillStyle = colour;
    markPath(context, mapping, contestedOf(points, shift), [circle, 1.5 * size]);
    context.fill();
  }
  setPen(context, colours.letters, 1.6 * size);
  markPath(context, mapping, plane.letters, [cross, 3.2 * size]);
  context.stroke();
  context.globalAlpha = 1;
}

function drawPrototypes(context: CanvasRenderingContext2D, scene: Scene, mapping: Mapping): void {
  const { shown, switches, colours } = scene;
  const { frame } = shown;
  const size = sizeOf(shown);
  if (switches.path) {
    setPen(context, colours.soft, 0.9, [1, 2]);
    context.globalAlpha = 0.7;
    piecePath(context, mapping, evenPairs(frame.path, 4));
    context.stroke();
    context.globalAlpha = 1;
  }
  setPen(context, colours.paper, 0.8);
  for (const c of [0, 1] as const) {
    context.fillStyle = c === 0 ? colours.rejected : colours.accepted;
    markPath(context, mapping, frame.support[c], [c === 0 ? triangleDown : triangleUp, 3.8 * size]);
    context.fill();
    context.stroke();
  }
  if (!switches.path) return;
  setPen(context, colours.ink, 1.2);
  markPath(context, mapping, evenPairs(frame.midpoint, 2), [circle, 2.6]);
  context.stroke();
  if (frame.settings.gamma === 0.5) return; // Qγ is the midpoint
  context.fillStyle = colours.open;
  setPen(context, colours.paper, 0.8);
  markPath(context, mapping, evenPairs(frame.at, 2), [diamond, 3.6]);
  context.fill();
  context.stroke();
}

/** The means of Q₀, Q₁ and Qγ, large and with their names. */
function drawCentres(context: CanvasRenderingContext2D, scene: Scene, { x, y }: Mapping): void {
  const { shown, switches, colours } = scene;
  const [s0 = 0, t0 = 0, s1 = 0, t1 = 0] = shown.frame.centres;
  const { gamma } = shown.frame.settings;
  const [s, t] = [(1 - gamma) * s0 + gamma * s1, (1 - gamma) * t0 + gamma * t1];
  const isLeft = x(s0) <= x(s1); // names stand on the far sides, so that near marks leave room
  const centres = [
    [s0, t0, triangleDown, colours.rejected, "Q₀", isLeft ? -12 : 12, 0],
    [s1, t1, triangleUp, colours.accepted, "Q₁", isLeft ? 12 : -12, 0],
    [s, t, diamond, colours.open, gamma === 0.5 ? "Q½" : "Qγ", 0, -18],
  ] as const;
  context.lineJoin = "round";
  context.font = `700 14px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = "middle";
  for (const [across, up, mark, colour, name, dx, dy] of centres.slice(0, switches.path ? 3 : 2)) {
    const [left, top] = [x(across), y(up)];
    context.textAlign = dx === 0 ? "center" : dx < 0 ? "right" : "left";
    context.beginPath();
    mark(context, left, top, 8.5);
    setPen(context, colours.paper, 4);
    context.stroke();
    context.strokeText(name, left + dx, top + dy);
    context.fillStyle = colour;
    context.fill();
    setPen(context, colours.ink, 1.2);
    context.stroke();
    context.fillStyle = colours.ink;
    context.fillText(name, left + dx, top + dy);
  }
}

/** Marks shrink where there are many. */
function sizeOf({ plane }: Shown): number {
  const points = (plane.rejected.length + plane.accepted.length + plane.letters.length) / 2;
  return Math.min(1, Math.max(0.65, Math.sqrt(FULL_SIZE / points)));
}

/** At most 80 entries of a list whose entries have `width` numbers, evenly taken. */
function evenPairs(list: Float32Array, width: number): Float32Array {
  const count = list.length / width;
  if (count <= MOST_LINES) return list;
  const taken = new Float32Array(MOST_LINES * width);
  for (let k = 0; k < MOST_LINES; k++) {
    const from = Math.round((k * (count - 1)) / (MOST_LINES - 1)) * width;
    taken.set(list.subarray(from, from + width), k * width);
  }
  return taken;
}

/** The line a·s + b·t + c = 0 across the whole view, with a light rim so that it stands out from the marks. */
function drawLine(
  context: CanvasRenderingContext2D,
  { shown, colours }: Scene,
  mapping: Mapping,
  { line, width, dash }: { line: Line; width: number; dash: readonly number[] },
): void {
  const ends = lineAcross(line, shown.plane.view);
  if (ends === null) return;
  const [s0, t0, s1, t1] = ends;
  for (const [colour, wide, dashes] of [
    [colours.paper, width + 3, []],
    [colours.ink, width, dash],
  ] as const) {
    setPen(context, colour, wide, dashes);
    context.beginPath();
    context.moveTo(mapping.x(s0), mapping.y(t0));
    context.lineTo(mapping.x(s1), mapping.y(t1));
    context.stroke();
  }
}

/** Where a line enters and leaves a view; null where it passes by. */
export function lineAcross(
  [a, b, c]: Line,
  { left, right, bottom, top }: Bounds,
): readonly [number, number, number, number] | null {
  const ends: [number, number][] = [];
  if (b !== 0) {
    for (const s of [left, right]) {
      const t = -(a * s + c) / b;
      if (t >= bottom && t <= top) ends.push([s, t]);
    }
  }
  if (a !== 0) {
    for (const t of [bottom, top]) {
      const s = -(b * t + c) / a;
      if (s > left && s < right) ends.push([s, t]);
    }
  }
  const [first, second] = ends;
  return first === undefined || second === undefined ? null : [...first, ...second];
}

function drawPicked(context: CanvasRenderingContext2D, scene: Scene, mapping: Mapping): void {
  const point = personAt(scene.shown, scene.picked);
  if (point === null) return;
  const [x, y] = [mapping.x(point[0]), mapping.y(point[1])];
  for (const [colour, width] of [
    [scene.colours.paper, 5],
    [scene.colours.ink, 2],
  ] as const) {
    setPen(context, colour, width);
    context.beginPath();
    context.arc(x, y, 9, 0, 2 * Math.PI);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x + 9 * dx, y + 9 * dy);
      context.lineTo(x + 15 * dx, y + 15 * dy);
    }
    context.stroke();
  }
}

/** Where the k-th drawn person stands on the plane, rejected people first; null where there is none. */
export function personAt({ plane: { rejected, accepted } }: Shown, k: number): readonly [number, number] | null {
  const own = 2 * k < rejected.length;
  const points = own ? rejected : accepted;
  const at = 2 * k - (own ? 0 : rejected.length);
  return at < 0 || at + 1 >= points.length ? null : [points[at]!, points[at + 1]!];
}
