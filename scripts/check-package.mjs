// Packs the package as it would be published and has two independent tools look at the tarball.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./files.mjs";
import { npm, run, tool } from "./run.mjs";

const folder = "build/package";
rmSync(join(root, folder), { recursive: true, force: true });
mkdirSync(join(root, folder), { recursive: true });

const packed = await run(npm("pack", "--json", "--ignore-scripts", "--pack-destination", folder));
if (packed.code !== 0) {
  console.error(packed.output);
  process.exit(1);
}
const [{ filename, size, entryCount }] = JSON.parse(packed.output.slice(packed.output.indexOf("[")));
const tarball = join(folder, filename);

const reports = [
  await run(tool("publint/src/cli.js", tarball, "--strict")),
  await run(tool("@arethetypeswrong/cli/dist/index.js", tarball, "--profile", "esm-only", "--no-emoji")),
];
const bad = reports.filter(({ code }) => code !== 0);
for (const { output } of bad) console.error(output);
if (bad.length === 0) console.log(`${Math.round(size / 1024)} KiB packed, ${entryCount} files`);
process.exitCode = bad.length === 0 ? 0 : 1;
