import { type ModelFairness, modelFairness } from "recast-audit";
import type { Peer } from "../speed/peer.js";
import { type Draw, groupingOf, inputOf, startDraw } from "./draw.js";

const CASES = 200;

/** Made-up people as both sides are given them. */
interface Case {
  readonly sizes: readonly number[];
  readonly groups: readonly number[];
  readonly decisions: readonly number[];
  readonly outcomes: readonly number[];
  readonly scores: readonly number[];
  readonly weights: readonly number[] | null;
}

/** A kind of number, how many were compared, and the largest difference. */
export interface Agreement {
  readonly measure: string;
  readonly compared: number;
  readonly largest: number;
}

/** Compares random cases of two to seven groups, half of them weighted and a third with few different scores, with the peer. */
export async function compareWithPeer(peer: Peer): Promise<Agreement[]> {
  const differences = new Map<string, number[]>();
  for (let seed = 0; seed < CASES; seed++) {
    const made = makeCase(startDraw(seed), seed);
    const { sizes: _, ...request } = made;
    const theirs = await peer.ask(request);
    const ours = measure(made);
    for (const [name, value] of Object.entries(theirs)) {
      const own = ours.get(name);
      if (own === undefined || value === null) throw new Error(`case ${seed} lacks '${name}'`);
      const kind = name.replace(/ .*/, "");
      differences.set(kind, [...(differences.get(kind) ?? []), Math.abs(own - value)]);
    }
  }
  return [...differences].map(([name, values]) => ({
    measure: name,
    compared: values.length,
    largest: Math.max(...values),
  }));
}

function makeCase({ uniform, normal }: Draw, seed: number): Case {
  const sizes = Array.from({ length: 2 + (seed % 6) }, () => 60 + Math.floor(80 * uniform()));
  const shifts = sizes.map(normal);
  const groups = sizes.flatMap((size, group) => Array.from({ length: size }, () => group));
  const scores = groups.map((group) => {
    const score = 1 / (1 + Math.exp(-(shifts[group] ?? 0) - normal()));
    return seed % 3 === 0 ? Math.round(10 * score) / 10 : score;
  });
  return {
    sizes,
    groups,
    scores,
    decisions: scores.map((score) => (score >= 0.5 ? 1 : 0)),
    outcomes: scores.map((score) => (uniform() < 0.3 + 0.4 * score ? 1 : 0)),
    weights: seed % 2 === 0 ? null : scores.map(() => 0.1 - Math.log(1 - uniform())),
  };
}

/** Our numbers under the peer's names. */
function measure({ sizes, scores, decisions, outcomes, weights }: Case): Map<string, number> {
  const codes = Int32Array.from(outcomes);
  const { attributes } = modelFairness({
    ...inputOf(groupingOf(sizes), Float64Array.from(scores), Uint8Array.from(decisions)),
    weights: weights === null ? null : Float64Array.from(weights),
    y: { column: "outcome", kind: "outcome", labels: ["0", "1"], codes, favourable: "1" },
  });
  const named = new Map<string, number>();
  const [found] = attributes;
  if (found === undefined) return named;
  const keep = (name: string, value: number | undefined) => value !== undefined && named.set(name, value);
  keep("parityDifference", found.parityDifference?.value);
  keep("parityRatio", Math.min(...found.groups.map(({ impactRatio }) => impactRatio?.value ?? Number.NaN)));
  keep("oddsDifference", found.equalizedOdds?.difference?.value);
  keep("truePositiveDifference", found.equalizedOdds?.truePositiveDifference?.value);
  keep("falsePositiveDifference", found.equalizedOdds?.falsePositiveDifference?.value);
  for (const { group, rate, weightedRate } of found.groups) keep(`rate ${group}`, weightedRate?.value ?? rate.share);
  keepDistances("W1 ", found.dtidp);
  for (const { y, distances } of found.dtieo) keepDistances(`W1 y=${y} `, distances);
  return named;

  function keepDistances(prefix: string, distances: ModelFairness["attributes"][number]["dtidp"]) {
    for (const { a, b, value } of [...(distances?.pairs ?? []), ...(distances?.againstRest ?? [])]) {
      keep(`${prefix}${a}:${b ?? "rest"}`, value);
    }
  }
}
