import { availableParallelism, hostname } from "node:os";
import { resolve } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { amount } from "../../document/format.js";
import { printable } from "../../document/printable.js";
import { connectEngine, followEngine, parseEngine } from "../../platform/lab/cluster-engine.js";
import { offerFiles } from "../../platform/lab/cluster-study.js";
import { serveEngine } from "../../platform/lab/cluster-worker.js";
import { dataFolder } from "../../platform/lab/data-folder.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, writeText } from "../io.js";
import type { WorkerFlags } from "../worker-program.js";

/** `recast worker`: computes groups of studies that other machines have started, until it is interrupted. */
export async function runWorker(flags: WorkerFlags, io: CliIo): Promise<number> {
  const engine = parseEngine(flags.engine, io.env["RECAST_ENGINE_PASSWORD"]);
  const files = await offerFiles((flags.file ?? []).map((path) => resolve(io.cwd, path)));
  const link = await connectEngine(engine);
  const jobs = flags.jobs ?? availableParallelism();
  const silent = flags.quiet === true || flags.json === true;
  const note = (text: string) => {
    if (!silent) io.stderr.write(`recast worker: ${printable(text)}\n`);
  };
  followEngine(link, engine, note);
  note(`listens at ${engine.shown} with ${amount(jobs, "thread")}; Ctrl-C ends it after the cells at hand`);
  const { groups, cells } = await serveEngine(engine, link, {
    name: `${hostname()}-${process.pid}`,
    jobs,
    means: { dataFolder: dataFolder(io.env, io.cwd), files },
    signal: io.interrupts.signal,
    note,
  });
  if (flags.json === true) await writeText(io.stdout, canonicalJson({ command: "worker", groups, cells }));
  else if (flags.quiet !== true) {
    await writeText(io.stdout, `computed ${amount(cells, "cell")} in ${amount(groups, "group")}\n`);
  }
  return EXIT_CODES.ok;
}
