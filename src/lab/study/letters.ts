import { selectTableRows, type Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { seededRandom } from "../../math/random.js";
import type { DataSet } from "../data/data-set.js";
import type { GeneratedLetters, Generator, LetterRequest } from "../generators/generator.js";
import type { Target } from "../targets/target.js";
import { stackTables } from "./evidence.js";
import { oppositeTarget } from "./opposite-target.js";

export interface LetterSource {
  readonly data: DataSet;
  readonly target: Target;
  /** Rows the platform may draw on. */
  readonly pool: Table;
  /** Rejected rows of the data set, in the order in which they are observed. */
  readonly rejected: Int32Array;
  readonly seed: number;
}

const FIRST_BATCH = 100;

/** Letters to the first people of the order, written when first asked for and then kept. */
export interface LetterBook {
  first(count: number): GeneratedLetters;
  /** For each of those letters, a row near it that the target rejects again: a letter of the letter. */
  second(count: number): GeneratedLetters;
}

/**
 * Letters in batches whose borders never change (100, 200, 400, … people), so that the letters of a sample do not
 * depend on the other sample sizes of a study.
 */
export function letterBook(generator: Generator, source: LetterSource, kernels: Kernels): LetterBook {
  const { data, target, pool, rejected, seed } = source;
  const batches: GeneratedLetters[] = [];
  const answers: GeneratedLetters[] = [];
  let written = 0;

  function request(rows: Table, of: Target, label: string, people?: Int32Array): LetterRequest {
    return {
      rejected: rows,
      target: of,
      pool,
      immutable: data.features.filter(({ immutable }) => immutable).map(({ name }) => name),
      seed: seededRandom(seed, `study-letters-${generator.name}-${label}`).nextBits(),
      ...(data.texts && people && { texts: Array.from(people, (i) => data.texts?.[i] ?? "") }),
    };
  }

  function writeBatch(): void {
    const end = Math.min(Math.max(FIRST_BATCH, 2 * written), rejected.length);
    const people = rejected.subarray(written, end);
    const rows = selectTableRows(data.table, people);
    batches.push(generator.generate(request(rows, target, String(batches.length), people), kernels));
    written = end;
  }

  /** Letters of the letters of one batch; a person without a first letter has no second one. */
  function answerBatch(k: number): void {
    const { rows, found } = batches[k]!;
    const places = Int32Array.from(found.keys()).filter((i) => found[i] === 1);
    const asked = selectTableRows(rows, places);
    const given = generator.generate(request(asked, oppositeTarget(target), `${k}-second`), kernels);
    const all = new Uint8Array(rows.rows);
    const from = new Int32Array(rows.rows);
    places.forEach((place, i) => {
      all[place] = given.found[i]!;
      from[place] = i;
    });
    answers.push({ rows: selectTableRows(given.rows, from), found: all });
  }

  function write(count: number): number {
    const wanted = Math.min(count, rejected.length);
    while (written < wanted) writeBatch();
    return wanted;
  }

  return {
    first: (count) => firstLetters(batches, write(count)),
    second(count) {
      const wanted = write(count);
      for (let k = answers.length; k < batches.length; k++) answerBatch(k);
      return firstLetters(answers, wanted);
    },
  };
}

/** The first letters of the batches, of which no more are looked at than it takes. */
function firstLetters(batches: readonly GeneratedLetters[], count: number): GeneratedLetters {
  const used: GeneratedLetters[] = [];
  let size = 0;
  for (const batch of batches) {
    if (size >= count) break;
    used.push(batch);
    size += batch.rows.rows;
  }
  const first = Int32Array.from({ length: count }, (_, i) => i);
  const [batch] = used;
  const cited = used.flatMap(({ reasons }) => reasons?.cited ?? []).slice(0, count);
  const directions = used.flatMap(({ reasons }) => reasons?.directions ?? []).slice(0, count);
  return {
    rows: selectTableRows(stackTables(used.map(({ rows }) => rows)), first),
    found: Uint8Array.from(used.flatMap(({ found }) => [...found])).slice(0, count),
    ...(batch?.areThresholds && { areThresholds: true }),
    ...(batch?.reasons && {
      reasons: { citable: batch.reasons.citable, cited, ...(batch.reasons.directions && { directions }) },
    }),
  };
}
