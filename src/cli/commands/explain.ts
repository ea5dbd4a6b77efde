import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import type { Document } from "../../document/document.js";
import { documentHtml } from "../../document/html.js";
import { page } from "../../document/terminal.js";
import { AuditError } from "../../errors.js";
import { checkConfiguration, decisionsOptions, lettersOptions } from "../../folder/configuration.js";
import { certaintyInTable } from "../../folder/people-table.js";
import type { Decisions } from "../../input/decisions.js";
import { joinEvidence } from "../../input/join.js";
import type { Letters } from "../../input/letters.js";
import type { Kernels } from "../../kernels/kernels.js";
import { loadKernels } from "../../kernels/load.js";
import { explainPerson, type PersonCertainty } from "../../measure/explain/explain-person.js";
import { type AuditFolder, readAuditFolder } from "../../platform/folder/audit-folder.js";
import { compareFile } from "../../platform/hash-file.js";
import { readDecisions, readLetters } from "../../platform/read-evidence.js";
import { readText } from "../../platform/read-file.js";
import { readModel } from "../../platform/read-model.js";
import { writeFiles } from "../../platform/write-file.js";
import { personDocument } from "../../reports/person-document.js";
import type { Model } from "../../surrogate/model.js";
import { EXIT_CODES } from "../failure.js";
import type { RoleFlags } from "../flags.js";
import { type CliIo, colorsFor, type GlobalFlags, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";
import { findPerson } from "../person-lookup.js";
import { refuseExisting } from "../refuse-existing.js";

/** What `recast explain` is asked. */
export interface ExplainFlags extends GlobalFlags, RoleFlags {
  /** An audit folder, which says everything else. */
  readonly audit?: string;
  /** One more folder to look for the audit's inputs in. */
  readonly inputs?: string;
  /** A model file, in place of an audit folder. */
  readonly model?: string;
  /** Where to write the page as HTML. */
  readonly html?: string;
  readonly force?: boolean;
}

/** What a page is made from. */
interface ExplainInputs {
  readonly model: Model;
  readonly decisions: Decisions;
  readonly letters: Letters | null;
  readonly seed: number;
  /** What the audit says about the person in a row. */
  certainty(row: number): Promise<PersonCertainty | null>;
}

const PEOPLE_TABLE = "tables/people.csv";

/** `recast explain`: one person's page, from an audit folder, or from a decisions file and a model file. */
export async function runExplain(
  id: string,
  decisionsPath: string | undefined,
  flags: ExplainFlags,
  io: CliIo,
): Promise<number> {
  if (flags.html !== undefined && flags.force !== true) await refuseExisting(pathFrom(io.cwd, flags.html), flags.html);
  const kernels = await loadKernels();
  const inputs =
    flags.audit === undefined
      ? await fromFiles(decisionsPath, flags, io, kernels)
      : await fromFolder(flags.audit, decisionsPath, flags, io, kernels);
  const { model, decisions, letters, seed } = inputs;
  const i = findPerson(id, decisions);
  const found = explainPerson(model, joinEvidence(decisions, letters), i, {
    seed,
    rowNumbers: decisions.rowNumbers,
    letterRows: letters?.rowNumbers ?? null,
    certainty: await inputs.certainty(decisions.rowNumbers[i]!),
  });
  const words = personDocument(found);
  if (flags.html !== undefined) {
    await writeFiles([{ path: pathFrom(io.cwd, flags.html), text: documentHtml(words) }], io.interrupts.signal);
  }
  if (flags.json === true) {
    const files = { html: flags.html ?? null };
    await writeText(io.stdout, canonicalJson({ command: "explain", page: found, files }));
  } else if (flags.quiet !== true) await writeText(io.stdout, asWords(words, flags, io));
  return EXIT_CODES.ok;
}

async function fromFiles(
  decisionsPath: string | undefined,
  flags: ExplainFlags,
  io: CliIo,
  kernels: Kernels,
): Promise<ExplainInputs> {
  if (decisionsPath === undefined || flags.model === undefined) {
    throw new AuditError(
      "INVALID_OPTION",
      "explain needs an audit folder (--audit), or a decisions file and a model (decisions.csv --model surrogate.json)",
    );
  }
  const model = await readModel(pathFrom(io.cwd, flags.model), kernels);
  refuseTexts(model);
  const roles = { ...rolesOf(model), ...flags };
  const decisions = await readDecisions(pathFrom(io.cwd, decisionsPath), decisionsOptions(roles, decisionsPath));
  const letters =
    flags.letters === undefined
      ? null
      : await readLetters(pathFrom(io.cwd, flags.letters), decisions, lettersOptions(flags, flags.letters));
  return { model, decisions, letters, seed: 0, certainty: async () => null };
}

/**
 * A page says field by field what would flip the answer, and a direction of an embedding is no field that anybody could
 * change.
 */
function refuseTexts({ text }: Model): void {
  if (text === undefined) return;
  throw new AuditError(
    "INVALID_OPTION",
    `this model looks at directions of the embedding of '${text.column}', which cannot be explained field by ` +
      "field; see the report, or audit without --text",
  );
}

/** What the model says about the columns: the decision, the types, and what cannot change. */
function rolesOf({ decision, features }: Model): RoleFlags {
  return {
    decision: decision.column,
    favourable: decision.favourable,
    immutable: features.flatMap(({ name, immutable }) => (immutable ? [name] : [])),
    type: Object.fromEntries(features.map(({ name, type }) => [name, type])),
  };
}

async function fromFolder(
  given: string,
  decisionsPath: string | undefined,
  flags: ExplainFlags,
  io: CliIo,
  kernels: Kernels,
): Promise<ExplainInputs> {
  if (decisionsPath !== undefined || flags.model !== undefined) {
    const message = "an audit folder names its own files: leave out the decisions file and --model, or --audit";
    throw new AuditError("INVALID_OPTION", message);
  }
  const folder = pathFrom(io.cwd, given);
  const elsewhere = flags.inputs === undefined ? null : pathFrom(io.cwd, flags.inputs);
  const audit = await readAuditFolder(folder, kernels, elsewhere);
  refuseTexts(audit.model);
  const roles = checkConfiguration(audit.manifest.configuration.data);
  const decisionsFile = inputOf(audit, "decisions");
  if (decisionsFile === null) {
    throw new AuditError("MANIFEST_INVALID", `${join(given, "manifest.json")} names no decisions file`);
  }
  const decisions = await readDecisions(decisionsFile.file, decisionsOptions(roles, decisionsFile.name));
  const lettersFile = inputOf(audit, "letters");
  const letters =
    lettersFile && (await readLetters(lettersFile.file, decisions, lettersOptions(roles, lettersFile.name)));
  return {
    model: audit.model,
    decisions,
    letters,
    seed: audit.audit.settings.seed,
    certainty: (row) => certaintyOf(folder, given, audit, row),
  };
}

/** An input of the audit with the recorded bytes; null when the audit had none of that kind. */
function inputOf({ inputs }: AuditFolder, wanted: "decisions" | "letters"): { file: string; name: string } | null {
  const input = inputs.find(({ role }) => role === wanted);
  if (input === undefined) return null;
  const { file, name, found } = input;
  if (file !== null && found.state === "same") return { file, name };
  const why = found.state === "missing" ? "was not found" : `is not the file that was audited (${found.detail})`;
  throw new AuditError(
    found.state === "missing" ? "FILE_NOT_FOUND" : "VERIFY_FAILED",
    `${name}, the ${wanted} of this audit, ${why}; name the folder that has it with --inputs`,
    { file: name },
  );
}

async function certaintyOf(folder: string, given: string, { manifest }: AuditFolder, row: number) {
  const recorded = manifest.outputs.find(({ path }) => path === PEOPLE_TABLE);
  if (recorded === undefined) return null;
  const file = join(folder, PEOPLE_TABLE);
  const name = join(given, PEOPLE_TABLE);
  const found = await compareFile(file, recorded, folder);
  if (found.state !== "same") {
    const why = found.state === "missing" ? "is missing" : `is not the file the audit wrote (${found.detail})`;
    throw new AuditError("VERIFY_FAILED", `${name} ${why}; get the folder again`, { file: name });
  }
  return certaintyInTable((await readText(file)).text, name, row);
}

function asWords({ title, sections, footer }: Document, flags: ExplainFlags, io: CliIo): string {
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(title);
  for (const { title: heading, body } of sections) {
    sheet.heading(heading);
    sheet.blocks(body);
  }
  sheet.blank();
  sheet.text(footer, 0, "dim");
  if (flags.html !== undefined) sheet.pairs([["page", flags.html]]);
  return sheet.toString();
}
