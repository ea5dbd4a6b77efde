import { type Kernels, surrogateMethods } from "recast-audit";
import { type Matrix, matrix } from "recast-audit/kernels";
import { type arrayFiles, normals } from "./arrays.js";
import type { Peer } from "./peer.js";
import { describeRatio, describeTime, once, spread } from "./timing.js";

const PEOPLE = 100;
const NUMBERS = 8;
const CATEGORIES = 12;
const LEVELS = 8;
const COLUMNS = NUMBERS + CATEGORIES * LEVELS;
const REPEATS = 5;

/** The bracket surrogate with its cross-validation, against the same ensemble in scikit-learn and PyTorch. */
export async function ensembleRows(kernels: Kernels, peer: Peer | null, toFile: ReturnType<typeof arrayFiles>) {
  const numeric = Uint8Array.from({ length: COLUMNS }, (_, k) => (k < NUMBERS ? 1 : 0));
  const rejected = people(0, 41);
  const accepted = people(0.6, 42);
  const counterfactual = matrix(
    PEOPLE,
    COLUMNS,
    rejected.values.map((value, at) => (at % COLUMNS < NUMBERS ? value + 0.4 : value)),
  );
  const pairOf = Int32Array.from({ length: PEOPLE }, (_, i) => i);
  const clouds = { rejected, accepted, counterfactual, pairOf, numeric };
  const method = surrogateMethods.bracket();
  method.fit(clouds, kernels); // warm up
  const shape = [PEOPLE, COLUMNS];
  const request = {
    rejected: toFile(rejected.values, shape),
    accepted: toFile(accepted.values, shape),
    letters: toFile(counterfactual.values, shape),
    numeric: [...numeric],
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    ours.push(once(() => void method.fit(clouds, kernels)));
    // small problems: more threads only get in each other's way, so both are tried and the faster one counts
    for (const threads of peer === null ? [] : [1, 2]) {
      theirs.push((await peer!.ask({ ...request, threads }))["seconds"]! * 1000);
    }
  }
  const peerTime = theirs.length > 0 ? spread(theirs) : null;
  return [
    [
      `\`bracket\`, ${PEOPLE} + ${PEOPLE} people, ${PEOPLE} letters, d = ${COLUMNS}`,
      describeTime(spread(ours)),
      peerTime === null ? "–" : describeTime(peerTime),
      describeRatio(spread(ours), peerTime),
    ],
  ];
}

/** Numbers around `center`, then one 1 among the levels of each category. */
function people(center: number, seed: number): Matrix {
  const draws = normals(PEOPLE * (NUMBERS + CATEGORIES), seed);
  const values = new Float64Array(PEOPLE * COLUMNS);
  for (let i = 0; i < PEOPLE; i++) {
    for (let k = 0; k < NUMBERS; k++) values[i * COLUMNS + k] = draws[i * (NUMBERS + CATEGORIES) + k]! + center;
    for (let c = 0; c < CATEGORIES; c++) {
      const draw = draws[i * (NUMBERS + CATEGORIES) + NUMBERS + c]! + center;
      const level = Math.min(LEVELS - 1, Math.max(0, Math.floor(draw * 1.5 + LEVELS / 2)));
      values[i * COLUMNS + NUMBERS + c * LEVELS + level] = 1;
    }
  }
  return matrix(PEOPLE, COLUMNS, values);
}
