import { selectTableRows } from "../../input/table.js";
import { cellId } from "./cells.js";
import { scoreDensity } from "./density.js";
import { keepResult, orThrow, stopwatch } from "./kept-result.js";
import type { LetterBook } from "./letters.js";
import { asCellFailure, type CellEvidence, type Series, type TimedCell } from "./result.js";
import { type GroupWork, openBook, type Shared, shareTarget } from "./work.js";

/** What studies of scores call the one thing they look at: nothing is rebuilt in them. */
export const SCORED = "letters";

/** Whose scores are looked at. */
export const SCORED_ROWS = ["rejected", "accepted", "letters"] as const;
export type ScoredRows = (typeof SCORED_ROWS)[number];

/** Scores above which a letter counts as one that goes well beyond what was needed. */
export const BEYOND = [0.6, 0.75] as const;

/**
 * Looks at the target's scores of the first `n` rejected and accepted people and of the letters to the rejected ones. A
 * cell has the kernel density of each (`densityLetters` …), its mean (`meanLetters` …) and the shares above 0.6 and
 * 0.75 (`beyondLetters` …). It has no measures, because nothing is rebuilt.
 */
export function* computeScores(work: GroupWork): Generator<TimedCell, void, void> {
  const { spec, group, done, now } = work;
  const open = group.cells.filter((cell) => !done.has(cellId(cell)));
  if (open.length === 0) return;
  const clock = stopwatch(now);
  const shared = keepResult(() => shareTarget(work));
  const target = clock();
  for (const entry of spec.generators) {
    const book = keepResult(() => openBook(work, orThrow(shared), entry));
    for (const cell of open.filter(({ generator }) => generator === entry.name)) {
      clock();
      const found = keepResult(() => lookAt(work, orThrow(shared), orThrow(book), cell.n));
      const seconds = { target, letters: clock(), fit: 0, predict: 0 };
      const { evidence, series } = found.ok ? found.value : { evidence: null, series: null };
      const failure = found.ok ? null : asCellFailure(found.error);
      yield { cell: { ...cell, evidence, measures: null, series, failure }, seconds };
    }
  }
}

function lookAt({ data }: GroupWork, { target, observed }: Shared, book: LetterBook, n: number) {
  const rejected = observed.rejected.subarray(0, n);
  const accepted = observed.accepted.subarray(0, n);
  const { rows, found } = book.first(n);
  const answered = Int32Array.from(found.keys()).filter((k) => found[k] === 1);
  const scores: Readonly<Record<ScoredRows, Float64Array>> = {
    rejected: target.score(selectTableRows(data.table, rejected)),
    accepted: target.score(selectTableRows(data.table, accepted)),
    letters: target.score(selectTableRows(rows, answered)),
  };
  const evidence: CellEvidence = {
    rejected: rejected.length,
    accepted: accepted.length,
    letters: answered.length,
  };
  return { evidence, series: scoreSeries(scores) };
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
