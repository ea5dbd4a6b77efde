import { dot, type Matrix, zeros } from "../../math/matrix.js";
import { exp, log } from "../../math/special.js";
import type { SinkhornProblem, SinkhornSolution } from "../kernels.js";
import { atUnitScale, epsilonSchedule } from "../schedule.js";

const LOG_OF_NOTHING = -100000; // the log-weight GeomLoss gives to a point of weight zero

/**
 * GeomLoss's debiased Sinkhorn divergence in double precision: fixed ε-schedule, Jacobi updates averaged with the
 * old potentials, one plain extrapolation at the end, and the gradient of that last step alone.
 */
export function sinkhorn(problem: SinkhornProblem): SinkhornSolution {
  return atUnitScale(problem, anneal);
}

function anneal(problem: SinkhornProblem, diameter: number): SinkhornSolution {
  const { x, y, xWeights, yWeights, blur, scaling } = problem;
  const schedule = epsilonSchedule(diameter, blur, scaling);
  const costXY = halfSquaredDistances(x, y);
  const costYX = transpose(costXY);
  const costXX = halfSquaredDistances(x, x);
  const costYY = halfSquaredDistances(y, y);
  const logA = logWeights(xWeights);
  const logB = logWeights(yWeights);

  const start = schedule[0]!;
  let f = softmin(costXY, logB, start);
  let g = softmin(costYX, logA, start);
  let p = softmin(costXX, logA, start);
  let q = softmin(costYY, logB, start);
  for (const epsilon of schedule) {
    const nextF = softmin(costXY, shifted(logB, g, epsilon), epsilon);
    const nextG = softmin(costYX, shifted(logA, f, epsilon), epsilon);
    const nextP = softmin(costXX, shifted(logA, p, epsilon), epsilon);
    const nextQ = softmin(costYY, shifted(logB, q, epsilon), epsilon);
    f = average(f, nextF);
    g = average(g, nextG);
    p = average(p, nextP);
    q = average(q, nextQ);
  }

  const epsilon = schedule.at(-1)!;
  const toY = shifted(logB, g, epsilon);
  const toX = shifted(logA, f, epsilon);
  const withinX = shifted(logA, p, epsilon);
  const withinY = shifted(logB, q, epsilon);
  const xPotential = subtract(softmin(costXY, toY, epsilon), softmin(costXX, withinX, epsilon));
  const yPotential = subtract(softmin(costYX, toX, epsilon), softmin(costYY, withinY, epsilon));
  return {
    value: dot(xWeights, xPotential) + dot(yWeights, yPotential),
    xGradient: gradient(xWeights, [x, costXX, withinX], [y, costXY, toY], epsilon),
    yGradient: gradient(yWeights, [y, costYY, withinY], [x, costYX, toX], epsilon),
    xPotential,
    yPotential,
  };
}

/** A cloud, the costs to reach it, and the h of its last soft-min. */
type Reached = readonly [points: Matrix, cost: Matrix, h: Float64Array];

/** aᵢ·(Σⱼ vᵢⱼ xⱼ − Σⱼ wᵢⱼ yⱼ), with v and w the row-normalised weights of the last soft-min. */
function gradient(weights: Float64Array, own: Reached, other: Reached, epsilon: number): Float64Array {
  const pulled = softAverages(own, epsilon);
  const drawn = softAverages(other, epsilon);
  const d = own[0].columns;
  return pulled.map((value, k) => weights[Math.floor(k / d)]! * (value - drawn[k]!));
}

function softAverages([points, cost, h]: Reached, epsilon: number): Float64Array {
  const d = points.columns;
  const result = new Float64Array(cost.rows * d);
  const weights = new Float64Array(cost.columns);
  for (let i = 0; i < cost.rows; i++) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < cost.columns; j++) {
      weights[j] = h[j]! - cost.values[i * cost.columns + j]! / epsilon;
      largest = Math.max(largest, weights[j]!);
    }
    let sum = 0;
    for (let j = 0; j < cost.columns; j++) {
      weights[j] = exp(weights[j]! - largest);
      sum += weights[j]!;
    }
    for (let j = 0; j < cost.columns; j++) {
      const w = weights[j]! / sum;
      for (let k = 0; k < d; k++) result[i * d + k]! += w * points.values[j * d + k]!;
    }
  }
  return result;
}

function halfSquaredDistances(x: Matrix, y: Matrix): Matrix {
  const cost = squaredDistances(x, y);
  for (let k = 0; k < cost.values.length; k++) cost.values[k]! *= 0.5;
  return cost;
}

function transpose(x: Matrix): Matrix {
  const result = zeros(x.columns, x.rows);
  for (let i = 0; i < x.rows; i++) {
    for (let j = 0; j < x.columns; j++) result.values[j * x.rows + i] = x.values[i * x.columns + j]!;
  }
  return result;
}

function logWeights(weights: Float64Array): Float64Array {
  return weights.map((weight) => (weight > 0 ? log(weight) : LOG_OF_NOTHING));
}

function shifted(logWeight: Float64Array, potential: Float64Array, epsilon: number): Float64Array {
  return logWeight.map((value, k) => value + potential[k]! / epsilon);
}

function average(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, k) => 0.5 * (value + b[k]!));
}

function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, k) => value - b[k]!);
}

/** −ε · log Σⱼ exp(hⱼ − Cᵢⱼ/ε) per row; subtracts the largest exponent first, so no term can overflow. */
export function softmin(cost: Matrix, h: Float64Array, epsilon: number): Float64Array {
  const n = cost.rows;
  const m = cost.columns;
  const result = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < m; j++) largest = Math.max(largest, h[j]! - cost.values[i * m + j]! / epsilon);
    let sum = 0;
    for (let j = 0; j < m; j++) sum += exp(h[j]! - cost.values[i * m + j]! / epsilon - largest);
    result[i] = -epsilon * (largest + log(sum));
  }
  return result;
}

export function squaredDistances(x: Matrix, y: Matrix): Matrix {
  const result = zeros(x.rows, y.rows);
  const d = x.columns;
  for (let i = 0; i < x.rows; i++) {
    for (let j = 0; j < y.rows; j++) {
      let sum = 0;
      for (let k = 0; k < d; k++) {
        const difference = x.values[i * d + k]! - y.values[j * d + k]!;
        sum += difference * difference;
      }
      result.values[i * y.rows + j] = sum;
    }
  }
  return result;
}
