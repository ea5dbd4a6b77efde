import type { AuditConfiguration, EmbedderSettings } from "../folder/configuration.js";
import { present } from "../folder/configuration.js";
import type { AuditSource, ByRole } from "../folder/sources.js";
import { readRows } from "../platform/read-rows.js";
import { openEmbedder, requireNamed } from "../platform/text/open-embedder.js";
import { fitTextCode, textToNumbers } from "../platform/text/text-rows.js";
import type { TextCode } from "../text/text-code.js";
import type { AuditInput, AuditInputs } from "./audit-inputs.js";
import type { CliIo } from "./io.js";

/** The files of an audit in memory; with a column of texts, numbers stand in its place and `text` says how they were made. */
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
 * Reads the files of an audit, embeds the texts of the decisions and the letters and puts their directions in their place. `allowed` is what the user said
 * on this command line: a service that only a file names is not asked.
 */
export async function openEmbedded(
  inputs: AuditInputs,
  configuration: AuditConfiguration,
  allowed: EmbedderSettings,
  io: CliIo,
): Promise<OpenedSources> {
  const { text: column, delimiter, missing } = configuration;
  if (column === undefined) return { sources: await openSources(inputs), text: null };
  const { embedder: address = null, embedderModel: model = null } = configuration;
  requireNamed(address, allowed.embedder);
  const key = allowed.embedderKey ?? null;
  const { embedder, service } = openEmbedder({ address, model, key }, io.env, io.cwd);
  const options = { ...present({ delimiter, missing }), signal: io.interrupts.signal };
  const { decisions, letters, population } = await openSources(inputs);
  const fitted = [decisions, ...(letters === null ? [] : [letters])].map((rows) => ({ rows, name: rows.name }));
  const text = await fitTextCode(fitted, column, embedder, service, options);
  const embedded = async (source: AuditSource): Promise<AuditSource> => {
    const rows = await textToNumbers(text, embedder, source.name, options)(source);
    return { ...source, ...rows };
  };
  const sources = {
    decisions: await embedded(decisions),
    letters: letters && (await embedded(letters)),
    population: population && (await embedded(population)),
  };
  return { sources, text };
}
