import { useEffect, useState } from "preact/hooks";
import { percent } from "../../../../src/document/format.js";
import { Button, DataTable, Panel, Slider } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { Measured } from "../../worker/letters-measure.js";
import { Curve } from "./curve.js";
import { effectWords, neededWords } from "./words.js";

interface CurvePanelProps {
  readonly measured: Measured;
  readonly letters: number;
  readonly target: number | null;
  readonly shown: number | null;
  readonly onShown: (shown: number | null) => void;
}

/** The curve, what the newest letter did, and the replay. */
export function CurvePanel({ measured, letters, target, shown, onShown }: CurvePanelProps) {
  const words = en.letters.curve;
  const effect = effectWords(measured, shown ?? letters);
  const isBusy = measured.done < measured.total;
  return (
    <Panel title={words.title} intro={words.intro}>
      <Curve {...{ measured, letters, shown, target }} />
      <p class="letters-effect number">{effect ?? en.letters.measuring(measured.done, measured.total)}</p>
      {letters > 0 && <p class="soft small">{en.letters.effectHint}</p>}
      {letters > 0 && <Replay {...{ measured, letters, shown, onShown }} />}
      <p class="soft small number" aria-busy={isBusy}>
        {isBusy ? en.letters.measuring(measured.done, measured.total) : en.letters.measured}
      </p>
      <ul class="letters-legend stack-tight small soft">
        {(["refits", "spread", "band"] as const).map((kind) => (
          <li key={kind}>
            <Key kind={kind} /> {words[`${kind}Hint`]}
          </li>
        ))}
      </ul>
      <details>
        <summary>{words.numbers}</summary>
        <NumbersTable measured={measured} />
      </details>
    </Panel>
  );
}

function NumbersTable({ measured: { points, spread } }: { measured: Measured }) {
  const { columns, numbers, range3 } = en.letters.curve;
  const kind = "number" as const;
  const rows = points.map((point) => ({ ...point, spread: spread.find((at) => at.letters === point.letters) ?? null }));
  return (
    <DataTable
      caption={numbers}
      hidesCaption
      rows={rows}
      rowKey={(row) => row.letters}
      pageSize={30}
      columns={[
        { key: "letters", head: columns.letters, kind, cell: (row) => row.letters, isRowHead: true },
        { key: "refits", head: columns.refits, kind, cell: (row) => percent(row.refits) },
        {
          key: "spread",
          head: columns.spread,
          kind,
          cell: (row) => (row.spread === null ? "" : range3(percent(row.spread.low), percent(row.spread.high))),
        },
        { key: "band", head: columns.band, kind, cell: (row) => (row.band === null ? "–" : percent(row.band)) },
      ]}
    />
  );
}

/** The sign of a line in the drawing. */
function Key({ kind }: { kind: "refits" | "band" | "spread" }) {
  return (
    <svg class="letters-key" width="28" height="14" viewBox="0 0 28 14" aria-hidden="true">
      {kind === "refits" && (
        <>
          <path class="letters-line" d="M1,7H27" />
          <circle class="letters-dot" cx="14" cy="7" r="3.5" />
        </>
      )}
      {kind === "band" && (
        <>
          <path class="letters-band-line" d="M1,7H27" />
          <path class="letters-band-dot" d="M10,7L14,3L18,7L14,11Z" />
        </>
      )}
      {kind === "spread" && <path class="letters-hatch" d="M4,13L14,1M11,13L21,1M18,13L26,3.4" />}
    </svg>
  );
}

type ReplayProps = Omit<CurvePanelProps, "target">;

/** Steps through the letters in the order of the file, by hand or by itself. */
function Replay({ measured, letters, shown, onShown }: ReplayProps) {
  const words = en.letters.replay;
  const [isPlaying, setIsPlaying] = useState(false);
  const isMeasured = measured.points.some((point) => point.letters === (shown ?? letters));
  useEffect(() => {
    if (!isPlaying) return;
    const at = shown ?? 0;
    if (at >= letters) {
      setIsPlaying(false);
      onShown(null);
      return;
    }
    if (!isMeasured && shown !== null) return; // the next step waits for this point
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const step = isCalm ? Math.max(1, Math.ceil(letters / 12)) : 1;
    const wait = isCalm ? 1200 : Math.min(400, Math.max(70, 8000 / letters));
    const timer = setTimeout(() => onShown(Math.min(letters, at + step)), wait);
    return () => clearTimeout(timer);
  }, [isPlaying, shown, isMeasured, letters]);
  return (
    <div class="letters-replay screen-only">
      <Button
        icon={isPlaying ? "stop" : "play"}
        onClick={() => {
          if (!isPlaying && (shown === null || shown >= letters)) onShown(0);
          setIsPlaying(!isPlaying);
        }}
        text={isPlaying ? words.stop : words.play}
      />
      <Slider
        label={words.label}
        value={shown ?? letters}
        min={0}
        max={letters}
        step={1}
        valueText={words.value(shown ?? letters, letters)}
        onInput={(value) => {
          setIsPlaying(false);
          onShown(value >= letters ? null : value);
        }}
      />
    </div>
  );
}

interface EstimatePanelProps {
  readonly measured: Measured;
  readonly target: number;
  readonly onTarget: (target: number) => void;
  readonly waiting: number;
}

const MOST_TARGET = 0.5;
const STEP = 0.005;

/** The share to reach, and how many more letters that would take. */
export function EstimatePanel({ measured, target, onTarget, waiting }: EstimatePanelProps) {
  const words = en.letters.estimate;
  const [first, ...others] = neededWords(measured, target, waiting);
  return (
    <Panel title={words.title}>
      <Slider
        label={words.target}
        value={target}
        min={0}
        max={MOST_TARGET}
        step={STEP}
        valueText={percent(target)}
        onInput={onTarget}
      />
      <div role="status" class="stack-tight">
        <p class={first === undefined ? "soft" : "letters-answer"}>{first ?? words.waits}</p>
        {others.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p class="soft small">{words.limits}</p>
    </Panel>
  );
}

/** The target at first: half of what is contested now, in steps of the slider. */
export function firstTarget(now: number): number {
  return Math.min(MOST_TARGET, Math.max(STEP, Math.round(now / 2 / STEP) * STEP));
}
