import type { Kernels } from "recast-audit";
import { exactTransport } from "recast-audit/kernels";
import { type arrayFiles, cloud, normals } from "./arrays.js";
import type { Peer } from "./peer.js";
import { describeRatio, describeTime, once, spread } from "./timing.js";

const COLUMNS = 104;
const REPEATS = 3;

/** Exact transport against POT's network simplex, cost matrix included on both sides. */
export async function exactRows(kernels: Kernels, peer: Peer | null, toFile: ReturnType<typeof arrayFiles>) {
  const rows: string[][] = [];
  for (const n of [500, 1000, 2000]) {
    const x = cloud(n, COLUMNS, 0, 11);
    const y = cloud(n, COLUMNS, 0.5, 12);
    for (const weighted of [false, true]) {
      const a = weighted ? positive(n) : new Float64Array(n).fill(1 / n);
      const b = new Float64Array(n).fill(1 / n);
      const request = {
        task: "emd",
        x: toFile(x.values, [n, COLUMNS]),
        y: toFile(y.values, [n, COLUMNS]),
        a: toFile(a, [n]),
        b: toFile(b, [n]),
      };
      const ours: number[] = [];
      const theirs: number[] = [];
      let value = 0;
      let peerValue = Number.NaN;
      for (let repeat = 0; repeat < REPEATS; repeat++) {
        ours.push(
          once(() => {
            value = exactTransport(x, y, kernels, { xWeights: a, yWeights: b }).squaredDistance;
          }),
        );
        if (peer === null) continue;
        const answer = await peer.ask(request);
        theirs.push(answer["seconds"]! * 1000);
        peerValue = answer["value"]!;
      }
      const peerTime = theirs.length > 0 ? spread(theirs) : null;
      rows.push([
        `n = ${n}, ${weighted ? "random weights" : "uniform"}`,
        describeTime(spread(ours)),
        peerTime === null ? "–" : describeTime(peerTime),
        describeRatio(spread(ours), peerTime),
        peerTime === null ? "–" : Math.abs(value / peerValue - 1).toExponential(1),
      ]);
      console.error(rows.at(-1)!.join("  "));
    }
  }
  return rows;
}

function positive(n: number): Float64Array {
  const weights = normals(n, 13).map((value) => 1 + 0.1 * value);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
