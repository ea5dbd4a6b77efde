import { tableCsv } from "../../../src/document/csv.js";
import type {
  Block,
  ComputedBy,
  Document,
  FirstPage,
  GlanceLine,
  Section,
  Statement,
} from "../../../src/document/document.js";
import { AuditError } from "../../../src/errors.js";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import { leadingFindings } from "../../../src/findings/rank.js";
import { auditDocument, renderReport } from "../../../src/reports/audit/audit-document.js";
import { auditTables } from "../../../src/reports/audit/tables/audit-tables.js";
import { drawCharts } from "../../../src/reports/charts/charts.js";
import { classDocument, renderClassReport } from "../../../src/reports/classes/class-document.js";
import { classTables } from "../../../src/reports/classes/class-tables.js";
import { findingSentence } from "../../../src/reports/finding-words.js";
import type { TemplateName } from "../../../src/settings/settings.js";
import type { OpenedSummary } from "../store.js";
import { jobWords } from "../text/jobs.js";
import { entriesOf, type HandedFile } from "./audit-entries.js";
import { type Checks, checkFiles } from "./check-files.js";
import { groupsCsv } from "./groups-csv.js";
import { type Missing, readAudit } from "./open-audit.js";
import { PART_NAMES, partOfSection, RESULT_PARTS, type ResultPart } from "./results-parts.js";
import type { OpenedAudit, OpenedClasses, Report, Session } from "./session.js";
import { folderFiles, ZIP_FOLDER, zipAudit } from "./zip-audit.js";

export interface Overview {
  readonly title: string;
  /** The report's first page; null for an audit of more than two decisions. */
  readonly first: FirstPage | null;
  /** Findings that the first page leaves out, in their order. */
  readonly others: FirstPage["more"];
  /** What the report of more than two decisions shows at a glance. */
  readonly glance: readonly GlanceLine[];
  /** Version of recast that made the audit. */
  readonly version: string;
  /** The parts this audit has. */
  readonly parts: readonly ResultPart[];
  readonly checks: Checks | null;
  readonly missing: readonly Missing[];
  /** Paths of the files that can be saved, inputs included. */
  readonly files: readonly string[];
  readonly digest: string | null;
}

export interface PartContent {
  /** With their numbers in the report, which sentences refer to. */
  readonly sections: readonly Section[];
  /** How the numbers in it were computed. */
  readonly how: readonly ComputedBy[];
  /** Where each table of the report is, by its anchor. */
  readonly tables: Readonly<Record<string, TablePlace>>;
}

/** The part that shows a table, and the name of its CSV file; null where no file has it. */
export interface TablePlace {
  readonly part: ResultPart;
  readonly name: string | null;
}

export interface SavedFile {
  readonly name: string;
  readonly blob: Blob;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  json: "application/json",
  csv: "text/csv",
  yaml: "application/yaml",
  sarif: "application/json",
  zip: "application/zip",
};

type Opened = OpenedAudit | OpenedClasses;

const missingOf = new WeakMap<Opened, readonly Missing[]>();
const overviews = new WeakMap<Opened, Overview>();
const drawn = new WeakMap<Opened, Document>();

/** Opens a saved audit: its folder, a ZIP archive of it, or its audit.json alone; with them the audited files. */
async function open(
  session: Session,
  { files }: { files: readonly HandedFile[] },
  report: Report,
): Promise<OpenedSummary> {
  report({ done: 0, total: 2, label: jobWords.open.reading });
  const entries = await entriesOf(files);
  report({ done: 1, total: 2, label: jobWords.open.comparing });
  const { opened, missing } = await readAudit(session, entries);
  missingOf.set(opened, missing);
  session.opened = isOfTwo(opened) ? opened : null;
  session.classes = isOfTwo(opened) ? null : opened;
  const { system } = opened.file.identity;
  return {
    title: system === null || system.trim() === "" ? opened.file.files.decisions.name : system,
    origin: "opened",
    hasModel: opened.model !== null,
    hasPeople: opened.people !== null,
    hasEvidence: isOfTwo(opened) && opened.evidence !== null,
  };
}

