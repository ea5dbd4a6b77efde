import { type Matrix, matrix, selectRows } from "../../src/math/matrix.js";
import { type Random, seededRandom, shuffled } from "../../src/math/random.js";
import type { Clouds, SurrogateMethod } from "../../src/surrogate/surrogate.js";

/** Normal rows around a centre that is the same in every column. */
export function cloud(rows: number, columns: number, centre: number, spread: number, random: Random): Matrix {
  return matrix(
    rows,
    columns,
    Array.from({ length: rows * columns }, () => centre + spread * random.normal()),
  );
}

/** Rejected rows left of accepted ones, and one letter per rejected row that lies most of the way across. */
export function madeUpClouds(seed = 1, rejectedRows = 24, acceptedRows = 30, columns = 4): Clouds {
  const random = seededRandom(seed, "made-up-clouds");
  const rejected = cloud(rejectedRows, columns, -0.6, 0.8, random);
  const accepted = cloud(acceptedRows, columns, 0.7, 0.6, random);
  const counterfactual = matrix(
    rejectedRows,
    columns,
    rejected.values.map((value) => 0.3 * value + 0.2 + 0.1 * random.normal()),
  );
  return { rejected, accepted, counterfactual, pairOf: Int32Array.from({ length: rejectedRows }, (_, i) => i) };
}

/** The same clouds with the rows of each in another order. */
export function shuffledClouds(clouds: Clouds, seed: number): Clouds {
  const random = seededRandom(seed, "shuffled-clouds");
  const order = (rows: number) =>
    shuffled(
      Array.from({ length: rows }, (_, i) => i),
      random,
    );
  const people = order(clouds.rejected.rows);
  const letters = order(clouds.counterfactual.rows);
  return {
    rejected: selectRows(clouds.rejected, people),
    accepted: selectRows(clouds.accepted, order(clouds.accepted.rows)),
    counterfactual: selectRows(clouds.counterfactual, letters),
    pairOf: Int32Array.from(letters, (k) => people.indexOf(clouds.pairOf[k]!)),
  };
}

/** Each matrix of the clouds put through `change`; pairs stay. */
export function mapClouds(clouds: Clouds, change: (x: Matrix) => Matrix): Clouds {
  return {
    rejected: change(clouds.rejected),
    accepted: change(clouds.accepted),
    counterfactual: change(clouds.counterfactual),
    pairOf: clouds.pairOf,
  };
}

/**
 * The method, handed letters of letters where it cannot do without: each lies a fixed step back towards the rejected side of its letter, so it is
 * the same however rows, columns and pairs are given.
 */
export function withSecondLetters(method: SurrogateMethod): SurrogateMethod {
  if (method.name !== "dualcf") return method;
  return {
    ...method,
    fit(clouds, kernels) {
      const { counterfactual, rejected } = clouds;
      const centre = columnMiddles(rejected);
      const rows = {
        ...counterfactual,
        values: counterfactual.values.map((value, at) => 0.6 * value + 0.4 * centre[at % counterfactual.columns]!),
      };
      const pairOf = Int32Array.from({ length: rows.rows }, (_, k) => k);
      return method.fit({ ...clouds, secondLetters: { rows, pairOf } }, kernels);
    },
  };
}

/** Middle of the range of each column: no sum, so no rounding that depends on the order of the rows. */
function columnMiddles(x: Matrix): Float64Array {
  return Float64Array.from({ length: x.columns }, (_, j) => {
    const column = x.values.filter((_, at) => at % x.columns === j);
    return column.length === 0 ? 0 : (Math.min(...column) + Math.max(...column)) / 2;
  });
}
