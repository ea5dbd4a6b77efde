import { en } from "../../text/en.js";
import type { DrawnRegion } from "../../worker/geometry-jobs.js";
import type { Scene } from "./draw.js";
import { type Mapping, setPen } from "./marks.js";

/** The plot's rectangle on the canvas, in CSS pixels. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const STRIPES = 9;
const LEAST_LABELLED = 0.05;

/** The band as a picture of its own, drawn again only when plane, blur, size or colours change. */
export function bandLayer({ shown, colours, ratio }: Scene, plot: Plot, mapping: Mapping): HTMLCanvasElement {
  const { region } = shown;
  const layer = canvasOf(Math.max(1, plot.width * ratio), Math.max(1, plot.height * ratio));
  const context = contextOf(layer);
  const [wide, high] = [layer.width / (region.columns - 1), layer.height / (region.rows - 1)];
  context.imageSmoothingEnabled = true;
  // points of the grid are middles of pixels: half a pixel lies beyond each edge
  context.drawImage(maskOf(region), -wide / 2, -high / 2, wide * region.columns, high * region.rows);
  context.globalCompositeOperation = "source-in";
  const pattern = context.createPattern(stripes(colours.open, ratio), "repeat");
  if (pattern !== null) context.fillStyle = pattern;
  context.fillRect(0, 0, layer.width, layer.height);
  context.globalCompositeOperation = "source-over";
  context.setTransform(ratio, 0, 0, ratio, -plot.left * ratio, -plot.top * ratio);
  context.lineCap = "butt";
  for (const [pieces, dash] of [
    [region.acceptedBeyond, [9, 4]],
    [region.rejectedBeyond, [2, 3]],
  ] as const) {
    setPen(context, colours.open, 1.4, dash);
    chainedPath(context, mapping, pieces);
    context.stroke();
  }
  return layer;
}

/** Words in the three parts of the picture, where there is room. */
export function drawBandWords(context: CanvasRenderingContext2D, { shown, colours }: Scene, plot: Plot): void {
  const { accepted, rejected, contested } = en.geometry.onCanvas;
  const words = { "1": accepted, "0": rejected, "-1": contested };
  const { columns, rows, settled } = shown.region;
  context.font = `600 11px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const [word, text] of Object.entries(words)) {
    const place = deepestPlace(settled, columns, rows, Number(word));
    if (place === null) continue;
    const half = context.measureText(text).width / 2 + 4;
    const x = plot.left + (plot.width * place.column) / (columns - 1);
    const y = plot.top + plot.height * (1 - place.row / (rows - 1));
    const inside = Math.min(plot.left + plot.width - half, Math.max(plot.left + half, x));
    setPen(context, colours.paper, 4);
    context.strokeText(text, inside, y);
    context.fillStyle = colours.soft;
    context.fillText(text, inside, y);
  }
}

/** The point of a part that lies farthest from its edge; null for a part too small for words. */
function deepestPlace(settled: Int8Array, columns: number, rows: number, word: number) {
  const STEP = 4;
  let best: { readonly column: number; readonly row: number } | null = null;
  let deepest = 0;
  let count = 0;
  for (let row = STEP; row < rows - STEP; row += STEP) {
    for (let column = STEP; column < columns - STEP; column += STEP) {
      if (settled[row * columns + column] !== word) continue;
      count++;
      let depth = 1;
      const isSame = (i: number, j: number) =>
        i >= 0 && j >= 0 && i < columns && j < rows && settled[j * columns + i] === word;
      while (
        depth < 60 &&
        isSame(column - depth, row) &&
        isSame(column + depth, row) &&
        isSame(column, row - depth) &&
        isSame(column, row + depth)
      )
        depth++;
      if (depth > deepest) [deepest, best] = [depth, { column, row }];
    }
  }
  return count * STEP * STEP > LEAST_LABELLED * columns * rows ? best : null;
}

function maskOf({ columns, rows, settled }: DrawnRegion): HTMLCanvasElement {
  const mask = canvasOf(columns, rows);
  const context = contextOf(mask);
  const image = context.createImageData(columns, rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (settled[row * columns + column] === -1) image.data[4 * ((rows - 1 - row) * columns + column) + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return mask;
}

function stripes(colour: string, ratio: number): HTMLCanvasElement {
  const size = Math.round(STRIPES * ratio);
  const tile = canvasOf(size, size);
  const context = contextOf(tile);
  setPen(context, colour, ratio);
  context.globalAlpha = 0.5;
  for (const shift of [-size, 0, size]) {
    context.beginPath();
    context.moveTo(shift - 1, size + 1);
    context.lineTo(shift + size + 1, -1);
    context.stroke();
  }
  return tile;
}

/** Pieces joined end to end, so that dashes run on from one to the next. */
function chainedPath(context: CanvasRenderingContext2D, mapping: Mapping, pieces: Float32Array): void {
  const byEnd = new Map<string, number[]>();
  const endName = (k: number) => `${pieces[k]} ${pieces[k + 1]}`;
  for (let k = 0; k < pieces.length; k += 4) {
    for (const end of [k, k + 2]) byEnd.set(endName(end), [...(byEnd.get(endName(end)) ?? []), k]);
  }
  const isUsed = new Set<number>();
  const chain = new Float32Array(pieces.length);
  let length = 0;
  const follow = (start: number) => {
    let end: number | undefined = start;
    while (end !== undefined) {
      const piece: number = end - (end % 4);
      const other: number = end % 4 === 0 ? piece + 2 : piece;
      isUsed.add(piece);
      chain.set([pieces[end]!, pieces[end + 1]!, pieces[other]!, pieces[other + 1]!], length);
      length += 4;
      const name = endName(other);
      const next: number | undefined = byEnd.get(name)?.find((k) => !isUsed.has(k));
      end = next === undefined ? undefined : endName(next) === name ? next : next + 2;
    }
  };
  for (let k = 0; k < pieces.length; k += 4) {
    for (const end of [k, k + 2]) if (!isUsed.has(k) && byEnd.get(endName(end))?.length === 1) follow(end);
  }
  for (let k = 0; k < pieces.length; k += 4) if (!isUsed.has(k)) follow(k);
  joinedPath(context, mapping, chain);
}

function joinedPath(context: CanvasRenderingContext2D, { x, y }: Mapping, chain: Float32Array): void {
  context.beginPath();
  for (let k = 0; k < chain.length; k += 4) {
    const isNew = k === 0 || chain[k] !== chain[k - 2] || chain[k + 1] !== chain[k - 1];
    if (isNew) context.moveTo(x(chain[k]!), y(chain[k + 1]!));
    context.lineTo(x(chain[k + 2]!), y(chain[k + 3]!));
  }
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser draws no canvas");
  return context;
}
