// `node scripts/run-bench.mjs accuracy`: test accuracy of the targets trained here beside scikit-learn and PyTorch with the
// same settings, on the same encoded rows, for every data set of the paper. `--write` keeps the tables in bench/ACCURACY.md.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type DataSet, type TargetFamily, trainTarget } from "recast-audit/lab";
import { dataFolder, readDataSet } from "recast-audit/node";
import { pickLabels, pickRows } from "../letters/rows.js";
import { markdownTable } from "../markdown-table.js";
import { arrayFiles, normals } from "../speed/arrays.js";
import { type Peer, startPeer } from "../speed/peer.js";

const DATA_SETS = ["adult", "compas", "heloc", "housing"];
const FAMILIES: readonly TargetFamily[] = ["lr", "mlp", "dt", "rf", "gb"];
const SPLITS = 5;

/** Accuracy on the test rows and seconds of training, of one fit. */
interface Outcome {
  readonly accuracy: number;
  readonly seconds: number;
}

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const folder = dataFolder(process.env, root);
const scratch = mkdtempSync(join(tmpdir(), "recast-accuracy-"));
const peer = await startPeer(root, "accuracy_peer.py");
try {
  const toFile = arrayFiles(scratch);
  const lines: string[][] = [];
  for (const name of DATA_SETS) {
    const data = await readDataSet(name, folder);
    for (const family of FAMILIES) {
      lines.push(await compare(data, family, peer, toFile));
      console.error(lines.at(-1)!.join("  "));
    }
  }
  const head = [
    "data set",
    "target",
    "ours",
    "peer",
    "difference",
    "its standard error",
    "our seconds",
    "peer's seconds",
  ];
  const text = `${[
    "# Accuracy of targets",
    `Made by \`node scripts/run-bench.mjs accuracy --write\`. Share of test rows whose true outcome the model predicts, mean over ${SPLITS}
random splits: 64 % of the rows train, 20 % test. Both sides see the same encoded rows. LR, DT, RF and GB are scikit-learn's, MLP is
PyTorch's; one thread each. Seconds of training, ours with encoding, by the wall clock, while the machine may have done other work too.`,
    circumstances(peer),
    markdownTable(head, lines),
  ].join("\n\n")}\n`;
  console.log(text);
  if (process.argv.includes("--write")) writeFileSync(join(root, "bench/ACCURACY.md"), text);
} finally {
  peer?.close();
  rmSync(scratch, { recursive: true, force: true });
}

/** One line of the table. */
async function compare(
  data: DataSet,
  family: TargetFamily,
  peerUsed: Peer | null,
  toFile: ReturnType<typeof arrayFiles>,
): Promise<string[]> {
  const ours: Outcome[] = [];
  const theirs: Outcome[] = [];
  for (let seed = 1; seed <= SPLITS; seed++) {
    const { training, testing } = split(data.labels.length, seed);
    const rows = pickRows(data.table, training);
    const labels = pickLabels(data.labels, training);
    const testRows = pickRows(data.table, testing);
    const testLabels = pickLabels(data.labels, testing);
    const began = performance.now();
    const target = trainTarget(family, { features: data.features, table: rows, labels }, { seed });
    const seconds = (performance.now() - began) / 1000;
    const right = target.decide(testRows).filter((decision, i) => decision === testLabels[i]).length;
    ours.push({ accuracy: right / testing.length, seconds });
    if (peerUsed === null) continue;
    const x = target.encoder.encode(rows);
    const testX = target.encoder.encode(testRows);
    const answer = await peerUsed.ask({
      family,
      seed,
      x: toFile(x.values, [x.rows, x.columns]),
      y: toFile(Float64Array.from(labels), [x.rows]),
      testX: toFile(testX.values, [testX.rows, testX.columns]),
      testY: toFile(Float64Array.from(testLabels), [testX.rows]),
    });
    theirs.push({ accuracy: answer["accuracy"] ?? Number.NaN, seconds: answer["seconds"] ?? Number.NaN });
  }
  const differences = theirs.map(({ accuracy }, k) => (ours[k]?.accuracy ?? Number.NaN) - accuracy);
  const none = theirs.length === 0;
  return [
    data.name,
    family,
    mean(ours.map(({ accuracy }) => accuracy)).toFixed(4),
    none ? "–" : mean(theirs.map(({ accuracy }) => accuracy)).toFixed(4),
    none ? "–" : mean(differences).toFixed(4),
    none ? "–" : standardError(differences).toFixed(4),
    mean(ours.map(({ seconds }) => seconds)).toFixed(2),
    none ? "–" : mean(theirs.map(({ seconds }) => seconds)).toFixed(2),
  ];
}

/** Random 64 % to train on and 20 % to test on. */
function split(rows: number, seed: number): { training: number[]; testing: number[] } {
  const keys = normals(rows, seed);
  const order = Array.from({ length: rows }, (_, i) => i).sort((i, j) => keys[i]! - keys[j]! || i - j);
  const tested = Math.round(0.2 * rows);
  return { testing: order.slice(0, tested), training: order.slice(tested, tested + Math.round(0.64 * rows)) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardError(values: readonly number[]): number {
  const center = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - center) * (value - center), 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

function circumstances(peerUsed: Peer | null): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const versions = Object.entries(peerUsed?.versions ?? {}).map(([name, version]) => `${name} ${version}`);
  return [
    `commit ${commit}`,
    `Node ${process.versions.node}`,
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`,
    ...(peerUsed === null ? ["Python peers left out: not installed"] : versions),
  ].join("; ");
}
