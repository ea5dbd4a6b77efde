import type { Failed } from "../../findings/quantities.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../math/matrix.js";
import type { Clouds } from "../../surrogate/surrogate.js";
import { type Band, lambdaBand, settledByBand } from "./band.js";
import { distancesToClouds, measureGeometry } from "./geometry.js";
import { auditTolerances, certificates } from "./lens.js";
import { orFailure } from "./or-failure.js";

/** What RECAST's band and lens say about single people; null without letters or where classes are not separated. */
export interface SettledPeople {
  /** 1 where every λ accepts, 0 where every λ rejects, −1 where they differ. */
  readonly band: Int8Array | null;
  /** The smallest evidence error that would let the decision change. */
  readonly certificates: Float64Array | null;
}

/** Band and certificate of any encoded rows, one entry per row. */
export interface SettledRows extends Band {
  /** 1 where every λ accepts, 0 where every λ rejects, −1 where they differ. */
  readonly settled: Int8Array;
  /** The smallest evidence error that would let the decision change. */
  readonly certificates: Float64Array;
}

/** Clouds that were measured once, so that rows can be asked about one after the other at no cost. */
export interface SettlingRule {
  readonly failure: null;
  settle(x: Matrix): SettledRows;
}

/** Measures the clouds for `settle`, or says why it cannot: no letters, or classes that are not separated. */
export function settlingRule(clouds: Clouds, kernels: Kernels): SettlingRule | Failed {
  const geometry = orFailure(() => measureGeometry(clouds, kernels));
  if ("failure" in geometry) return geometry;
  const band = lambdaBand(geometry);
  const { delta } = auditTolerances(geometry);
  return {
    failure: null,
    settle(x) {
      const margins = band.margins(x);
      return {
        ...margins,
        settled: settledByBand(margins),
        certificates: certificates(distancesToClouds(geometry, x), delta),
      };
    },
  };
}

/** Band and certificate of each encoded row. */
export function settledPeople(clouds: Clouds, x: Matrix, kernels: Kernels): SettledPeople {
  const rule = settlingRule(clouds, kernels);
  if (rule.failure !== null) return { band: null, certificates: null };
  const { settled, certificates } = rule.settle(x);
  return { band: settled, certificates };
}
