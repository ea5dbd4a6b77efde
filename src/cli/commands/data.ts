import { existsSync } from "node:fs";
import { join } from "node:path";
import { count } from "../../document/format.js";
import { filesOf } from "../../lab/data/catalogue.js";
import { catalogueEntry, type DataStatus, dataFolder, inspectData, pullData } from "../../platform/lab/data-folder.js";
import { answer, type CliIo, type GlobalFlags, progressFor } from "../io.js";
import type { Declare } from "../options.js";

export const declare: Declare = (command, act) => {
  command.action(act(runDataList));
  command
    .command("pull")
    .description("download a data set from its publisher and check it")
    .argument("<name>", "a name that 'recast data' lists")
    .action(act(runDataPull));
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
  return answer(io, flags, { command: "data", folder, datasets }, (sheet) => {
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
    const missing = datasets.filter(({ status }) => status === "missing").map(({ name }) => name);
    if (missing.length === 0) return;
    sheet.blank();
    const way = `Download with 'recast data pull ${missing[0]}', or name another folder in RECAST_DATA.`;
    sheet.text(`Missing: ${missing.join(", ")}. ${way}`);
  });
}

async function runDataPull(name: string, flags: GlobalFlags, io: CliIo): Promise<number> {
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
