import { spawn } from "node:child_process";
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Kernels, surrogateMethods } from "recast-audit";
import { matrix } from "recast-audit/kernels";
import { type arrayFiles, cloud, normals } from "./arrays.js";
import type { Peer } from "./peer.js";
import { describeRatio, describeTime, once, spread } from "./timing.js";

const COLUMNS = 104;
const ROWS = 200_000;
const REPEATS = 5;
const FILE_ROWS = 1_000_000;

/** Margins of encoded rows from memory, against one numpy product with the weights of the same boundary. */
export async function memoryRows(kernels: Kernels, peer: Peer | null, toFile: ReturnType<typeof arrayFiles>) {
  const rejected = cloud(100, COLUMNS, 0, 21);
  const accepted = cloud(100, COLUMNS, 0.5, 22);
  const counterfactual = cloud(100, COLUMNS, 0.3, 23);
  const clouds = { rejected, accepted, counterfactual, pairOf: new Int32Array(100).fill(-1) };
  const fitted = surrogateMethods.recast({ solver: "closed-form" }).fit(clouds, kernels);
  const [m0, m1] = fitted.rule.means;
  const [v0, v1] = fitted.rule.variances;
  const weights = m0.map((value, k) => 2 * (m1[k]! - value));
  const bias = m0.reduce((sum, value, k) => sum + value * value - m1[k]! * m1[k]!, v0 - v1);
  const values = normals(ROWS * COLUMNS, 24);
  const x = matrix(ROWS, COLUMNS, values);
  fitted.margins(matrix(1000, COLUMNS, values.slice(0, 1000 * COLUMNS))); // warm up
  const request = {
    task: "predict",
    rows: toFile(values, [ROWS, COLUMNS]),
    weights: toFile(weights, [COLUMNS]),
    bias,
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  let accepts = 0;
  let peerAccepts: number | null = null;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    ours.push(
      once(() => {
        accepts = fitted.margins(x).reduce((sum, margin) => sum + (margin >= 0 ? 1 : 0), 0);
      }),
    );
    if (peer === null) continue;
    const answer = await peer.ask(request);
    theirs.push(answer["seconds"]! * 1000);
    peerAccepts = answer["accepted"]!;
  }
  if (peerAccepts !== null && peerAccepts !== accepts)
    throw new Error(`${accepts} accepted here, ${peerAccepts} by numpy`);
  const time = spread(ours);
  const peerTime = theirs.length > 0 ? spread(theirs) : null;
  const millions = (ms: number) => `${(ROWS / ms / 1000).toPrecision(3)} million rows/s`;
  return [
    [
      `margins of ${ROWS.toLocaleString("en")} encoded rows, d = ${COLUMNS}`,
      `${describeTime(time)}, ${millions(time.least)}`,
      peerTime === null ? "–" : `${describeTime(peerTime)}, ${millions(peerTime.least)}`,
      describeRatio(time, peerTime),
    ],
  ];
}

/** `recast predict` on a file of a million rows: time, and the largest resident memory of the process. */
export async function fileRows(root: string, folder: string): Promise<string[][]> {
  const rows = join(folder, "rows.csv");
  const model = join(folder, "surrogate.json");
  await writeRows(rows);
  const command = join(root, "dist/cli/main.js");
  const evidence = join(folder, "decisions.csv");
  writeFileSync(evidence, evidenceText());
  await run(
    process.execPath,
    [command, "audit", evidence, "--decision", "approved", "--favourable", "yes"],
    ["--out", join(folder, "audit"), "--quiet"],
  );
  writeFileSync(model, readFileSync(join(folder, "audit/surrogate.json")));
  const began = performance.now();
  const megabytes = await run(
    process.execPath,
    [command, "predict", rows, "--model", model],
    ["--out", join(folder, "scores.csv"), "--quiet"],
  );
  const seconds = (performance.now() - began) / 1000;
  return [
    [
      `\`recast predict\`, ${FILE_ROWS.toLocaleString("en")} rows × 10 columns, CSV to CSV`,
      `${seconds.toPrecision(3)} s, ${megabytes === null ? "memory not known here" : `${megabytes} MB at most`}`,
      "–",
      "–",
    ],
  ];
}

/** Runs to the end and gives the largest resident memory in MB where the system tells (Linux), else null. */
function run(program: string, first: readonly string[], rest: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...rest], { stdio: "inherit" });
    let most: number | null = null;
    const timer = setInterval(() => {
      try {
        const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"));
        if (line) most = Math.max(most ?? 0, Math.round(Number(line[1]) / 1024));
      } catch {
        // the process has ended, or this is not Linux
      }
    }, 50);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearInterval(timer);
      if (code === 0) resolve(most);
      else reject(new Error(`${first.join(" ")} ended with ${code}`));
    });
  });
}

const HEADER = `${Array.from({ length: 8 }, (_, k) => `n${k}`).join(",")},kind,place`;

function csvRow(values: Float64Array, i: number): string {
  const numbers = Array.from(values.subarray(i * 8, i * 8 + 8), (value) => value.toFixed(3));
  return `${numbers.join(",")},${["a", "b", "c"][i % 3]},${["north", "south"][i % 2]}`;
}

function evidenceText(): string {
  const values = normals(200 * 8, 31);
  const lines = Array.from({ length: 200 }, (_, i) => `${csvRow(values, i)},${values[i * 8]! > 0 ? "yes" : "no"}`);
  return `${HEADER},approved\n${lines.join("\n")}\n`;
}

async function writeRows(path: string): Promise<void> {
  const stream = createWriteStream(path);
  stream.write(`${HEADER}\n`);
  const block = 10_000;
  for (let start = 0; start < FILE_ROWS; start += block) {
    const values = normals(block * 8, 100 + start);
    const lines = Array.from({ length: block }, (_, i) => csvRow(values, i));
    if (!stream.write(`${lines.join("\n")}\n`))
      await new Promise<void>((resolve) => stream.once("drain", () => resolve()));
  }
  await new Promise<void>((resolve) => stream.end(() => resolve()));
}
