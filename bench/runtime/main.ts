// `node scripts/run-bench.mjs runtime`: the paper's run-time experiment, 500 epochs of the Sinkhorn fit against the share of the training split and
// the number of columns, ours and GeomLoss taking turns in one run. `--write` keeps the section in bench/RESULTS.md and the figure in bench/figures/.
// `--quick` takes 20 epochs and the two smallest shares, to see that everything works.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { loadKernels } from "recast-audit";
import { fitPrototypes, matrix } from "recast-audit/kernels";
import { markdownTable } from "../coverage/tally.js";
import { placeSection } from "../coverage/text.js";
import { arrayFiles } from "../speed/arrays.js";
import { bestThreads } from "../speed/fits.js";
import { type Peer, startPeer } from "../speed/peer.js";
import { describeRatio, describeTime, once, spread, type Timing } from "../speed/timing.js";
import { drawRuntime } from "./figure.js";
import { growth } from "./growth.js";
import { readSources, type Source } from "./problems.js";

const quick = process.argv.includes("--quick");
const EPOCHS = quick ? 20 : 500;
const POINTS = 50;
const RUNS = 5;
/** Shares of the training split, and how often the peer runs on each: it takes minutes where we take seconds. */
const SHARES = [
  { share: 0.01, peerRuns: 2 },
  { share: 0.02, peerRuns: 2 },
  { share: 0.04, peerRuns: 1 },
  { share: 0.08, peerRuns: 1 },
  { share: 0.16, peerRuns: 0 },
].slice(0, quick ? 2 : 5);

/** Times of one configuration in milliseconds. */
interface Measured {
  readonly source: Source;
  readonly share: number;
  readonly perClass: number;
  readonly ours: Timing;
  readonly peer: Timing | null;
  readonly peerRuns: number;
  /** Threads the peer was fastest with. */
  readonly threads: number;
  /** Relative difference of the final losses; null without a peer. */
  readonly difference: number | null;
}

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const folder = mkdtempSync(join(tmpdir(), "recast-runtime-"));
const peer = await startPeer(root);
try {
  const kernels = await loadKernels();
  const measured: Measured[] = [];
  for (const source of await readSources()) {
    for (const { share, peerRuns } of SHARES) {
      measured.push(await measureOne(source, share, peer === null ? 0 : peerRuns));
      const { perClass, ours, peer: theirs } = measured.at(-1)!;
      const words = theirs === null ? "" : `, GeomLoss ${describeTime(theirs)}`;
      console.error(`${source.name}, d = ${source.columns}, ${perClass} per class: ${describeTime(ours)}${words}`);
    }
  }
  const text = section(measured);
  console.log(text);
  if (process.argv.includes("--write")) {
    mkdirSync(join(root, "bench/figures"), { recursive: true });
    writeFileSync(join(root, "bench/figures/runtime.svg"), figure(measured));
    const file = join(root, "bench/RESULTS.md");
    writeFileSync(file, placeSection(readFileSync(file, "utf8"), text, "runtime"));
  }

  /** Ours and the peer's fits of one problem, taking turns. */
  async function measureOne(source: Source, share: number, peerRuns: number): Promise<Measured> {
    const perClass = Math.max(2, Math.round((share * source.training) / 2));
    const clouds = source.evidence(perClass);
    const points = Math.min(POINTS, perClass);
    const first = (cloud: typeof clouds.rejected) =>
      matrix(points, source.columns, cloud.values.slice(0, points * source.columns));
    const initial = [first(clouds.rejected), first(clouds.accepted)] as const;
    const toFile = arrayFiles(folder);
    const shape = [perClass, source.columns];
    const request = {
      task: "fit",
      rejected: toFile(clouds.rejected.values, shape),
      accepted: toFile(clouds.accepted.values, shape),
      letters: toFile(clouds.counterfactual.values, shape),
      start0: toFile(initial[0].values, [points, source.columns]),
      start1: toFile(initial[1].values, [points, source.columns]),
      blur: 0.05,
      learningRate: 0.01,
      lean: false,
    };
    fitPrototypes(clouds, kernels, { solver: "sinkhorn", epochs: 5, initial }); // both warm up
    let threads = 1;
    if (peer !== null && peerRuns > 0)
      threads = await bestThreads((count) => peer.ask({ ...request, threads: count, epochs: 2 }));
    const ours: number[] = [];
    const theirs: number[] = [];
    let difference: number | null = null;
    for (let run = 0; run < RUNS; run++) {
      let loss = 0;
      ours.push(
        once(() => {
          loss = fitPrototypes(clouds, kernels, { solver: "sinkhorn", epochs: EPOCHS, initial }).losses.at(-1) ?? 0;
        }),
      );
      if (peer === null || run >= peerRuns) continue;
      const answer = await peer.ask({ ...request, threads, epochs: EPOCHS });
      theirs.push((answer["seconds"] ?? 0) * 1000);
      difference = Math.abs(loss / (answer["loss"] ?? Number.NaN) - 1);
    }
    const peerTime = theirs.length > 0 ? spread(theirs) : null;
    return {
      source,
      share,
      perClass,
      ours: spread(ours),
      peer: peerTime,
      peerRuns: theirs.length,
      threads,
      difference,
    };
  }
} finally {
  peer?.close();
  rmSync(folder, { recursive: true, force: true });
}

