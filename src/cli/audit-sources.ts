import type { AuditConfiguration, EmbedderSettings } from "../folder/configuration.js";
import { present } from "../folder/configuration.js";
import type { AuditSource, ByRole } from "../folder/sources.js";
import { inspectTable } from "../input/csv.js";
import { throwFirstError } from "../input/problem.js";
import type { TableInspection } from "../input/raw-table.js";
import { readRows } from "../platform/read-file.js";
import { openEmbedder, requireNamed } from "../platform/text/open-embedder.js";
import type { TextCode } from "../text/text-code.js";
import { embedTable, fitTextCode } from "../text/text-column.js";
import type { AuditInput, AuditInputs } from "./audit-inputs.js";
import type { CliIo } from "./io.js";

/**
 * The files of an audit in memory; numbers stand in the place of a column of texts, and `text` says how they were made.
 */
export interface OpenedSources {
  readonly sources: ByRole<AuditSource>;
  readonly text: TextCode | null;
}

/** Reads the files of an audit as they are. */
export async function openSources({ decisions, letters, population }: AuditInputs): Promise<ByRole<AuditSource>> {
  return {
    decisions: await openSource(decisions),
    letters: letters && (await openSource(letters)),
    population: population && (await openSource(population)),
  };
}

async function openSource({ path, name, recorded }: AuditInput): Promise<AuditSource> {
  return { ...(await readRows(path)), name, recorded };
}

/**
 * Reads the files of an audit, embeds the texts of the decisions and the letters and puts their directions in their
 * place. `allowed` is what the user said on this command line: a service that only a file names is not asked.
 */
export async function openEmbedded(
  inputs: AuditInputs,
  configuration: AuditConfiguration,
  allowed: EmbedderSettings,
  io: CliIo,
): Promise<OpenedSources> {
  const { text: column, delimiter = null, missing } = configuration;
  if (column === undefined) return { sources: await openSources(inputs), text: null };
  const { embedder: address = null, embedderModel: model = null } = configuration;
  requireNamed(address, allowed.embedder);
  const key = allowed.embedderKey ?? null;
  const { embedder, service } = openEmbedder({ address, model, key }, io.env, io.cwd);
  const { decisions, letters, population } = await openSources(inputs);
  const cut = ({ rows, name: file }: AuditSource) => inspectTable(rows, { file, delimiter });
  const found = {
    decisions: cut(decisions),
    letters: letters && cut(letters),
    population: population && cut(population),
  };
  throwFirstError(found.decisions.problems);
  const fitted = [found.decisions.table, found.letters?.table].filter((table) => table != null);
  const options = { ...present({ missing }), signal: io.interrupts.signal };
  const text = await fitTextCode(fitted, { column, service, embedder }, options);
  const embedded = async (source: AuditSource, { table, problems }: TableInspection): Promise<AuditSource> => {
    const numbers = table && (await embedTable(table, { code: text, embedder }, options));
    return { ...source, rows: { table: numbers, problems } };
  };
  const sources = {
    decisions: await embedded(decisions, found.decisions),
    letters: letters && found.letters && (await embedded(letters, found.letters)),
    population: population && found.population && (await embedded(population, found.population)),
  };
  return { sources, text };
}
