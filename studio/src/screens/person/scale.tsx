import type { ComponentChildren } from "preact";
import type { Spread } from "../../worker/person-jobs.js";

/** A mark on a scale; `own` is hollow, `moved` is filled. */
export interface ScaleMark {
  readonly value: number;
  readonly look: "own" | "moved";
}

interface ScaleProps {
  readonly low: number;
  readonly high: number;
  /** Words at the two ends: what lies there. */
  readonly ends: readonly [string, string];
  /** How many people lie where. */
  readonly spread?: Spread | undefined;
  /** A bar from one value to another. */
  readonly bar?: { readonly low: number; readonly high: number; readonly isAcrossZero: boolean } | undefined;
  readonly marks: readonly ScaleMark[];
  /** The same in words. */
  readonly children: ComponentChildren;
  /** The words are for screen readers only. @default false */
  readonly hidesWords?: boolean | undefined;
}

/** A line with 0 marked on it, and where something lies; its words below say the same. */
export function Scale({ low, high, ends, spread, bar, marks, children, hidesWords = false }: ScaleProps) {
  const shareOf = (value: number) => Math.min(1, Math.max(0, (value - low) / (high - low)));
  const at = (value: number) => `${100 * shareOf(value)}%`;
  const tallest = Math.max(1, ...(spread?.counts ?? []));
  return (
    <figure class="scale">
      <div class={`scale-drawing${spread === undefined ? " scale-low" : ""}`} aria-hidden="true">
        {spread !== undefined && (
          <div class="scale-people">
            {spread.counts.map((count, k) => (
              <span key={k} style={{ "--share": count / tallest }} class={count === 0 ? "scale-nobody" : undefined} />
            ))}
          </div>
        )}
        <div class="scale-line" />
        {bar !== undefined && (
          <div
            class={`scale-bar${bar.isAcrossZero ? " scale-bar-open" : ""}`}
            style={{ "--from": at(bar.low), "--to": at(bar.high) }}
          />
        )}
        <div class="scale-zero" style={{ "--at": at(0) }} />
        {marks.map(({ value, look }) => (
          <div key={look} class={`scale-mark scale-mark-${look}`} style={{ "--at": at(value) }} />
        ))}
      </div>
      <div class="scale-ends" aria-hidden="true">
        <span>← {ends[0]}</span>
        <span class="scale-zero-word" style={{ "--at": at(0) }}>
          0
        </span>
        <span>{ends[1]} →</span>
      </div>
      <figcaption class={hidesWords ? "hidden" : undefined}>{children}</figcaption>
    </figure>
  );
}
