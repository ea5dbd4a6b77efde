import { selectTableRows } from "../../input/table.js";
import { computeCells } from "./compute-cells.js";
import { scoreDensity } from "./density.js";
import type { LetterBook } from "./letters.js";
import type { Series, TimedCell } from "./result.js";
import { type GroupWork, openBook, type Shared, shareTarget } from "./work.js";

/** What studies of scores call the one thing they look at: nothing is rebuilt in them. */
export const SCORED = "letters";

export const SCORED_ROWS = ["rejected", "accepted", "letters"] as const;
export type ScoredRows = (typeof SCORED_ROWS)[number];

/** Scores above which a letter counts as one that goes well beyond what was needed. */
export const BEYOND = [0.6, 0.75] as const;

/**
 * Looks at the target's scores of the first `n` rejected and accepted people and of the letters to the rejected ones. A
 * cell has the kernel density of each (`densityLetters` …), its mean (`meanLetters` …) and the shares above 0.6 and
 * 0.75 (`beyondLetters` …). It has no measures, because nothing is rebuilt.
 */
export function computeScores(work: GroupWork): Generator<TimedCell, void, void> {
  return computeCells(work, {
    share: () => shareTarget(work),
    open: (shared, entry) => openBook(work, shared, entry),
    prepare: (shared, book, { n }) => lookAt(work, shared, book, n),
    measure: (_, { series }) => ({ measures: null, series }),
  });
}

function lookAt({ data }: GroupWork, { target, observed }: Shared, book: LetterBook, n: number) {
  const rejected = observed.rejected.subarray(0, n);
  const accepted = observed.accepted.subarray(0, n);
  const { rows, found } = book.first(n);
  const answered = Int32Array.from(found.keys()).filter((k) => found[k] === 1);
  return {
    counts: { rejected: rejected.length, accepted: accepted.length, letters: answered.length },
    series: scoreSeries({
      rejected: target.score(selectTableRows(data.table, rejected)),
      accepted: target.score(selectTableRows(data.table, accepted)),
      letters: target.score(selectTableRows(rows, answered)),
    }),
  };
}

function scoreSeries(scores: Readonly<Record<ScoredRows, Float64Array>>): Series {
  const entries = SCORED_ROWS.flatMap((rows): [string, readonly (number | null)[]][] => {
    const values = scores[rows];
    const share = (limit: number) => values.filter((score) => score > limit).length / values.length;
    const none = values.length === 0;
    return [
      [seriesName("beyond", rows), BEYOND.map((limit) => (none ? null : share(limit)))],
      [seriesName("density", rows), scoreDensity(values) ?? []],
      [seriesName("mean", rows), [none ? null : values.reduce((sum, score) => sum + score, 0) / values.length]],
    ];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The name of a list of numbers of a cell: "densityLetters". */
export function seriesName(what: "beyond" | "density" | "mean", rows: ScoredRows): string {
  return `${what}${rows[0]!.toUpperCase()}${rows.slice(1)}`;
}
