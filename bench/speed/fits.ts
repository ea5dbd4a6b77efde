import { availableParallelism } from "node:os";
import type { Kernels } from "recast-audit";
import { fitPrototypes, matrix } from "recast-audit/kernels";
import type { arrayFiles } from "./arrays.js";
import { cloud } from "./arrays.js";
import type { Peer } from "./peer.js";
import { describeRatio, describeTime, once, spread, type Timing } from "./timing.js";

const EPOCHS = 200;
const POINTS = 50;

/** [rows per class, columns, repeats of ours, repeats of the peer]. */
const SIZES = [
  [100, 104, 7, 2],
  [1000, 104, 3, 1],
  [100, 784, 5, 2],
  [400, 784, 3, 1],
] as const;

/** Prototype fits against GeomLoss on PyTorch at its best thread count. One table row each. */
export async function fitRows(
  kernels: Kernels,
  parallel: Kernels,
  peer: Peer | null,
  toFile: ReturnType<typeof arrayFiles>,
) {
  const rows: string[][] = [];
  for (const [n, d, repeats, peerRepeats] of SIZES) {
    const rejected = cloud(n, d, 0, 1);
    const accepted = cloud(n, d, 0.5, 2);
    const step = cloud(n, d, 0.2, 3).values;
    const counterfactual = matrix(
      n,
      d,
      rejected.values.map((value, k) => value + 0.2 * step[k]! + 0.2),
    );
    const clouds = { rejected, accepted, counterfactual };
    const first = (cloudOfClass: typeof rejected) => matrix(POINTS, d, cloudOfClass.values.slice(0, POINTS * d));
    const initial = [first(rejected), first(accepted)] as const;
    const ask = (settings: object) =>
      peer!.ask({
        task: "fit",
        rejected: toFile(rejected.values, [n, d]),
        accepted: toFile(accepted.values, [n, d]),
        letters: toFile(counterfactual.values, [n, d]),
        start0: toFile(initial[0].values, [POINTS, d]),
        start1: toFile(initial[1].values, [POINTS, d]),
        blur: 0.05,
        learningRate: 0.01,
        ...settings,
      });
    let threads = 1;
    const trial = Math.max(4, Math.round(2000 / n)); // epochs
    if (peer !== null) threads = await bestThreads((count) => ask({ threads: count, epochs: trial, lean: false }));

    fitPrototypes(clouds, kernels, { solver: "sinkhorn", epochs: 5, initial }); // warm up
    const ours: number[] = [];
    const twoThreads: number[] = [];
    const closed: number[] = [];
    const full: number[] = [];
    const lean: number[] = [];
    let loss = 0;
    let peerLoss: number | null = null;
    for (let repeat = 0; repeat < repeats; repeat++) {
      ours.push(
        once(() => {
          loss = fitPrototypes(clouds, kernels, { solver: "sinkhorn", epochs: EPOCHS, initial }).losses.at(-1)!;
        }),
      );
      twoThreads.push(
        once(() => void fitPrototypes(clouds, parallel, { solver: "sinkhorn", epochs: EPOCHS, initial })),
      );
      for (let k = 0; k < 5; k++)
        closed.push(once(() => void fitPrototypes(clouds, kernels, { solver: "closed-form" })));
      if (peer === null || repeat >= peerRepeats) continue;
      const answer = await ask({ threads, epochs: EPOCHS, lean: false });
      full.push(answer["seconds"]! * 1000);
      peerLoss = answer["loss"]!;
      lean.push((await ask({ threads, epochs: EPOCHS, lean: true }))["seconds"]! * 1000);
    }
    const peerTime = full.length > 0 ? spread(full) : null;
    const leanTime = lean.length > 0 ? spread(lean) : null;
    const difference = peerLoss === null ? "–" : Math.abs(loss / peerLoss - 1).toExponential(1);
    const describe = (time: Timing | null) => (time === null ? "–" : `${describeTime(time)}, ${threads} threads`);
    for (const [name, times] of [
      ["", ours],
      [", a thread per class", twoThreads],
    ] as const) {
      rows.push([
        `\`sinkhorn\`, n = ${n}, d = ${d}${name}`,
        describeTime(spread(times)),
        describe(peerTime),
        describeRatio(spread(times), peerTime),
        describeRatio(spread(times), leanTime),
        difference,
      ]);
    }
    rows.push([
      `\`closed-form\`, n = ${n}, d = ${d}`,
      describeTime(spread(closed)),
      describe(peerTime),
      describeRatio(spread(closed), peerTime),
      describeRatio(spread(closed), leanTime),
      "another objective value: exact",
    ]);
    for (const row of rows.slice(-3)) console.error(row.join("  "));
  }
  return rows;
}

/** The thread count with the shortest trial; each count runs three times and its first run warms up. */
export async function bestThreads(ask: (count: number) => Promise<Record<string, number | null>>): Promise<number> {
  let best = 1;
  let least = Number.POSITIVE_INFINITY;
  for (let count = 1; count <= availableParallelism(); count *= 2) {
    await ask(count);
    for (let repeat = 0; repeat < 2; repeat++) {
      const { seconds } = await ask(count);
      if (seconds! < least) {
        least = seconds!;
        best = count;
      }
    }
  }
  return best;
}
