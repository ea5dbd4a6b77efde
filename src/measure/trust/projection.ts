import type { Encoder } from "../../encode/encoder.js";
import type { Point, Projection } from "../../findings/drawing.js";
import type { Kernels } from "../../kernels/kernels.js";
import { type Matrix, selectRows, stackRows } from "../../math/matrix.js";
import { fitPrototypes } from "../../prototypes/fit.js";
import { canonicalClouds } from "../../surrogate/clouds.js";
import { orFailure } from "../../surrogate/fitting.js";
import { squaredDifferences } from "../../surrogate/prototype-rule.js";
import type { Clouds } from "../../surrogate/surrogate.js";
import type { Measure } from "../../transport/interpolate.js";
import { geodesic } from "../../transport/interpolate.js";
import { measureGeometry, prototypeRuleOf } from "./geometry.js";
import {
  axisNames,
  boundsOf,
  cornersOf,
  drawnRows,
  lineWithin,
  MOST_DRAWN,
  type Plane,
  principalPlane,
  projectRows,
} from "./plane.js";

/**
 * The evidence on the plane of its first two principal components, with RECAST's prototypes, the midpoint of the
 * geodesic between them and the line in which its boundary cuts the plane. Clouds of more than 300 rows are thinned
 * evenly before prototypes are computed for drawing; the mixing weights and the boundary come from all rows.
 */
export function projectEvidence(given: Clouds, encoder: Pick<Encoder, "columns">, kernels: Kernels): Projection {
  const { rejected, accepted, counterfactual } = canonicalClouds(given);
  const plane = principalPlane(stackRows(rejected, accepted, counterfactual));
  const drawn = { rejected: thinned(rejected), accepted: thinned(accepted), counterfactual: thinned(counterfactual) };
  const points = {
    rejected: project(plane, drawn.rejected),
    accepted: project(plane, drawn.accepted),
    letters: project(plane, drawn.counterfactual),
  };
  const geometry = orFailure(() => measureGeometry(given, kernels));
  const common = { explained: plane.explained, axes: axisNames(plane, encoder.columns), ...points };
  if ("failure" in geometry) return { ...common, prototypes: null, boundary: null };

  const fit = fitPrototypes(drawn, kernels, { solver: "exact", lambda: geometry.lambda });
  const [q0, q1] = fit.prototypes;
  const path = geodesic(q0, q1, kernels);
  const prototypes = {
    rejected: project(plane, heaviest(q0)),
    accepted: project(plane, heaviest(q1)),
    midpoint: project(plane, heaviest(path.at(0.5))),
    length: path.length,
  };
  // D₀² − D₁² is linear in x: its values at three points of the plane give the line where it is 0
  const [c = 0, a = 0, b = 0] = squaredDifferences(prototypeRuleOf(geometry), cornersOf(plane));
  const all = [points.rejected, points.accepted, points.letters].map((part) => Float64Array.from(part.flat()));
  return { ...common, prototypes, boundary: lineWithin(a - c, b - c, c, boundsOf(all)) };
}

function project(plane: Plane, x: Matrix): Point[] {
  const places = projectRows(plane, x, new Float64Array(2 * x.rows));
  return Array.from({ length: x.rows }, (_, i): Point => [places[2 * i]!, places[2 * i + 1]!]);
}

function thinned(x: Matrix): Matrix {
  return selectRows(x, drawnRows(x.rows));
}

function heaviest({ points, weights }: Measure): Matrix {
  const order = [...weights.keys()].sort((i, j) => weights[j]! - weights[i]! || i - j);
  return selectRows(points, order.slice(0, MOST_DRAWN));
}
