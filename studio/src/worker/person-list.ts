import type { Settled } from "../../../src/measure/explain/explain-person.js";

export interface ListedPerson {
  /** Row of the decisions file, as a spreadsheet counts it. */
  readonly row: number;
  readonly id: string | null;
  /** The decision they got, and whether it is the favourable one. */
  readonly decision: string;
  readonly isAccepted: boolean;
  /** What the rebuilt model answers about them as people it has not seen; see `PeopleOverview.isHeldOut`. */
  readonly rebuilt: string;
  readonly margin: number;
  readonly agrees: boolean;
  /** What refits say together; null where the audit's table of people is not there. */
  readonly determined: Settled | null;
  readonly letters: number;
}

/** What the list can be sorted by; `boundary` has those nearest to it first. */
export type PeopleOrder = "row" | "id" | "margin" | "boundary" | "decision" | "rebuilt" | "determined";

export interface PeopleQuery {
  /** Part of an id, or a row; empty for everybody. */
  readonly search: string;
  readonly onlyContested: boolean;
  /** Only people whose decision the rebuilt model does not give. */
  readonly onlyDiffering: boolean;
  readonly onlyWithLetter: boolean;
  /** Only people of a group; null for all. */
  readonly group: { readonly attribute: string; readonly label: string } | null;
  readonly order: PeopleOrder;
  readonly isDescending: boolean;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
}

export interface PeoplePage {
  /** People who match, on all pages. */
  readonly total: number;
  /** The page that is shown: the last one where the one asked for is beyond it. */
  readonly page: number;
  readonly people: readonly ListedPerson[];
}

/** The people of a page: those who match, in order. `isInGroup` tells by place in the list. */
export function listPeople(
  people: readonly ListedPerson[],
  query: PeopleQuery,
  isInGroup: (place: number) => boolean = () => true,
): PeoplePage {
  const wanted = query.search.trim().toLowerCase();
  const row = /^(?:row[: ]?\s*)?(\d+)$/.exec(wanted)?.[1];
  const isFound = (person: ListedPerson) =>
    wanted === "" || person.id?.toLowerCase().includes(wanted) === true || String(person.row) === row;
  const found = people.filter(
    (person, place) =>
      isFound(person) &&
      !(query.onlyContested && person.determined !== "contested") &&
      !(query.onlyDiffering && person.agrees) &&
      !(query.onlyWithLetter && person.letters === 0) &&
      isInGroup(place),
  );
  const compare = ORDERS[query.order];
  const sign = query.isDescending ? -1 : 1;
  found.sort((a, b) => sign * compare(a, b) || a.row - b.row);
  const last = Math.max(0, Math.ceil(found.length / query.pageSize) - 1);
  const page = Math.min(Math.max(0, query.page), last);
  return { total: found.length, page, people: found.slice(page * query.pageSize, (page + 1) * query.pageSize) };
}

const ORDERS: Readonly<Record<PeopleOrder, (a: ListedPerson, b: ListedPerson) => number>> = {
  row: (a, b) => a.row - b.row,
  id: (a, b) => compareIds(a.id ?? "", b.id ?? ""),
  margin: (a, b) => a.margin - b.margin,
  boundary: (a, b) => Math.abs(a.margin) - Math.abs(b.margin),
  decision: (a, b) => compareWords(a.decision, b.decision),
  rebuilt: (a, b) => compareWords(a.rebuilt, b.rebuilt),
  determined: (a, b) => compareWords(a.determined ?? "", b.determined ?? ""),
};

/** Numbers inside ids by their size: A-9 before A-17. */
function compareIds(a: string, b: string): number {
  const [left, right] = [a.split(/(\d+)/), b.split(/(\d+)/)];
  for (let k = 0; k < Math.min(left.length, right.length); k++) {
    const [x, y] = [left[k] ?? "", right[k] ?? ""];
    if (x === y) continue;
    return k % 2 === 1 && Number(x) !== Number(y) ? Number(x) - Number(y) : compareWords(x, y);
  }
  return left.length - right.length;
}

function compareWords(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
