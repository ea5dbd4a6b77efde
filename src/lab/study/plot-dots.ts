import type { Axis } from "./plot-axis.js";
import { gridLine, PANEL, type Panel, panelTitle } from "./plot-page.js";
import { diamond, INK, LETTER_WIDTH, line, round, words } from "./plot-svg.js";

/** One row of a panel with dots. */
export interface DotRow {
  readonly label: string;
  readonly mean: number | null;
  readonly sd: number | null;
  readonly published: number | null;
  readonly best: boolean;
}

/** Rows under a word of their own. */
export interface DotGroup {
  /** Empty where a panel has one group. */
  readonly label: string;
  readonly rows: readonly DotRow[];
}

const ROW = 17;

/** A panel with a row for each method: the mean as a dot, the standard deviation as a line, a published value as a diamond. */
export function dotPanel(title: string, axis: Axis, groups: readonly DotGroup[]): Panel {
  const names = groups.flatMap(({ rows }) => rows.map(({ label }) => label.length));
  const left = Math.min(150, 14 + LETTER_WIDTH * Math.max(6, ...names));
  const at = (value: number) => round(left + axis.place(value) * (PANEL.width - left - 8));
  const parts: string[] = [];
  let y = PANEL.top;
  for (const { label, rows } of groups) {
    if (label !== "") {
      parts.push(words(0, y + ROW / 2 + 4, label, `font-style="italic" fill="${INK.soft}"`));
      y += ROW;
    }
    for (const row of rows) {
      parts.push(drawRow(row, y + ROW / 2, left, at));
      y += ROW;
    }
  }
  const grid = axis.ticks.map(
    ({ value, label }) =>
      gridLine(at(value), PANEL.top - 4, at(value), y) +
      words(at(value), y + 14, label, `text-anchor="middle" fill="${INK.soft}"`),
  );
  const name = axis.label === "" ? "" : words((left + PANEL.width) / 2, y + 30, axis.label, 'text-anchor="middle"');
  return { width: PANEL.width, height: y + PANEL.bottom, body: [panelTitle(title), ...grid, ...parts, name].join("") };
}

function drawRow(row: DotRow, y: number, left: number, at: (value: number) => number): string {
  const { label, mean, sd, published, best } = row;
  const parts = [words(left - 8, y + 4, label, `text-anchor="end"${best ? ' font-weight="bold"' : ""}`)];
  if (published !== null) parts.push(diamond(at(published), y));
  if (mean !== null) {
    const colour = best ? "#d55e00" : "#0072b2";
    if (sd !== null) parts.push(line(at(mean - sd), y, at(mean + sd), y, colour));
    parts.push(`<circle cx="${at(mean)}" cy="${y}" r="3.5" fill="${colour}"/>`);
  }
  return parts.join("");
}
