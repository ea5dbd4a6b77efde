import type { ComponentChildren } from "preact";
import { en } from "../../text/en.js";
import type { LiveAnswer, PeopleOverview, Spread } from "../../worker/person-jobs.js";
import { figure, percentage } from "./figures.js";

interface MarginScaleProps {
  readonly overview: PeopleOverview;
  /** The answer to the person as they are. */
  readonly own: LiveAnswer;
  /** The answer to the person as they were moved; null when they were not. */
  readonly moved: LiveAnswer | null;
  /** Without the words below it, which then stand elsewhere. @default false */
  readonly hidesWords?: boolean | undefined;
}

/** The margin among the margins of all observed people, with the boundary at 0. */
export function MarginScale({ overview, own, moved, hidesWords }: MarginScaleProps) {
  const { margins, unfavourable, favourable } = overview;
  const shown = moved ?? own;
  return (
    <Scale
      low={margins.low}
      high={margins.high}
      ends={[unfavourable, favourable]}
      spread={margins}
      hidesWords={hidesWords}
      marks={
        moved === null
          ? [{ value: own.margin, look: "moved" }]
          : [
              { value: own.margin, look: "own" },
              { value: moved.margin, look: "moved" },
            ]
      }
    >
      {en.person.margin.words(figure(shown.margin), shown.answer)} {marginPlace(own, moved)}
    </Scale>
  );
}

/** Where a margin lies, in words. */
export function marginPlace(own: LiveAnswer, moved: LiveAnswer | null): string {
  const { closer, status } = moved ?? own;
  const words = en.person.margin;
  return [
    words.closer(percentage(closer)),
    ...(status === "undecided" ? [words.undecided] : []),
    ...(moved === null ? [] : [words.ownMark(figure(own.margin))]),
  ].join(" ");
}

interface BandScaleProps {
  readonly overview: PeopleOverview;
  readonly answer: LiveAnswer;
}

/** Where the margin of the prototypes' rule lies over all weights of the letters. */
export function BandScale({ overview, answer: { band } }: BandScaleProps) {
  const { bands, unfavourable, favourable, method } = overview;
  const words = en.person.band;
  if (band === null || bands === null) return <p class="soft small">{words.none}</p>;
  const reach = Math.max(Math.abs(bands.low), Math.abs(bands.high)) || 1;
  return (
    <Scale
      low={-reach}
      high={reach}
      ends={[unfavourable, favourable]}
      bar={{ low: band.low, high: band.high, isAcrossZero: band.settled === "contested" }}
      marks={[{ value: band.chosen, look: "moved" }]}
    >
      {method === "recast" ? words.ownRule : words.otherRule(method)} {words.settled[band.settled]}{" "}
      {words.numbers(figure(band.low), figure(band.high), figure(band.certificate))}
    </Scale>
  );
}

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
    <figure class="scale stack-close">
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
