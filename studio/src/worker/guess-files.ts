import type { RolesGuess } from "../../../src/input/guess/guess-roles.js";
import { hasLongNames } from "../../../src/input/letter-header.js";
import type { TableInspection } from "../../../src/input/raw-table.js";
import { jobWords } from "../text/jobs.js";
import type { FileRole } from "./session.js";

/** A file without a place yet, or with one that the user gave it. */
export interface FileToPlace {
  readonly name: string;
  readonly csv: TableInspection;
  readonly role: FileRole | null;
  /** Of its bytes; the same file given twice is known by it. */
  readonly sha256?: string;
  /** What its columns seem to be for; asked only where it is needed. */
  readonly guess: () => RolesGuess;
}

/** What a file is taken for, and why; null where it has no place. */
export interface FilePlace {
  readonly name: string;
  readonly role: FileRole | null;
  readonly reason: string;
  /** Whether the reason leaves room for doubt. */
  readonly isUnsure: boolean;
}

const NAMES: Readonly<Record<FileRole, RegExp>> = {
  decisions: /decision|observed|answers/i,
  letters: /letter|counterfactual|recourse|explanation|(?:^|[^a-z])cf(?:s|[^a-z]|$)/i,
  population: /population|everybody|everyone|reference|census/i,
};

/**
 * Which file is which: letters by their long form or the library that wrote them, decisions by a column that looks
 * like one, the others by their names, by ids they share with the decisions, and by size. Places the user gave stay;
 * what cannot be told is said to be unsure.
 */
export function placeFiles(files: readonly FileToPlace[]): readonly FilePlace[] {
  const views = files.map((file) => viewOf(file));
  const places = new Map<View, Omit<FilePlace, "name">>();
  const put = (view: View | undefined, role: FileRole | null, reason: string, isUnsure = false) => {
    if (view !== undefined) places.set(view, { role, reason, isUnsure });
  };
  const open = () => views.filter((view) => !places.has(view));
  const isFree = (role: FileRole) => ![...places.values()].some((place) => place.role === role);
  const only = (found: readonly View[]) => (found.length === 1 ? found[0] : undefined);

  for (const view of views) if (view.file.role !== null) put(view, view.file.role, jobWords.files.asGiven);
  if (isFree("letters")) put(only(open().filter(({ isLong }) => isLong)), "letters", jobWords.files.longForm);
  if (isFree("letters")) {
    const written = only(open().filter(({ library }) => library !== null));
    put(written, "letters", jobWords.files.fromLibrary(written?.library ?? ""));
  }
  if (isFree("decisions")) placeDecisions(open(), put, views.length === 1);
  const decisions = views.find((view) => places.get(view)?.role === "decisions");
  for (const view of open()) {
    const { sha256 } = view.file;
    if (sha256 !== undefined && sha256 === decisions?.file.sha256)
      put(view, null, jobWords.files.sameAs(decisions.file.name));
    else if (decisions !== undefined && !view.isLong && !view.names.some((name) => decisions.names.includes(name))) {
      put(view, null, jobWords.files.unlike);
    }
  }
  for (const role of ["letters", "population"] as const) {
    const named = open().filter(({ file }) => NAMES[role].test(file.name));
    if (isFree(role)) put(only(named), role, jobWords.files.namedLike(role));
  }
  if (isFree("letters") && decisions !== undefined) {
    put(only(open().filter((view) => sharesIds(view, decisions))), "letters", jobWords.files.idsOfPeople);
  }
  const rest = open().sort((a, b) => a.rows - b.rows);
  for (const view of rest) {
    const isLarger = decisions !== undefined && view.rows > decisions.rows;
    if (isFree("population") && (isLarger || !isFree("letters"))) {
      put(view, "population", isLarger ? jobWords.files.larger : jobWords.files.leftOver, true);
    } else if (isFree("letters")) put(view, "letters", jobWords.files.likeRows, true);
    else put(view, null, jobWords.files.noPlace);
  }
  return views.map((view) => ({
    name: view.file.name,
    ...(places.get(view) ?? { role: null, reason: jobWords.files.noPlace, isUnsure: false }),
  }));
}

/** Whether a file's name says that it is of this role. */
export function namesRole(name: string, role: FileRole): boolean {
  return NAMES[role].test(name);
}

interface View {
  readonly file: FileToPlace;
  readonly rows: number;
  readonly names: readonly string[];
  readonly isLong: boolean;
  /** The library that wrote the file as counterfactuals. */
  readonly library: string | null;
}

type Put = (view: View | undefined, role: FileRole | null, reason: string, isUnsure?: boolean) => void;

function viewOf(file: FileToPlace): View {
  const columns = file.csv.table?.columns ?? [];
  const names = columns.map(({ name }) => name).filter((name) => name !== "");
  const isLong = hasLongNames(names);
  const { rows = 0, library } = file.csv.table ?? {};
  return { file, names, isLong, rows, library: library?.name ?? null };
}

/** The decisions are the file with a decision; among several the one named so, else the one with most columns. */
function placeDecisions(open: readonly View[], put: Put, isAlone: boolean): void {
  const candidates = open
    .filter(({ isLong, library }) => !isLong && library === null)
    .map((view) => ({ view, decision: view.file.guess().decision }))
    .sort((a, b) => b.view.names.length - a.view.names.length);
  const isNamed = (role: FileRole) => (candidate: (typeof candidates)[number]) =>
    NAMES[role].test(candidate.view.file.name);
  const sure = candidates.filter(({ decision }) => decision !== null && decision.confidence !== "low");
  const named = (sure.length > 0 ? sure : candidates).filter(isNamed("decisions"));
  const others = candidates.filter((each) => !isNamed("letters")(each) && !isNamed("population")(each));
  const best = [named, sure, others, candidates].flat()[0];
  if (best === undefined) return;
  const { view, decision } = best;
  if (decision !== null) {
    put(view, "decisions", jobWords.files.hasDecision(decision.value), decision.confidence === "low");
  } else if (named.length > 0) put(view, "decisions", jobWords.files.namedLike("decisions"));
  else put(view, "decisions", isAlone ? jobWords.files.onlyFile : jobWords.files.noDecision, !isAlone);
}

/** Whether a column of the same name holds ids of the decisions only: no value twice there, every value known. */
function sharesIds(view: View, decisions: View): boolean {
  const theirs = decisions.file.csv.table?.columns ?? [];
  return (view.file.csv.table?.columns ?? []).some((column) => {
    const people = theirs.find(({ name }) => name === column.name && name !== "");
    if (people === undefined || people.levels.length < people.codes.length || people.codes.length < 5) return false;
    const known = new Set(people.levels);
    return column.levels.length > 0 && column.levels.every((id) => known.has(id));
  });
}
