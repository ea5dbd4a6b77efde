import { join } from "node:path";
import type { Document } from "../../document/document.js";
import { documentHtml } from "../../document/html.js";
import type { Page } from "../../document/terminal.js";
import { AuditError } from "../../errors.js";
import {
  checkConfiguration,
  decisionsOptions,
  lettersOptions,
  type RoleSettings,
  refuseIdleSettings,
} from "../../folder/configuration.js";
import { certaintyInTable } from "../../folder/people-table.js";
import type { Decisions } from "../../input/decisions.js";
import type { Evidence } from "../../input/evidence.js";
import { joinEvidence } from "../../input/join.js";
import type { Letters } from "../../input/letters.js";
import { editDistance } from "../../input/nearest-name.js";
import type { Kernels } from "../../kernels/kernels.js";
import { loadKernels } from "../../kernels/load.js";
import { compareText } from "../../math/compare.js";
import { explainPerson, type PersonCertainty } from "../../measure/explain/explain-person.js";
import { mostChance } from "../../measure/explain/likely-flip.js";
import { fittedEvidence } from "../../measure/sample-evidence.js";
import { type Refit, refitModels } from "../../measure/trust/stability.js";
import { type AuditFolder, readAuditFolder } from "../../platform/folder/audit-folder.js";
import { compareFile } from "../../platform/hash-file.js";
import { openWithin } from "../../platform/open-file.js";
import { readDecisions, readLetters } from "../../platform/read-evidence.js";
import { readText } from "../../platform/read-file.js";
import { readModel } from "../../platform/read-model.js";
import { writeFiles } from "../../platform/write-file.js";
import { personDocument } from "../../reports/person-document.js";
import { methodNamed, resolveAuditOptions } from "../../settings/audit-options.js";
import { flagName } from "../../settings/setting-words.js";
import {
  type AuditSettings,
  type Given,
  picked,
  type SettingName,
  settings as table,
} from "../../settings/settings.js";
import type { Model } from "../../surrogate/model.js";
import { answer, type CliIo, type GlobalFlags, pathFrom, progressFor, refuseExisting, wrongUse } from "../io.js";
import { type Declare, type FlagsOf, flag, switchFlag, withOptions, withSettings } from "../options.js";

const OPTIONS = {
  audit: flag("--audit <folder>", "audit folder to look the person up in"),
  inputs: flag("--inputs <folder>", "one more folder to look for the files that were audited"),
  model: flag("-m, --model <file>", "surrogate.json of an audit, without --audit"),
  html: flag("--html <file>", "also write the page as HTML"),
  force: switchFlag("--force", "replace the HTML file if it exists"),
};

export type ExplainFlags = FlagsOf<typeof OPTIONS> & RoleSettings & Given<"letters" | "population">;

export const declare: Declare = (command, act) => {
  command
    .argument("<person>", "value of the id column, or row:17 for a row of the decisions file")
    .argument("[decisions]", "the decisions file, without --audit");
  withSettings(withOptions(command, OPTIONS), "explain").action(act(runExplain));
};

interface ExplainInputs {
  readonly model: Model;
  readonly decisions: Decisions;
  readonly letters: Letters | null;
  readonly settings: AuditSettings;
  certainty(row: number): Promise<PersonCertainty | null>;
  /** The greatest chance that a change can have; null without an audit to tell. */
  readonly mostChance: number | null;
}

const PEOPLE_TABLE = "tables/people.csv";

