import { factorInPlace, solveInPlace } from "../../classifiers/cholesky.js";
import { AuditError } from "../../errors.js";
import type { ClassContested, ClassReport } from "../../findings/class-file.js";
import type { Kernels } from "../../kernels/kernels.js";
import { measureShare } from "../../math/interval.js";
import type { Matrix } from "../../math/matrix.js";
import type { GluedClouds } from "../../prototypes/glued-barycenter.js";
import type { ClassClouds } from "../../surrogate/class-clouds.js";
import { type ClassGeometry, measureClasses } from "../../surrogate/class-clouds.js";
import { orFailure } from "../../surrogate/fitting.js";
import { boundedEntry } from "../../surrogate/score.js";
import type { Grouping } from "../groups/groups.js";
import { type Agreement, rightWhere, shareOf, sharesByGroup } from "./determined.js";

/** The people asked about, and how often each was answered as decided out of fold; null where that is not known. */
export interface AskedPeople {
  readonly encoded: Matrix;
  readonly agreement: Agreement | null;
  readonly groupings: readonly Grouping[];
}

export function determinedClasses(
  clouds: ClassClouds,
  people: AskedPeople,
  kernels: Kernels,
): { readonly prototypes: ClassReport["prototypes"]; readonly band: ClassReport["band"] } {
  const geometry = orFailure(() => ({ failure: null, classes: measureClasses(clouds, kernels, "summed") }));
  if (geometry.failure !== null) return { prototypes: geometry, band: geometry };
  const { classes } = geometry;
  return {
    prototypes: {
      failure: null,
      classes: classes.map(({ weights, anchors }) => ({
        own: weights[0]!,
        anchors: anchors.map(({ from, to }, k) => ({ from, to, weight: weights[k + 1]! })),
      })),
    },
    band: orFailure(() => split(settledClasses(classBand(classes).distances(people.encoded)), classes.length, people)),
  };
}

function split(settled: Int8Array, classes: number, { agreement, groupings }: AskedPeople): ClassContested {
  const share = (wanted: number) => shareOf(settled.filter((value) => value === wanted).length, settled.length);
  const open = Float64Array.from(settled, (value) => (value < 0 ? 1 : 0));
  const known = agreement !== null && agreement.agreed.length > 0 ? agreement : null;
  return {
    failure: null,
    settled: Array.from({ length: classes }, (_, c) => share(c)),
    contested: share(-1),
    agreementDetermined: known && rightWhere(known, (i) => settled[i]! >= 0),
    agreementContested: known && rightWhere(known, (i) => settled[i]! < 0),
    byAttribute: groupings.map((grouping) => ({
      attribute: grouping.attribute,
      groups: sharesByGroup(grouping, open, measureShare).groups.flatMap(({ group, share: contested }) =>
        contested === null ? [] : [{ group, contested }],
      ),
    })),
  };
}

/** More letter clouds at one class than this make the exact search too long: it visits 3ᵐ faces. */
const MOST_ANCHORS = 6;

/** Least and greatest squared distance of each row to each class's prototype over every weight the formula can give. */
interface ClassBand {
  readonly low: Matrix;
  readonly high: Matrix;
}

/**
 * The λ-band of K classes. The ratios r_k of a class's letter clouds range over [0, 1] each, so its weights range over
 * the polytope w_k ≤ cap_k·w₀, Σw = 1; with one cloud this is λ ∈ [0, ½]. W₂²(δₓ, Q(w)) is a convex quadratic in w: its
 * maximum lies at a vertex, its minimum at the stationary point of one of the faces, and all are visited. Classes do
 * not share weights, so the extremes of different classes are reached together and the band is exact, without a grid.
 */
export function classBand(geometry: readonly ClassGeometry[]): { distances(x: Matrix): ClassBand } {
  const crowded = geometry.findIndex(({ anchors }) => anchors.length > MOST_ANCHORS);
  if (crowded >= 0) {
    throw new AuditError(
      "BAND_TOO_LARGE",
      `class ${crowded} has letters of ${geometry[crowded]!.anchors.length} directions; the exact λ-band ` +
        `is computed for up to ${MOST_ANCHORS}; merge classes, or leave out directions with few letters`,
    );
  }
  const searches = geometry.map(({ glued, caps }) => ({ glued, faces: facesOf(glued, caps) }));
  return {
    distances(x) {
      const size = searches.length;
      const low = { rows: x.rows, columns: size, values: new Float64Array(x.rows * size) };
      const high = { rows: x.rows, columns: size, values: new Float64Array(x.rows * size) };
      searches.forEach(({ glued, faces }, c) => {
        const squared = new Float64Array(glued.means.length);
        for (let i = 0; i < x.rows; i++) {
          squaredDistances(glued, x, i, squared);
          const { least, greatest } = extremes(faces, squared);
          low.values[i * size + c] = least;
          high.values[i * size + c] = greatest;
        }
      });
      return { low, high };
    },
  };
}

