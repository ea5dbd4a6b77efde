import { AuditError } from "../errors.js";
import type { Evidence } from "../input/evidence.js";
import { selectTableRows, type Table } from "../input/table.js";
import { seededRandom, shuffled } from "../math/random.js";

/** Rows with the platform's decisions, to compare with and never to fit on. */
export interface ReferenceRows {
  readonly table: Table;
  /** 1 = favourable. */
  readonly decisions: Uint8Array;
}

export interface Pool {
  /** Rejected people that come with a letter; all rejected people where no letter says whose it is. */
  readonly answered: number;
  readonly rejected: number;
  readonly accepted: number;
  /** Letters of nobody known. */
  readonly unpaired: number;
}

/** One repeat: people in the order they are drawn in, so that smaller draws are part of larger ones. */
export type Draw = ReturnType<typeof drawPeople>;

type Strata = Readonly<Record<"answered" | "silent" | "accepted" | "unpaired", number[]>>;

/** What is drawn apart: people rejected with a letter, rejected without, accepted; and letters to unknown people. */
function strataOf({ decisions, letterOf }: Evidence): Strata {
  const hasLetter = new Uint8Array(decisions.length);
  const unpaired: number[] = [];
  letterOf.forEach((person, letter) => {
    if (person < 0) unpaired.push(letter);
    else hasLetter[person] = 1;
  });
  const strata: Strata = { answered: [], silent: [], accepted: [], unpaired };
  decisions.forEach((decision, i) => {
    (decision === 1 ? strata.accepted : hasLetter[i] === 1 ? strata.answered : strata.silent).push(i);
  });
  return strata;
}

/** What is left to draw from when `holdOut` of each kind of people is kept to compare with. */
export function poolOf(evidence: Evidence, holdOut: number): Pool {
  const { answered, silent, accepted, unpaired } = strataOf(evidence);
  const left = ({ length }: readonly number[]) => length - Math.round(length * holdOut);
  const rejected = left(answered) + left(silent);
  const told = answered.length === 0 ? rejected : left(answered);
  return { answered: told, rejected, accepted: left(accepted), unpaired: left(unpaired) };
}

/** How people are drawn. Without reference rows of their own, `holdOut` of each kind of people become them. */
export interface Drawing {
  readonly reference: ReferenceRows | null;
  readonly holdOut: number;
  readonly seed: number;
}

/** People of one repeat, as rows of the evidence, rejected ones with a letter first; and letters to nobody known. */
export function drawPeople(evidence: Evidence, { reference, holdOut, seed }: Drawing, repeat: number) {
  const strata = strataOf(evidence);
  const deal = (name: keyof Strata) => {
    const order = shuffled(strata[name], seededRandom(seed, `leak/${repeat}/${name}`));
    const away = Math.round(order.length * holdOut);
    return { away: order.slice(0, away), kept: order.slice(away) };
  };
  const answered = deal("answered");
  const silent = deal("silent");
  const accepted = deal("accepted");
  const rows = [...answered.away, ...silent.away, ...accepted.away].sort((a, b) => a - b);
  return {
    rejected: Int32Array.from([...answered.kept, ...silent.kept]),
    accepted: Int32Array.from(accepted.kept),
    unpaired: Int32Array.from(deal("unpaired").kept),
    reference: reference ?? {
      table: selectTableRows(evidence.observations, rows),
      decisions: Uint8Array.from(rows, (i) => evidence.decisions[i]!),
    },
  };
}

const USUAL = [25, 50, 100, 200, 400];
/** The most without letters unless a larger size is asked for: these fits only show what a letter is worth. */
const MOST_USUAL = 800;
/** Part of the way to the next size that makes the largest possible size worth a fit of its own. */
const WORTH_MORE = 1.25;
/** Fewer people per class than this show nothing. */
const LEAST = 5;

/** The sizes to measure at, with letters and without; without, there may be more people. */
export interface Sizes {
  readonly withLetters: readonly number[];
  readonly withoutLetters: readonly number[];
}

/**
 * The sizes asked for, else the usual ones there are people for; `needed` sizes are always among them. Throws
 * CLASS_TOO_SMALL where there are too few people to measure anything, and INVALID_OPTION for a size beyond them.
 */
export function chooseSizes(pool: Pool, asked: readonly number[] | null, needed: readonly number[]): Sizes {
  const most = Math.min(pool.answered, pool.accepted);
  const mostWithout = Math.min(pool.rejected, pool.accepted);
  if (most < LEAST) {
    const both = `${LEAST} rejected people with a letter and ${LEAST} accepted people beside the reference rows`;
    const got = `got ${pool.answered} and ${pool.accepted}. Add people, or name rows to compare with (--reference)`;
    throw new AuditError("CLASS_TOO_SMALL", `measuring leakage needs at least ${both}, ${got}`);
  }
  for (const size of [...(asked ?? []), ...needed]) {
    if (size <= most) continue;
    const there = `${pool.answered} rejected people with a letter and ${pool.accepted} accepted people`;
    const message = `beside the reference rows there are ${there}, so sizes go up to ${most}`;
    const way = `Ask for ${most} or fewer ("fidelity(${most}) > 0.9"), or name rows to compare with (--reference)`;
    throw new AuditError("INVALID_OPTION", `size ${size} is not available: ${message}. ${way}`);
  }
  const withLetters = ascending([...(asked ?? upTo(most, USUAL)), ...needed]);
  const largest = withLetters.at(-1) ?? 0;
  const farthest = Math.max(largest, Math.min(mostWithout, MOST_USUAL));
  const beyond = [...USUAL, farthest].filter((n) => n > largest && n <= farthest);
  return { withLetters, withoutLetters: ascending([...withLetters, ...beyond]) };
}

/** The usual sizes there are people for, then the largest possible one if it is clearly larger but still usual. */
function upTo(most: number, usual: readonly number[]): number[] {
  const fitting = usual.filter((n) => n <= most);
  const last = fitting.at(-1) ?? most;
  const larger = last < (usual.at(-1) ?? 0) && most >= WORTH_MORE * last ? [...fitting, most] : fitting;
  return larger.length > 1 ? larger : ascending([Math.ceil(last / 2), last]); // a curve has two points at least
}

export function ascending(sizes: readonly number[]): number[] {
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/** The size at which fields and mitigations are measured: the one asked for, else the largest up to 100. */
export function chooseAt({ withLetters }: Sizes, asked: number | null): number {
  if (asked !== null) return asked;
  return withLetters.findLast((n) => n <= 100) ?? withLetters[0] ?? 0;
}
