import type { Markish, SymbolType } from "@observablehq/plot";
import { type Canvas, type Frame, SMALL_FONT_SIZE } from "./canvas.js";
import { colour } from "./colours.js";
import { textWidth } from "./names.js";

/** What a mark means. */
export interface LegendEntry {
  readonly text: string;
  readonly mark:
    | {
        readonly kind: "symbol";
        readonly symbol: SymbolType;
        readonly fill: string;
        readonly stroke: string;
        readonly r: number;
      }
    | { readonly kind: "dashes"; readonly stroke: string };
}

const LINE = 18;

/** Entries in lines above the frame, and the height they take. */
export function legendAbove(
  { plot }: Canvas,
  entries: readonly LegendEntry[],
  width: number,
): { readonly height: number; readonly marks: (frame: Frame) => Markish[] } {
  let x = 0;
  let line = 0;
  const placed = entries.map((entry) => {
    const own = 22 + textWidth(entry.text, SMALL_FONT_SIZE) + 12;
    if (x > 0 && x + own > width) {
      x = 0;
      line++;
    }
    const place = { entry, x, line };
    x += own;
    return place;
  });
  const height = (line + 1) * LINE + 6;
  return {
    height,
    marks: (frame) =>
      placed.flatMap(({ entry: { text, mark }, x: dx, line: at }) => {
        const dy = at * LINE + LINE / 2 - frame.margin.top;
        const place = { x: frame.x[0], y: frame.y[0], dy } as const;
        const left = dx - frame.margin.left + 4;
        const drawn: Markish =
          mark.kind === "symbol"
            ? plot.dot([0], {
                ...place,
                dx: left + 8,
                symbol: mark.symbol,
                r: mark.r,
                fill: mark.fill,
                stroke: mark.stroke,
              })
            : plot.text([0], { ...place, dx: left + 8, text: ["– –"], fill: mark.stroke, fontWeight: "bold" });
        return [
          drawn,
          plot.text([0], {
            ...place,
            dx: left + 22,
            text: [text],
            textAnchor: "start",
            fill: colour("ink"),
            fontSize: SMALL_FONT_SIZE,
          }),
        ];
      }),
  };
}