/** The class that wins for every weight of every class, −1 where another may; a tie goes to the later class. */
export function settledClasses({ low, high }: ClassBand): Int8Array {
  const size = low.columns;
  return Int8Array.from({ length: low.rows }, (_, i) => {
    for (let c = 0; c < size; c++) {
      const worst = high.values[i * size + c]!;
      let always = true;
      for (let d = 0; d < size && always; d++) {
        const best = low.values[i * size + d]!;
        always = d === c || (d < c ? worst <= best : worst < best);
      }
      if (always) return c;
    }
    return -1;
  });
}

interface Face {
  /** Weights of the corner where all free clouds are 0. */
  readonly corner: Float64Array;
  /** Σ_{k<l} u_k u_l E‖X_k − X_l‖² of that corner. */
  readonly spread: number;
  readonly free: readonly number[];
  /** E‖X_corner − X_f‖² per free cloud. */
  readonly apart: Float64Array;
  /** Cholesky factor of E⟨X_f − X_corner, X_g − X_corner⟩. */
  readonly factor: Float64Array;
  /** Greatest weight of each free cloud relative to the class itself. */
  readonly caps: Float64Array;
}

/** All faces whose stationary point is one point; a flat face has its minimum on a smaller one as well. */
function facesOf(glued: GluedClouds, caps: readonly number[]): Face[] {
  const faces: Face[] = [];
  const count = caps.length;
  for (let code = 0; code < Math.round(power(3, count)); code++) {
    const states = caps.map((_, k) => Math.floor(code / power(3, k)) % 3); // 0 at none, 1 at the cap, 2 free
    const corner = Float64Array.of(1, ...caps.map((cap, k) => (states[k] === 1 ? cap : 0)));
    const mass = corner.reduce((sum, weight) => sum + weight, 0);
    for (let k = 0; k < corner.length; k++) corner[k]! /= mass;
    const free = caps.flatMap((_, k) => (states[k] === 2 ? [k + 1] : []));
    const spread = spreadOf(glued.apart, corner);
    const apart = Float64Array.from(free, (f) => mixedDistance(glued.apart, corner, f) - spread);
    const factor = new Float64Array(free.length * free.length);
    for (let a = 0; a < free.length; a++) {
      for (let b = 0; b < free.length; b++) {
        const between = glued.apart.values[free[a]! * glued.apart.columns + free[b]!]!;
        factor[a * free.length + b] = (apart[a]! + apart[b]! - between) / 2;
      }
    }
    if (!factorInPlace(factor, free.length)) continue;
    faces.push({ corner, spread, free, apart, factor, caps: Float64Array.from(free, (f) => caps[f - 1]!) });
  }
  return faces;
}

function power(base: number, exponent: number): number {
  let product = 1;
  for (let k = 0; k < exponent; k++) product *= base;
  return product;
}

/** Σ_k u_k E‖X_k − X_f‖². */
function mixedDistance(apart: Matrix, weights: Float64Array, f: number): number {
  return weights.reduce((sum, weight, k) => sum + weight * apart.values[k * apart.columns + f]!, 0);
}

function spreadOf(apart: Matrix, weights: Float64Array): number {
  let sum = 0;
  for (let k = 1; k < weights.length; k++) {
    for (let l = 0; l < k; l++) sum += weights[k]! * weights[l]! * apart.values[k * apart.columns + l]!;
  }
  return sum;
}

function squaredDistances({ means, variances }: GluedClouds, x: Matrix, i: number, into: Float64Array): void {
  means.forEach((mean, k) => {
    let sum = variances[k]!;
    for (let j = 0; j < x.columns; j++) {
      const difference = boundedEntry(x.values[i * x.columns + j]!) - mean[j]!;
      sum += difference * difference;
    }
    into[k] = sum;
  });
}

function extremes(faces: readonly Face[], squared: Float64Array): { least: number; greatest: number } {
  let least = Number.POSITIVE_INFINITY;
  let greatest = 0;
  for (const { corner, spread, free, apart, factor, caps } of faces) {
    let start = -spread;
    for (let k = 0; k < corner.length; k++) start += corner[k]! * squared[k]!;
    if (free.length === 0) {
      least = Math.min(least, start);
      greatest = Math.max(greatest, start);
      continue;
    }
    const slopes = Float64Array.from(free, (f, a) => (start - squared[f]! + apart[a]!) / 2);
    const steps = slopes.slice();
    solveInPlace(factor, free.length, steps);
    const rest = (1 - steps.reduce((sum, step) => sum + step, 0)) * corner[0]!; // weight of the class itself
    if (steps.some((step, a) => step < 0 || step > caps[a]! * rest)) continue;
    const inside = steps.reduce((sum, step, a) => sum - step * slopes[a]!, start);
    least = Math.min(least, inside);
  }
  return { least: Math.max(0, least), greatest: Math.max(0, greatest) };
}
