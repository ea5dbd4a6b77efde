// Loaded into a process before it starts (`node --import`): at the end it writes what the process used to the file
// RECAST_USAGE names, all its threads together.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env["RECAST_USAGE"];
if (isMainThread && file !== undefined) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, kilobytes: maxRSS }));
  });
}