function section(measured: readonly Measured[]): string {
  const rows = measured.map(({ source, share, perClass, ours, peer: theirs, peerRuns, threads, difference }) => [
    source.name,
    String(source.columns),
    `${Math.round(share * 100)} %`,
    String(perClass),
    describeTime(ours),
    theirs === null ? "–" : `${describeTime(theirs)}, ${counted(peerRuns, "run")}, ${counted(threads, "thread")}`,
    describeRatio(ours, theirs),
    difference === null ? "–" : difference.toExponential(1),
  ]);
  return [
    `## Run time: ${EPOCHS} epochs against the size of the evidence and the number of columns`,
    `Made by \`node scripts/run-bench.mjs runtime --write\`. The paper's experiment: shares of the training split (67 % of the data set), ${EPOCHS} Adam
steps on ${POINTS} points per class, blur 0.05, Adult with 10, 50 and 104 of its encoded columns and the pixels of two MNIST digits. Classes are the true outcomes, and each
rejected row has the nearest accepted one as its letter. Ours on one thread, ${RUNS} runs; GeomLoss on PyTorch with the number of threads it is fastest with, taking turns with ours in
the same run, fewer times because it takes minutes, and not at all at the largest share. Least time, and the largest in parentheses. Losses differ
where many rows are equal, as they are with few columns of categories: the path of 500 steps then depends on the last bits of the evidence.`,
    circumstances(peer),
    markdownTable(["data", "d", "share", "per class", "ours", "GeomLoss", "ratio", "loss differs by"], rows),
    "![Run time against the size of the evidence](figures/runtime.svg)",
    "### Growth",
    `Times grow like n to the power given, and like d to the power given: slopes of least squares on logarithms of the least times. With d on the columns of
one data set, so that n is the same.`,
    markdownTable(["with", "at", "ours", "GeomLoss"], growthRows(measured)),
    "What differs from the paper: it timed its own implementation on another machine; [other differences](../docs/differences.md).",
  ].join("\n\n");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function growthRows(measured: readonly Measured[]): string[][] {
  const power = (
    points: readonly Measured[],
    size: (one: Measured) => number,
    time: (one: Measured) => number | null,
  ) => {
    const known = points.flatMap((one) => {
      const least = time(one);
      return least === null ? [] : [[size(one), least] as const];
    });
    return growth(known)?.toFixed(2) ?? "–";
  };
  const row = (name: string, at: string, points: readonly Measured[], size: (one: Measured) => number) => [
    name,
    at,
    power(points, size, ({ ours }) => ours.least),
    power(points, size, ({ peer: theirs }) => theirs?.least ?? null),
  ];
  const columns = [...new Set(measured.map(({ source }) => source.columns))];
  const shares = [...new Set(measured.map(({ share }) => share))];
  const first = measured[0]?.source.name;
  return [
    ...columns.map((d) =>
      row(
        "n",
        `d = ${d}`,
        measured.filter(({ source }) => source.columns === d),
        ({ perClass }) => perClass,
      ),
    ),
    ...shares.map((share) =>
      row(
        "d",
        `share ${Math.round(share * 100)} %`,
        measured.filter((one) => one.share === share && one.source.name === first),
        ({ source }) => source.columns,
      ),
    ),
  ];
}

function figure(measured: readonly Measured[]): string {
  const columns = [...new Set(measured.map(({ source }) => source.columns))];
  const curves = (time: (one: Measured) => number | null) =>
    columns.map((d) => {
      const own = measured.filter(({ source }) => source.columns === d);
      const points = own.flatMap((one) => {
        const least = time(one);
        return least === null ? [] : [[one.perClass, least / 1000] as const];
      });
      return { label: `${own[0]?.source.name}, d = ${d}`, points };
    });
  const theirs = {
    title: "GeomLoss at its best number of threads",
    curves: curves(({ peer: time }) => time?.least ?? null),
  };
  return drawRuntime(
    `Run time of ${EPOCHS} epochs against people per class`,
    "Least time of each configuration; both axes are logarithmic",
    [{ title: "ours, one thread", curves: curves(({ ours }) => ours.least) }, ...(peer === null ? [] : [theirs])],
  );
}

function circumstances(used: Peer | null): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const versions = Object.entries(used?.versions ?? {}).map(([name, own]) => `${name} ${own}`);
  return `recast-audit ${version} at ${commit}; Node ${process.versions.node}; ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores; ${used === null ? "Python peers left out: not installed" : versions.join("; ")}.`;
}
