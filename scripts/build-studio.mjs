// Builds the page twice: files that `recast studio` serves, and one file that opens from a disk.
import { isMain } from "./files.mjs";
import { run, tool } from "./run.mjs";

/** @param {...string} args */
const vite = (...args) => tool("vite/bin/vite.js", "build", "studio", "--logLevel", "warn", ...args);

if (isMain(import.meta.url)) {
  for (const command of [vite(), vite("--mode", "single")]) {
    const { code, output } = await run(command);
    if (code !== 0) {
      console.error(output);
      process.exit(1);
    }
  }
}
