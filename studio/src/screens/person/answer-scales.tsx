import { en } from "../../text/en.js";
import type { LiveAnswer, PeopleOverview } from "../../worker/person-jobs.js";
import { figure, percentage } from "./figures.js";
import { Scale } from "./scale.js";

interface MarginScaleProps {
  readonly overview: PeopleOverview;
  /** The answer to the person as they are. */
  readonly own: LiveAnswer;
  /** The answer to the person as they were moved; null when they were not. */
  readonly moved: LiveAnswer | null;
  /** Without the words below it, which then stand elsewhere. @default false */
  readonly hidesWords?: boolean | undefined;
}

/** The margin among those of all observed people, with the boundary at 0. */
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
  /** A line and what follows from it, without saying what it means. @default false */
  readonly isShort?: boolean | undefined;
}

/** Where the margin of the prototypes' rule lies over all weights of the letters. */
export function BandScale({ overview, answer: { band }, isShort = false }: BandScaleProps) {
  const { bands, unfavourable, favourable, method } = overview;
  const words = en.person.band;
  if (band === null || bands === null) return isShort ? null : <p class="soft small">{words.none}</p>;
  if (!isShort) {
    return (
      <>
        <p class="small">
          {method === "recast" ? words.ownRule : words.otherRule(method)} {words.settled[band.settled]}
        </p>
        <p class="small">{words.numbers(figure(band.low), figure(band.high), figure(band.certificate))}</p>
      </>
    );
  }
  const reach = Math.max(Math.abs(bands.low), Math.abs(bands.high)) || 1;
  return (
    <Scale
      low={-reach}
      high={reach}
      ends={[unfavourable, favourable]}
      bar={{ low: band.low, high: band.high, isAcrossZero: band.settled === "contested" }}
      marks={[{ value: band.chosen, look: "moved" }]}
    >
      {words.short[band.settled]}
    </Scale>
  );
}
