import { en } from "../../text/en.js";
import type { Switches } from "./draw.js";

interface LegendProps {
  readonly favourable: string;
  readonly unfavourable: string;
  readonly switches: Switches;
}

type Sign = readonly [look: string, path: string];
type Entry = readonly [words: string, ...signs: Sign[]];

const SLOPE = "M1 13 23 3";
const LEVEL = "M1 8h22";
const circle = (x: number, r: number) => `M${x + r} 8a${r} ${r} 0 1 1-${2 * r} 0a${r} ${r} 0 1 1 ${2 * r} 0z`;
const square = (x: number) => `M${x} 4h8v8h-8z`;

/** Every mark of the picture with its words; marks that are switched off are left out. */
export function Legend({ favourable, unfavourable, switches }: LegendProps) {
  const { marks } = en.geometry;
  const entries: readonly Entry[] = [
    [marks.rejected(unfavourable), ["rejected geo-hollow", circle(12, 4.2)]],
    [marks.accepted(favourable), ["accepted geo-hollow", square(8)]],
    [
      marks.contested,
      ["ink geo-hollow", circle(7, 4.2) + square(14)],
      ["ink geo-full", circle(7, 1.5) + circle(18, 1.5)],
    ],
    [marks.letters, ["letters geo-hollow", "M8.5 4.5l7 7m0-7l-7 7"]],
    [marks.q0, ["rejected geo-full", "M7 4h10l-5 9z"]],
    [marks.q1, ["accepted geo-full", "M7 12h10l-5-9z"]],
    [marks.line, ["ink geo-thick", SLOPE]],
    ...when(switches.naive, [marks.naive, ["ink geo-thin geo-dash-dotted", SLOPE]]),
    ...when(
      switches.path,
      [marks.midpoint, ["ink geo-hollow", circle(12, 3)]],
      [marks.at, ["open geo-full", "M12 3l5 5-5 5-5-5z"]],
      [marks.path, ["soft geo-dotted", LEVEL]],
    ),
    ...when(switches.lines, [
      marks.lines,
      ["rejected geo-thin", "M1 5h22"],
      ["accepted geo-thin geo-dashed", "M1 11h22"],
    ]),
    ...when(
      switches.band,
      [marks.band, ["open geo-thin", "M1 9 9 1M1 15 15 1M7 15 21 1M13 15 23 5M19 15l4-4"]],
      [marks.acceptedBeyond, ["open geo-hollow geo-dashed", LEVEL]],
      [marks.rejectedBeyond, ["open geo-hollow geo-dotted", LEVEL]],
    ),
  ];
  return (
    <ul class="geometry-legend plain-list" aria-label={en.geometry.legend}>
      {entries.map(([words, ...signs]) => (
        <li key={words}>
          <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
            {signs.map(([look, path]) => (
              <path key={path} class={`geo-${look}`} d={path} />
            ))}
          </svg>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}

function when(isOn: boolean, ...entries: readonly Entry[]): readonly Entry[] {
  return isOn ? entries : [];
}
