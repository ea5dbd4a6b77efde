// `node scripts/run-bench.mjs coverage`: how often 95 % intervals hold the truth, and whether determined people are answered right more
// often than contested ones, in made-up populations whose truth is known. `--write` keeps the tables in bench/RESULTS.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadKernels, type SurrogateMethod, surrogateMethods } from "recast-audit";
import { coverBurden } from "./burden.js";
import { coverCorrected } from "./corrected.js";
import { compareDetermined } from "./determined.js";
import { coverDistances, coverRebuiltDistances } from "./distances.js";
import { coverFacts } from "./facts.js";
import { markdownTable, startTally, type Tally } from "./tally.js";
import { INTRODUCTION, placeSection, READING } from "./text.js";
import { trueGroups, worlds } from "./world.js";

const { bracket, recast, ridge } = surrogateMethods;

const SIZES = [100, 200, 400];
const FILES = 500;
const BRACKET = { corrected: 12, determined: 4 };
const REFITS = 40;

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const kernels = await loadKernels();
const parts = ["## Coverage of intervals, by simulation", INTRODUCTION];
const settled: string[][] = [];

/** One table under a title of its own. */
function section(title: string, fill: (tally: Tally) => void, least?: number): void {
  const began = process.cpuUsage().user;
  const tally = startTally(least);
  fill(tally);
  parts.push(`#### ${title}`, tally.table());
  console.error(`${title}: ${((process.cpuUsage().user - began) / 1e6).toFixed(0)} s`);
}

for (const world of worlds()) {
  console.error(world.name);
  parts.push(`### ${world.name}`);
  const truths = trueGroups(world);
  for (const design of world.plan.designs) {
    const title = design === "as they come" ? "Observed decisions" : `Observed decisions, weighted: ${design}`;
    section(title, (tally) => coverFacts(world, truths, SIZES, design, FILES, tally));
  }
  section("Burden of letters", (tally) => coverBurden(world, truths, SIZES, FILES, tally));
  const { corrected, distances, determined, slow } = world.plan;
  if (corrected.length > 0) {
    section("Rates of a population through a rebuilt model", (tally) => {
      for (const { method, sizes } of [
        { method: ridge(), sizes: corrected },
        { method: recast(), sizes: [200] },
      ]) {
        for (const n of sizes) {
          coverCorrected(world, truths, { method, n, design: "as they come", files: FILES }, kernels, tally);
        }
        coverCorrected(world, truths, { method, n: 200, design: "half of each", files: FILES }, kernels, tally);
      }
    });
  }
  if (slow) {
    const setting = { method: bracket(), n: 200, design: "as they come", files: BRACKET.corrected } as const;
    const title = `The same through bracket, ${BRACKET.corrected} files only`;
    section(title, (tally) => coverCorrected(world, truths, setting, kernels, tally), 1);
  }
  if (distances.length > 0) {
    section("Distances between scores (DTIDP)", (tally) => {
      coverDistances(world, distances, FILES, kernels, tally);
      coverRebuiltDistances(world, 200, FILES, kernels, tally);
    });
  }
  if (determined) {
    const of = (method: SurrogateMethod, files: number) =>
      compareDetermined(world, method, { n: 200, files, refits: REFITS }, kernels);
    const lines = [...of(recast(), FILES), ...of(ridge(), FILES), ...(slow ? of(bracket(), BRACKET.determined) : [])];
    settled.push(...lines.map((line) => [world.plan.name, ...line]));
  }
}
parts.push(
  "### Determined and contested people",
  markdownTable(
    ["population", "determined by", "determined", "right", "contested, right", "determined ahead, files"],
    settled,
  ),
  READING,
);
const text = parts.join("\n\n");
console.log(text);
if (process.argv.includes("--write")) {
  const file = join(root, "bench/RESULTS.md");
  writeFileSync(file, placeSection(readFileSync(file, "utf8"), text, "coverage"));
}
