import { AuditError } from "../../../src/errors.js";
import type { Contradiction } from "../../../src/findings/letters.js";
import { readingOptions } from "../../../src/folder/configuration.js";
import { rowsOf, textIn } from "../../../src/input/file-rows.js";
import type { Problem } from "../../../src/input/problem.js";
import { jobWords, without } from "../text/jobs.js";
import { appendLetters, removedLetter, writtenLetter } from "./letters-change.js";
import {
  draftOf,
  type LettersDraft,
  type LettersVersion,
  lettersPerPerson,
  readLetters,
  versionNow,
  type WithoutStream,
} from "./letters-draft.js";
import { isFromLibrary, textOfLetters } from "./letters-library.js";
import { measureOn } from "./letters-measure.js";
import { type ListedLetter, listLetters, type PersonFields, personFields } from "./letters-people.js";
import { textOfRows } from "./letters-text.js";
import { PAGE_TOOLS, readSource } from "./read-source.js";
import type { Session } from "./session.js";
import { type NextAudit, nextAudit } from "./taken-files.js";

/** What the screen shows of the letters before anything is measured. */
export type LettersView = ReturnType<typeof viewOf>;

/** What became of a change of the letters. */
export type LettersChange = ReturnType<typeof changed>;

export type RejectedPerson = ReturnType<typeof rejectedPerson>;

export const jobs = {
  /** What there is, or why there is nothing. */
  open: (session: Session, _: null): LettersView | { readonly kind: WithoutStream } => {
    const draft = draftOf(session);
    return typeof draft === "string" ? { kind: draft } : viewOf(draft);
  },

  /** Measures for a moment and says what is known; to be asked again until done = total. */
  measure: async (session: Session, { target, upTo }: { target: number | null; upTo: number | null }) =>
    measureOn(requireDraft(session), await session.kernels(), target, upTo),

  /** Rejected people whose id holds the words or whose row they are, those without a letter first. */
  people: (session: Session, { words, most }: { words: string; most: number }): readonly RejectedPerson[] => {
    const draft = requireDraft(session);
    const counts = lettersPerPerson(draft, versionNow(draft).letters);
    const wanted = words.trim().toLowerCase();
    const matching = draft.rejected
      .map((place) => rejectedPerson(draft, counts, place))
      .filter(({ id, row }) => (id ?? "").toLowerCase().includes(wanted) || String(row) === wanted);
    return matching.sort((a, b) => Math.sign(a.letters) - Math.sign(b.letters)).slice(0, most);
  },

  /** What a letter to a person could change. */
  person: (session: Session, { place }: { place: number }): RejectedPerson & PersonFields => {
    const draft = requireDraft(session);
    const counts = lettersPerPerson(draft, versionNow(draft).letters);
    return { ...rejectedPerson(draft, counts, place), ...personFields(draft, place) };
  },

  /** Some letters, the newest first. */
  list: (session: Session, { start, most }: { start: number; most: number }): readonly ListedLetter[] =>
    listLetters(requireDraft(session), start, most),

  add: (session: Session, { place, changes }: { place: number; changes: Readonly<Record<string, string>> }) =>
    changed(requireDraft(session), (draft) => writtenLetter(draft, place, new Map(Object.entries(changes)))),

  /** Adds the letters of pasted lines, with or without a header. */
  append: (session: Session, { text }: { text: string }): LettersChange =>
    changed(requireDraft(session), (draft) => appendLetters(draft, text, null, jobWords.letters.pastedName)),

  appendFile: async (session: Session, { name, bytes }: { name: string; bytes: ArrayBuffer }) => {
    const own = requireDraft(session);
    const reading = readingOptions(own.configuration, "letters");
    const { rows } = await rowsOf(new Uint8Array(bytes), name, PAGE_TOOLS, reading);
    const delimiter = textIn(rows) === null ? "," : null;
    return changed(own, (draft) => {
      if (!isFromLibrary(rows)) return appendLetters(draft, textOfRows(rows), delimiter, name);
      const read = readLetters(draft, rows, name);
      const errors = read.problems.filter(({ severity }) => severity === "error");
      if (read.draft === null || errors.length > 0) return { version: null, added: 0, problems: errors };
      return appendLetters(draft, textOfLetters(read.draft, draft.decisions), ",", name);
    });
  },

  remove: (session: Session, { letter }: { letter: number }): LettersChange =>
    changed(requireDraft(session), (draft) => removedLetter(draft, letter)),

  /** Goes to another version of the file: back to an earlier one, or forward again. */
  restore: (session: Session, { version }: { version: number }): LettersView => {
    const draft = requireDraft(session);
    if (draft.versions[version] !== undefined) draft.current = version;
    return viewOf(draft);
  },

  csv: (session: Session, _: null): { readonly name: string; readonly text: string } => {
    const draft = requireDraft(session);
    return { name: draft.name, text: versionNow(draft).text };
  },

  /** Makes these letters the letters of the next audit; the other files and the settings stay. */
  use: async (session: Session, _: null): Promise<NextAudit> => {
    const draft = requireDraft(session);
    const { sources } = draft.opened.evidence ?? { sources: session.sources };
    const { text, letters } = versionNow(draft);
    const raw = new TextEncoder().encode(text);
    session.sources = { ...sources, letters: letters === null ? null : await readSource(draft.name, raw) };
    const before = { sources, configuration: draft.opened.configuration ?? {} };
    return nextAudit({ sources: session.sources, configuration: draft.configuration }, before);
  },
};