/** The brief of the open audit, how it compares with its certificate, and what can be saved of it. */
function overview(session: Session): Overview {
  const opened = openedOf(session);
  const known = overviews.get(opened);
  if (known !== undefined) return known;
  const all = documentOf(opened);
  const { title, first = null, glance } = all;
  const isThere = (part: ResultPart) => part === "overview" || part === "reproduce" || sectionsOf(all, part).length > 0;
  const made: Overview = {
    title,
    first,
    glance,
    others: isOfTwo(opened) ? otherFindings(opened.file, first) : [],
    parts: PART_NAMES.filter(isThere),
    version: opened.file.version,
    checks: checkFiles(opened),
    missing: missingOf.get(opened) ?? [],
    files: [...folderFiles(opened).keys()].sort(),
    digest: opened.manifest?.digest ?? null,
  };
  overviews.set(opened, made);
  return made;
}

/** The findings below those that lead, as sentences that can be quoted alone. */
function otherFindings(file: AuditFile, first: FirstPage | null): FirstPage["more"] {
  const { headline, more } = leadingFindings(file.findings);
  const others = file.findings.filter((one) => one !== headline && !more.includes(one));
  const said = others.map((one) => ({ text: findingSentence(one, file), section: one.section }));
  return said.filter(({ text }) => !first?.trust.sentences.includes(text));
}

function sectionsOf({ sections }: Document, part: ResultPart): readonly Section[] {
  return RESULT_PARTS[part].flatMap((id: string) => sections.find((each) => each.id === id) ?? []);
}

/** One part of the results with its drawings; charts are drawn once for all parts. */
async function section(session: Session, { part }: { part: ResultPart }): Promise<PartContent> {
  const all = documentOf(openedOf(session));
  const sections = sectionsOf(all, part);
  const used = new Set(
    sections.flatMap(({ says, body, tables }) => [
      ...says.map(({ how }) => how),
      ...[...body, ...tables].flatMap(hows),
    ]),
  );
  const how = all.appendix?.entries.filter(({ key }) => used.has(key)) ?? [];
  const places = all.sections.flatMap(({ id, body, tables }) =>
    [...body, ...tables]
      .filter((block) => block.kind === "table")
      .map(({ anchor, name }) => [anchor, { part: partOfSection(id), name }]),
  );
  return { sections, how, tables: Object.fromEntries(places) };
}

function documentOf(opened: Opened): Document {
  const made =
    drawn.get(opened) ??
    (isOfTwo(opened) ? auditDocument(opened.file, "general", drawCharts(opened.file)) : classDocument(opened.file));
  drawn.set(opened, made);
  return made;
}

function hows(block: Block): Statement["how"][] {
  if (block.kind === "paragraph") return block.statements.map(({ how }) => how);
  return block.kind === "table" ? [block.how] : [];
}

/** The numbers that the picture of the first page draws, and the pairs below it. */
async function groups(session: Session): Promise<SavedFile> {
  const opened = openedOf(session);
  if (!isOfTwo(opened)) throw new AuditError("FILE_NOT_FOUND", jobWords.open.noFile("groups.csv"));
  return { name: "groups.csv", blob: blobOf(groupsCsv(opened.file), "groups.csv") };
}

/** One file of the folder; report and tables that were not given are written again from audit.json. */
async function file(session: Session, { path }: { path: string }): Promise<SavedFile> {
  const opened = openedOf(session);
  const content = folderFiles(opened).get(path) ?? (await writtenAgain(opened, path));
  if (content === undefined) throw new AuditError("FILE_NOT_FOUND", jobWords.open.noFile(path), { file: path });
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { name, blob: blobOf(content, name) };
}

async function writtenAgain(opened: Opened, path: string): Promise<string | undefined> {
  if (path === "report.html") {
    const template = (opened.configuration?.template ?? "general") as TemplateName;
    return isOfTwo(opened) ? renderReport(opened.file, { template }) : renderClassReport(opened.file);
  }
  const table = (isOfTwo(opened) ? auditTables(opened.file) : classTables(opened.file)).find(
    ({ name }) => path === `tables/${name}.csv`,
  );
  return table === undefined ? undefined : tableCsv(table);
}

async function zip(session: Session): Promise<SavedFile> {
  const name = `${ZIP_FOLDER}.zip`;
  return { name, blob: blobOf(await zipAudit(openedOf(session)), name) };
}

function blobOf(content: string | Uint8Array, name: string): Blob {
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return new Blob([content as BlobPart], { type });
}

function openedOf({ opened, classes }: Session): Opened {
  const found = opened ?? classes;
  if (found === null) throw new AuditError("FILE_NOT_FOUND", jobWords.open.nothingOpen);
  return found;
}

function isOfTwo(opened: Opened): opened is OpenedAudit {
  return !opened.file.format.startsWith("recast-classes/");
}

export const jobs = { open, overview, section, groups, file, zip };
