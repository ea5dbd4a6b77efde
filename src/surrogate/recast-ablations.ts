import { requireNonNegative, withDefaults } from "../options.js";
import { fitPrototypes, resolvePrototypeOptions } from "../prototypes/fit.js";
import { moments, prototypeFromMoments } from "../prototypes/prototype.js";
import { canonicalClouds, requireBothClasses, requireLetters } from "./clouds.js";
import { prototypeRule } from "./prototype-rule.js";
import {
  fittedRecast,
  RECAST_DEFAULTS,
  type RecastMethod,
  type RecastOptions,
  recastSurrogate,
  reviveRecast,
} from "./recast.js";

/** The options of `recast`, with λ/(1−λ) given instead of found. */
export interface RecastFixedRatioOptions extends Omit<RecastOptions, "lambda"> {
  /** λ/(1−λ) of both classes. @default 0.5 */
  readonly ratio?: number;
}

/** `recast` with the same mixing weight for both classes, whatever the distances say: the paper's first ablation. */
export function recastFixedRatio(given: RecastFixedRatioOptions = {}): RecastMethod {
  const { lambda: _, ...shared } = RECAST_DEFAULTS;
  const defaults: Required<RecastFixedRatioOptions> = { ...shared, ratio: 0.5 };
  const options = withDefaults("recast-fixed-ratio", defaults, given);
  requireNonNegative("ratio", options.ratio);
  resolvePrototypeOptions(options);
  return {
    name: "recast-fixed-ratio",
    usesLetters: true,
    fit(clouds, kernels) {
      requireLetters("recast-fixed-ratio", clouds);
      const fit = fitPrototypes(canonicalClouds(clouds), kernels, options);
      return fittedRecast("recast-fixed-ratio", fit, kernels);
    },
    revive: (data, kernels) => reviveRecast("recast-fixed-ratio", data, kernels),
  };
}

/** `recast` without letters: λ = 0, so each prototype is its class of observations; its mean and variance decide. */
export function recastNoLetters(given: Record<string, never> = {}): RecastMethod {
  withDefaults("recast-no-letters", {}, given);
  return {
    name: "recast-no-letters",
    usesLetters: false,
    fit(clouds, kernels) {
      requireBothClasses("recast-no-letters", clouds);
      const { rejected, accepted } = canonicalClouds(clouds);
      const own = [moments(rejected), moments(accepted)] as const;
      const rule = prototypeRule([
        prototypeFromMoments(own[0].mean, own[0].variance),
        prototypeFromMoments(own[1].mean, own[1].variance),
      ]);
      const method = "recast-no-letters";
      return recastSurrogate({ method, solver: "closed-form", lambda: [0, 0], rule, prototypes: null }, kernels);
    },
    revive: (data, kernels) => reviveRecast("recast-no-letters", data, kernels),
  };
}
