import { fitEncoder } from "../../../src/encode/encoder.js";
import type { Contradiction } from "../../../src/findings/letters.js";
import { lettersOptions } from "../../../src/folder/configuration.js";
import { inspectCsv } from "../../../src/input/csv.js";
import type { Decisions } from "../../../src/input/decisions.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { joinEvidence } from "../../../src/input/join.js";
import { inspectLetters, type Letters, type LettersInspection } from "../../../src/input/letters.js";
import { letterFindings } from "../../../src/measure/letters/measure-letters.js";
import { formOf, headerLine, type LetterForm, newForm, textOfRows } from "./letters-text.js";
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
export interface LettersDesk {
  readonly opened: OpenedAudit;
  readonly decisions: Decisions;
  /** The people without letters. */
  readonly people: Evidence;
  /** Places of the people who were rejected, in the order of the file. */
  readonly rejected: readonly number[];
  readonly name: string;
  readonly versions: LettersVersion[];
  /** Which of the versions is in use. */
  current: number;
}

const desks = new WeakMap<OpenedAudit, LettersDesk>();

/** The letters of the open audit, or the reason why there is no desk for them. */
export function deskOf({ opened }: Session): LettersDesk | WithoutStream {
  if (opened === null) return "no audit";
  const known = desks.get(opened);
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
    source === null ? "letters.csv" : `${source.name.replace(/(\.(csv|tsv|txt|parquet|arrow|feather|gz))+$/i, "")}.csv`;
  const form = source === null ? newForm(decisions, opened.configuration?.delimiter) : null;
  const text = source === null ? `${headerLine(form ?? newForm(decisions))}\n` : textOfRows(source.rows);
  const desk: LettersDesk = {
    opened,
    decisions,
    people: joinEvidence(decisions, null),
    rejected,
    name,
    versions: [],
    current: 0,
  };
  desk.versions.push(versionOf(desk, text, letters, form));
  desks.set(opened, desk);
  return desk;
}

/** The version in use. */
export function versionNow({ versions, current }: LettersDesk): LettersVersion {
  const version = versions[current];
  if (version === undefined) throw new Error("letters without a version");
  return version;
}

/** The text read as the audit would read it. */
export function readLetters({ decisions, opened, name }: LettersDesk, text: string, file = name): LettersInspection {
  return inspectLetters(text, decisions, lettersOptions(opened.configuration ?? {}, file));
}

/** A version of the letters file, with what in it cannot all be true. */
export function versionOf(
  desk: LettersDesk,
  text: string,
  letters: Letters | null,
  form: LetterForm | null = null,
): LettersVersion {
  return {
    text,
    letters: letters !== null && letters.letterOf.length > 0 ? letters : null,
    form: form ?? cutForm(desk, text),
    contradictions: letters === null ? [] : contradictionsIn(desk, letters),
  };
}

/** The form of a text with a header. */
export function cutForm({ decisions, opened, name }: LettersDesk, text: string): LetterForm {
  const { delimiter = null, lettersId = null, lettersIgnore = [] } = opened.configuration ?? {};
  const { table } = inspectCsv(text, { file: name, delimiter });
  return table === null ? newForm(decisions) : formOf(table, decisions, lettersId, lettersIgnore);
}

/** How many letters each person has. */
export function lettersPerPerson({ decisions }: LettersDesk, letters: Letters | null): Int32Array {
  const counts = new Int32Array(decisions.decisions.length);
  for (const person of letters?.letterOf ?? []) if (person >= 0) counts[person]! += 1;
  return counts;
}

function contradictionsIn({ decisions }: LettersDesk, letters: Letters): readonly Contradiction[] {
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
