import { letterFindings } from "recast-audit";
import { drawEvidence, groupingsOf } from "./draw.js";
import { streamOf } from "./random.js";
import type { Tally } from "./tally.js";
import type { trueGroups, World } from "./world.js";

/** Changes of a field whose median is looked at, at least. */
const LEAST_CHANGES = 10;

/** What letters ask of each group, over `files` files of each size. */
export function coverBurden(
  world: World,
  truths: ReturnType<typeof trueGroups>,
  sizes: readonly number[],
  files: number,
  tally: Tally,
): void {
  for (const n of sizes) {
    const setting = `n = ${n}`;
    for (let file = 1; file <= files; file++) {
      const evidence = drawEvidence(world, n, "as they come", streamOf(n, file));
      const options = { resamples: 1000, seed: file };
      const findings = letterFindings(evidence, world.encoder, groupingsOf(evidence.groups), options);
      for (const { attribute, groups, distanceGap } of findings?.burden ?? []) {
        const measured = groups.filter(({ status }) => status === "measured");
        for (const { group, distance, fields, changes } of measured) {
          const truth = truths.get(attribute)?.get(group);
          if (truth === undefined) throw new Error(`nothing is known about ${group}`);
          tally.add("mean distance", setting, group, distance, truth.distance);
          tally.add("mean number of fields", setting, group, fields, truth.fields);
          for (const { field, letters, median } of changes) {
            if (letters < LEAST_CHANGES) continue;
            tally.add(`median change of ${field}`, setting, group, median, truth.medians.get(field) ?? Number.NaN);
          }
        }
        const trueDistance = (group: string) => truths.get(attribute)?.get(group)?.distance ?? Number.NaN;
        const gap = distanceGap && trueDistance(distanceGap.highest) - trueDistance(distanceGap.lowest);
        tally.add("gap of mean distances", setting, "", distanceGap, gap ?? Number.NaN);
      }
    }
  }
}
