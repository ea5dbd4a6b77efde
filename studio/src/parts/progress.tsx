import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface ProgressProps {
  /** What is going on. */
  readonly label: string;
  /** Share that is done, 0 to 1; null while it cannot be told. */
  readonly value: number | null;
  /** Below the bar: the step, the time left. */
  readonly children?: ComponentChildren;
  /** Read out, at most every few seconds. @default the label and the share in per cent */
  readonly spoken?: string | undefined;
}

const SPOKEN_EVERY_MS = 5000;

/** How far something is: a bar, words, and now and then a sentence for screen readers. */
export function Progress({ label, value, children, spoken }: ProgressProps) {
  const percent = value === null ? null : Math.round(100 * Math.min(1, Math.max(0, value)));
  const words = spoken ?? (percent === null ? label : `${label}: ${percent} %`);
  return (
    <div class="progress">
      <div class="progress-head">
        <span>{label}</span>
        {percent !== null && <span class="number">{percent} %</span>}
      </div>
      <div
        class={`progress-track${percent === null ? " progress-unknown" : ""}`}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={words}
      >
        <div class="progress-bar" style={{ "--share": `${percent ?? 0}%` }} />
      </div>
      {children !== undefined && <div class="progress-text">{children}</div>}
      <Slowly words={words} />
    </div>
  );
}

/** The words as a live region, changed no more than every few seconds. */
function Slowly({ words }: { readonly words: string }) {
  const [said, setSaid] = useState(words);
  const latest = useRef(words);
  latest.current = words;
  useEffect(() => {
    const timer = setInterval(() => setSaid(latest.current), SPOKEN_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="hidden" role="status">
      {said}
    </p>
  );
}
