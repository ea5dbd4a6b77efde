// `node scripts/run-bench.mjs truth`: makes the audits of studies/truth.json and studies/truth-notices.json, whose targets are known, and says
// how often each kind of statement was true. Stopped, it goes on where it was. `--only letters` or `--only notices` makes one of the two,
// `--out FOLDER` keeps the cells elsewhere, `--jobs N` sets the threads, `--write` keeps the tables in bench/TRUTH.md.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { NOTICE_STATEMENTS, STATEMENTS, type Statements } from "./claims.js";
import { inPage } from "./page.js";
import type { TruthCell } from "./shares.js";
import { truthTables } from "./table.js";

/** A part of the page: audits of one study, and what is judged in them. */
interface Part {
  readonly study: string;
  readonly statements: Statements;
  /** What the audits have in common, after the counts. */
  readonly about: (cells: readonly TruthCell[]) => string;
}

const PARTS: Readonly<Record<string, Part>> = {
  letters: {
    study: "truth",
    statements: STATEMENTS,
    about: (cells) =>
      `Settings are the default ones, with variations of choices in one audit of four. Letters: ${list(cells, ({ generator }) => generator)}; of these,
\`shuffled\` sends offers to the wrong people and \`accepted-rows\` sends any accepted rows, so both are useless on purpose.`,
  },
  notices: {
    study: "truth-notices",
    statements: NOTICE_STATEMENTS,
    about: (cells) =>
      `Settings are the default ones but for ten refits and no variations of choices. Refused people are told up to so many
reasons, which say whether a number is too low or too high, and some also a threshold:
${list(cells, ({ generator }) => generator)}.
The number after \`wrong\` is the share of reasons, in per cent, that name another field than they should; the reasons of
\`wrong-all\` are useless on purpose. What is true of the reasons comes from the reasons that the same platform gives up to
3,000 other refused people.`,
  },
};

const root = process.env["RECAST_ROOT"] ?? process.cwd();
const given = (name: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const folder = given("--out") ?? join(root, "build");
const jobs = given("--jobs") ?? String(availableParallelism());
const only = given("--only");
if (only !== undefined && !(only in PARTS)) {
  console.error(`--only must be one of ${Object.keys(PARTS).join(", ")}, got ${only}`);
  process.exit(2);
}
for (const [name, part] of Object.entries(PARTS)) if (only === undefined || only === name) makePart(name, part);

function makePart(name: string, { study, statements, about }: Part): void {
  const out = join(folder, study);
  const command = [join(root, "dist/cli/main.js"), "study", "run", study, "--out", out, "--jobs", jobs];
  const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  const { cells }: { readonly cells: readonly TruthCell[] } = JSON.parse(
    readFileSync(join(out, "results.json"), "utf8"),
  );
  const failed = cells.filter(({ failure }) => failure !== null);
  const { text, broken, unclear } = truthTables(cells, statements);
  const made = `\`node scripts/run-bench.mjs truth --only ${name} --write\` made ${cells.length - failed.length} audits`;
  const part = [
    `${made}, of people
whose target is known (${failed.length} failed). Data sets: ${list(cells, ({ dataset }) => dataset)}. Targets: ${list(cells, ({ target }) => target)}.
${about(cells)}`,
    broken.length === 0 ? "No claim is broken." : `**Not kept:** ${broken.join("; ")}.`,
    ...(unclear.length === 0 ? [] : [`Not clear: ${unclear.join("; ")}.`]),
    circumstances(),
    text,
  ].join("\n\n");
  console.log(part);
  if (broken.length > 0) process.exitCode = 1;
  if (!process.argv.includes("--write")) return;
  const page = join(root, "bench/TRUTH.md");
  writeFileSync(page, inPage(readFileSync(page, "utf8"), name, part));
}

function list(cells: readonly TruthCell[], pick: (cell: TruthCell) => string): string {
  return [...new Set(cells.map(pick))].sort().join(", ");
}

function circumstances(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  return `Commit ${commit}; Node ${process.versions.node}; ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores.`;
}
