import * as v from "valibot";
import { requireWidth } from "../classifiers/classifier.js";
import { count, finiteNumbers, readModelPart, size } from "../classifiers/model-data.js";
import { indices } from "../math/compare.js";
import { compareRows, type Matrix, matrix, row, selectRows } from "../math/matrix.js";
import { log } from "../math/special.js";
import { settle } from "../options.js";
import { surrogateMethod } from "./clouds.js";
import { agreeingScore, boundedEntry } from "./score.js";
import type { Surrogate, SurrogateMethod } from "./surrogate.js";

/** What `toJSON` of the fitted surrogate gives, as a schema: the distinct rows, row by row. */
export const nearestData = v.strictObject({
  columns: count,
  rejectedRows: size,
  acceptedRows: size,
  rejected: finiteNumbers(),
  accepted: finiteNumbers(),
});

/** The decision of the most similar observed person, by Euclidean distance of encoded rows; a tie accepts. */
export function nearest(given: Record<string, never> = {}): SurrogateMethod {
  settle("nearest", {}, given);
  return surrogateMethod({
    name: "nearest",
    usesLetters: false,
    fit: ({ rejected, accepted }) => nearestRule(distinctRows(rejected), distinctRows(accepted)),
    revive(data) {
      const { columns, rejectedRows, acceptedRows, rejected, accepted } = readModelPart(nearestData, data, "surrogate");
      readModelPart(finiteNumbers(rejectedRows * columns), rejected, "surrogate.rejected");
      readModelPart(finiteNumbers(acceptedRows * columns), accepted, "surrogate.accepted");
      return nearestRule(matrix(rejectedRows, columns, rejected), matrix(acceptedRows, columns, accepted));
    },
  });
}

/** Margin: d₀ − d₁, the distances to the nearest rejected and the nearest accepted row; score: d₀ / (d₀ + d₁). */
function nearestRule(rejected: Matrix, accepted: Matrix): Surrogate {
  const answers = (answer: (d0: number, d1: number) => number) => (x: Matrix) => {
    requireWidth("nearest", x, rejected.columns);
    return Float64Array.from({ length: x.rows }, (_, i) => {
      const person = row(x, i).map(boundedEntry);
      return answer(nearestDistance(person, rejected.values), nearestDistance(person, accepted.values));
    });
  };
  return {
    method: "nearest",
    columns: rejected.columns,
    margins: answers((d0, d1) => d0 - d1),
    scores: answers((d0, d1) => (d0 + d1 === 0 ? 0.5 : agreeingScore(d0 - d1, d0 / (d0 + d1)))),
    toJSON: () => ({
      accepted: Array.from(accepted.values),
      acceptedRows: accepted.rows,
      columns: rejected.columns,
      rejected: Array.from(rejected.values),
      rejectedRows: rejected.rows,
    }),
  };
}

/** Columns between two looks at whether one of the rows can still be the nearest. */
const STRETCH = 8;

/** Distance from `person` to the nearest row of `cloud`, given row by row; four rows pass side by side. */
function nearestDistance(person: Float64Array, cloud: Float64Array): number {
  const d = person.length;
  let least = Number.POSITIVE_INFINITY;
  let first = 0;
  for (; first + 3 * d < cloud.length; first += 4 * d) {
    const second = first + d;
    const third = second + d;
    const fourth = third + d;
    let a = 0;
    let b = 0;
    let c = 0;
    let e = 0;
    for (let j = 0; j < d && (a < least || b < least || c < least || e < least); ) {
      for (const end = Math.min(d, j + STRETCH); j < end; j++) {
        const value = person[j]!;
        const fromFirst = value - cloud[first + j]!;
        const fromSecond = value - cloud[second + j]!;
        const fromThird = value - cloud[third + j]!;
        const fromFourth = value - cloud[fourth + j]!;
        a += fromFirst * fromFirst;
        b += fromSecond * fromSecond;
        c += fromThird * fromThird;
        e += fromFourth * fromFourth;
      }
    }
    least = Math.min(least, a, b, c, e);
  }
  for (; first < cloud.length; first += d) {
    let sum = 0;
    for (let j = 0; j < d && sum < least; j++) {
      const difference = person[j]! - cloud[first + j]!;
      sum += difference * difference;
    }
    least = Math.min(least, sum);
  }
  return Math.sqrt(least);
}

/** Each of the sorted rows once: a repeated row is no nearer. */
function distinctRows(sorted: Matrix): Matrix {
  const first = indices(sorted.rows).filter((i) => i === 0 || compareRows(sorted, i - 1, sorted, i) !== 0);
  return selectRows(sorted, first);
}

export const majorityData = v.strictObject({ columns: count, rejected: count, accepted: count });

/** The same answer for everybody: the more frequent decision. What every other method has to beat. */
export function majority(given: Record<string, never> = {}): SurrogateMethod {
  settle("majority", {}, given);
  return surrogateMethod({
    name: "majority",
    usesLetters: false,
    fit: ({ rejected, accepted }) =>
      majorityRule({ accepted: accepted.rows, columns: rejected.columns, rejected: rejected.rows }),
    revive: (data) => majorityRule(readModelPart(majorityData, data, "surrogate")),
  });
}

/** Score (n₁ + 1) / (n₀ + n₁ + 2), Laplace's rule of succession; margin its log-odds. */
function majorityRule(counts: v.InferOutput<typeof majorityData>): Surrogate {
  const { accepted, columns, rejected } = counts;
  const margin = log((accepted + 1) / (rejected + 1));
  const score = agreeingScore(margin, (accepted + 1) / (rejected + accepted + 2));
  const everybody = (value: number) => (x: Matrix) => {
    requireWidth("majority", x, columns);
    return new Float64Array(x.rows).fill(value);
  };
  return {
    method: "majority",
    columns,
    margins: everybody(margin),
    scores: everybody(score),
    toJSON: () => ({ accepted, columns, rejected }),
  };
}
