#!/usr/bin/env node
import { guardInterrupts } from "../platform/interrupt.js";
import { calledAs } from "./io.js";
import { run } from "./run.js";

const interrupts = guardInterrupts(process);
// A reader that goes away (`recast predict … | head`) rejects the write that fails; no stream error may go unheard.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);
// The event loop is empty: nothing is left that could answer a command that still waits.
const drained = new Promise<never>((_, reject) => {
  process.once("beforeExit", () => reject(new Error("the command stopped without an answer")));
});
drained.catch(() => undefined); // after a command that answered, it means nothing
process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: process.cwd(),
  command: calledAs(process.argv[1] ?? "recast", process.cwd()),
  env: process.env,
  interrupts,
  drained,
});
interrupts.dispose();
