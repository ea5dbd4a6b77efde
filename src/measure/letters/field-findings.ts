import type { FieldFindings } from "../../findings/letters.js";
import type { Evidence } from "../../input/evidence.js";
import type { CategoryColumn } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import { measureShare } from "../../math/interval.js";
import { quantile } from "../../math/quantile.js";
import { columnNamed, type LetterChanges } from "./letter-changes.js";

const MOST_MOVES = 10;
const MISSING = "(missing)";

/** How often and how far each feature is to be changed; most often changed first, then by name. */
export function fieldFindings(evidence: Evidence, changes: LetterChanges): FieldFindings[] {
  const { changed, difference, features: d } = changes;
  const letters = changes.letters.length;
  const findings = evidence.schema.features.flatMap((feature, f): FieldFindings[] => {
    const rows: number[] = [];
    for (let r = 0; r < letters; r++) if (changed[r * d + f] === 1) rows.push(r);
    const share = measureShare(rows.length, letters);
    if (share === null) return [];
    const steps = Float64Array.from(rows, (r) => difference[r * d + f]!);
    return [
      {
        field: feature.name,
        type: feature.type,
        immutable: feature.immutable,
        changed: share,
        up: steps.filter((step) => step > 0).length,
        down: steps.filter((step) => step < 0).length,
        size: feature.type === "number" ? fiveNumbers(steps) : null,
        moves: feature.type === "number" ? [] : frequentMoves(evidence, changes, rows, feature.name),
      },
    ];
  });
  return findings.sort((a, b) => b.changed.successes - a.changed.successes || compareText(a.field, b.field));
}

/** The spread of the sizes of steps up or down; null when there is none. */
function fiveNumbers(steps: Float64Array): FieldFindings["size"] {
  const sizes = steps
    .filter((step) => step !== 0)
    .map(Math.abs)
    .sort();
  if (sizes.length === 0) return null;
  return {
    least: sizes[0]!,
    lowerQuartile: quantile(sizes, 0.25),
    median: quantile(sizes, 0.5),
    upperQuartile: quantile(sizes, 0.75),
    greatest: sizes[sizes.length - 1]!,
  };
}

/** The most frequent changes of a category, ties by name. */
function frequentMoves(
  { observations, letters }: Evidence,
  changes: LetterChanges,
  rows: readonly number[],
  name: string,
): FieldFindings["moves"] {
  const present = columnNamed(observations.columns, name) as CategoryColumn;
  const offered = columnNamed(letters.columns, name) as CategoryColumn;
  const counts = new Map<string, { from: string; to: string; letters: number }>();
  for (const r of rows) {
    const [i, k] = [present.codes[changes.people[r]!]!, offered.codes[changes.letters[r]!]!];
    const move = counts.get(`${i} ${k}`);
    if (move !== undefined) move.letters += 1;
    else counts.set(`${i} ${k}`, { from: present.levels[i] ?? MISSING, to: offered.levels[k] ?? MISSING, letters: 1 });
  }
  return [...counts.values()]
    .sort((a, b) => b.letters - a.letters || compareText(a.from, b.from) || compareText(a.to, b.to))
    .slice(0, MOST_MOVES);
}
