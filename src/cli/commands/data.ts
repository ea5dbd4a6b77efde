import { existsSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { count } from "../../document/format.js";
import { page } from "../../document/terminal.js";
import { filesOf } from "../../lab/data/catalogue.js";
import {
  catalogueEntry,
  type DataState,
  type DataStatus,
  dataFolder,
  inspectData,
} from "../../platform/lab/data-folder.js";
import { pullData } from "../../platform/lab/data-pull.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, type GlobalFlags, progressFor, writeText } from "../io.js";

const STATUS_WORDS: Readonly<Record<DataStatus, string>> = {
  ready: "ready",
  missing: "missing",
  changed: "there, but not the published file",
};

/** `recast data`: every data set of the catalogue and what is there of it. */
export async function runDataList(flags: GlobalFlags, io: CliIo): Promise<number> {
  const folder = dataFolder(io.env, io.cwd);
  const states = await inspectData(folder);
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(folder, states)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(folder, states, io));
  return EXIT_CODES.ok;
}

/** `recast data pull`: downloads the files of one data set that are not there. */
export async function runDataPull(name: string, flags: GlobalFlags, io: CliIo): Promise<number> {
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
      if (flags.json === true) await writeText(io.stdout, canonicalJson({ command: "data pull", name, ...pulled }));
      else if (flags.quiet !== true) {
        await writeText(io.stdout, `${name}: ${pulled.path}, ${count(pulled.bytes)} bytes, SHA-256 as published\n`);
      }
    }
    return EXIT_CODES.ok;
  } finally {
    progress.clear();
  }
}

function asJson(folder: string, states: readonly DataState[]): unknown {
  return {
    command: "data",
    folder,
    datasets: states.map(({ entry, path, status }) => ({
      name: entry.name,
      title: entry.title,
      status,
      path,
      sha256: entry.file.sha256,
      address: entry.file.publication?.address ?? null,
      home: entry.home,
      licence: entry.licence,
      quirks: entry.quirks,
    })),
  };
}

function asWords(folder: string, states: readonly DataState[], io: CliIo): string {
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(`Data sets under ${folder}`);
  for (const { entry, path, status } of states) {
    sheet.heading(`${entry.name}: ${STATUS_WORDS[status]}`);
    sheet.pairs([
      ["what", entry.title],
      ["file", path],
      ["SHA-256", entry.file.sha256],
      ["published", entry.file.publication?.address ?? "by its publisher in person only"],
      ["home", entry.home],
      ["licence", entry.licence],
      ...entry.quirks.map((quirk, k): [string, string] => [k === 0 ? "to know" : "", quirk]),
    ]);
  }
  const missing = states.filter(({ status }) => status === "missing").map(({ entry }) => entry.name);
  if (missing.length > 0) {
    sheet.blank();
    sheet.text(
      `Missing: ${missing.join(", ")}. 'recast data pull ${missing[0]}' downloads; RECAST_DATA names another folder.`,
    );
  }
  return sheet.toString();
}