/** `recast explain`: one person's page, from an audit folder, or from a decisions file and a model file. */
export async function runExplain(
  id: string,
  decisionsPath: string | undefined,
  flags: ExplainFlags,
  io: CliIo,
): Promise<number> {
  const { audit, html } = flags;
  if (html !== undefined) refuseExisting(io, html, flags.force);
  if (audit !== undefined && (decisionsPath !== undefined || flags.model !== undefined)) {
    throw wrongUse("an audit folder names its own files: leave out the decisions file and --model, or --audit");
  }
  const [told] = Object.keys(picked(flags, "files", "roles")) as SettingName[];
  if (audit !== undefined && told !== undefined) {
    throw wrongUse(`an audit folder has its own settings: leave out ${flagName(table[told].flag)}, or --audit`);
  }
  const kernels = await loadKernels();
  const inputs =
    audit === undefined
      ? await fromFiles(decisionsPath, flags, io, kernels)
      : await fromFolder(audit, flags, io, kernels);
  const { model, decisions, letters, settings } = inputs;
  const i = findPerson(id, decisions);
  const evidence = joinEvidence(decisions, letters);
  const found = explainPerson(model, evidence, i, {
    seed: settings.seed,
    refits: inputs.mostChance === null ? [] : refitsOf(inputs, evidence, kernels, { io, flags }),
    mostChance: inputs.mostChance ?? 1,
    rowNumbers: decisions.rowNumbers,
    letterRows: letters?.rowNumbers ?? null,
    certainty: await inputs.certainty(decisions.rowNumbers[i]!),
  });
  const words = personDocument(found);
  if (html !== undefined) {
    await writeFiles([{ path: pathFrom(io.cwd, html), text: documentHtml(words) }], io.interrupts.signal);
  }
  return answer(io, flags, { command: "explain", page: found, files: { html: html ?? null } }, (sheet) => {
    describePage(sheet, words);
    if (html !== undefined) sheet.pairs([["page", html]]);
  });
}

/** The refits of the audit, made again: they judge what would change the decision. */
function refitsOf(
  { model, settings }: ExplainInputs,
  evidence: Evidence,
  kernels: Kernels,
  { io, flags }: { readonly io: CliIo; readonly flags: GlobalFlags },
): Refit[] {
  const progress = progressFor(io, flags);
  const { refits, seed, scaling } = settings;
  const method = methodNamed(model.method, settings);
  try {
    return refitModels(fittedEvidence(evidence, settings), { method, fitted: model }, kernels, {
      refits,
      seed,
      scaling,
      signal: io.interrupts.signal,
      onProgress: (done, total, label) => progress.update(label, { done, total }),
    });
  } finally {
    progress.clear();
  }
}

async function fromFiles(
  path: string | undefined,
  flags: ExplainFlags,
  io: CliIo,
  kernels: Kernels,
): Promise<ExplainInputs> {
  if (path === undefined || flags.model === undefined) {
    const files = "a decisions file and a model (decisions.csv --model surrogate.json)";
    throw wrongUse(`explain needs an audit folder (--audit), or ${files}`);
  }
  refuseIdleSettings(flags);
  if (flags.population !== undefined) throw wrongUse("explain takes no --population: it looks at one person");
  const model = await readModel(pathFrom(io.cwd, flags.model), kernels);
  refuseTexts(model);
  const roles = { ...rolesOf(model), ...flags };
  const decisions = await readDecisions(pathFrom(io.cwd, path), decisionsOptions(roles, path));
  const letters =
    flags.letters === undefined
      ? null
      : await readLetters(pathFrom(io.cwd, flags.letters), decisions, lettersOptions(flags, flags.letters));
  return {
    model,
    decisions,
    letters,
    settings: resolveAuditOptions(),
    certainty: async () => null,
    mostChance: null,
  };
}

/**
 * A page says field by field what would flip the answer, and a direction of an embedding is no field that anybody could
 * change.
 */
function refuseTexts({ text }: Model): void {
  if (text === undefined) return;
  throw wrongUse(
    `this model looks at directions of the embedding of '${text.column}', which cannot be explained field by ` +
      "field; see the report, or audit without --text",
  );
}

