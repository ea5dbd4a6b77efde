import type { Kernels } from "../../../src/kernels/kernels.js";
import {
  type ContestedShare,
  type LetterStream,
  letterOrders,
  letterStream,
  streamSizes,
} from "../../../src/measure/trust/letter-stream.js";
import {
  forecastShare,
  type LettersNeeded,
  lettersNeeded,
  type ShareForecast,
} from "../../../src/measure/trust/letters-needed.js";
import { type LettersDraft, versionNow } from "./letters-draft.js";

/** Shares at one number of letters, over several orders in which they could have come. */
export interface SpreadAt {
  readonly letters: number;
  readonly low: number;
  readonly high: number;
}

export interface Measured {
  /** In the order of the file, at the numbers of letters looked at. */
  readonly points: readonly ContestedShare[];
  /** Over orders drawn by seed, by refits; only where all orders are measured. */
  readonly spread: readonly SpreadAt[];
  /** Null until enough is measured. */
  readonly needed: LettersNeeded | null;
  /** What twice as many letters would leave; null until enough is measured, and with too few letters. */
  readonly twice: ShareForecast | null;
  readonly done: number;
  readonly total: number;
}

/** Orders in which the letters could have come. */
const ORDERS = 8;
/** How long one question is worked on before the page hears of it. */
const BUDGET_MS = 150;
const MOST_KEPT = 20_000;

/** Shares that were measured, and the streams they come from. */
interface Book {
  readonly streams: Map<number, LetterStream>;
  readonly shares: Map<string, ContestedShare>;
  /** A number for each letter that was seen, so that the same letters are known again in another file. */
  readonly marks: Map<string, number>;
}

const books = new WeakMap<LettersDraft, Book>();

/** Measures for a moment, the newest letter first, then says what is known; asked again until done = total. */
export function measureOn(draft: LettersDraft, kernels: Kernels, target: number | null, upTo: number | null): Measured {
  const book = books.get(draft) ?? { streams: new Map(), shares: new Map(), marks: new Map() };
  books.set(draft, book);
  if (book.shares.size > MOST_KEPT) book.shares.clear();
  const { letters } = versionNow(draft);
  const count = letters?.letterOf.length ?? 0;
  const marks = marksOf(draft, book);
  const own = Array.from({ length: count }, (_, k) => k);
  const sizes = streamSizes(count);
  const wanted = [...new Set([count, Math.max(0, count - 1), ...(upTo === null ? [] : [upTo]), ...sizes])];
  const orders = letterOrders(count, ORDERS);
  const tasks: Task[] = [
    ...wanted.map((size) => ({ order: 0, chosen: own.slice(0, size), withBand: true })),
    ...sizes.flatMap((size) => orders.map((order, k) => ({ order: k, chosen: order.slice(0, size), withBand: false }))),
  ];
  const started = performance.now();
  let done = 0;
  for (const task of tasks) {
    const key = keyOf(task, marks);
    if (!book.shares.has(key)) {
      if (performance.now() - started > BUDGET_MS) break;
      book.shares.set(key, measured(draft, book, kernels, task));
    }
    done++;
  }
  const found = (task: Task) => book.shares.get(keyOf(task, marks));
  const points = own
    .concat(count)
    .flatMap((size) => found({ order: 0, chosen: own.slice(0, size), withBand: true }) ?? []);
  const samples = sizes.flatMap((size) => {
    const at = orders.map((order, k) => found({ order: k, chosen: order.slice(0, size), withBand: false }));
    const shares = at.flatMap((share) => (share === undefined ? [] : [share.refits]));
    return shares.length === ORDERS ? [{ letters: size, shares }] : [];
  });
  const isDone = done === tasks.length;
  return {
    points,
    spread: samples.map(({ letters: at, shares }) => spreadOf(at, shares)),
    needed: isDone && target !== null ? lettersNeeded(samples, target) : null,
    twice: isDone ? forecastShare(samples, 2 * count) : null,
    done,
    total: tasks.length,
  };
}

interface Task {
  readonly order: number;
  readonly chosen: readonly number[];
  readonly withBand: boolean;
}

function measured(draft: LettersDraft, { streams }: Book, kernels: Kernels, { order, chosen, withBand }: Task) {
  const { people, opened } = draft;
  const { seed, scaling } = opened.file.settings;
  const stream = streams.get(order) ?? letterStream(people, kernels, { seed: seed + order, scaling });
  streams.set(order, stream);
  const given = versionNow(draft).letters ?? { table: people.letters, letterOf: new Int32Array(0) };
  if (withBand) return stream.measure(given, chosen);
  return { letters: chosen.length, refits: stream.refits(given, chosen), band: null };
}

/** Letters as a set, with the draws they are measured by. */
function keyOf({ order, chosen, withBand }: Task, marks: readonly number[]): string {
  const set = chosen.map((k) => marks[k] ?? -1).sort((a, b) => a - b);
  return `${order}${withBand ? "b" : ""}:${set.join(",")}`;
}

/** A number per letter: the same person and the same offered row have the same number. */
function marksOf(draft: LettersDraft, { marks }: Book): number[] {
  const { letters } = versionNow(draft);
  if (letters === null) return [];
  return Array.from(letters.letterOf, (person, k) => {
    const cells = letters.table.columns.map((column) =>
      column.type === "number" ? column.values[k] : (column.levels[column.codes[k] ?? -1] ?? null),
    );
    const key = JSON.stringify([person, cells]);
    const known = marks.get(key) ?? marks.size;
    marks.set(key, known);
    return known;
  });
}

function spreadOf(letters: number, shares: readonly number[]): SpreadAt {
  return { letters, low: Math.min(...shares), high: Math.max(...shares) };
}
