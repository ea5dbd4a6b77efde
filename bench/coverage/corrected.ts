import { crossValidate, fitModel, type Kernels, modelFairness, type SurrogateMethod } from "recast-audit";
import { type Design, drawEvidence, drawPopulation, groupingsOf } from "./draw.js";
import { streamOf } from "./random.js";
import { asEstimate, type Tally } from "./tally.js";
import type { trueGroups, World } from "./world.js";

/** People of a population file. */
const POPULATION = 2000;

/** What is looked at: a rebuilt model from files of `n` people, with a population file beside each. */
interface Setting {
  readonly method: SurrogateMethod;
  readonly n: number;
  readonly design: Design;
  readonly files: number;
}

/** Rates and ratios of a population through a rebuilt model, as it decides and corrected by its errors. */
export function coverCorrected(
  world: World,
  truths: ReturnType<typeof trueGroups>,
  { method, n, design, files }: Setting,
  kernels: Kernels,
  tally: Tally,
): void {
  const setting = `n = ${n}, ${design}`;
  for (let file = 1; file <= files; file++) {
    const stream = streamOf(n, file);
    const evidence = drawEvidence(world, n, design, stream);
    const population = drawPopulation(world, POPULATION, stream);
    const [trust] = crossValidate(evidence, [method], kernels, { seed: file }).methods;
    if (!trust || trust.failure !== null) throw new Error(`${method.name} failed: ${trust?.failure?.message}`);
    const { scores, decisions } = fitModel(evidence, method, kernels).predict(population.people);
    const { attributes } = modelFairness({
      method: method.name,
      scored: "population",
      groupings: groupingsOf(population.groups),
      ...{ scores, decisions, weights: null, y: null },
      observed: {
        groupings: groupingsOf(evidence.groups),
        decisions: evidence.decisions,
        outOfFold: trust.acceptedShare,
        weights: evidence.weights,
      },
      balancedByDesign: design === "half of each",
      ...{ consistent: [], consistentRows: null, resamples: 1, seed: file },
    });
    for (const { attribute, groups } of attributes) {
      const rate = (group: string | undefined) => truths.get(attribute)?.get(group ?? "")?.rate ?? Number.NaN;
      const highest = groups.find(({ impactRatio }) => impactRatio?.low === 1 && impactRatio.high === 1)?.group;
      const reference = groups.find(({ correctedRatio: ratio }) => ratio?.low === 1 && ratio.high === 1)?.group;
      for (const { group, rate: decided, impactRatio, correctedRate, correctedRatio } of groups) {
        tally.add(`corrected rate, ${method.name}`, setting, group, correctedRate, rate(group));
        tally.add(`not corrected, ${method.name}`, setting, group, correctedRate && asEstimate(decided), rate(group));
        if (group !== reference) {
          tally.add(`corrected ratio, ${method.name}`, setting, "", correctedRatio, rate(group) / rate(reference));
        }
        if (group !== highest) {
          const ratio = correctedRate && impactRatio;
          tally.add(`ratio not corrected, ${method.name}`, setting, "", ratio, rate(group) / rate(highest));
        }
      }
    }
  }
}
