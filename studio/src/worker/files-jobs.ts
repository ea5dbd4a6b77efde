import { AuditError, type ErrorCode } from "../../../src/errors.js";
import { type AuditConfiguration, present, withRepair } from "../../../src/folder/configuration.js";
import { inspectCsv } from "../../../src/input/csv.js";
import { textIn } from "../../../src/input/file-rows.js";
import type { RawRows } from "../../../src/input/raw-table.js";
import type { RepairSettings } from "../../../src/input/repairs.js";
import { picked } from "../../../src/settings/settings.js";
import type { SurrogateName } from "../../../src/surrogate/methods.js";
import { LARGEST_FILE, refuseShape, refuseSize } from "../limits.js";
import type { TakenFile } from "../store.js";
import { jobWords, without } from "../text/jobs.js";
import { cutSource, guessSources, type Reading } from "./cut-source.js";
import { type FilePlace, namesRole, placeFiles } from "./guess-files.js";
import { type Inspected, inspectSources } from "./inspecting.js";
import { type PreviewRow, rowsAt } from "./preview.js";
import { matchedConfiguration, withoutRoles } from "./proposal.js";
import type { Failure } from "./protocol.js";
import { readSource } from "./read-source.js";
import type { FileRole, Report, Session, Source } from "./session.js";
import { type FilesByRole, type NextAudit, nextAudit, takenFile, takenFiles } from "./taken-files.js";

const HEADER_LENGTH = 1 << 20; // characters in which a header is looked for
const ROLES: readonly FileRole[] = ["decisions", "letters", "population"];

/** Files that were read and have no role yet. */
const trays = new WeakMap<Session, readonly Source[]>();

/**
 * Reads a file and holds it: in the role given, else aside until `guessFiles` finds one for it. Refuses what is too
 * large, is no table, or cannot be read.
 */
async function take(
  session: Session,
  { name, bytes, role }: { name: string; bytes: ArrayBuffer; role: FileRole | null },
  report: Report,
): Promise<TakenFile> {
  refuse(refuseSize(name, bytes.byteLength));
  report({ done: 0, total: 2, label: jobWords.files.reading(name) });
  const raw = new Uint8Array(bytes);
  const source = await readSource(name, raw);
  const text = textIn(source.rows);
  if (text !== null && text.length > LARGEST_FILE) refuse(refuseSize(name, text.length));
  const header = text === null ? cutSource(source, "decisions", {}).table : headerOf(text, name);
  refuse(refuseShape(name, { rows: 0, columns: header?.columns.length ?? 0 }));
  report({ done: 1, total: 2, label: jobWords.files.cutting(name) });
  const taken = takenFile(source);
  refuse(refuseShape(name, taken));
  if (role === null) trays.set(session, [...(trays.get(session) ?? []), source]);
  else session.sources = { ...session.sources, [role]: source };
  return taken;
}

function headerOf(text: string, file: string): RawRows | null {
  return inspectCsv(text.slice(0, HEADER_LENGTH), { file, delimiter: null }).table;
}

/**
 * Finds a role for every file held aside, and drops files without one. A file with the name of another replaces it as a
 * newer version, and a file whose name says what it is replaces an earlier one.
 */
function guessFiles(session: Session): { readonly files: FilesByRole; readonly places: readonly FilePlace[] } {
  const tray = trays.get(session) ?? [];
  const before = ROLES.flatMap((role) => {
    const source = session.sources[role];
    return source === null ? [] : [{ source, role }];
  });
  const given = tray.map((source) => ({
    source,
    role: before.find((each) => each.source.name === source.name)?.role ?? null,
  }));
  const isReplaced = (role: FileRole) => given.some((each) => each.role === role || namesRole(each.source.name, role));
  const held = before.filter(({ role }) => !isReplaced(role));
  const all = [...held, ...given];
  const places = placeFiles(
    all.map(({ source, role }) => ({
      name: source.name,
      sha256: source.sha256,
      csv: cutSource(source, "decisions", {}),
      role,
      guess: () => guessSources(source, null, {}),
    })),
  );
  trays.delete(session);
  const sources: Record<FileRole, Source | null> = { decisions: null, letters: null, population: null };
  for (const [k, { role }] of places.entries()) if (role !== null) sources[role] = all[k]?.source ?? null;
  session.sources = sources;
  return { files: takenFiles(session.sources), places: places.slice(held.length) };
}

/** Lets two files change places; one of the two places may be empty. No setting names the sheet of a population. */
async function swap(session: Session, { first, second }: { first: FileRole; second: FileRole }): Promise<FilesByRole> {
  const { sources } = session;
  const placed = { ...sources, [first]: sources[second], [second]: sources[first] };
  const { population } = placed;
  const isNamed = population !== null && population.sheet !== null;
  session.sources = isNamed ? { ...placed, population: await readSource(population.name, population.raw) } : placed;
  return takenFiles(session.sources);
}

