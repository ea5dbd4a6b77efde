import { existsSync } from "node:fs";
import { join } from "node:path";
import { count } from "../../document/format.js";
import { AuditError } from "../../errors.js";
import { filesOf } from "../../lab/data/catalogue.js";
import { MORTGAGE_REGISTER } from "../../lab/data/mortgage-register.js";
import { catalogueEntry, type DataStatus, dataFolder, inspectData, pullData } from "../../platform/lab/data-folder.js";
import { pullRegister } from "../../platform/lab/pull-register.js";
import { answer, type CliIo, type GlobalFlags, progressFor } from "../io.js";
import { type Declare, type FlagsOf, flag, wholeNumber, withOptions } from "../options.js";

const PULL_OPTIONS = {
  state: flag("--state <letters>", "hmda: the state, such as WY"),
  year: flag("--year <number>", "hmda: the year, from 2018 on", wholeNumber),
  lender: flag("--lender <lei>", "hmda: one lender, by its legal entity identifier"),
};

type PullFlags = FlagsOf<typeof PULL_OPTIONS>;

export const declare: Declare = (command, act) => {
  command.action(act(runDataList));
  const pull = command
    .command("pull")
    .description("download a data set from its publisher and check it")
    .argument("<name>", "a name that 'recast data' lists");
  withOptions(pull, PULL_OPTIONS).action(act(runDataPull));
};

const STATUS_WORDS: Readonly<Record<DataStatus, string>> = {
  ready: "ready",
  missing: "missing",
  changed: "here, but not the published file",
};

async function runDataList(flags: GlobalFlags, io: CliIo): Promise<number> {
  const folder = dataFolder(io.env, io.cwd);
  const states = await inspectData(folder);
  const datasets = states.map(({ entry, path, status }) => ({
    name: entry.name,
    title: entry.title,
    status,
    path,
    sha256: entry.file.sha256,
    address: entry.file.publication?.address ?? null,
    home: entry.home,
    licence: entry.licence,
    quirks: entry.quirks,
  }));
  const register = { ...MORTGAGE_REGISTER, pull: "recast data pull hmda --state WY --year 2019" };
  return answer(io, flags, { command: "data", folder, datasets, registers: [register] }, (sheet) => {
    sheet.title(`Data sets under ${folder}`);
    for (const { name, title, status, path, sha256, address, home, licence, quirks } of datasets) {
      sheet.heading(`${name}: ${STATUS_WORDS[status]}`);
      sheet.pairs([
        ["what", title],
        ["file", path],
        ["SHA-256", sha256],
        ["download", address ?? "none; ask its publisher"],
        ["home", home],
        ["licence", licence],
        ...quirks.map((quirk, k): [string, string] => [k === 0 ? "note" : "", quirk]),
      ]);
    }
    sheet.heading(`${register.name}: by state and year`);
    sheet.pairs([
      ["what", register.title],
      ["download", register.pull],
      ["home", register.home],
      ["licence", register.licence],
      ...register.quirks.map((quirk, k): [string, string] => [k === 0 ? "note" : "", quirk]),
    ]);
    const missing = datasets.filter(({ status }) => status === "missing").map(({ name }) => name);
    if (missing.length === 0) return;
    sheet.blank();
    const way = `Download with 'recast data pull ${missing[0]}', or name another folder in RECAST_DATA.`;
    sheet.text(`Missing: ${missing.join(", ")}. ${way}`);
  });
}

async function runDataPull(name: string, flags: PullFlags, io: CliIo): Promise<number> {
  if (name === MORTGAGE_REGISTER.name) return runRegisterPull(flags, io);
  const parts = (["state", "year", "lender"] as const).filter((part) => flags[part] !== undefined);
  if (parts.length > 0) {
    const message = `--${parts[0]} has no effect on '${name}': only ${MORTGAGE_REGISTER.name} comes in parts`;
    throw new AuditError("INVALID_OPTION", `${message}. Leave it out`);
  }
  const entry = catalogueEntry(name);
  const progress = progressFor(io, flags);
  try {
    const folder = dataFolder(io.env, io.cwd);
    const missing = filesOf(entry).filter(({ path }) => !existsSync(join(folder, path)));
    for (const file of missing.length === 0 ? [entry.file] : missing) {
      const options = {
        signal: io.interrupts.signal,
        onProgress: (bytes: number) => progress.update(`${name}: ${count(Math.round(bytes / 1024))} KiB`),
      };
      const pulled = await pullData(entry, folder, options, file);
      const words = `${name}: ${pulled.path}, ${count(pulled.bytes)} bytes, SHA-256 matches the published file\n`;
      await answer(io, flags, { command: "data pull", name, ...pulled }, words);
    }
    return 0;
  } finally {
    progress.clear();
  }
}

async function runRegisterPull({ state, year, lender, ...flags }: PullFlags, io: CliIo): Promise<number> {
  const { name } = MORTGAGE_REGISTER;
  if (state === undefined || year === undefined) {
    const message = "the mortgage register is given out by state and year. Name both (--state WY --year 2019)";
    throw new AuditError("INVALID_OPTION", message);
  }
  const progress = progressFor(io, flags);
  try {
    const pulled = await pullRegister({ state, year, lender }, dataFolder(io.env, io.cwd), {
      signal: io.interrupts.signal,
      onProgress: (bytes: number) => progress.update(`${name}: ${count(Math.round(bytes / 1024))} KiB`),
    });
    const sum = `SHA-256 ${pulled.sha256}, which nobody publishes: keep the file`;
    const next = `Next: ${io.command} init ${pulled.path} --preset ${name}`;
    const words = `${name}: ${pulled.path}, ${count(pulled.bytes)} bytes, ${sum}\n${next}\n`;
    await answer(io, flags, { command: "data pull", name, ...pulled }, words);
    return 0;
  } finally {
    progress.clear();
  }
}
