import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { AuditError } from "../../errors.js";
import { plotStudy } from "../../lab/study/plot.js";
import type { MeasureName } from "../../lab/study/summary.js";
import { findPublished } from "../../platform/lab/find-study.js";
import { readStore } from "../../platform/lab/study-store.js";
import { writeFiles } from "../../platform/write-file.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";
import type { StudyPlotFlags } from "../study-program.js";

/** `recast study plot`: the results of a study as a drawing. */
export async function runStudyPlot(given: string, flags: StudyPlotFlags, io: CliIo): Promise<number> {
  if (flags.out !== undefined && !/\.svg$/i.test(flags.out)) {
    throw new AuditError("INVALID_OPTION", `drawings are SVG; give --out a name that ends in .svg, got '${flags.out}'`);
  }
  const { head, cells } = await readStore(pathFrom(io.cwd, given));
  const published = await findPublished(head.spec.published);
  const results = new Map([...cells].map(([id, { cell }]) => [id, cell]));
  const measure = flags.measure as MeasureName; // the parser lets no other word pass
  const text = plotStudy({ spec: head.spec, results, measure, published });
  const file = flags.out ?? join(given, measure === "fidelity" ? "plot.svg" : `plot-${measure}.svg`);
  await writeFiles([{ path: pathFrom(io.cwd, file), text }], io.interrupts.signal);
  if (flags.json === true) await writeText(io.stdout, canonicalJson({ command: "study plot", file }));
  else if (flags.quiet !== true) await writeText(io.stdout, `${file}\n`);
  return EXIT_CODES.ok;
}
