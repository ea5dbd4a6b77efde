import { type Command, Option } from "commander";
import { columnBins, columnType, delimiter, markerList, nameList, nonNegative, wholeNumber } from "./arguments.js";

/** Options that say what the files and their columns are. */
export function withRoles(command: Command): Command {
  return command
    .option("-l, --letters <file>", "CSV of letters: full rows, or id, field, new_value")
    .option("--letters-id <column>", "id column of the letters, where its name differs")
    .option("--letters-ignore <columns>", "columns of the letters to leave unread, such as their text", nameList)
    .option("--letters-to <column>", "with --classes: what a letter offers, where not named as the decision")
    .option("--letters-from <column>", "with --classes: the decision a letter answers, where no id says it")
    .option("--population <file>", "CSV of the people the system decides on, without decisions")
    .option("--decision <column>", "column with the decision")
    .option("--favourable <value>", "the decision that is good for the person")
    .option("--classes <values>", "all values of a decision with more than two, least favourable first", nameList)
    .option("--sensitive <columns>", "attributes to compare groups by, comma-separated", nameList)
    .option("--id <column>", "person id, pairs letters with people")
    .option("--outcome <column>", "what later happened, where known")
    .option("--favourable-outcome <value>", "the outcome that is good for the person")
    .option("--weight <column>", "sampling weight of each row")
    .option("--ignore <columns>", "columns the rebuilt model may not look at", nameList)
    .option("--immutable <columns>", "features a letter should never ask to change", nameList)
    .option("--type <column=type>", "number or category, where it differs from the looks; repeatable", columnType)
    .option("--missing <words>", "cells that mean missing, comma-separated (default: ?,NA,N/A)", markerList)
    .addOption(delimiterOption());
}

/** Options that say how the audit is computed. */
export function withMethods(command: Command): Command {
  return command
    .addOption(
      new Option("--scaling <name>", "how numbers are brought to one scale (default: robust)").choices([
        "robust",
        "zscore",
        "minmax",
        "rank",
      ]),
    )
    .addOption(
      new Option("--solver <name>", "how the prototypes of recast are found (default: exact)").choices([
        "sinkhorn",
        "exact",
        "closed-form",
      ]),
    )
    .option("--methods <names>", "methods to compare, comma-separated (default: nine)", nameList)
    .option("--folds <number>", "folds of the cross-validation (default: 5)", wholeNumber)
    .option("--repeats <number>", "how often people are dealt into folds anew (default: 1)", wholeNumber)
    .option("--seed <number>", "seed of every random choice (default: 0)", wholeNumber)
    .option("--abstain <margin>", "margin under which the model answers 'undecided' (default: 0)", nonNegative)
    .option("--bins <column=cuts>", "cut points of a numeric attribute, such as age=25,45; repeatable", columnBins)
    .option("--resamples <number>", "resamples behind bootstrap intervals (default: 1000)", wholeNumber)
    .option("--refits <number>", "refits on people drawn anew (default: 25)", wholeNumber)
    .option("--no-intersections", "do not compare pairs of sensitive attributes")
    .option("--no-sensitivity", "do not vary scaling, weights, people, columns and noise");
}

/** Options that say what the report is called and which report it is. */
export function withReport(command: Command): Command {
  return command
    .addOption(
      new Option("--template <name>", "kind of report (default: general)").choices([
        "general",
        "nyc-ll144",
        "eu-annex-iv",
        "model-card",
      ]),
    )
    .addOption(tablesOption())
    .option("--system <words>", "the audited system, for the title of the report")
    .option("--purpose <words>", "what is decided")
    .option("--period <words>", "when the decisions were made")
    .option("--auditor <words>", "who makes the audit")
    .option("--date <words>", "date to print; nothing is printed otherwise")
    .option("--notes <words>", "a remark to print");
}

/** The option of commands that can write their tables column by column too. */
export function tablesOption(): Option {
  return new Option("--tables <format>", "also write the tables as Parquet or Arrow files").choices([
    "parquet",
    "arrow",
  ]);
}

/** Options that say which service may be asked to embed texts. */
export function withEmbedder(command: Command): Command {
  return command
    .option("--embedder <address>", "OpenAI-compatible service that embeds texts (default: on this machine)")
    .option("--embedder-key <variable>", "environment variable with its key");
}

/** The delimiter option of every command that reads a CSV file. */
export function delimiterOption(): Option {
  return new Option("--delimiter <character>", "cell delimiter (default: detected)").argParser(delimiter);
}
