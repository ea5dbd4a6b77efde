import { bisectLeft } from "d3-array";
import type { Chapter, Document } from "../../../src/document/document.js";
import { AuditError } from "../../../src/errors.js";
import {
  explainPerson,
  type PersonCertainty,
  type PersonPage,
  type Settled,
} from "../../../src/measure/explain/explain-person.js";
import { type LikelyFlip, likelyFlip, mostChance } from "../../../src/measure/explain/likely-flip.js";
import { personRow, type RowValues, rowValues } from "../../../src/measure/explain/observed-values.js";
import { flipChapter, personDocument, personHtml } from "../../../src/reports/person-document.js";
import { jobWords } from "../text/jobs.js";
import { type Bench, benchOf, type WithoutPeople } from "./person-bench.js";
import { listPeople, type PeoplePage, type PeopleQuery } from "./person-list.js";
import type { Session } from "./session.js";

/** What the screen must know of an audit before it shows people. */
export type PeopleOverview = ReturnType<typeof overviewOf>;

export type Spread = ReturnType<typeof spreadOf>;

/** The rebuilt model's answer to a row, and how firm it is. */
export type LiveAnswer = ReturnType<typeof answerTo>;

export type ShownPerson = ReturnType<typeof shownPerson>;

export interface FoundFlip {
  readonly flip: LikelyFlip;
  readonly text: Chapter;
}

export interface ExplainedPerson {
  readonly page: PersonPage;
  readonly text: Document;
}

const HALF_OF_PARTS = 20;
const SHOWN_SHARE = 0.98;

export const jobs = {
  /** What can be looked at, or why nothing can. */
  overview: async (session: Session, _: null): Promise<PeopleOverview | { readonly kind: WithoutPeople }> => {
    const bench = await benchOf(session);
    return typeof bench === "string" ? { kind: bench } : overviewOf(bench);
  },

  list: async (session: Session, query: PeopleQuery): Promise<PeoplePage> => {
    const { people, groupings } = await requireBench(session);
    const grouping = groupings.find(({ attribute }) => attribute === query.group?.attribute);
    const label = grouping?.labels.indexOf(query.group?.label ?? "") ?? -1;
    return listPeople(people, query, (place) => query.group === null || grouping?.groupOf[place] === label);
  },

  /** The person in a row: at once, without what takes longer. */
  show: async (session: Session, { row }: { row: number }) => shownPerson(await requireBench(session), row),

  /** What the rebuilt model sees in the person, what would probably change it, their letters and similar people. */
  explain: async (session: Session, { row }: { row: number }): Promise<ExplainedPerson> => {
    const page = pageOf(await requireBench(session), row);
    return { page, text: personDocument(page) };
  },

  /** The person's page as a file, the same as `recast explain --html` writes. */
  html: async (session: Session, { row }: { row: number }): Promise<string> =>
    personHtml(pageOf(await requireBench(session), row)),

  /** The answer to a row of any values. */
  answer: async (session: Session, { values }: { values: RowValues }): Promise<LiveAnswer> =>
    answerTo(await requireBench(session), values),

  /** What would probably change the answer to a row of any values. */
  flipOf: async (session: Session, { values }: { values: RowValues }): Promise<FoundFlip> => {
    const bench = await requireBench(session);
    const { model, evidence } = bench;
    const row = personRow(model.features, values);
    const flip = likelyFlip(model, evidence, row, {
      refits: bench.refits(),
      mostChance: mostChance(bench.opened.file),
    });
    const favourable = model.predict(row).decisions[0] === 1;
    return { flip, text: flipChapter({ flip, rebuilt: { favourable } }) };
  },
};

async function requireBench(session: Session): Promise<Bench> {
  const bench = await benchOf(session);
  if (typeof bench !== "string") return bench;
  throw new AuditError("PERSON_UNKNOWN", jobWords.person.noPeople);
}

function placeOf({ people, decisions: { file } }: Bench, row: number): number {
  const i = people.findIndex((person) => person.row === row);
  if (i >= 0) return i;
  const [first, last] = [people[0]?.row, people.at(-1)?.row];
  throw new AuditError("PERSON_UNKNOWN", jobWords.person.noSuchRow(file, row, first ?? 0, last ?? 0), { file, row });
}

function shownPerson(bench: Bench, row: number) {
  const i = placeOf(bench, row);
  const { id, decision, isAccepted } = bench.people[i]!;
  const values = rowValues(bench.model.features, bench.evidence.observations, i);
  return {
    row,
    id,
    decision,
    isAccepted,
    values,
    answer: answerTo(bench, values),
    certainty: certaintyOf(bench, row),
    previous: bench.people[i - 1]?.row ?? null,
    next: bench.people[i + 1]?.row ?? null,
  };
}