/** What the model says about the columns: the decision, the types, and what cannot change. */
function rolesOf({ decision, features }: Model): RoleSettings {
  return {
    decision: decision.column,
    favourable: decision.favourable,
    immutable: features.flatMap(({ name, immutable }) => (immutable ? [name] : [])),
    type: Object.fromEntries(features.map(({ name, type }) => [name, type])),
    numbers: Object.fromEntries(
      features.flatMap(({ name, numbers }) => (numbers === undefined ? [] : [[name, numbers]])),
    ),
    ranges: Object.fromEntries(features.flatMap(({ name, ranges }) => (ranges === true ? [[name, "middle"]] : []))),
  };
}

async function fromFolder(given: string, flags: ExplainFlags, io: CliIo, kernels: Kernels): Promise<ExplainInputs> {
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
    settings: resolveAuditOptions(audit.audit.settings),
    certainty: (row) => certaintyOf(folder, given, audit, row),
    mostChance: mostChance(audit.audit),
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
  const found = await compareFile(openWithin(folder, PEOPLE_TABLE), recorded);
  if (found.state !== "same") {
    const why = found.state === "missing" ? "is missing" : `is not the file the audit wrote (${found.detail})`;
    throw new AuditError("VERIFY_FAILED", `${name} ${why}; get the folder again`, { file: name });
  }
  return certaintyInTable((await readText(file)).text, name, row);
}

function describePage(sheet: Page, { title, sections, footer }: Document): void {
  sheet.title(title);
  for (const { title: heading, body } of sections) {
    sheet.heading(heading);
    sheet.blocks(body);
  }
  sheet.blank();
  sheet.text(footer, 0, "dim");
}

type LookupRows = Pick<Decisions, "file" | "ids" | "rowNumbers"> & {
  readonly schema: Pick<Decisions["schema"], "id">;
};

/**
 * The observation of an id, or of `row:17`, the row as a spreadsheet counts it; an id that is written like a row is
 * found first. Throws PERSON_UNKNOWN with ids that are written alike.
 */
export function findPerson(asked: string, decisions: LookupRows): number {
  const { ids, rowNumbers, file, schema } = decisions;
  const named = asked === "" ? -1 : (ids?.indexOf(asked) ?? -1);
  if (named >= 0) return named;
  const row = /^row:(\d+)$/.exec(asked)?.[1];
  if (row !== undefined) {
    const place = rowNumbers.indexOf(Number(row));
    if (place >= 0) return place;
    const rows = `people stand in rows ${rowNumbers[0]} to ${rowNumbers.at(-1)}`;
    const message = `${file} has no person in row ${row}; ${rows}, and rows without a decision are left out`;
    throw new AuditError("PERSON_UNKNOWN", message, { file, row: Number(row) });
  }
  if (ids === null || schema.id === null) {
    const way = "name the column with --id, or the person as row:17";
    const message = `${file} has no id column, so '${asked}' cannot be looked up; ${way}`;
    throw new AuditError("PERSON_UNKNOWN", message, { file });
  }
  const alike = nearestIds(asked, ids).map((id) => `'${id}'`);
  const hint = alike.length === 0 ? "" : `; written alike: ${alike.join(", ")}`;
  const unknown = `nobody in ${file} has the ${schema.id} '${asked}'${hint}`;
  const message = `${unknown}. row:17 names a person by the row of the spreadsheet`;
  throw new AuditError("PERSON_UNKNOWN", message, { file, column: schema.id });
}

/** The ids with the fewest edits, at most half their letters; their case does not count. */
function nearestIds(asked: string, ids: readonly string[]): string[] {
  const wanted = asked.toLowerCase();
  return ids
    .filter((id) => id !== "")
    .map((id) => ({ id, edits: editDistance(wanted, id.toLowerCase()) }))
    .filter(({ id, edits }) => 2 * edits <= Math.max(id.length, wanted.length))
    .sort((a, b) => a.edits - b.edits || compareText(a.id, b.id))
    .slice(0, 3)
    .map(({ id }) => id);
}
