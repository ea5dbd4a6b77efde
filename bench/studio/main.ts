// `node scripts/run-bench.mjs studio`: the same audit by `recast audit` and in the page in Chromium, in turns, with defaults. The least time of each
// counts and the largest is shown. `--rounds N` changes how often; `--write` keeps the table in bench/STUDIO.md.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { markdownTable } from "../markdown-table.js";
import { balancedEvidence } from "./evidence.js";
import { auditInPage, launch, type PageRun } from "./page.js";

const COUNT = 200;
const root = process.env["RECAST_ROOT"] ?? process.cwd();
const at = process.argv.indexOf("--rounds");
const rounds = at < 0 ? 3 : Number(process.argv[at + 1]);
const command = join(root, "dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "recast-bench-studio-"));
const server = spawn(process.execPath, [command, "studio", "--no-open", "--json"]);
const browser = await launch();
try {
  const [printed] = await once(server.stdout, "data");
  const { address } = JSON.parse(String(printed)) as { address: string };
  const evidence = balancedEvidence(COUNT, 1);
  writeFileSync(join(folder, "decisions.csv"), evidence.decisionsCsv);
  writeFileSync(join(folder, "letters.csv"), evidence.lettersCsv);
  const commandTimes: number[] = [];
  const runs: PageRun[] = [];
  for (let round = 0; round < rounds; round++) {
    const args = [command, "audit", "decisions.csv", "--letters", "letters.csv", ...evidence.roles];
    const began = performance.now();
    execFileSync(process.execPath, [...args, "--with-inputs", "--out", `audit-${round}`, "--quiet"], { cwd: folder });
    commandTimes.push(performance.now() - began);
    runs.push(await auditInPage(browser, address, evidence));
    console.error(`round ${round + 1}: ${seconds(commandTimes.at(-1) ?? 0)} and ${seconds(runs.at(-1)?.ms ?? 0)}`);
  }
  const written = readFileSync(join(folder, "audit-0/audit.json"));
  if (!runs.every(({ auditJson }) => auditJson.equals(written))) throw new Error("the two audits differ");
  const pageTimes = runs.map(({ ms }) => ms);
  const ratio = Math.min(...pageTimes) / Math.min(...commandTimes);
  const longest = Math.max(...runs.map(({ longestTaskMs }) => longestTaskMs));
  const text = `${[
    "# Studio",
    `Made by \`node scripts/run-bench.mjs studio --write\`. One audit with defaults, of ${COUNT} accepted people, ${COUNT} refused ones and ${COUNT} letters of the made-up lender: \`recast audit\` as a
process, start-up and writing the folder included, and the page in Chromium, traced, from pressing "Run audit" to the results on the screen. In turns, ${rounds} times; least time, and the largest.
Both gave the same \`audit.json\`, byte for byte.`,
    circumstances(browser.version()),
    markdownTable(
      ["`recast audit`", "the page", "ratio", "longest task on the page's main thread, CPU time"],
      [[spread(commandTimes), spread(pageTimes), `${ratio.toFixed(2)}×`, `${longest.toFixed(0)} ms`]],
    ),
  ].join("\n\n")}\n`;
  console.log(text);
  if (process.argv.includes("--write")) writeFileSync(join(root, "bench/STUDIO.md"), text);
} finally {
  await browser.close();
  server.kill("SIGINT");
  rmSync(folder, { recursive: true, force: true });
}

function circumstances(version: string): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const cpu = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  return `Commit ${commit}; Node ${process.versions.node}; Chromium ${version}; ${cpu}.`;
}

function spread(times: readonly number[]): string {
  return `${seconds(Math.min(...times))} (to ${seconds(Math.max(...times))})`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
