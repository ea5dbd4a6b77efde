import { AuditError } from "../../errors.js";
import type { PrototypeSummary } from "../../findings/trust.js";
import type { Kernels } from "../../kernels/kernels.js";
import { fitPrototypes, type PrototypeOptions } from "../../prototypes/fit.js";
import { canonicalClouds, requireLetters } from "../../surrogate/clouds.js";
import type { Clouds } from "../../surrogate/surrogate.js";
import { exactTransport } from "../../transport/exact.js";

/** Measures the clouds. Without letters, or where all clouds coincide, there is nothing to mix: the reason is given. */
export function summarisePrototypes(given: Clouds, kernels: Kernels, options: PrototypeOptions): PrototypeSummary {
  try {
    requireLetters("recast", given);
    const clouds = canonicalClouds(given);
    const { lambda, squaredDistances } = fitPrototypes(clouds, kernels, options);
    const root = (squared: number) => Math.sqrt(Math.max(0, squared)); // single precision may end below zero
    const distances = {
      rejectedToLetters: root(squaredDistances[0]),
      acceptedToLetters: root(squaredDistances[1]),
      rejectedToAccepted: root(exactTransport(clouds.rejected, clouds.accepted, kernels).squaredDistance),
    };
    return { lambda, distances, failure: null };
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    return { lambda: null, distances: null, failure: { code: error.code, message: error.message } };
  }
}
