import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../math/matrix.js";
import type { Clouds } from "../surrogate/surrogate.js";
import { attempt } from "./attempt.js";
import { lambdaBand, settledByBand } from "./band.js";
import { distancesToClouds, measureGeometry } from "./geometry.js";
import { auditTolerances, certificates } from "./lens.js";

/** What RECAST's band and lens say about single people; null where the evidence has no letters or does not separate the classes. */
export interface SettledPeople {
  /** 1 where every λ accepts, 0 where every λ rejects, −1 where they differ. */
  readonly band: Int8Array | null;
  /** The smallest evidence error that would let the decision change. */
  readonly certificates: Float64Array | null;
}

/** Band and certificate of each encoded row. */
export function settledPeople(clouds: Clouds, x: Matrix, kernels: Kernels): SettledPeople {
  const geometry = attempt(() => measureGeometry(clouds, kernels));
  if ("failure" in geometry) return { band: null, certificates: null };
  const { delta } = auditTolerances(geometry);
  return {
    band: settledByBand(lambdaBand(geometry).margins(x)),
    certificates: certificates(distancesToClouds(geometry, x), delta),
  };
}