function overviewOf(bench: Bench) {
  const { model, people, groupings, ranges, evidence, settling } = bench;
  const count = (isCounted: (person: Bench["people"][number]) => boolean) => people.filter(isCounted).length;
  return {
    kind: "people" as const,
    method: model.method,
    count: people.length,
    favourable: evidence.schema.decision.favourable,
    unfavourable: evidence.schema.decision.unfavourable,
    idColumn: evidence.schema.id,
    /** Whether the answers listed are about people the fits had not seen. */
    isHeldOut: bench.opened.people !== null,
    contested: count(({ determined }) => determined === "contested"),
    differing: count(({ agrees }) => !agrees),
    withLetter: count(({ letters }) => letters > 0),
    groups: groupings.map(({ attribute, labels, groupOf }) => ({
      attribute,
      labels: labels.map((label, k) => ({ label, people: groupOf.filter((group) => group === k).length })),
    })),
    /** Those the rebuilt model leans on most first. */
    features: ranges,
    /** Where the margins of the observed people lie. */
    margins: spreadOf(model.margins(evidence.observations), bench.distances),
    /** Least and greatest end of the observed people's λ-bands; null without letters. */
    bands: settling.failure === null ? bandRange(settling.settle(model.encoder.encode(evidence.observations))) : null,
  };
}

/** Counts in equal parts from −w to w, a size that 49 of 50 people do not exceed; others count in the last part. */
function spreadOf(margins: Float64Array, distances: Float64Array) {
  const width = distances[Math.floor(SHOWN_SHARE * (distances.length - 1))] || distances.at(-1) || 1;
  const counts = new Array<number>(2 * HALF_OF_PARTS).fill(0);
  for (const margin of margins) {
    const part = Math.floor((margin / width + 1) * HALF_OF_PARTS);
    const k = Math.min(counts.length - 1, Math.max(0, part));
    counts[k] = (counts[k] ?? 0) + 1;
  }
  return { low: -width, high: width, counts };
}

function bandRange({ low, high }: { low: Float64Array; high: Float64Array }): { low: number; high: number } {
  return { low: low.reduce((a, b) => Math.min(a, b), 0), high: high.reduce((a, b) => Math.max(a, b), 0) };
}

const SETTLED: Readonly<Record<string, Settled>> = { "1": "accepted by all", "0": "rejected by all" };

function answerTo({ model, evidence, settling, distances }: Bench, values: RowValues) {
  const row = personRow(model.features, values);
  const { decisions, margins, status } = model.predict(row);
  const isAccepted = decisions[0] === 1;
  const { favourable, unfavourable } = evidence.schema.decision;
  const settled = settling.failure === null ? settling.settle(model.encoder.encode(row)) : null;
  return {
    answer: isAccepted ? favourable : unfavourable,
    isAccepted,
    margin: margins[0]!,
    status: status[0] ?? "decided",
    /** Share of the observed people who lie closer to the boundary. */
    closer: bisectLeft(distances, Math.abs(margins[0]!)) / Math.max(1, distances.length),
    /** Features with a category the model was not fitted on. */
    unfamiliar: model.encoder.features.flatMap((code) => {
      const value = values[code.name] ?? null;
      return code.type === "category" && value !== null && !code.levels.includes(String(value)) ? [code.name] : [];
    }),
    /** The margin of the prototypes' rule over all weights of the letters; null without letters. */
    band: settled && {
      low: settled.low[0]!,
      high: settled.high[0]!,
      chosen: settled.chosen[0]!,
      settled: SETTLED[String(settled.settled[0])] ?? "contested",
      certificate: settled.certificates[0]!,
    },
  };
}

function certaintyOf({ opened }: Bench, row: number): PersonCertainty | null {
  const found = opened.people?.find((person) => person.row === row);
  if (found === undefined) return null;
  const { outOfFold, refits, determined, band, certificate } = found;
  return { outOfFold, refits, determined, band, certificate };
}

function pageOf(bench: Bench, row: number): PersonPage {
  if (bench.lastPage?.row === row) return bench.lastPage.page;
  const { model, evidence, decisions, letterRows, opened } = bench;
  const page = explainPerson(model, evidence, placeOf(bench, row), {
    seed: opened.file.settings.seed,
    rowNumbers: decisions.rowNumbers,
    letterRows,
    certainty: certaintyOf(bench, row),
    refits: bench.refits(),
    mostChance: mostChance(opened.file),
  });
  bench.lastPage = { row, page };
  return page;
}
