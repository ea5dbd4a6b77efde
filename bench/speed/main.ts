// `npm run bench:speed`: our times and the ratios to the Python peers, side by side in one run. Iteration counts are
// fixed; both sides take turns; the least time counts and the largest is shown. `-- --write` keeps the tables in
// bench/SPEED.md.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { loadKernels } from "recast-audit";
import { loadParallelKernels } from "recast-audit/node";
import { markdownTable } from "../markdown-table.js";
import { arrayFiles } from "./arrays.js";
import { ensembleRows } from "./ensemble.js";
import { exactRows } from "./exact.js";
import { fitRows } from "./fits.js";
import { type Peer, startPeer } from "./peer.js";
import { fileRows, memoryRows } from "./prediction.js";

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const folder = mkdtempSync(join(tmpdir(), "recast-speed-"));
const peer = await startPeer(root);
const ensemblePeer = await startPeer(root, "bracket_peer.py");
try {
  const kernels = await loadKernels();
  const parallel = await loadParallelKernels();
  const toFile = arrayFiles(folder);
  const parts = [
    `# Speed`,
    `Made by \`npm run bench:speed -- --write\`; ratios are the peer's least time over ours.`,
    circumstances(peer),
    `## Prototype fits`,
    `50 points, 200 Adam steps, blur 0.05, both classes; ours on one thread, and with \`loadParallelKernels\` of
\`recast-audit/node\` on one thread per class (the same bits). The peer is GeomLoss on PyTorch at its best thread
count; "lean" is the same peer without the self terms of the fixed clouds, which do not act on the fit. The last column is
the relative difference of the final losses.`,
    markdownTable(
      ["fit", "ours", "GeomLoss", "ratio", "ratio to lean", "loss differs by"],
      await fitRows(kernels, parallel, peer, toFile),
    ),
    `## Exact transport`,
    `W₂² with its plan in 104 dimensions, cost matrix included. The peer is POT's \`emd2\`.`,
    markdownTable(["problem", "ours", "POT", "ratio", "W₂² differs by"], await exactRows(kernels, peer, toFile)),
    `## The ensemble`,
    `The fit with its cross-validation on one thread. The peer is the same ensemble in scikit-learn and PyTorch.`,
    markdownTable(["fit", "ours", "peer", "ratio"], await ensembleRows(kernels, ensemblePeer, toFile)),
    `## Prediction`,
    `The peer is one numpy product.`,
    markdownTable(
      ["work", "ours", "numpy", "ratio"],
      [...(await memoryRows(kernels, peer, toFile)), ...(await fileRows(root, folder))],
    ),
  ];
  const text = `${parts.join("\n\n")}\n`;
  console.log(text);
  if (process.argv.includes("--write")) writeFileSync(join(root, "bench/SPEED.md"), text);
} finally {
  peer?.close();
  ensemblePeer?.close();
  rmSync(folder, { recursive: true, force: true });
}

function circumstances(peerUsed: Peer | null): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const versions = Object.entries(peerUsed?.versions ?? {}).map(([name, version]) => `${name} ${version}`);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return [
    `recast-audit ${version} at ${commit}`,
    `Node ${process.versions.node}`,
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`,
    ...versions,
    ...(peerUsed === null ? ["Python peers left out: not installed"] : []),
  ].join("; ");
}
