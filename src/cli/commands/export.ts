import { canonicalJson } from "../../document/canonical-json.js";
import { count } from "../../document/format.js";
import { printable } from "../../document/printable.js";
import { AuditError } from "../../errors.js";
import { exportModel } from "../../export/export-model.js";
import { exportsNeedTwo } from "../../export/rule.js";
import { inspectTable } from "../../input/csv.js";
import { throwFirstError } from "../../input/problem.js";
import { loadKernels } from "../../kernels/load.js";
import { readRows, readText } from "../../platform/read-file.js";
import { readModel } from "../../platform/read-model.js";
import { openPendingFile } from "../../platform/write-file.js";
import { isClassModel } from "../../surrogate/class-model.js";
import type { Model } from "../../surrogate/model.js";
import type { ExportFlags } from "../export-program.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";
import { refuseExisting } from "../refuse-existing.js";

const STANDARD = "-"; // standard output

const ONLY_FOR: Readonly<Record<string, readonly (keyof ExportFlags)[]>> = {
  sql: ["table", "keep"],
  sheet: ["header", "row"],
};

/** `recast export`: a model file in the words of another program. */
export async function runExport(modelPath: string, flags: ExportFlags, io: CliIo): Promise<number> {
  const toFile = flags.out !== STANDARD;
  refuseContradictions(flags, toFile);
  const path = pathFrom(io.cwd, flags.out);
  if (toFile && flags.force !== true) await refuseExisting(path, flags.out);
  const model = await readTwoAnswers(pathFrom(io.cwd, modelPath), modelPath);
  const { table, keep, header, row } = flags;
  const contents = exportModel(model, flags.to, {
    sql: { ...(table === undefined ? {} : { table }), ...(keep === undefined ? {} : { keep }) },
    sheet: {
      ...(header === undefined ? {} : { header: await headerOf(pathFrom(io.cwd, header), header) }),
      ...(row === undefined ? {} : { row }),
    },
  });
  if (!toFile) {
    await writeText(io.stdout, contents as string); // bytes were refused
    return EXIT_CODES.ok;
  }
  const file = await openPendingFile(path);
  try {
    await file.write(contents);
    await file.commit();
  } finally {
    await file.discard();
  }
  const size = typeof contents === "string" ? Buffer.byteLength(contents) : contents.length;
  if (flags.json === true) {
    const summary = {
      bytes: size,
      command: "export",
      files: { export: flags.out },
      format: flags.to,
      method: model.method,
    };
    await writeText(io.stdout, canonicalJson(summary));
  } else if (flags.quiet !== true) {
    await writeText(io.stdout, `${printable(flags.out)}: ${model.method} as ${flags.to}, ${count(size)} bytes\n`);
  }
  return EXIT_CODES.ok;
}

/** A model of two decisions; one of more is refused by name rather than as damaged. */
async function readTwoAnswers(path: string, name: string): Promise<Model> {
  if (!isClassModel((await readText(path)).text)) return readModel(path, await loadKernels());
  const reason = `${name} is a model of more than two decisions, and ${exportsNeedTwo.reason}; use 'recast predict'`;
  throw new AuditError("EXPORT_UNSUPPORTED", reason, { file: name });
}

function refuseContradictions(flags: ExportFlags, toFile: boolean): void {
  if (flags.to === "onnx" && !toFile) {
    throw new AuditError("INVALID_OPTION", "an ONNX file is no text for standard output; add --out FILE");
  }
  if (flags.json === true && !toFile) {
    throw new AuditError("INVALID_OPTION", "--json and the export cannot share standard output; add --out FILE");
  }
  for (const [format, names] of Object.entries(ONLY_FOR)) {
    const used = names.find((name) => flags[name] !== undefined);
    if (used !== undefined && flags.to !== format) {
      throw new AuditError("INVALID_OPTION", `--${used} is for --to ${format}, got --to ${flags.to}; leave it out`);
    }
  }
}

/** The names of a file's columns, in order. */
async function headerOf(path: string, name: string): Promise<string[]> {
  const { rows } = await readRows(path);
  const { table, problems } = inspectTable(rows, { file: name, delimiter: null });
  if (table === null) throwFirstError(problems);
  return table?.columns.map((column) => column.name) ?? [];
}
