import { useEffect, useId, useRef, useState } from "preact/hooks";
import { percent } from "../../../../src/document/format.js";
import { type Axis, linearAxis } from "../../../../src/document/svg/axis.js";
import { PAGE } from "../../../../src/document/svg/colours.js";
import type { Point } from "../../../../src/document/svg/element.js";
import { type Frame, frameOf } from "../../../../src/document/svg/frame.js";
import { bandPath, curvePath, symbolPath } from "../../../../src/document/svg/marks.js";
import { shareOnCurve } from "../../../../src/measure/trust/letters-needed.js";
import { en } from "../../text/en.js";
import type { Measured } from "../../worker/letters-measure.js";

interface CurveProps {
  readonly measured: Measured;
  readonly letters: number;
  /** Letters taken in the replay; null for all. */
  readonly shown: number | null;
  readonly target: number | null;
}

const LEFT = 46;
const RIGHT = 14;
const TOP = 26;
const MAIN = 210;
const GAP = 44;
const LOWER = 96;
const BOTTOM = 40;
const HEIGHT = TOP + MAIN + GAP + LOWER + BOTTOM;
/** The estimate's way is drawn at most so many times as far as the letters reach. */
const FARTHEST = 2.5;

/** Both measures against the number of letters: refits, target and estimate above, the λ-band below. */
export function Curve({ measured, letters, shown, target }: CurveProps) {
  const { box, width } = useWidth();
  const pattern = useId();
  const words = en.letters.curve;
  const taken = shown ?? letters;
  const points = measured.points.filter((point) => point.letters <= taken);
  const { spread, needed } = measured;
  const expected = needed?.status === "about" || needed?.status === "not-in-sight" ? needed : null;
  const end = endOf(letters, expected?.status === "about" ? expected : null);
  const lettersAxis = linearAxis([0, Math.max(10, end)], { about: width < 480 ? 4 : 8, round: true });
  const most = Math.max(
    0.05,
    target ?? 0,
    ...measured.points.map(({ refits }) => refits),
    ...spread.map(({ high }) => high),
  );
  const share = { write: "percent", round: true } as const;
  const mainAxis = linearAxis([0, most * 1.08], { ...share, label: `${words.axisShare} ${words.refits}` });
  const mostBand = Math.max(0.1, ...measured.points.map(({ band }) => band ?? 0));
  const lowerAxis = linearAxis([0, mostBand], { ...share, about: 2, label: `${words.axisShare} ${words.band}` });
  const frame = (top: number, height: number, axis: Axis) => {
    const box = { left: LEFT, right: width - RIGHT, top, bottom: top + height, theme: PAGE };
    return frameOf(box, lettersAxis, axis);
  };
  const main = frame(TOP, MAIN, mainAxis);
  const below = frame(TOP + MAIN + GAP, LOWER, lowerAxis);
  const { across: x, up: y } = main;
  const lower = below.up;
  const bands = points.flatMap(({ letters: at, band }) => (band === null ? [] : [{ at, band }]));
  const last = points.at(-1);
  const first = measured.points[0];
  return (
    <div ref={box} class="letters-chart">
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={words.alternative(
          letters,
          percent(first?.refits ?? 0),
          percent(measured.points.at(-1)?.refits ?? 0),
          bands.length === 0 ? null : percent(bands.at(-1)?.band ?? 0),
        )}
      >
        <defs>
          <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect class="letters-hatch-ground" width="6" height="6" />
            <line class="letters-hatch" x1="0" y1="0" x2="0" y2="6" />
          </pattern>
        </defs>
        <Axes frame={main} axis={mainAxis} letters={null} />
        <Axes frame={below} axis={lowerAxis} letters={lettersAxis} />
        {spread.length > 1 && (
          <path
            fill={`url(#${pattern})`}
            d={bandPath(spread.map((at) => [x(at.letters), y(at.low), y(at.high)] as const))}
          />
        )}
        {target !== null && (
          <g class="letters-target">
            <line x1={LEFT} x2={width - RIGHT} y1={y(target)} y2={y(target)} />
            <text x={LEFT + 4} y={y(target) + 15}>
              {words.target(percent(target))}
            </text>
          </g>
        )}
        {expected !== null && shown === null && (
          <path
            class="letters-expected"
            d={curvePath(
              Array.from({ length: 41 }, (_, k): Point => {
                const at = letters + ((end - letters) * k) / 40;
                return [x(at), y(shareOnCurve(expected.curve, at))];
              }),
            )}
          />
        )}
        {expected?.status === "about" && target !== null && shown === null && (
          <Range x={x} end={end} letters={letters} expected={expected} at={y(target)} />
        )}
        <path class="letters-line" d={curvePath(points.map((at): Point => [x(at.letters), y(at.refits)]))} />
        {points.map((at) => (
          <circle
            key={at.letters}
            class="letters-dot"
            cx={x(at.letters)}
            cy={y(at.refits)}
            r={points.length > 60 ? 2 : 3.2}
          />
        ))}
        <path class="letters-band-line" d={curvePath(bands.map(({ at, band }): Point => [x(at), lower(band)]))} />
        {bands.map(({ at, band }) => (
          <path
            key={at}
            class="letters-band-dot"
            d={symbolPath([x(at), lower(band)], "diamond", bands.length > 60 ? 2 : 3)}
          />
        ))}
        {last !== undefined && <circle class="letters-now" cx={x(last.letters)} cy={y(last.refits)} r="6.5" />}
        {last !== undefined && (
          <text
            class="letters-now-text"
            x={Math.min(x(last.letters) + 10, width - RIGHT)}
            y={y(last.refits) - 11}
            text-anchor={x(last.letters) > width - 120 ? "end" : "start"}
          >
            {percent(last.refits)}
          </text>
        )}
      </svg>
    </div>
  );
}

