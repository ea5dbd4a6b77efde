import type { Decisions } from "../evidence/decisions.js";
import type { Problem } from "../evidence/problem.js";
import { openEmbedder, requireNamed } from "../node/open-embedder.js";
import { asTheyAre, type PrepareRows, readRows } from "../node/read-rows.js";
import { fitTextCode, textToNumbers } from "../node/text-rows.js";
import type { TextCode } from "../text/text-code.js";
import { textFeatureName } from "../text/text-features.js";
import type { AuditConfiguration, AuditInput, AuditInputs } from "./audit-inputs.js";
import type { EmbedderFlags } from "./flags.js";
import type { CliIo } from "./io.js";
import { present } from "./role-flags.js";

/** The column of texts of an audit, ready to be read; without one, everything stays as it is. */
export interface AuditTexts {
  readonly code: TextCode | null;
  prepare(input: AuditInput): PrepareRows;
  /** The decisions with the directions of a text marked as numbers of one unit. */
  withUnit<Some extends Decisions>(decisions: Some): Some;
  /** What a reader must know about such features. */
  readonly problems: readonly Problem[];
}

const WITHOUT: AuditTexts = { code: null, prepare: () => asTheyAre, withUnit: (decisions) => decisions, problems: [] };

/**
 * Embeds the texts of the decisions and the letters and finds their directions. `allowed` is what the user said on this command line: a service that only
 * a file names is not asked.
 */
export async function openTexts(
  inputs: AuditInputs,
  configuration: AuditConfiguration,
  allowed: EmbedderFlags,
  io: CliIo,
): Promise<AuditTexts> {
  const { text: column, delimiter, missing } = configuration;
  if (column === undefined) return WITHOUT;
  const { embedder: address = null, embedderModel: model = null } = configuration;
  requireNamed(address, allowed.embedder);
  const key = allowed.embedderKey ?? null;
  const { embedder, service } = openEmbedder({ address, model, key }, io.env, io.cwd);
  const options = { ...present({ delimiter, missing }), signal: io.interrupts.signal };
  const files = [inputs.decisions, ...(inputs.letters === null ? [] : [inputs.letters])];
  const read = await Promise.all(files.map(async ({ path, name }) => ({ rows: await readRows(path), name })));
  const code = await fitTextCode(read, column, embedder, service, options);
  return {
    code,
    prepare: ({ name }) => textToNumbers(code, embedder, name, options),
    withUnit: (decisions) => withUnit(decisions, code),
    problems: [textNote(code, inputs.decisions.name)],
  };
}

function withUnit<Some extends Decisions>(decisions: Some, { column, pca }: TextCode): Some {
  const names = new Set(Array.from({ length: pca.components.rows }, (_, k) => textFeatureName(column, k)));
  const features = decisions.schema.features.map((feature) =>
    names.has(feature.name) ? { ...feature, unit: column } : feature,
  );
  return { ...decisions, schema: { ...decisions.schema, features } };
}

function textNote({ column, embedder, pca }: TextCode, file: string): Problem {
  const size = pca.components.rows;
  const names = `${textFeatureName(column, 0)} to ${textFeatureName(column, size - 1)}`;
  return {
    severity: "note",
    code: "TEXT_EMBEDDED",
    message:
      `column '${column}' holds texts: ${names} are the ${size} main directions of their embedding (${embedder}). ` +
      "A direction has no meaning of its own: weights, changes and curves of one of them cannot be read as words",
    file,
    column,
    count: 0,
    rows: [],
  };
}
