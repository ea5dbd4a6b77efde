import { escapeText, INK, LETTER_WIDTH, line, markOf, type Stroke, strokeOf, words } from "./plot-svg.js";

/** A drawn panel; its own corner is (0, 0). */
export interface Panel {
  readonly width: number;
  readonly height: number;
  readonly body: string;
}

/** A line of a legend. */
export interface LegendEntry {
  readonly label: string;
  readonly stroke: Stroke;
  /** @default true */
  readonly mark?: boolean;
}

/** What stands around the panels of a drawing. */
export interface PageParts {
  readonly title: string;
  readonly note: string;
  readonly panels: readonly Panel[];
  /** Panels beside each other. */
  readonly across: number;
  readonly legend: readonly LegendEntry[];
}

/** Width of a panel unless it says otherwise, the room between two, and the room above and below the drawn area of one. */
export const PANEL = { width: 300, gap: 24, top: 30, bottom: 38 };

/** Width of a panel that stands alone or beside one other. */
export const WIDE = 440;

const ROW = 17;

/** Panels under a title, row by row, with a legend at the foot. */
export function pageSvg({ title, note, panels, across, legend }: PageParts): string {
  const columns = Math.min(across, Math.max(1, panels.length));
  const panelWidth = Math.max(PANEL.width, ...panels.map((panel) => panel.width));
  const room = Math.max(columns * (panelWidth + PANEL.gap) - PANEL.gap, 2 * PANEL.width + PANEL.gap);
  const heads = wrapped(title, room / (LETTER_WIDTH * 1.45));
  const notes = wrapped(note, room / LETTER_WIDTH);
  const body: string[] = [];
  heads.forEach((part, k) => {
    body.push(words(PANEL.gap, 24 + k * 20, part, 'font-size="15" font-weight="bold"'));
  });
  let y = 24 + heads.length * 20;
  for (const part of notes) {
    body.push(words(PANEL.gap, y, part, `fill="${INK.soft}"`));
    y += 15;
  }
  y += 6;
  for (let k = 0; k < panels.length; k += columns) {
    const row = panels.slice(k, k + columns);
    row.forEach((panel, j) => {
      body.push(`<g transform="translate(${PANEL.gap + j * (panelWidth + PANEL.gap)} ${y})">${panel.body}</g>`);
    });
    y += Math.max(...row.map(({ height }) => height)) + PANEL.gap;
  }
  const foot = legendSvg(legend, room);
  const width = room + 2 * PANEL.gap;
  const height = y + foot.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" role="img">`,
    `<title>${escapeText(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...body,
    `<g transform="translate(${PANEL.gap} ${y})">${foot.body}</g>`,
    "</svg>",
    "",
  ].join("\n");
}

/** A text in lines of about `letters` letters, broken between words. */
function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** "10 seeds", "1 seed". */
export function seedWords({ seeds }: { readonly seeds: number }): string {
  return `${seeds} seed${seeds === 1 ? "" : "s"}`;
}

/** The entries in as many columns as fit into the width. */
export function legendSvg(entries: readonly LegendEntry[], width: number): Panel {
  if (entries.length === 0) return { width, height: 0, body: "" };
  const column = 52 + LETTER_WIDTH * Math.max(...entries.map(({ label }) => label.length));
  const across = Math.max(1, Math.min(entries.length, Math.floor(width / column)));
  const body = entries.map(({ label, stroke, mark = true }, k) => {
    const x = (k % across) * column;
    const y = 8 + Math.floor(k / across) * ROW;
    const drawn = `<line x1="${Math.round(x)}" y1="${y}" x2="${Math.round(x) + 28}" y2="${y}" ${strokeOf(stroke)}/>`;
    return `${drawn}${mark ? markOf(stroke, Math.round(x) + 14, y) : ""}${words(Math.round(x) + 36, y + 4, label)}`;
  });
  return { width, height: Math.ceil(entries.length / across) * ROW + 12, body: body.join("") };
}

/** The name above a panel. */
export function panelTitle(title: string): string {
  return words(0, 14, title, 'font-weight="bold"');
}

/** A faint line across a panel at a tick. */
export function gridLine(x1: number, y1: number, x2: number, y2: number): string {
  return line(x1, y1, x2, y2, INK.grid);
}
