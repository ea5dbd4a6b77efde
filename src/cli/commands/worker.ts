import { availableParallelism, hostname } from "node:os";
import { resolve } from "node:path";
import { amount } from "../../document/format.js";
import { printable } from "../../document/printable.js";
import { connectEngine, followEngine, parseEngine } from "../../platform/lab/cluster-engine.js";
import { offerFiles } from "../../platform/lab/cluster-study.js";
import { serveEngine } from "../../platform/lab/cluster-worker.js";
import { dataFolder } from "../../platform/lab/data-folder.js";
import { answer, type CliIo, isSilent } from "../io.js";
import { type Declare, type FlagsOf, flag, JOBS, nameList, neededFlag, withOptions } from "../options.js";

const OPTIONS = {
  engine: neededFlag("--engine <address>", "the Redis given to 'study run', such as redis://127.0.0.1:6379"),
  jobs: JOBS,
  file: flag("--file <file>", "a CSV or .js file of your own that studies may use here; repeatable", nameList),
};

export const declare: Declare = (command, act) => withOptions(command, OPTIONS).action(act(runWorker));

/** `recast worker`: computes groups of studies that other machines have started, until it is interrupted. */
async function runWorker(flags: FlagsOf<typeof OPTIONS>, io: CliIo): Promise<number> {
  const engine = parseEngine(flags.engine, io.env["RECAST_ENGINE_PASSWORD"]);
  const files = await offerFiles((flags.file ?? []).map((path) => resolve(io.cwd, path)));
  const link = await connectEngine(engine);
  const jobs = flags.jobs ?? availableParallelism();
  const note = (text: string) => {
    if (!isSilent(flags)) io.stderr.write(`recast worker: ${printable(text)}\n`);
  };
  followEngine(link, engine, note);
  note(`listening at ${engine.shown} with ${amount(jobs, "thread")}; Ctrl-C stops it after the current cells`);
  const { groups, cells } = await serveEngine(engine, link, {
    name: `${hostname()}-${process.pid}`,
    jobs,
    means: { dataFolder: dataFolder(io.env, io.cwd), files },
    signal: io.interrupts.signal,
    note,
  });
  const words = `computed ${amount(cells, "cell")} in ${amount(groups, "group")}\n`;
  return answer(io, flags, { command: "worker", groups, cells }, words);
}
