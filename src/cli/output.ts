import { finishPublishing, type PublishedFile, requireWritable, withOutputFolder } from "../platform/output-folder.js";
import { type CliIo, pathFrom, refuseOverwriting } from "./io.js";

interface OutputRules {
  /** Files that must not be there yet, unless they may be replaced. */
  readonly names: readonly string[];
  readonly force: boolean;
}

/** Puts files into a folder in one step, and takes out those that `removed` finds there and no file replaces. */
export type Publish = (files: readonly PublishedFile[], removed: () => Promise<readonly string[]>) => Promise<void>;

/**
 * Looks at the folder a command will write to before it works for it, and gives the way to write there. The folder is
 * not touched before: Ctrl-C while Recast computes leaves nothing. What must not be replaced is looked at again then.
 */
export async function openOutput(io: CliIo, out: string, { names, force }: OutputRules): Promise<Publish> {
  const folder = pathFrom(io.cwd, out);
  const refuse = () => {
    if (!force) refuseOverwriting(io, out, names);
  };
  await requireWritable(folder);
  await finishPublishing(folder);
  refuse();
  return (files, removed) =>
    withOutputFolder(folder, async ({ publish }) => {
      refuse();
      await publish(files, await removed(), io.interrupts.signal);
    });
}
