import { fixed } from "../../document/format.js";
import { FILE } from "../../document/svg/colours.js";
import type { Drawn } from "../../document/svg/element.js";
import { BOTTOM_AXIS } from "../../document/svg/frame.js";
import { bar, words } from "../../document/svg/marks.js";
import { textWidth } from "../../document/svg/text-width.js";
import { MIDDLE, PANEL, SOFT, TITLE } from "./plot-page.js";

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
const TOP = 46;

/** A panel with a table of shaded cells. */
export function heatPanel({ title, across, down, cells, range }: HeatPanelParts): Drawn {
  const left = 12 + Math.max(...down.values.map((value) => textWidth(String(value), FILE.size)));
  const width = (PANEL.width - left) / across.values.length;
  const bottom = TOP + cells.length * ROW;
  const middleOf = (j: number) => left + (j + 0.5) * width - 1;
  const drawCell = (value: number | null, i: number, j: number) => {
    const [x, y] = [left + j * width, TOP + i * ROW];
    const share = value === null || range.high === range.low ? 0 : (value - range.low) / (range.high - range.low);
    const dark = share > 0.55 ? FILE.paper : FILE.ink;
    const text = value === null ? "–" : fixed(value, 3);
    return [
      bar([x, y], [x + width - 2, y + ROW - 2], { fill: value === null ? FILE.paper : shade(share) }),
      words([middleOf(j), y + ROW / 2 + 3], text, { ...MIDDLE, fill: dark }),
    ];
  };
  const body = [
    words([0, 14], title, TITLE),
    words([0, TOP - 8], down.label, {}),
    ...down.values.map((value, i) =>
      words([left - 8, TOP + i * ROW + ROW / 2 + 3], String(value), { ...SOFT, "text-anchor": "end" }),
    ),
    ...cells.flatMap((row, i) => row.flatMap((value, j) => drawCell(value, i, j))),
    ...across.values.map((value, j) => words([middleOf(j), bottom + 13], String(value), { ...SOFT, ...MIDDLE })),
    words([(left + PANEL.width) / 2, bottom + 29], across.label, MIDDLE),
  ];
  return { width: PANEL.width, height: bottom + BOTTOM_AXIS, body: body.join("") };
}

/** From nearly white to dark blue. */
function shade(share: number): string {
  const mix = (from: number, to: number) => Math.round(from + share * (to - from));
  return `rgb(${mix(236, 8)},${mix(243, 81)},${mix(250, 140)})`;
}
