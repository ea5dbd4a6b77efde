// The strokes drawings are made of: plain SVG text, numbers to a hundredth of a pixel, every word escaped. Lines differ in colour,
// dashes and marks, so that none of the three is needed; the ground is white, so that a dark page shows the same picture.

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#b8860b", "#000000", "#7f7f7f"];
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];

/** Grey of axes and notes, and of the lines behind a drawing. */
export const INK = { soft: "#555555", grid: "#e0e0e0" };

/** How wide a letter of the drawing's size is, near enough to leave room for words. */
export const LETTER_WIDTH = 6.2;

/** How a line looks: by number, with dashes of its own where they carry a meaning. */
export interface Stroke {
  readonly number: number;
  readonly dash?: string;
}

/** The number of a grey line. */
export const GREY = COLOURS.length - 1;

/** Dashes of a second quantity drawn in the colour of the first. */
export const DASHED = "5 3";

/** A number to a hundredth of a pixel. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Words as they may stand in SVG. */
export function escapeText(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A straight line. */
export function line(x1: number, y1: number, x2: number, y2: number, colour: string, dash = ""): string {
  const dashes = dash === "" ? "" : ` stroke-dasharray="${dash}"`;
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}"${dashes}/>`;
}

/** Words at a place; `more` holds further attributes. */
export function words(x: number, y: number, value: string, more = ""): string {
  return `<text x="${round(x)}" y="${round(y)}"${more === "" ? "" : ` ${more}`}>${escapeText(value)}</text>`;
}

/** The colour of the line of that number. */
export function colourOf({ number }: Stroke): string {
  return COLOURS[number % COLOURS.length]!;
}

/** The attributes of a line of that number. */
export function strokeOf(stroke: Stroke): string {
  const turn = Math.floor(stroke.number / COLOURS.length); // with the same colour again, other dashes and another mark
  const dash = stroke.dash ?? DASHES[(Math.floor(stroke.number / 2) + turn) % DASHES.length]!;
  return `stroke="${colourOf(stroke)}" stroke-width="1.5"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}`;
}

/** A circle, square, triangle or diamond in the line's colour. */
export function markOf(stroke: Stroke, x: number, y: number): string {
  const fill = colourOf(stroke);
  const kind = (stroke.number + Math.floor(stroke.number / COLOURS.length)) % 4;
  if (kind === 0) return `<circle cx="${round(x)}" cy="${round(y)}" r="3" fill="${fill}"/>`;
  if (kind === 1) return `<rect x="${round(x - 3)}" y="${round(y - 3)}" width="6" height="6" fill="${fill}"/>`;
  const corners = kind === 2 ? [0, -4, 4, 3, -4, 3] : [0, -4, 4, 0, 0, 4, -4, 0];
  const points = corners.map((value, i) => round(value + (i % 2 === 0 ? x : y))).join(" ");
  return `<polygon points="${points}" fill="${fill}"/>`;
}

/** An empty diamond: a published value. */
export function diamond(x: number, y: number, colour = INK.soft): string {
  const points = [x, y - 4, x + 4, y, x, y + 4, x - 4, y].map(round).join(" ");
  return `<polygon points="${points}" fill="#ffffff" stroke="${colour}"/>`;
}