interface AxesProps {
  readonly frame: Frame;
  readonly axis: Axis;
  /** The axis along the bottom, where it is labelled. */
  readonly letters: Axis | null;
}

function Axes({ frame: { left, right, top, bottom, across, up }, axis, letters }: AxesProps) {
  return (
    <g class="letters-axes">
      <text class="letters-axis-label" x={4} y={top - 10}>
        {axis.label}
      </text>
      {axis.ticks.map(({ at, text }) => (
        <g key={at}>
          <line stroke={at === 0 ? "var(--edge)" : "var(--rule)"} x1={left} x2={right} y1={up(at)} y2={up(at)} />
          <text x={left - 7} y={up(at) + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {letters?.ticks.map(({ at, text }) => (
        <text key={at} x={across(at)} y={bottom + 16} text-anchor="middle">
          {text}
        </text>
      ))}
      {letters !== null && (
        <text class="letters-axis-label" x={right} y={bottom + 33} text-anchor="end">
          {en.letters.curve.axisLetters}
        </text>
      )}
    </g>
  );
}

interface RangeProps {
  readonly x: Frame["across"];
  readonly at: number;
  readonly end: number;
  readonly letters: number;
  readonly expected: { readonly more: number; readonly low: number; readonly high: number | null };
}

/** Where the target may be reached: a bar with ends, open at the right where there is no upper end. */
function Range({ x, at, end, letters, expected: { more, low, high } }: RangeProps) {
  const right = Math.min(end, letters + (high ?? Number.POSITIVE_INFINITY));
  const isOpen = high === null || letters + high > end;
  const start = x(letters + low);
  return (
    <g class="letters-range">
      <line x1={start} x2={x(right)} y1={at} y2={at} />
      <line x1={start} x2={start} y1={at - 6} y2={at + 6} />
      {isOpen ? (
        <path d={`M${x(right) - 6},${at - 5}L${x(right)},${at}L${x(right) - 6},${at + 5}`} />
      ) : (
        <line x1={x(right)} x2={x(right)} y1={at - 6} y2={at + 6} />
      )}
      {letters + more <= end && (
        <path class="letters-range-middle" d={symbolPath([x(letters + more), at], "diamond", 4)} />
      )}
      <text x={start} y={at + 20}>
        {en.letters.curve.range(low, high)}
      </text>
    </g>
  );
}

function endOf(letters: number, about: { readonly more: number; readonly high: number | null } | null): number {
  if (about === null) return Math.max(letters * 1.25, letters + 4);
  return Math.min(letters * FARTHEST, letters + Math.max(about.more, about.high ?? 2 * about.more) * 1.08);
}

/** The width of the place the drawing stands in. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setWidth(Math.max(260, Math.floor(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
