import type { ClassContested, ClassReport } from "../../findings/class-file.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../math/matrix.js";
import { measureClasses } from "../../surrogate/class-geometry.js";
import type { ClassClouds } from "../../surrogate/class-surrogate.js";
import type { Grouping } from "../groups/groups.js";
import { classBand, settledClasses } from "./class-band.js";
import { meanWhere, shareOf, sharesByGroup } from "./determined.js";
import { orFailure } from "./or-failure.js";

/** The people asked about, and how often each was answered as decided out of fold; null where that is not known. */
export interface AskedPeople {
  readonly encoded: Matrix;
  readonly agreed: Float64Array | null;
  readonly groupings: readonly Grouping[];
}

/** Prototypes of K classes and what they determine, each with the reason where the evidence does not give it. */
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

function split(settled: Int8Array, classes: number, { agreed, groupings }: AskedPeople): ClassContested {
  const share = (wanted: number) => shareOf(settled.filter((value) => value === wanted).length, settled.length);
  const open = Float64Array.from(settled, (value) => (value < 0 ? 1 : 0));
  const known = agreed !== null && agreed.length > 0 ? agreed : null;
  return {
    failure: null,
    settled: Array.from({ length: classes }, (_, c) => share(c)),
    contested: share(-1),
    agreementDetermined: known && meanWhere(known, (i) => settled[i]! >= 0),
    agreementContested: known && meanWhere(known, (i) => settled[i]! < 0),
    byAttribute: groupings.map((grouping) => {
      const { attribute, groups } = sharesByGroup(grouping, open);
      return {
        attribute,
        groups: groups.flatMap(({ group, share: contested }) => (contested === null ? [] : [{ group, contested }])),
      };
    }),
  };
}
