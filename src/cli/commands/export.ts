import { basename, dirname, join } from "node:path";
import { Argument } from "commander";
import { count } from "../../document/format.js";
import { printable } from "../../document/printable.js";
import { AuditError } from "../../errors.js";
import { exportModel } from "../../export/export-model.js";
import { exportsNeedTwo, isSumOfPoints, POINTS_METHODS } from "../../export/rule.js";
import { present } from "../../folder/configuration.js";
import { inspectTable } from "../../input/csv.js";
import { throwFirstError } from "../../input/problem.js";
import { loadKernels } from "../../kernels/load.js";
import { readRows, readText } from "../../platform/read-file.js";
import { readModel } from "../../platform/read-model.js";
import { writeFiles } from "../../platform/write-file.js";
import { isClassModel } from "../../surrogate/class-model.js";
import type { Model } from "../../surrogate/model.js";
import { auditAgain } from "../audit-again.js";
import { answer, type CliIo, pathFrom, refuseExisting, writeText, wrongUse } from "../io.js";
import {
  choiceFlag,
  type Declare,
  type Flag,
  type FlagsOf,
  flag,
  nameList,
  positiveNumber,
  shellWord,
  switchFlag,
  textFlag,
  withOptions,
} from "../options.js";

const FORMATS = ["onnx", "sql", "sheet", "pmml", "sentence"] as const;

const OPTIONS = {
  to: choiceFlag("--to <format>", "what to write", FORMATS).makeOptionMandatory() as Flag<(typeof FORMATS)[number]>,
  out: textFlag("-o, --out <file>", "file to write; - writes to standard output", "-"),
  table: flag("--table <name>", "sql: the table with one row per person (default: people)"),
  keep: flag("--keep <columns>", "sql: more columns to keep in the result, comma-separated", nameList),
  header: flag("--header <file>", "sheet: a CSV whose header has the sheet's columns in their order"),
  row: flag("--row <number>", "sheet: the first row with a person (default: 2)", positiveNumber),
  force: switchFlag("--force", "replace the output file if it exists"),
};

type ExportFlags = FlagsOf<typeof OPTIONS>;

export const declare: Declare = (command, act) => {
  command.addArgument(new Argument("<model>", "surrogate.json of an audit"));
  withOptions(command, OPTIONS).action(act(runExport));
};

const ONLY_FOR: Readonly<Record<string, readonly (keyof ExportFlags)[]>> = {
  sql: ["table", "keep"],
  sheet: ["header", "row"],
};

async function runExport(modelPath: string, flags: ExportFlags, io: CliIo): Promise<number> {
  const { out, to, table, keep, header, row } = flags;
  const toFile = out !== "-";
  refuseContradictions(flags, toFile);
  if (toFile) refuseExisting(io, out, flags.force);
  const model = await readTwoAnswers(pathFrom(io.cwd, modelPath), modelPath);
  const columns = header === undefined ? undefined : await headerOf(pathFrom(io.cwd, header), header);
  const options = { sql: present({ table, keep }), sheet: present({ header: columns, row }) };
  const text = await withWayOut({ model, path: modelPath, to }, io, () => exportModel(model, to, options));
  if (!toFile) {
    await writeText(io.stdout, text as string); // bytes were refused
    return 0;
  }
  await writeFiles([{ path: pathFrom(io.cwd, out), text }]);
  const bytes = typeof text === "string" ? Buffer.byteLength(text) : text.length;
  const summary = { bytes, command: "export", files: { export: out }, format: to, method: model.method };
  return answer(io, flags, summary, `${printable(out)}: ${model.method} as ${to}, ${count(bytes)} bytes\n`);
}

/** Adds to the refusal of a model that is no sum of points the commands that make one that is, from the same files. */
async function withWayOut<Text>(
  { model, path, to }: { readonly model: Model; readonly path: string; readonly to: string },
  io: CliIo,
  write: () => Text,
): Promise<Text> {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof AuditError) || error.code !== "EXPORT_UNSUPPORTED" || isSumOfPoints(model)) throw error;
    const again = await auditAgain(dirname(path), { methods: POINTS_METHODS, suffix: "points" }, io);
    if (again === null) throw error;
    const then = `${io.command} export ${shellWord(join(again.out, basename(path)))} --to ${to}`;
    throw new AuditError(error.code, `${error.message} (for this audit: ${again.command} && ${then})`, error.place);
  }
}

/** A model of two decisions; one of more is refused by name rather than as damaged. */
async function readTwoAnswers(path: string, name: string): Promise<Model> {
  if (!isClassModel((await readText(path)).text)) return readModel(path, await loadKernels());
  const reason = `${name} is a model of more than two decisions, and ${exportsNeedTwo.reason}; use 'recast predict'`;
  throw new AuditError("EXPORT_UNSUPPORTED", reason, { file: name });
}

function refuseContradictions(flags: ExportFlags, toFile: boolean): void {
  if (flags.to === "onnx" && !toFile) {
    throw wrongUse("an ONNX file cannot go to standard output; name a file (--out)");
  }
  if (flags.json === true && !toFile) {
    throw wrongUse("--json and the export cannot both go to standard output; name a file for the export (--out)");
  }
  for (const [format, names] of Object.entries(ONLY_FOR)) {
    const used = names.find((name) => flags[name] !== undefined);
    if (used !== undefined && flags.to !== format) {
      throw wrongUse(`--${used} is for --to ${format}, got --to ${flags.to}; leave it out`);
    }
  }
}

async function headerOf(path: string, name: string): Promise<string[]> {
  const { rows } = await readRows(path);
  const { table, problems } = inspectTable(rows, { file: name, delimiter: null });
  if (table === null) throwFirstError(problems);
  return table?.columns.map((column) => column.name) ?? [];
}
