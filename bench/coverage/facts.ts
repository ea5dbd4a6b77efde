import { gatherFacts } from "recast-audit";
import { type Design, drawEvidence, groupingsOf } from "./draw.js";
import { streamOf } from "./random.js";
import { asEstimate, type Tally } from "./tally.js";
import type { trueGroups, World } from "./world.js";

/** Rates, ratios and differences of observed decisions, over `files` files of each size. */
export function coverFacts(
  world: World,
  truths: ReturnType<typeof trueGroups>,
  sizes: readonly number[],
  design: Design,
  files: number,
  tally: Tally,
): void {
  const overall = world.byDecision[1].length / world.everybody.decisions.length;
  for (const n of sizes) {
    const setting = `n = ${n}`;
    for (let file = 1; file <= files; file++) {
      const { groups, decisions, weights } = drawEvidence(world, n, design, streamOf(n, file));
      const facts = gatherFacts(groupingsOf(groups), decisions, weights);
      const everybody = weights === null ? asEstimate(facts.overall.rate) : facts.overall.weightedRate;
      tally.add("rate of everybody", setting, "", everybody, overall);
      for (const attribute of facts.attributes) {
        const truth = truths.get(attribute.attribute);
        const rate = (group: string | null | undefined) => truth?.get(group ?? "")?.rate ?? Number.NaN;
        const highest = Math.max(...[...(truth?.values() ?? [])].map((group) => group.rate));
        const compared = weights === null ? attribute : attribute.weighted;
        for (const group of attribute.groups) {
          if (group.status !== "measured") continue;
          const own = group.group;
          tally.add(
            "rate of a group",
            setting,
            own,
            weights === null ? asEstimate(group.rate) : group.weightedRate,
            rate(own),
          );
          if (weights === null) {
            const rest = truth?.get(own)?.restRate ?? Number.NaN;
            tally.add("difference from the rest", setting, own, group.differenceFromRest, rate(own) - rest);
          }
          if (own === compared?.reference) continue;
          const ratio = weights === null ? group.impactRatio : group.weightedImpactRatio;
          const trueRatio = rate(own) / rate(compared?.reference);
          tally.add("impact ratio", setting, "", ratio, trueRatio);
          tally.add("… read as against the truly highest group", setting, "", ratio, rate(own) / highest);
          if (trueRatio > 1)
            tally.add("… of a group truly above the one it is compared with", setting, "", ratio, trueRatio);
        }
        const { parityDifference: difference, parityRatio: ratio } = compared ?? {};
        if (difference) {
          tally.add("parity difference", setting, "", difference, rate(difference.highest) - rate(difference.lowest));
        }
        if (ratio) tally.add("parity ratio", setting, "", ratio, rate(ratio.lowest) / rate(ratio.highest));
      }
    }
  }
}
