import { PANEL, type Panel, panelTitle } from "./plot-page.js";
import { INK, LETTER_WIDTH, round, words } from "./plot-svg.js";

/** A table of shaded cells; the number stands in each, so that the shade only guides the eye. */
export interface HeatPanelParts {
  readonly title: string;
  readonly across: { readonly label: string; readonly values: readonly number[] };
  readonly down: { readonly label: string; readonly values: readonly number[] };
  /** By row, then column; null where nothing was measured. */
  readonly cells: readonly (readonly (number | null)[])[];
  /** Values with the lightest and the darkest shade. */
  readonly range: { readonly low: number; readonly high: number };
}

const ROW = 26;

/** A panel with a table of shaded cells. */
export function heatPanel({ title, across, down, cells, range }: HeatPanelParts): Panel {
  const left = 34 + LETTER_WIDTH * Math.max(...down.values.map((value) => String(value).length));
  const width = (PANEL.width - left) / across.values.length;
  const parts = [panelTitle(title)];
  cells.forEach((row, i) => {
    const y = PANEL.top + i * ROW;
    parts.push(words(left - 8, y + ROW / 2 + 4, String(down.values[i]), `text-anchor="end" fill="${INK.soft}"`));
    row.forEach((value, j) => {
      const x = round(left + j * width);
      const share = value === null || range.high === range.low ? 0 : (value - range.low) / (range.high - range.low);
      const fill = value === null ? "#ffffff" : shade(share);
      parts.push(`<rect x="${x}" y="${y}" width="${round(width - 2)}" height="${ROW - 2}" fill="${fill}"/>`);
      const middle = `text-anchor="middle"${share > 0.55 ? ' fill="#ffffff"' : ""}`;
      parts.push(words(x + width / 2 - 1, y + ROW / 2 + 3, value === null ? "–" : value.toFixed(3), middle));
    });
  });
  const base = PANEL.top + cells.length * ROW;
  across.values.forEach((value, j) => {
    const x = left + (j + 0.5) * width - 1;
    parts.push(words(x, base + 13, String(value), `text-anchor="middle" fill="${INK.soft}"`));
  });
  const middle = round((PANEL.top + base) / 2);
  parts.push(words((left + PANEL.width) / 2, base + 29, across.label, 'text-anchor="middle"'));
  parts.push(words(10, middle, down.label, `text-anchor="middle" transform="rotate(-90 10 ${middle})"`));
  return { width: PANEL.width, height: base + PANEL.bottom, body: parts.join("") };
}

/** From nearly white to dark blue. */
function shade(share: number): string {
  const mix = (from: number, to: number) => Math.round(from + share * (to - from));
  return `rgb(${mix(236, 8)},${mix(243, 81)},${mix(250, 140)})`;
}
