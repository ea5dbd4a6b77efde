import { tabularVae } from "../../classifiers/vae.js";
import { type Matrix, zeros } from "../../math/matrix.js";
import { type Random, sampleWithoutReplacement, seededRandom } from "../../math/random.js";
import { type OptionsOf, positive, type Settled, settle, whole } from "../../options.js";
import { type FlatRows, pickRows } from "./flat-rows.js";
import type { Generator } from "./generator.js";
import { cellWithin, type LetterSpace, type OwnedRows, position } from "./letter-space.js";
import { drawRounds, searching } from "./owned-rows.js";

const OPTIONS = {
  /** Rounds before a person is given up; each looks at a shell one step further out. */
  rounds: whole(60, 1),
  /** Random points per person and round. */
  draws: whole(12, 1),
  /** Thickness of a shell, in standard deviations of the model's prior. */
  step: positive(0.1),
  /** Most rows of the pool the generative model is trained on, drawn at random. */
  trainingRows: whole(2000, 1),
};

/**
 * Letters that look like people of the pool, after C-CHVAE (Pawelczyk et al. 2020): a variational autoencoder of the
 * pool's rows, and around each person's place in its small space shells of growing radius, searched at random. The
 * first shell with accepted rows gives the cheapest of them. What cannot be changed is put back before the target is
 * asked.
 */
export function cchvae(given: OptionsOf<typeof OPTIONS> = {}): Generator {
  const options = settle("cchvae", OPTIONS, given);
  return searching("cchvae", (space) => search(space, options));
}

function search(space: LetterSpace, options: Settled<typeof OPTIONS>): OwnedRows[] {
  const { people, pool, moves, encode, request } = space;
  if (pool.rows === 0 || moves.length === 0 || people.rows === 0) return [];
  const most = Math.min(options.trainingRows, pool.rows);
  const picked = sampleWithoutReplacement(pool.rows, most, seededRandom(request.seed, "cchvae pool"));
  const vae = tabularVae(encode(pickRows(pool, picked)), { seed: request.seed });
  const places = vae.encode(encode(people));
  const random = seededRandom(request.seed, "cchvae");
  return drawRounds(space, options, (owners, round) => {
    const radius = () => round * options.step + options.step * random.uniform();
    return readable(space, owners, vae.decode(around(places, owners, radius, random)));
  });
}

/** Random points at a random distance from each owner's place. */
function around(places: Matrix, owners: Int32Array, radius: () => number, random: Random): Matrix {
  const d = places.columns;
  const points = zeros(owners.length, d);
  for (const [k, p] of owners.entries()) {
    let squares = 0;
    for (let j = 0; j < d; j++) {
      const value = random.normal();
      points.values[k * d + j] = value;
      squares += value * value;
    }
    const length = radius();
    const scale = squares > 0 ? length / Math.sqrt(squares) : 0;
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
  for (const move of space.moves) {
    for (let at = move.column; at < rows.values.length; at += rows.columns) {
      const cell = drawn.values[at]!;
      if (move.type === "number") rows.values[at] = cellWithin(move, position(move, cell));
      else if (cell >= 0) rows.values[at] = cell;
    }
  }
  return rows;
}
