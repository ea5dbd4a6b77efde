import { AuditError } from "../../errors.js";
import type { Evidence } from "../../input/evidence.js";
import { selectTableRows, type Table } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import { sampleWithoutReplacement, seededRandom } from "../../math/random.js";
import { withDefaults } from "../../options.js";
import { type CanonicalEvidence, canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import type { Model } from "../../surrogate/model.js";
import { cellsOf, changeSize, type SecondOpinion } from "./flip-space.js";
import { immutableFeatures, type LikelyFlip, likelyFlip } from "./likely-flip.js";
import { cellOf, columnNamed } from "./observed-values.js";
import { type PersonReason, reasonsOf } from "./person-reasons.js";
import { type Contributions, shapleyOf } from "./shapley.js";

/** A value of a feature as people write it; null when missing. */
export type Value = string | number | null;

/** One person's page: what is observed, what the rebuilt model answers, and why as far as it can be said. */
export interface PersonPage {
  readonly person: PersonName;
  readonly method: string;
  /** The person's values of the columns the rebuilt model looks at. */
  readonly values: readonly { readonly feature: string; readonly value: Value; readonly immutable: boolean }[];
  /** The decision that was observed. */
  readonly observed: { readonly answer: string; readonly favourable: boolean };
  /** The rebuilt model's answer; it was fitted on this person among others. */
  readonly rebuilt: {
    readonly answer: string;
    readonly favourable: boolean;
    readonly score: number;
    readonly margin: number;
    readonly status: "decided" | "undecided";
    /** Whether the person has a category the model was not fitted on. */
    readonly unfamiliar: boolean;
    readonly agrees: boolean;
  };
  /** How sure the answer is, from the audit; null when there is none to take it from. */
  readonly certainty: PersonCertainty | null;
  readonly letters: readonly PersonLetter[];
  /** What the person was told counts against them; none where nothing was said. */
  readonly reasons: readonly PersonReason[];
  readonly contributions: Contributions;
  /** What would probably bring the other answer; null where the rebuilt model is wrong about the person. */
  readonly flip: LikelyFlip | null;
  /** The most similar people with the other observed decision, nearest first. */
  readonly others: readonly SimilarPerson[];
}

/** Who it is: the id, and the row as a spreadsheet counts it; either may not be known. */
export interface PersonName {
  readonly id: string | null;
  readonly row: number | null;
}

/** What many models say of a person together. */
export type Settled = "accepted by all" | "rejected by all" | "contested";

export interface PersonCertainty {
  /** What a model answers that was fitted without this person. */
  readonly outOfFold: { readonly score: number; readonly margin: number };
  /** Refits on resampled people without this person, and how many of them accept. */
  readonly refits: { readonly asked: number; readonly accepted: number };
  /** What those refits say together. */
  readonly determined: Settled;
  /** The same over all mixing weights of the prototypes; null without letters. */
  readonly band: Settled | null;
  /** The smallest error of the evidence that would let the prototypes' decision change; null without letters. */
  readonly certificate: number | null;
}

export interface PersonLetter {
  readonly row: number | null;
  readonly changes: readonly {
    readonly feature: string;
    readonly from: Value;
    readonly to: Value;
    readonly immutable: boolean;
  }[];
  /** Size of the change, measured as for the flip. */
  readonly distance: number;
  /** The rebuilt model's answer to the offered row. */
  readonly accepted: boolean;
  readonly score: number;
}

export interface SimilarPerson extends PersonName {
  readonly distance: number;
  readonly differences: readonly { readonly feature: string; readonly own: Value; readonly theirs: Value }[];
}

export interface ExplainPersonOptions {
  /** Seed of the rows compared with, and of the orders where they are drawn. @default 0 */
  readonly seed?: number;
  /** Row of each observation as a spreadsheet counts it. @default not known */
  readonly rowNumbers?: ArrayLike<number> | null;
  /** Row of each letter as a spreadsheet counts it. @default not known */
  readonly letterRows?: ArrayLike<number> | null;
  /** How sure the answer is. @default not known */
  readonly certainty?: PersonCertainty | null;
  /** Refits to ask about changes, from `audit` or `refitModels`; without any, no change is offered. @default none */
  readonly refits?: readonly SecondOpinion[];
  /** The greatest chance that a change can have: `mostChance` of the audit. @default 1 */
  readonly mostChance?: number;
  /** Similar people to list. @default 3 */
  readonly others?: number;
}

const DEFAULTS: Required<ExplainPersonOptions> = {
  seed: 0,
  rowNumbers: null,
  letterRows: null,
  certainty: null,
  refits: [],
  mostChance: 1,
  others: 3,
};

const BACKGROUND = 64;

/** The page of observation `i`, as plain data. The order of the rows changes only the person's number. */
export function explainPerson(
  model: Model,
  evidence: Evidence,
  i: number,
  given: ExplainPersonOptions = {},
): PersonPage {
  const options = withDefaults("explainPerson", DEFAULTS, given);
  const { observations, decisions } = evidence;
  if (!(Number.isSafeInteger(i) && i >= 0 && i < observations.rows)) {
    const message = `explainPerson: there is no observation ${i}; they run from 0 to ${observations.rows - 1}`;
    throw new AuditError("INVALID_OPTION", message);
  }
  const person = selectTableRows(observations, [i]);
  const canonical = canonicalEvidence(evidence);
  const immutable = immutableFeatures(model, evidence);
  const accepted = decisions[i] === 1;
  const rebuilt = rebuiltAnswer(model, evidence, person, accepted);
  return {
    person: nameOf(evidence, i, options.rowNumbers),
    method: model.method,
    values: model.features.map(({ name }) => ({
      feature: name,
      value: cellOf(person, name, 0),
      immutable: immutable.has(name),
    })),
    observed: { answer: answerOf(evidence, accepted), favourable: accepted },
    rebuilt,
    certainty: options.certainty,
    letters: lettersTo(model, evidence, i, { immutable, rows: options.letterRows, order: canonical.letters }),
    reasons: reasonsOf(evidence, i),
    contributions: shapleyOf(model, backgroundOf(canonical.evidence, options.seed), person, { seed: options.seed }),
    flip: rebuilt.agrees
      ? likelyFlip(model, evidence, person, { refits: options.refits, mostChance: options.mostChance })
      : null,
    others: similarPeople(model, evidence, i, { ...options, order: canonical.people }),
  };
}

function nameOf({ ids }: Evidence, i: number, rows: ArrayLike<number> | null): PersonName {
  return { id: ids?.[i] || null, row: rows?.[i] ?? null };
}

function answerOf({ schema: { decision } }: Evidence, favourable: boolean): string {
  return favourable ? decision.favourable : decision.unfavourable;
}

function rebuiltAnswer(model: Model, evidence: Evidence, person: Table, observed: boolean): PersonPage["rebuilt"] {
  const { decisions, scores, margins, status, unfamiliar } = model.predict(person);
  const favourable = decisions[0] === 1;
  return {
    answer: answerOf(evidence, favourable),
    favourable,
    score: scores[0]!,
    margin: margins[0]!,
    status: status[0] ?? "decided",
    unfamiliar: unfamiliar[0] === 1,
    agrees: favourable === observed,
  };
}

function backgroundOf({ observations }: CanonicalEvidence, seed: number): Table {
  if (observations.rows <= BACKGROUND) return observations;
  const random = seededRandom(seed, "explain person background");
  return selectTableRows(observations, sampleWithoutReplacement(observations.rows, BACKGROUND, random).sort());
}

function lettersTo(
  model: Model,
  evidence: Evidence,
  i: number,
  {
    immutable,
    rows,
    order,
  }: {
    readonly immutable: ReadonlySet<string>;
    readonly rows: ArrayLike<number> | null;
    readonly order: Int32Array;
  },
): PersonLetter[] {
  const { letters, letterOf, observations } = evidence;
  const own = Array.from(order).filter((k) => letterOf[k] === i);
  if (own.length === 0) return [];
  const { decisions, scores } = model.predict(selectTableRows(letters, own));
  const personCells = cellsOf(model.encoder, observations)(i);
  const letterCells = cellsOf(model.encoder, letters);
  return own.map((k, place) => ({
    row: rows?.[k] ?? null,
    changes: differencesOf(observations, i, letters, k).map(({ feature, own: from, theirs: to }) => ({
      feature,
      from,
      to,
      immutable: immutable.has(feature),
    })),
    distance: changeSize(model.encoder, personCells, letterCells(k)),
    accepted: decisions[place] === 1,
    score: scores[place]!,
  }));
}

function differencesOf(a: Table, i: number, b: Table, k: number): SimilarPerson["differences"] {
  const columns = a.columns.toSorted((one, other) => compareText(one.name, other.name));
  return columns.flatMap(({ name }) => {
    if (columnNamed(b, name) === undefined) return [];
    const own = cellOf(a, name, i);
    const theirs = cellOf(b, name, k);
    return own === theirs ? [] : [{ feature: name, own, theirs }];
  });
}

function similarPeople(
  model: Model,
  evidence: Evidence,
  i: number,
  { others, rowNumbers, order }: Required<ExplainPersonOptions> & { readonly order: Int32Array },
): SimilarPerson[] {
  const { observations, decisions } = evidence;
  const read = cellsOf(model.encoder, observations);
  const own = read(i);
  return Array.from(order) // canonical, so that ties go by content
    .filter((k) => decisions[k] !== decisions[i])
    .map((k) => ({ k, distance: changeSize(model.encoder, own, read(k)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, others)
    .map(({ k, distance }) => ({
      ...nameOf(evidence, k, rowNumbers),
      distance,
      differences: differencesOf(observations, i, observations, k),
    }));
}
