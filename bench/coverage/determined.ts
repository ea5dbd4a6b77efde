import {
  crossValidate,
  fitModel,
  type Identification,
  identification,
  type Kernels,
  refitStability,
  type SurrogateMethod,
} from "recast-audit";
import { pickRows } from "../letters/rows.js";
import { drawEvidence, drawPopulation } from "./draw.js";
import { streamOf } from "./random.js";
import { hundredths } from "./tally.js";
import type { World } from "./world.js";

const FRESH = 500;

type PeopleSplit = Identification["determined"];
type TwoCounts = readonly [contested: number, determined: number];

/** One file: people of either part, and how many of them the rebuilt model is right about. */
interface Part {
  readonly people: TwoCounts;
  readonly right: TwoCounts;
}

/** Agreement of determined and contested people with the hidden target; lines of a table. */
export function compareDetermined(
  world: World,
  method: SurrogateMethod,
  { n, files, refits: count }: { readonly n: number; readonly files: number; readonly refits: number },
  kernels: Kernels,
): string[][] {
  const found = {
    bandFresh: [] as Part[],
    bandSeen: [] as Part[],
    refitsFresh: [] as Part[],
    refitsSeen: [] as Part[],
  };
  for (let file = 1; file <= files; file++) {
    const stream = streamOf(n, file);
    const evidence = drawEvidence(world, n, "as they come", stream);
    const fresh = drawPopulation(world, FRESH, stream);
    const model = fitModel(evidence, method, kernels);
    const answers = model.predict(fresh.people).decisions;
    const isRight = Uint8Array.from(answers, (answer, i) => (answer === fresh.decisions[i] ? 1 : 0));
    const refits = refitStability(evidence, { method, fitted: model }, kernels, {
      refits: count,
      seed: file,
      scored: fresh.people,
    });
    found.refitsFresh.push(freshPart(refits.scored?.settled ?? new Int8Array(0), isRight));

    // the band of people the model is right about, then of the others: all that is given about fresh people are counts
    const { folds, methods } = crossValidate(evidence, [method], kernels, { seed: file });
    const [trust] = methods;
    if (trust === undefined) throw new Error("one method has one answer");
    const identify = (wanted: number) => {
      const population = pickRows(
        fresh.people,
        [...isRight.keys()].filter((i) => isRight[i] === wanted),
      );
      const parts = { evidence, model, trust, recastTrust: null, folds, groupings: [], refits, population };
      return identification(parts, kernels);
    };
    const right = identify(1);
    found.refitsSeen.push(seenPart(right.determined));
    if (method.name !== "recast") continue;
    const wrong = identify(0);
    if (right.band.failure !== null || wrong.band.failure !== null) continue;
    found.bandSeen.push(seenPart(right.band.split));
    const yes = countsOf(right.band.split.population);
    const no = countsOf(wrong.band.split.population);
    found.bandFresh.push({ people: [yes[0] + no[0], yes[1] + no[1]], right: yes });
  }
  const lines = [
    [`${method.name}, λ-band, fresh people`, ...cellsOf(found.bandFresh)],
    [`${method.name}, λ-band, observed people`, ...cellsOf(found.bandSeen)],
    [`${method.name}, refits, fresh people`, ...cellsOf(found.refitsFresh)],
    [`${method.name}, refits, observed people`, ...cellsOf(found.refitsSeen)],
  ];
  return method.name === "recast" ? lines : lines.slice(2);
}

/** Share clear, how often clear and open answers are right, and files in which clear ones are right more often. */
function cellsOf(files: readonly Part[]): string[] {
  const sum = (of: (file: Part) => number) => files.reduce((total, file) => total + of(file), 0);
  const [contested, determined] = [sum(({ people }) => people[0]), sum(({ people }) => people[1])];
  const both = files.filter(({ people }) => people[0] > 0 && people[1] > 0);
  const ahead = both.filter(({ people, right }) => right[1] / people[1] > right[0] / people[0]);
  return [
    hundredths(determined / (contested + determined)),
    hundredths(sum(({ right }) => right[1]) / determined),
    hundredths(sum(({ right }) => right[0]) / contested),
    `${ahead.length} of ${both.length}`,
  ];
}

function freshPart(settled: Int8Array, isRight: Uint8Array): Part {
  const people: [number, number] = [0, 0];
  const right: [number, number] = [0, 0];
  settled.forEach((value, i) => {
    const part = value < 0 ? 0 : 1;
    people[part] += 1;
    right[part] += isRight[i]!;
  });
  return { people, right };
}

/** Observed people, who are answered by models that had not seen them. */
function seenPart({ agreementContested: contested, agreementDetermined: determined }: PeopleSplit): Part {
  return {
    people: [contested?.n ?? 0, determined?.n ?? 0],
    right: [contested?.successes ?? 0, determined?.successes ?? 0],
  };
}

function countsOf(population: PeopleSplit["population"]): TwoCounts {
  if (population === null) throw new Error("fresh people were given");
  return [population.contested, population.accepted + population.rejected];
}
