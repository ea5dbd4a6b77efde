/** Where coordinates of the plane lie on the canvas, in CSS pixels. */
export interface Mapping {
  readonly x: (s: number) => number;
  readonly y: (t: number) => number;
}

/** Adds one mark to the current path. */
export type Mark = (context: CanvasRenderingContext2D, x: number, y: number, size: number) => void;

/** A circle: rejected people. */
export const circle: Mark = (context, x, y, size) => {
  context.moveTo(x + size, y);
  context.arc(x, y, size, 0, 2 * Math.PI);
};

/** A square: accepted people. */
export const square: Mark = (context, x, y, size) => {
  context.rect(x - 0.9 * size, y - 0.9 * size, 1.8 * size, 1.8 * size);
};

/** A cross: letters. */
export const cross: Mark = (context, x, y, size) => {
  context.moveTo(x - size, y - size);
  context.lineTo(x + size, y + size);
  context.moveTo(x + size, y - size);
  context.lineTo(x - size, y + size);
};

/** A triangle that points down: the prototype of the rejected. */
export const triangleDown: Mark = (context, x, y, size) => {
  context.moveTo(x - size, y - 0.8 * size);
  context.lineTo(x + size, y - 0.8 * size);
  context.lineTo(x, y + size);
  context.closePath();
};

/** A triangle that points up: the prototype of the accepted. */
export const triangleUp: Mark = (context, x, y, size) => {
  context.moveTo(x - size, y + 0.8 * size);
  context.lineTo(x + size, y + 0.8 * size);
  context.lineTo(x, y - size);
  context.closePath();
};

/** A diamond: Qγ. */
export const diamond: Mark = (context, x, y, size) => {
  context.moveTo(x, y - size);
  context.lineTo(x + size, y);
  context.lineTo(x, y + size);
  context.lineTo(x - size, y);
  context.closePath();
};

/** How lines are drawn from now on. */
export function setPen(context: CanvasRenderingContext2D, colour: string, width: number, dash: readonly number[] = []) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash([...dash]);
}

/** One path with a mark of a size at each point, given as s₀, t₀, s₁, t₁ … */
export function markPath(
  context: CanvasRenderingContext2D,
  { x, y }: Mapping,
  points: Float32Array,
  [mark, size]: readonly [Mark, number],
): void {
  context.beginPath();
  for (let k = 0; 2 * k < points.length; k++) {
    mark(context, x(points[2 * k]!), y(points[2 * k + 1]!), size);
  }
}

/** One path of straight pieces, given as s, t of the one end and s, t of the other. */
export function piecePath(context: CanvasRenderingContext2D, { x, y }: Mapping, pieces: Float32Array): void {
  context.beginPath();
  for (let k = 0; k < pieces.length; k += 4) {
    context.moveTo(x(pieces[k]!), y(pieces[k + 1]!));
    context.lineTo(x(pieces[k + 2]!), y(pieces[k + 3]!));
  }
}
