// `node scripts/run-bench.mjs letters`: how good the letters of every generator are, for every data set that is there and
// every kind of target. `--write` keeps the tables in bench/LETTERS.md.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { loadKernels } from "recast-audit";
import {
  type DataSet,
  type LetterQuality,
  letterGenerators,
  letterQuality,
  type Target,
  type TargetFamily,
  trainTarget,
} from "recast-audit/lab";
import { dataFolder, readDataSet } from "recast-audit/node";
import { markdownTable } from "../markdown-table.js";
import { everyNth, pickLabels, pickRows } from "./rows.js";

const DATA_SETS = ["adult", "compas", "heloc", "housing"];
const FAMILIES: readonly TargetFamily[] = ["lr", "mlp", "dt", "rf", "gb"];
const PEOPLE = 100;

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const folder = dataFolder(process.env, root);
const kernels = await loadKernels();
const parts = [
  "# Letters",
  `Made by \`node scripts/run-bench.mjs letters --write\`. Letters to ${PEOPLE} people whom the target rejects, one split and one
seed. Of five rows three train the target and are the generators' pool; people come from a fourth. Distance: ℓ1 of numbers in 5–95 % ranges plus 1 per
category changed. Overshoot: the target's score above ½. Means over the letters found. Times are of one run each, while the machine may have done other work too.`,
  circumstances(),
];
for (const name of DATA_SETS) {
  const data = await readDataSet(name, folder);
  const lines = FAMILIES.flatMap((family) => measure(data, family));
  const head = ["target", "generator", "valid", "distance", "features changed", "immutable changed", "overshoot", "ms"];
  parts.push(`## ${name}`, markdownTable(head, lines));
}
const text = `${parts.join("\n\n")}\n`;
console.log(text);
if (process.argv.includes("--write")) writeFileSync(join(root, "bench/LETTERS.md"), text);

/** One line per generator for a target of this family. */
function measure(data: DataSet, family: TargetFamily): string[][] {
  const rows = data.labels.length;
  const training = everyNth(rows, 5, [0, 1, 2]);
  const pool = pickRows(data.table, training);
  const target = trainTarget(
    family,
    { features: data.features, table: pool, labels: pickLabels(data.labels, training) },
    { seed: 1 },
  );
  const request = {
    rejected: rejectedPeople(data, target, everyNth(rows, 5, [3])),
    target,
    pool,
    immutable: data.features.filter(({ immutable }) => immutable).map(({ name }) => name),
    seed: 1,
  };
  return Object.entries(letterGenerators).map(([name, make]) => {
    const start = performance.now();
    const letters = make().generate(request, kernels);
    const ms = performance.now() - start;
    return [family, name, ...cells(letterQuality(request, letters)), ms.toFixed(0)];
  });
}

/** People the target rejects, spread evenly over the given rows. */
function rejectedPeople(data: DataSet, target: Target, candidates: readonly number[]) {
  const decisions = target.decide(pickRows(data.table, candidates));
  const rejected = candidates.filter((_, k) => decisions[k] === 0);
  const step = Math.max(1, rejected.length / PEOPLE);
  const people = Array.from(
    { length: Math.min(PEOPLE, rejected.length) },
    (_, k) => rejected[Math.floor(k * step)] ?? 0,
  );
  return pickRows(data.table, people);
}

function cells({ validity, distance, sparsity, immutableViolated, overshoot }: LetterQuality): string[] {
  const show = (value: number | null, digits: number) => value?.toFixed(digits) ?? "–";
  return [show(validity, 2), show(distance, 2), show(sparsity, 2), show(immutableViolated, 2), show(overshoot, 3)];
}

function circumstances(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const cpu = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  return `Commit ${commit}; Node ${process.versions.node}; ${cpu}; ${kernels.name} kernels.`;
}
