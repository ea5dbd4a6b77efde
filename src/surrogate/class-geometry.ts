import type { Kernels } from "../kernels/kernels.js";
import { type AnchorDistances, anchorCaps, type ClassMixing, classWeights } from "../prototypes/class-weights.js";
import { type GluedClouds, glueClouds, type PlannedAnchor, planAnchor } from "../prototypes/glued-barycenter.js";
import { canonicalRows, type LetterCloud, letterClouds, requireClassLetters, settleLetters } from "./class-clouds.js";
import type { ClassClouds } from "./class-surrogate.js";

/** One class with the letter clouds that pull at its prototype. */
export interface ClassGeometry {
  /** Directions of the clouds, in the order of the weights after the first. */
  readonly anchors: readonly { readonly from: number; readonly to: number; readonly letters: number }[];
  readonly glued: GluedClouds;
  /** Weight of the class itself, then of each cloud; they sum to 1. */
  readonly weights: readonly number[];
  /** Greatest weight of each cloud relative to the class itself that the formula can give. */
  readonly caps: readonly number[];
  /** The measured clouds behind it, to draw support points from. */
  readonly planned: readonly PlannedAnchor[];
}

/** Measures every letter cloud against the two classes it lies between, by two exact plans. */
export function measureClasses(given: ClassClouds, kernels: Kernels, mixing: ClassMixing): ClassGeometry[] {
  requireClassLetters("recast", given);
  const settled = settleLetters(given);
  const classes = settled.classes.map(canonicalRows);
  const clouds = letterClouds(settled).map((cloud) => ({ ...cloud, rows: canonicalRows(cloud.rows) }));
  const plans = clouds.map(({ from, to, rows }) => ({
    from: planAnchor(classes[from]!, rows, kernels),
    to: planAnchor(classes[to]!, rows, kernels),
  }));
  return classes.map((own, c) => {
    const around = clouds.flatMap((cloud, k) =>
      cloud.from === c || cloud.to === c ? [{ cloud, plan: plans[k]! }] : [],
    );
    const planned = around.map(({ cloud, plan }) => (cloud.from === c ? plan.from : plan.to));
    const distances = around.map(({ cloud, plan }) => distancesOf(c, cloud, plan));
    return {
      anchors: around.map(({ cloud: { from, to, rows } }) => ({ from, to, letters: rows.rows })),
      glued: glueClouds(own, planned),
      weights: classWeights(distances, mixing),
      caps: anchorCaps(distances, mixing),
      planned,
    };
  });
}

function distancesOf(
  c: number,
  cloud: LetterCloud,
  plan: { readonly from: PlannedAnchor; readonly to: PlannedAnchor },
): AnchorDistances {
  const [own, other] = cloud.from === c ? [plan.from, plan.to] : [plan.to, plan.from];
  return { own: own.squaredDistance, other: other.squaredDistance, letters: cloud.rows.rows };
}
