import { largestRemainders } from "../math/largest-remainders.js";
import { seededRandom } from "../math/random.js";

/** A row that is held: where it is in the file, and its cells as JSON, which keeps no other text alive. */
export interface HeldRow {
  readonly row: number;
  readonly key: number;
  readonly cells: string;
}

interface Stratum {
  people: number;
  /** Rows with a higher key cannot be drawn any more. */
  limit: number;
  held: HeldRow[];
}

/** Rows held beyond those that will be drawn: standard errors, and one that a remainder may add. */
const SPARE_ERRORS = 5;
const SPARE_ROWS = 1;

/**
 * Draws rows from strata in proportion to their size, from one pass over a file of unknown length. Each row has a
 * random key made from the seed and its row number; a stratum keeps its lowest keys. The key up to which rows are drawn
 * is about the same everywhere and only falls, so that memory is bounded by the size of the sample, whatever the order
 * of the file.
 */
export function rowSampler(size: number, seed: number) {
  const random = seededRandom(seed, "rows of a file");
  const [salt, other] = [random.nextBits(), random.nextBits()];
  const strata: Stratum[] = [];
  let people = 0;
  let held = 0;
  let most = 2 * size + 1000;

  function prune(): void {
    held = 0;
    for (const stratum of strata) {
      const share = (size * stratum.people) / people;
      const enough = Math.ceil(share + SPARE_ERRORS * Math.sqrt(share)) + SPARE_ROWS;
      if (stratum.held.length > enough) {
        stratum.held.sort(byKey).length = enough;
        stratum.limit = stratum.held[enough - 1]!.key;
      }
      held += stratum.held.length;
    }
    most = Math.max(most, 2 * held);
  }

  return {
    /** Counts a row; its key where it may be drawn, else −1. */
    offer(stratum: number, row: number): number {
      while (strata.length <= stratum) strata.push({ people: 0, limit: Number.POSITIVE_INFINITY, held: [] });
      const own = strata[stratum]!;
      own.people++;
      people++;
      const key = keyOf(row, salt, other);
      return key <= own.limit ? key : -1;
    },
    hold(stratum: number, row: HeldRow): void {
      strata[stratum]!.held.push(row);
      if (++held > most) prune();
    },
    /** At most `first` rows and then at most `second` others, each in proportion and in the order of the file. */
    draw(first: number, second: number): readonly [readonly HeldRow[], readonly HeldRow[]] {
      for (const { held: rows } of strata) rows.sort(byKey);
      const counts = strata.map((stratum) => stratum.people);
      const taken = largestRemainders(counts, Math.min(first, people));
      const left = counts.map((count, s) => count - taken[s]!);
      const more = largestRemainders(left, Math.min(second, people - Math.min(first, people)));
      const rows = (from: (s: number) => number, many: (s: number) => number) =>
        strata.flatMap((stratum, s) => stratum.held.slice(from(s), from(s) + many(s))).sort((a, b) => a.row - b.row);
      return [
        rows(
          () => 0,
          (s) => taken[s]!,
        ),
        rows(
          (s) => taken[s]!,
          (s) => more[s]!,
        ),
      ];
    },
  };
}

function byKey(a: HeldRow, b: HeldRow): number {
  return a.key - b.key || a.row - b.row;
}

/** 53 bits that look random, the same for a row whenever it is read. The finaliser of MurmurHash3, twice. */
function keyOf(row: number, salt: number, other: number): number {
  return (mixed(row ^ salt) >>> 0) * 2097152 + (mixed(mixed(row) ^ other) >>> 11);
}

function mixed(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
