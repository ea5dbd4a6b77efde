import { type Matrix, row, zeros } from "../../src/math/matrix.js";
import type { PlannedAnchor } from "../../src/prototypes/glued-barycenter.js";
import { type Prototype, prototypeFromPoints } from "../../src/prototypes/prototype.js";

/** What `gluedPrototype` gives, with its support points: one for every way to continue each row into all clouds. */
export function gluedMeasure(own: Matrix, anchors: readonly PlannedAnchor[], weights: readonly number[]): Prototype {
  const branches = anchors.map((anchor) => continuations(own.rows, anchor));
  const points: Float64Array[] = [];
  const masses: number[] = [];
  for (let i = 0; i < own.rows; i++) {
    let partial = [{ point: row(own, i).map((value) => weights[0]! * value), mass: 1 / own.rows }];
    anchors.forEach(({ rows }, k) => {
      partial = partial.flatMap(({ point, mass }) =>
        branches[k]![i]!.map(({ target, share }) => ({
          point: point.map((value, j) => value + weights[k + 1]! * rows.values[target * rows.columns + j]!),
          mass: mass * share,
        })),
      );
    });
    for (const { point, mass } of partial) {
      points.push(point);
      masses.push(mass);
    }
  }
  const all = zeros(points.length, own.columns);
  points.forEach((point, k) => {
    row(all, k).set(point);
  });
  return prototypeFromPoints(all, Float64Array.from(masses));
}

function continuations(count: number, { plan }: PlannedAnchor): { target: number; share: number }[][] {
  const lists = Array.from({ length: count }, (): { target: number; share: number }[] => []);
  for (let e = 0; e < plan.mass.length; e++) {
    lists[plan.source[e]!]!.push({ target: plan.target[e]!, share: count * plan.mass[e]! });
  }
  return lists;
}
