import { Argument, type Command } from "commander";
import {
  columnType,
  finiteNumber,
  markerList,
  nameList,
  nonNegative,
  positiveNumber,
  wholeNumber,
} from "./arguments.js";
import type { CliIo, GlobalFlags } from "./io.js";
import { settingOption } from "./setting-options.js";

export interface CollectFlags extends GlobalFlags {
  readonly check?: string;
  readonly target?: string;
  readonly out?: string;
  readonly decisions?: number;
  readonly letters: number;
  readonly budget?: number;
  readonly balanced?: boolean;
  readonly favourable?: string;
  readonly seed: number;
  readonly perLetter?: number;
  readonly letterPath?: string;
  readonly decisionField?: string;
  readonly letterField?: string;
  readonly threshold?: number;
  readonly keyFrom?: string;
  readonly keyHeader?: string;
  readonly columns?: readonly string[];
  readonly output?: string;
  readonly targetLetters?: string;
  readonly targetDecision?: string;
  readonly id?: string;
  readonly ignore?: readonly string[];
  readonly immutable?: readonly string[];
  readonly type?: Readonly<Record<string, "number" | "category">>;
  readonly missing?: readonly string[];
  readonly delimiter?: string;
  readonly decisionName?: string;
  readonly perSecond?: number;
  readonly perMinute?: number;
  readonly timeout: number;
  readonly tries?: number;
  readonly backoff?: number;
}

/** Adds `recast collect` to the program. */
export function addCollectCommands(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  const collect = program
    .command("collect")
    .description(
      "ask a model for decisions and letters within a budget; started again, it goes on where it was stopped.\n" +
        "A service is asked at the address you name and nowhere else",
    )
    .addArgument(new Argument("[people]", "CSV with the people to ask about"))
    .option("--target <place>", "https://… or http://…, a file model.onnx, or answers.csv recorded earlier")
    .option("-o, --out <folder>", "folder for decisions.csv, letters.csv and the ledger")
    .option("--decisions <number>", "decisions wanted", positiveNumber)
    .option("--letters <number>", "letters wanted", wholeNumber, 0)
    .option("--budget <number>", "questions that may be sent in all, every try counted", positiveNumber)
    .option("--balanced", "go on until each decision was given that often")
    .option("--favourable <value>", "the decision that is good for the person (default: an unmistakable word, or 1)")
    .option("--seed <number>", "order in which people are asked about", wholeNumber, 0)
    .option(
      "--per-letter <number>",
      "most questions for one letter, where letters are searched for (default: 40)",
      positiveNumber,
    )
    .option(
      "--letter-path <path>",
      "where the service writes letters, on the same host (default: letters are searched for)",
    )
    .option("--decision-field <name>", "field of the service's answer (default: decision)")
    .option("--letter-field <name>", "field of the service's answer (default: letter)")
    .option("--threshold <score>", "the answer is a score; from this on it is 1, else 0", finiteNumber)
    .option("--key-from <variable>", "environment variable with the service's key")
    .option("--key-header <name>", "header that carries the key (default: Authorization: Bearer …)")
    .option("--columns <columns>", "columns of an ONNX model with one matrix as input, in its order", nameList)
    .option("--output <name>", "output of an ONNX model to read (default: the label)")
    .option("--target-letters <file>", "letters that belong to recorded answers")
    .option("--target-decision <column>", "decision column of recorded answers")
    .option("--id <column>", "person id, not sent (default: a column called id, else the row)")
    .option("--ignore <columns>", "columns that are kept but not sent, comma-separated", nameList)
    .option("--immutable <columns>", "features a letter must leave alone, comma-separated", nameList)
    .option("--type <column=type>", "type that differs from what the values look like; repeatable", columnType)
    .option("--missing <words>", "cells that mean missing, comma-separated", markerList)
    .addOption(settingOption("delimiter"))
    .option("--decision-name <column>", "name of the column with the answers (default: decision)")
    .option("--per-second <number>", "at most so many questions a second", nonNegative)
    .option("--per-minute <number>", "at most so many questions a minute", nonNegative)
    .option("--timeout <seconds>", "wait so long for an answer", nonNegative, 30)
    .option("--tries <number>", "send a question so often before stopping (default: 5)", positiveNumber)
    .option("--backoff <seconds>", "wait so long before a second try, doubled each time (default: 0.5)", nonNegative)
    .option("--check <folder>", "check the ledger of a folder instead of asking anything");
  collect.action(async (people: string | undefined, _options, command: Command) => {
    const flags = command.optsWithGlobals<CollectFlags>();
    if (flags.check !== undefined) {
      const { runCollectCheck } = await import("./commands/collect-check.js");
      finish(await runCollectCheck(flags.check, people, flags, io));
      return;
    }
    const { runCollectCommand } = await import("./commands/collect.js");
    finish(await runCollectCommand(people, flags, io));
  });
}