function requireDraft(session: Session): LettersDraft {
  const draft = draftOf(session);
  if (typeof draft !== "string") return draft;
  throw new AuditError("NO_LETTERS", without[draft].title);
}

/** What a change may give back: the next version, or only what is wrong with it. */
export interface Attempted {
  readonly version: LettersVersion | null;
  readonly added: number;
  readonly problems: readonly Problem[];
}

function changed(draft: LettersDraft, change: (draft: LettersDraft) => Attempted) {
  const before = versionNow(draft);
  const { version, added, problems } = change(draft);
  if (version !== null) {
    draft.versions.length = draft.current + 1; // what was undone cannot be done again after something new
    draft.versions.push(version);
    draft.current = draft.versions.length - 1;
  }
  const known = (one: Contradiction) =>
    before.contradictions.find(({ kind, field }) => kind === one.kind && field === one.field)?.count ?? 0;
  return {
    view: viewOf(draft),
    isDone: version !== null,
    added,
    /** What is wrong or odd about the letters that were given. */
    problems,
    /** Those that are certain and were not there before, or concern more letters than before. */
    contradictions: (version?.contradictions ?? []).filter(
      (one) => one.strength === "certain" && one.count > known(one),
    ),
  };
}

function viewOf(draft: LettersDraft) {
  const { decisions, rejected, name, current, opened } = draft;
  const { determined } = opened.file.identification;
  const { letters, form, contradictions } = versionNow(draft);
  const counts = lettersPerPerson(draft, letters);
  return {
    kind: "letters" as const,
    /** Which version of the letters file is in use. */
    version: current,
    name,
    people: decisions.decisions.length,
    /** People whose answer the audit leaves open. */
    open: Math.round(determined.contested.share * determined.contested.n),
    rejected: rejected.length,
    /** Rejected people without a letter. */
    waiting: rejected.filter((place) => counts[place] === 0).length,
    letters: letters?.letterOf.length ?? 0,
    /** Letters in the file the audit was made from. */
    before: opened.evidence?.letters?.letterOf.length ?? 0,
    hasIds: decisions.ids !== null,
    header: form.header.join(form.delimiter),
    unfavourable: decisions.schema.decision.unfavourable,
    contradictions,
  };
}

function rejectedPerson({ decisions }: LettersDraft, counts: Int32Array, place: number) {
  return {
    place,
    row: decisions.rowNumbers[place] ?? 0,
    id: decisions.ids?.[place] || null,
    letters: counts[place] ?? 0,
  };
}