/** Reads another sheet of a spreadsheet in its place; refuses one without a table. */
async function chooseSheet(session: Session, { role, sheet }: { role: FileRole; sheet: string }): Promise<FilesByRole> {
  const before = session.sources[role];
  if (before === null) return takenFiles(session.sources);
  const sources = { ...session.sources, [role]: await readSource(before.name, before.raw, { sheet }) };
  const files = takenFiles(sources);
  session.sources = sources;
  return files;
}

/** Lets go of a file, or without a role of all. */
function drop(session: Session, { role }: { role: FileRole | null }): FilesByRole {
  trays.delete(session);
  if (role === null) session.sources = { decisions: null, letters: null, population: null };
  else session.sources = { ...session.sources, [role]: null };
  return takenFiles(session.sources);
}

/** Takes over the files and settings of the open audit for the next one. */
function reuse(session: Session): NextAudit {
  const { evidence = null, configuration = null } = session.opened ?? {};
  if (evidence === null || configuration === null) throw new AuditError("FILE_NOT_FOUND", without["no evidence"].title);
  trays.delete(session);
  session.sources = evidence.sources;
  const own = { sources: evidence.sources, configuration };
  return nextAudit(own, own);
}

/** The configuration to go on with when files, or the way to read them, changed; null without decisions. */
function match(
  session: Session,
  { configuration, keepsReading = false }: { configuration: AuditConfiguration; keepsReading?: boolean },
): AuditConfiguration | null {
  const { decisions, letters } = session.sources;
  if (decisions === null) return null;
  const lettersColumns =
    letters === null ? [] : cutSource(letters, "letters", configuration).table?.columns.map(({ name }) => name);
  const guess = guessSources(decisions, letters, configuration);
  const matched = matchedConfiguration(guess, configuration, { lettersColumns: lettersColumns ?? [], keepsReading });
  const { sheet: _, lettersSheet: __, ...others } = matched;
  // a file that was put in another's place was read from its first table
  return present({ ...others, sheet: decisions.sheet ?? undefined, lettersSheet: letters?.sheet ?? undefined });
}

/** The configuration with a repair. Columns that have other names after it get the roles guessed for them. */
function repaired(
  session: Session,
  { configuration, repair }: { configuration: AuditConfiguration; repair: RepairSettings },
): AuditConfiguration {
  const next = withRepair(configuration, repair);
  if (repair.headerless === undefined) return next;
  return match(session, { configuration: next, keepsReading: true }) ?? next;
}

/** The files seen with a configuration: columns, guesses with reasons, every problem; null without decisions. */
async function inspect(
  session: Session,
  { configuration }: { configuration: AuditConfiguration },
  report: Report,
): Promise<Inspected | null> {
  const { decisions, letters, population } = session.sources;
  if (decisions === null) return null;
  const { presetOffer } = await import("./preset-offer.js");
  const seen = inspectSources({ decisions, letters, population }, configuration, report);
  return { ...seen, preset: await presetOffer(decisions, letters, configuration) };
}

/** The configuration with the roles of a preset; what it says nothing about stays. */
async function preset(
  session: Session,
  { configuration, name }: { configuration: AuditConfiguration; name: string },
): Promise<AuditConfiguration | null> {
  const { decisions, letters } = session.sources;
  if (decisions === null) return null;
  const { presetConfiguration } = await import("./preset-offer.js");
  return { ...withoutRoles(configuration), ...(await presetConfiguration(name, decisions, letters)) };
}

/** Some rows of a file, as written. */
function rows(
  session: Session,
  { role, reading, ...wanted }: { role: FileRole; reading: Reading; numbers: number[]; columns: number[] },
): readonly PreviewRow[] {
  const source = session.sources[role];
  return source === null ? [] : rowsAt(cutSource(source, role, reading).table, wanted.numbers, wanted.columns);
}

/** Checks settings as an audit would; rejects with what is wrong. */
async function checkSettings(_: Session, { configuration }: { configuration: AuditConfiguration }): Promise<void> {
  const { resolveAuditOptions } = await import("../../../src/settings/audit-options.js");
  resolveAuditOptions(picked(configuration, "method", "bins"));
}

/** What reasons mean, from the text of a map in an audit.yaml; undefined for an empty one. */
async function reasonMap(_: Session, { text }: { text: string }): Promise<AuditConfiguration["reasons"]> {
  const map = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^reasons: /, "");
  if (map === "") return undefined;
  const { parseConfig } = await import("../../../src/folder/parse-config.js"); // it loads a reader of YAML
  return parseConfig(`decisions: d\nroles: { reasons: ${map} }`, "reasons").roles.reasons;
}

/** Every method that an audit can compare. */
async function methodNames(): Promise<readonly SurrogateName[]> {
  const { surrogateMethods } = await import("../../../src/surrogate/methods.js");
  return Object.keys(surrogateMethods) as SurrogateName[];
}

export const jobs = {
  reuse,
  take,
  guessFiles,
  swap,
  chooseSheet,
  drop,
  match,
  repaired,
  preset,
  inspect,
  rows,
  checkSettings,
  reasonMap,
  methodNames,
};

function refuse(failure: Failure | null): void {
  if (failure !== null) throw new AuditError(failure.code as ErrorCode, failure.message, failure.place);
}
