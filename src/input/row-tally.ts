import { AuditError } from "../errors.js";
import { preciseSums } from "../math/precise-sums.js";
import type { RawColumn } from "./raw-table.js";
import type { TalliedWeights } from "./tally.js";

/** Different combinations of decision and sensitive values that are counted one by one. */
const MOST_COMBINATIONS = 2 ** 20;

/** Counts of rows by their cells, nothing interpreted yet: one entry per combination. */
export interface RawTally {
  /** The cells of each column by combination. */
  readonly columns: readonly RawColumn[];
  readonly people: Float64Array;
  readonly weights: TalliedWeights | null;
}

/** Counts rows by the cells they have in some columns. */
export function rowTally(names: readonly string[], file: string) {
  const coders = names.map((name) => cellCoder(name, file));
  const steps = names.map(() => new Map<number, number>());
  const cells: number[][] = names.map(() => []);
  const counted = preciseSums();
  const weighed = { people: preciseSums(), sums: preciseSums(), squares: preciseSums() };
  let combinations = 0;

  function placeOf(codes: readonly Int32Array[], i: number): number {
    let place = 0;
    for (let k = 0; k < codes.length; k++) {
      const pair = place * MOST_COMBINATIONS + codes[k]![i]!;
      const step = steps[k]!;
      let next = step.get(pair);
      if (next === undefined) {
        next = step.size;
        if (next === MOST_COMBINATIONS) throw tooVaried(names, file);
        step.set(pair, next);
      }
      place = next;
    }
    if (place === combinations) {
      for (let k = 0; k < codes.length; k++) cells[k]!.push(codes[k]![i]!);
      combinations++;
    }
    return place;
  }

  return {
    /** A function that counts a row of a batch, and gives the place of its combination. */
    begin(columns: readonly RawColumn[]): (i: number, weight: number | null) => number {
      const codes = columns.map((column, k) => coders[k]!.recoded(column));
      return (i, weight) => {
        const place = placeOf(codes, i);
        counted.add(place, 1);
        const square = weight === null ? 0 : weight * weight;
        if (weight !== null && square > 0) {
          weighed.people.add(place, 1);
          weighed.sums.add(place, weight);
          weighed.squares.add(place, square);
        }
        return place;
      };
    },
    finish(hasWeights: boolean): RawTally {
      const whole = (values: Float64Array) => Float64Array.from({ length: combinations }, (_, k) => values[k] ?? 0);
      return {
        columns: coders.map(({ name, levels }, k) => ({ name, levels, codes: Int32Array.from(cells[k]!) })),
        people: counted.finish(),
        weights: hasWeights
          ? {
              people: whole(weighed.people.finish()),
              sums: whole(weighed.sums.finish()),
              squares: whole(weighed.squares.finish()),
            }
          : null,
      };
    },
  };
}

/** Codes for the cells of a column that stay the same from batch to batch. */
function cellCoder(name: string, file: string) {
  const known = new Map<string, number>();
  const levels: string[] = [];
  return {
    name,
    levels,
    recoded({ codes, levels: cells }: RawColumn): Int32Array {
      const codeOf = Int32Array.from(cells, (cell) => {
        const code = known.get(cell);
        if (code !== undefined) return code;
        if (levels.length === MOST_COMBINATIONS) throw tooVaried([name], file);
        const own = JSON.parse(JSON.stringify(cell)) as string; // a slice would keep the text it was cut from
        known.set(own, levels.length);
        return levels.push(own) - 1;
      });
      return codes.map((code) => codeOf[code]!);
    },
  };
}

function tooVaried(names: readonly string[], file: string): AuditError {
  const columns = names.map((name) => `'${name}'`).join(", ");
  const message =
    `${file} has more than ${MOST_COMBINATIONS} different combinations of ${columns}, too many to compare groups by. ` +
    "Compare fewer columns, or round their numbers (--sensitive)";
  return new AuditError("TOO_LARGE", message, { file });
}
