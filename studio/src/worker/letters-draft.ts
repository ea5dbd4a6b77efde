import { fitEncoder } from "../../../src/encode/encoder.js";
import type { Contradiction } from "../../../src/findings/letters.js";
import { type AuditConfiguration, lettersOptions } from "../../../src/folder/configuration.js";
import { inspectCsv, type TableSource } from "../../../src/input/csv.js";
import type { Decisions } from "../../../src/input/decisions.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { joinEvidence } from "../../../src/input/join.js";
import { inspectLetters, type Letters, type LettersInspection } from "../../../src/input/letters.js";
import { letterFindings } from "../../../src/measure/letters/measure-letters.js";
import { isFromLibrary, textOfLetters } from "./letters-library.js";
import { formOf, headerLine, type LetterForm, linesOfTable, newForm, textOfRows, withLines } from "./letters-text.js";
import type { OpenedAudit, Session } from "./session.js";

/** Why letters cannot be added to the open audit. */
export type WithoutStream = "no audit" | "no evidence" | "classes" | "text" | "one class" | "many people";

/** With more people one letter would take many seconds. */
const MOST_PEOPLE = 20_000;

/** The letters file as it was at some time. */
export interface LettersVersion {
  readonly text: string;
  readonly form: LetterForm;
  readonly letters: Letters | null;
  readonly contradictions: readonly Contradiction[];
}

/** The letters of the open audit, with what was added since. */
export interface LettersDraft {
  readonly opened: OpenedAudit;
  /** That of the open audit; letters without a header have got one, and are no sheet any more. */
  readonly configuration: AuditConfiguration;
  readonly decisions: Decisions;
  /** The people without letters. */
  readonly people: Evidence;
  /** Places of the people who were rejected, in the order of the file. */
  readonly rejected: readonly number[];
  readonly name: string;
  readonly versions: LettersVersion[];
  current: number;
}

const drafts = new WeakMap<OpenedAudit, LettersDraft>();

/** The letters of the open audit, or the reason why there is no draft for them. */
export function draftOf({ opened, classes }: Session): LettersDraft | WithoutStream {
  if (opened === null) return classes === null ? "no audit" : "classes";
  const known = drafts.get(opened);
  if (known !== undefined) return known;
  if (opened.evidence === null) return "no evidence";
  const { decisions, sources, letters } = opened.evidence;
  if (decisions.classes !== null) return "classes";
  if (opened.model?.text !== undefined) return "text";
  if (decisions.decisions.length > MOST_PEOPLE) return "many people";
  const rejected = Array.from(decisions.decisions.keys()).filter((i) => decisions.decisions[i] === 0);
  if (rejected.length === 0 || rejected.length === decisions.decisions.length) return "one class";
  const source = sources.letters;
  const name =
    source === null
      ? "letters.csv"
      : `${source.name.replace(/(\.(csv|tsv|txt|jsonl?|xlsx|ods|parquet|arrow|feather|gz))+$/i, "")}.csv`;
  const { headerless = [], lettersSheet: _, ...given } = opened.configuration ?? {};
  const others = headerless.filter((role) => role !== "letters");
  const configuration = others.length === 0 ? given : { ...given, headerless: others };
  const form = source === null ? newForm(decisions, given.delimiter) : null;
  const isLibrary = source !== null && isFromLibrary(source.rows);
  const written =
    source === null ? "" : isLibrary && letters !== null ? textOfLetters(letters, decisions) : textOfRows(source.rows);
  const delimiter = given.delimiter ?? null;
  const named = headerless.includes("letters") ? withNames(written, name, delimiter) : written;
  const isReasons = letters?.form === "reasons";
  const text = form !== null ? `${headerLine(form)}\n` : isReasons ? withChanges(named, name, delimiter) : named;
  const draft: LettersDraft = {
    opened,
    configuration,
    decisions,
    people: joinEvidence(decisions, null),
    rejected,
    name,
    versions: [],
    current: 0,
  };
  const own = isLibrary ? readLetters(draft, text).draft : letters; // with the rows of the text
  draft.versions.push(versionOf(draft, text, own, form));
  drafts.set(opened, draft);
  return draft;
}

/** A text without a header below the names that its columns go by. */
function withNames(text: string, file: string, delimiter: string | null): string {
  const { table } = inspectCsv(text, { file, delimiter, header: false });
  const names = table?.columns.map((column) => column.name) ?? [];
  return `${names.join(table?.delimiter ?? ",")}\n${text}`;
}

/** A file of reasons with columns in which letters can be written. */
function withChanges(text: string, file: string, delimiter: string | null): string {
  const { table } = inspectCsv(text, { file, delimiter });
  if (table === null) return text;
  const header = [...table.columns.map((column) => column.name), "field", "new_value"];
  const lines = { header, delimiter: table.delimiter };
  return withLines(`${headerLine(lines)}\n`, linesOfTable(lines, table));
}

export function versionNow({ versions, current }: LettersDraft): LettersVersion {
  const version = versions[current];
  if (version === undefined) throw new Error("letters without a version");
  return version;
}

/** The rows read as the audit would read them. */
export function readLetters(draft: LettersDraft, rows: TableSource, file = draft.name): LettersInspection {
  return inspectLetters(rows, draft.decisions, lettersOptions(draft.configuration, file));
}

/** A version of the letters file, with what in it cannot all be true. */
export function versionOf(
  draft: LettersDraft,
  text: string,
  letters: Letters | null,
  form: LetterForm | null = null,
): LettersVersion {
  return {
    text,
    letters: letters !== null && letters.letterOf.length > 0 ? letters : null,
    form: form ?? cutForm(draft, text),
    contradictions: letters === null ? [] : contradictionsIn(draft, letters),
  };
}

/** The form of a text with a header. */
export function cutForm({ decisions, configuration, name }: LettersDraft, text: string): LetterForm {
  const { delimiter = null, lettersId = null, lettersIgnore = [] } = configuration;
  const { table } = inspectCsv(text, { file: name, delimiter });
  return table === null ? newForm(decisions) : formOf(table, decisions, lettersId, lettersIgnore);
}

export function lettersPerPerson({ decisions }: LettersDraft, letters: Letters | null): Int32Array {
  const counts = new Int32Array(decisions.decisions.length);
  for (const person of letters?.letterOf ?? []) if (person >= 0) counts[person]! += 1;
  return counts;
}

function contradictionsIn({ decisions }: LettersDraft, letters: Letters): readonly Contradiction[] {
  const evidence = joinEvidence(decisions, letters);
  const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters]);
  const found = letterFindings(evidence, encoder, [], {
    resamples: 1,
    seed: 0,
    letterRows: letters.rowNumbers,
    personRows: decisions.rowNumbers,
  });
  return found?.contradictions ?? [];
}
