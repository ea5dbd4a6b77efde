import { join } from "node:path";
import { plotStudy } from "../../lab/study/plot.js";
import type { MeasureName } from "../../lab/study/summary.js";
import { findPublished } from "../../platform/lab/find-study.js";
import { readStore } from "../../platform/lab/study-store.js";
import { writeFiles } from "../../platform/write-file.js";
import { answer, type CliIo, pathFrom, wrongUse } from "../io.js";
import { choiceFlag, type Declare, type Flag, type FlagsOf, flag, withOptions } from "../options.js";
import { declareRun } from "./study-run.js";
import { declareTable, MEASURES } from "./study-table.js";

const PLOT_OPTIONS = {
  measure: choiceFlag("--measure <name>", "measure to draw", MEASURES).default(MEASURES[0]) as Flag<MeasureName>,
  out: flag("-o, --out <file>", "file to write (default: plot.svg in the folder)"),
};

export const declare: Declare = (command, act) => {
  declareRun(command.command("run"), act);
  declareTable(command.command("table"), act);
  const plot = command.command("plot").description("draw the results of a study as SVG");
  plot.argument("<folder>", "the folder given to 'study run'");
  withOptions(plot, PLOT_OPTIONS).action(act(runStudyPlot));
};

async function runStudyPlot(given: string, flags: FlagsOf<typeof PLOT_OPTIONS>, io: CliIo): Promise<number> {
  if (flags.out !== undefined && !/\.svg$/i.test(flags.out)) {
    throw wrongUse(`drawings are SVG: give --out a name that ends in .svg, got '${flags.out}'`);
  }
  const { head, cells } = await readStore(pathFrom(io.cwd, given));
  const published = await findPublished(head.spec.published);
  const results = new Map([...cells].map(([id, { cell }]) => [id, cell]));
  const { measure } = flags;
  const text = plotStudy({ spec: head.spec, results, measure, published });
  const file = flags.out ?? join(given, measure === "fidelity" ? "plot.svg" : `plot-${measure}.svg`);
  await writeFiles([{ path: pathFrom(io.cwd, file), text }], io.interrupts.signal);
  return answer(io, flags, { command: "study plot", file }, `${file}\n`);
}
