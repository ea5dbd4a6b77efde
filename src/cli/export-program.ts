import { Argument, type Command, Option } from "commander";
import { nameList, positiveNumber } from "./arguments.js";
import type { CliIo, GlobalFlags } from "./io.js";

export interface ExportFlags extends GlobalFlags {
  readonly to: "onnx" | "sql" | "sheet" | "pmml" | "sentence";
  readonly out: string;
  readonly table?: string;
  readonly keep?: readonly string[];
  readonly header?: string;
  readonly row?: number;
  readonly force?: boolean;
}

/** Adds `recast export` to the program. */
export function addExportCommands(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const command = program
    .command("export")
    .description("write a rebuilt model for other programs: ONNX, SQL, a spreadsheet, PMML, a sentence")
    .addArgument(new Argument("<model>", "surrogate.json of an audit"))
    .addOption(
      new Option("--to <format>", "what to write")
        .choices(["onnx", "sql", "sheet", "pmml", "sentence"])
        .makeOptionMandatory(),
    )
    .option("-o, --out <file>", "file to write; - writes standard output", "-")
    .option("--table <name>", "sql: the table with one row per person (default: people)")
    .option("--keep <columns>", "sql: further columns to hand on, comma-separated", nameList)
    .option("--header <file>", "sheet: a CSV whose header has the sheet's columns in their order")
    .option("--row <number>", "sheet: the first row with a person (default: 2)", positiveNumber)
    .option("--force", "replace the output file if it exists");
  command.action(async (model: string, _options, used: Command) => {
    const { runExport } = await import("./commands/export.js");
    finish(await runExport(model, used.optsWithGlobals<ExportFlags>(), io));
  });
}
