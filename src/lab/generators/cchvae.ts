import { type TabularVae, tabularVae } from "../../classifiers/vae.js";
import { type Matrix, zeros } from "../../math/matrix.js";
import { type Random, sampleWithoutReplacement, seededRandom } from "../../math/random.js";
import { requireInteger, requirePositive, withDefaults } from "../../options.js";
import { cheapest } from "./cheapest.js";
import { type FlatRows, pickRows } from "./flat-rows.js";
import type { GeneratedLetters, Generator, LetterRequest } from "./generator.js";
import { cellAt, indices, type LetterSpace, letterSpace, position } from "./letter-space.js";
import type { OwnedRows } from "./nearest-rows.js";

export interface CchvaeOptions {
  /** Rounds before a person is given up; each looks at a shell one step further out. @default 60 */
  readonly rounds?: number;
  /** Random points per person and round. @default 12 */
  readonly draws?: number;
  /** Thickness of a shell, in standard deviations of the model's prior. @default 0.1 */
  readonly step?: number;
  /** Most rows of the pool the generative model is trained on, drawn at random. @default 2000 */
  readonly trainingRows?: number;
}

const DEFAULTS: Required<CchvaeOptions> = { rounds: 60, draws: 12, step: 0.1, trainingRows: 2000 };

/**
 * Letters that look like people of the pool, after C-CHVAE (Pawelczyk et al. 2020): a variational autoencoder of the
 * pool's rows, and around each person's place in its small space shells of growing radius, searched at random. The
 * first shell with accepted rows gives the cheapest of them. What cannot be changed is put back before the target is
 * asked.
 */
export function cchvae(given: CchvaeOptions = {}): Generator {
  const options = withDefaults("cchvae", DEFAULTS, given);
  requireInteger("rounds", options.rounds, 1);
  requireInteger("draws", options.draws, 1);
  requirePositive("step", options.step);
  requireInteger("trainingRows", options.trainingRows, 1);
  return { name: "cchvae", generate: (request) => generate(request, options) };
}

function generate(request: LetterRequest, options: Required<CchvaeOptions>): GeneratedLetters {
  const space = letterSpace(request);
  const candidates: OwnedRows[] = [];
  let open = indices(space.people.rows);
  if (space.pool.rows === 0 || space.moves.length === 0 || open.length === 0) open = open.subarray(0, 0);
  if (open.length > 0) {
    const vae = trainVae(space, options.trainingRows);
    const places = vae.encode(space.encode(space.people));
    const random = seededRandom(request.seed, "cchvae");
    for (let round = 0; round < options.rounds && open.length > 0; round++) {
      const owners = repeated(open, options.draws);
      const points = shell(places, owners, { inner: round * options.step, thickness: options.step }, random);
      const rows = readable(space, owners, vae.decode(points));
      const valid = space.accepts(rows);
      const kept = indices(rows.rows).filter((k) => valid[k] === 1);
      const done = new Set(kept.map((k) => owners[k]!));
      candidates.push({ owners: kept.map((k) => owners[k]!), rows: pickRows(rows, kept) });
      open = open.filter((p) => !done.has(p));
    }
  }
  const { rows, found } = cheapest(space, candidates);
  return space.letters(rows, found);
}

function trainVae({ pool, encode, request: { seed } }: LetterSpace, most: number): TabularVae {
  const random = seededRandom(seed, "cchvae pool");
  const picked = sampleWithoutReplacement(pool.rows, Math.min(most, pool.rows), random);
  return tabularVae(encode(pickRows(pool, picked)), { seed });
}

function repeated(people: Int32Array, times: number): Int32Array {
  return Int32Array.from({ length: people.length * times }, (_, k) => people[Math.floor(k / times)]!);
}

interface Shell {
  readonly inner: number;
  readonly thickness: number;
}

/** Random points at a distance between `inner` and `inner + thickness` from each owner's place. */
function shell(places: Matrix, owners: Int32Array, { inner, thickness }: Shell, random: Random): Matrix {
  const d = places.columns;
  const points = zeros(owners.length, d);
  for (const [k, p] of owners.entries()) {
    let squares = 0;
    for (let j = 0; j < d; j++) {
      const value = random.normal();
      points.values[k * d + j] = value;
      squares += value * value;
    }
    const radius = inner + thickness * random.uniform();
    const scale = squares > 0 ? radius / Math.sqrt(squares) : 0;
    for (let j = 0; j < d; j++) {
      points.values[k * d + j] = places.values[p * d + j]! + scale * points.values[k * d + j]!;
    }
  }
  return points;
}

/** Decoded rows as letters: what may change is taken over, numbers within the pool's range, no missing categories. */
function readable(space: LetterSpace, owners: Int32Array, decoded: Matrix): FlatRows {
  const rows = pickRows(space.people, owners);
  const drawn = space.flatten(space.encoder.decode(decoded));
  const { columns } = rows;
  for (const move of space.moves) {
    for (let k = 0; k < rows.rows; k++) {
      const cell = drawn.values[k * columns + move.column]!;
      if (move.type === "number") {
        const place = Math.max(move.low, Math.min(move.high, position(move, cell)));
        rows.values[k * columns + move.column] = cellAt(move, place);
      } else if (cell >= 0) rows.values[k * columns + move.column] = cell;
    }
  }
  return rows;
}
