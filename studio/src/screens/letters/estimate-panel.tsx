import { percent } from "../../../../src/document/format.js";
import { Panel, Slider } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { Measured } from "../../worker/letters-measure.js";
import { neededWords } from "./words.js";

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
