import { fitEncoder } from "../../encode/encoder.js";
import type { Evidence } from "../../input/evidence.js";
import { selectTableRows, type Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { compareRows, type Matrix, selectRows } from "../../math/matrix.js";
import { seededRandom } from "../../math/random.js";
import { withDefaults } from "../../options.js";
import { defaultsOf, type Given, settings } from "../../settings/settings.js";
import { type CountedRows, fitLine, LINE_AT, lineLogits, lineRows } from "../../surrogate/bracket-line.js";
import { bracketSets, pathRows, standardOf } from "../../surrogate/bracket-sets.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClouds, requireBothClasses } from "../../surrogate/clouds.js";
import { scaleColumns } from "../../surrogate/column-scaler.js";
import { boundedEntry } from "../../surrogate/score.js";
import { settledPeople } from "./lens.js";
import { settledByVotes, withReplacement } from "./stability.js";

/** As in an audit, with its defaults. */
export type LetterStreamOptions = Given<"refits" | "seed" | "scaling">;

/** Letters and the people they answer, as `parseLetters` gives them. */
export interface StreamedLetters {
  readonly table: Table;
  readonly letterOf: Int32Array;
}

export interface ContestedShare {
  readonly letters: number;
  /** By refits of a linear rule on resampled people. */
  readonly refits: number;
  /** By RECAST's λ-band; null without letters, or where the clouds coincide. */
  readonly band: number | null;
}

/** Observed people, ready to be asked again with every further letter. */
export interface LetterStream {
  /** The share of open answers with the letters at `chosen`, or with all; their order does not matter. */
  measure(letters: StreamedLetters, chosen?: ArrayLike<number>): ContestedShare;
  /** Only the share by refits: a few times quicker where there are many letters. */
  refits(letters: StreamedLetters, chosen?: ArrayLike<number>): number;
}

/** How many letters to measure at, between none and all: steps of about √2, so that few sizes show a curve. */
export function streamSizes(letters: number): number[] {
  const sizes: number[] = [];
  for (let size = 0; size <= 0.9 * letters; size = Math.max(size + 1, Math.round(1.4 * size))) sizes.push(size);
  return sizes.at(-1) === letters ? sizes : [...sizes, letters];
}

/**
 * Orders in which `count` letters could have come, drawn by seed. One more letter leaves the others in their order and
 * finds a place among them, so measurements of the first letters of an order mostly stay useful.
 */
export function letterOrders(count: number, orders: number, seed = 0): readonly number[][] {
  return Array.from({ length: orders }, (_, k) => {
    const random = seededRandom(seed, `letter-order/${k}`);
    const order: number[] = [];
    for (let letter = 0; letter < count; letter++) order.splice(random.integer(letter + 1), 0, letter);
    return order;
  });
}

/**
 * Measures how the share of open answers changes as letters arrive, in two ways: by RECAST's exact λ-band, as in the
 * audit, and by refits as in `refitStability` (people drawn with replacement, with their letters; people not drawn are
 * asked; open below 95 % of one answer) of a rule quick enough to be refitted with every letter, the linear member of
 * `bracket`, in the scale of all observed people. Letters in `people` are ignored. Throws SINGLE_CLASS without both
 * decisions.
 */
export function letterStream(people: Evidence, kernels: Kernels, given: LetterStreamOptions = {}): LetterStream {
  const { refits, seed, scaling } = withDefaults("letterStream", defaultsOf("refits", "seed", "scaling"), given);
  settings.refits.kind.check("refits", refits);
  const silent: Evidence = { ...people, letters: selectTableRows(people.letters, []), letterOf: new Int32Array(0) };
  const canonical = canonicalEvidence(silent);
  const place = new Int32Array(canonical.people.length);
  for (const [to, from] of canonical.people.entries()) place[from] = to;
  const { evidence } = canonical;
  const encoder = fitEncoder(evidence.schema.features, [evidence.observations], { scaling });
  const clouds = encodeClouds(encoder, evidence);
  requireBothClasses("a stream of letters", clouds);
  const standard = standardOf(clouds);
  const encode = (table: Table): Matrix => bounded(encoder.encode(table));
  const everybody = scaleColumns(standard, encode(evidence.observations));
  const people0 = peopleRows(everybody, evidence.decisions, 0);
  const people1 = peopleRows(everybody, evidence.decisions, 1);
  const asked = lineRows(everybody, 1);
  const { columns } = everybody;
  const counted = (rows: PeopleRows, times: Int32Array): CountedRows => ({
    ...rows.rows,
    times: Int32Array.from(rows.people, (person) => times[person]!),
  });
  const draws = Array.from({ length: refits }, (_, refit) => {
    const times = drawPeople([people0.people, people1.people], seed, refit);
    const unseen = Int32Array.from(times.keys()).filter((i) => times[i] === 0);
    return { times, unseen, plain: fitLine([counted(people0, times), counted(people1, times)], columns) };
  });

  /** The letters and the points just before them in canonical order, with the person each belongs to. */
  function prepare({ table, letterOf }: StreamedLetters, indices: Int32Array) {
    const encoded = encode(selectTableRows(table, indices));
    const owner = Int32Array.from(indices, (k) => (letterOf[k]! < 0 ? -1 : place[letterOf[k]!]!));
    const order = Int32Array.from(owner.keys()).sort(
      (a, b) => compareRows(encoded, a, encoded, b) || owner[a]! - owner[b]! || a - b,
    );
    const owners = Int32Array.from(order, (k) => owner[k]!);
    const pairOf = owners.map((person) => (person < 0 ? -1 : people0.places[person]!));
    const sets = bracketSets({ ...clouds, counterfactual: selectRows(encoded, order), pairOf }, standard, kernels);
    return { letters: lineRows(sets.letters, 1), before: lineRows(pathRows(sets, LINE_AT), 0), owners };
  }

  function share(given: StreamedLetters, indices: Int32Array): number {
    const { letters, before, owners } = prepare(given, indices);
    const alone = Int32Array.from(owners.keys()).filter((k) => owners[k]! < 0);
    const votes = new Int32Array(everybody.rows);
    const accepted = new Int32Array(everybody.rows);
    draws.forEach(({ times, unseen, plain }, refit) => {
      const sent = Int32Array.from(owners, (person) => (person < 0 ? 0 : times[person]!));
      if (alone.length > 0) {
        const random = seededRandom(seed, `stability/${refit}/letters`);
        for (const k of withReplacement(alone.length, random)) sent[alone[k]!]! += 1;
      }
      const line = sent.every((count) => count === 0)
        ? plain
        : fitLine(
            [counted(people0, times), counted(people1, times), { ...letters, times: sent }, { ...before, times: sent }],
            columns,
            plain,
          );
      lineLogits(asked, line, unseen).forEach((logit, k) => {
        const person = unseen[k]!;
        votes[person]! += 1;
        if (logit >= 0) accepted[person]! += 1;
      });
    });
    return contestedShare(settledByVotes(votes, accepted));
  }

  /** As in the audit: encoder and clouds of these people with these letters. */
  function band({ table, letterOf }: StreamedLetters, indices: Int32Array): number | null {
    if (indices.length === 0) return null;
    const letters = selectTableRows(table, indices);
    const encoderOfBoth = fitEncoder(evidence.schema.features, [evidence.observations, letters], { scaling });
    const both = encodeClouds(encoderOfBoth, {
      ...evidence,
      letters,
      letterOf: Int32Array.from(indices, (k) => (letterOf[k]! < 0 ? -1 : place[letterOf[k]!]!)),
    });
    const people = settledPeople(both, encoderOfBoth.encode(evidence.observations), kernels);
    return people && contestedShare(people.settled);
  }

  const all = (letters: StreamedLetters) => Int32Array.from(letters.letterOf.keys());
  return {
    measure(letters, chosen) {
      const indices = Int32Array.from(chosen ?? all(letters));
      return { letters: indices.length, refits: share(letters, indices), band: band(letters, indices) };
    },
    refits: (letters, chosen) => share(letters, Int32Array.from(chosen ?? all(letters))),
  };
}

type PeopleRows = ReturnType<typeof peopleRows>;

/** The people of one decision in canonical order; `places` has −1 for the others. */
function peopleRows(everybody: Matrix, decisions: Uint8Array, decision: 0 | 1) {
  const people = Int32Array.from(decisions.keys()).filter((i) => decisions[i] === decision);
  const places = new Int32Array(decisions.length).fill(-1);
  for (const [k, person] of people.entries()) places[person] = k;
  return { people, places, rows: lineRows(selectRows(everybody, people), decision) };
}

/** How often each person is drawn: as in `refitStability`, with replacement, each decision by itself. */
function drawPeople(strata: readonly [Int32Array, Int32Array], seed: number, refit: number): Int32Array {
  const times = new Int32Array(strata[0].length + strata[1].length);
  strata.forEach((own, decision) => {
    const random = seededRandom(seed, `stability/${refit}/${decision}`);
    for (const k of withReplacement(own.length, random)) times[own[k]!]! += 1;
  });
  return times;
}

function bounded(x: Matrix): Matrix {
  return { ...x, values: x.values.map(boundedEntry) };
}

function contestedShare(settled: Int8Array): number {
  return settled.filter((value) => value < 0).length / settled.length;
}
