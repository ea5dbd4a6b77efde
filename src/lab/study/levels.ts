import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import { invertScale } from "../../encode/scaling.js";
import { AuditError } from "../../errors.js";
import type { FeatureSchema } from "../../input/evidence.js";
import type { Column, Table } from "../../input/table.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { seededRandom } from "../../math/random.js";
import { distanceBetween } from "../../measure/groups/score-distances.js";
import { orderByScore, poolScores } from "../../measure/groups/score-pool.js";
import type { Surrogate } from "../../surrogate/surrogate.js";
import { isNear } from "./measures.js";
import type { Series } from "./result.js";
import type { GroupWork, Shared } from "./work.js";

/** The reference set at one level of noise, as the target sees it. */
interface Level {
  readonly noise: number;
  readonly rows: Table;
  readonly decisions: Uint8Array;
  /** 1 for rows near the threshold with their noise. */
  readonly near: Uint8Array;
  readonly gaps: ScoreGaps | null;
}

/** The reference set at every level of noise of a study; the target decides about the same noised rows. */
export interface NoiseLevels {
  readonly levels: readonly Level[];
  /** 1 for rows near the threshold before any noise. */
  readonly near: Uint8Array;
  readonly groups: AttributeGroups | null;
  readonly labels: Uint8Array;
}

/** The levels of a study; null when it neither adds noise nor compares score distances. */
export function noiseLevels({ spec, group, data }: GroupWork, shared: Shared): NoiseLevels | null {
  if (spec.noise === undefined && spec.sensitive === undefined) return null;
  const { target, test, pool, reference } = shared;
  const groups = spec.sensitive === undefined ? null : attributeGroups(test, spec.sensitive);
  const levels = (spec.noise ?? [0]).map((noise): Level => {
    const rows = noisedRows(test, noise, { features: data.features, scaledBy: pool, seed: group.seed });
    const scores = target.score(rows);
    const gaps = groups === null ? null : scoreGaps(scores, groups, reference.labels);
    return { noise, rows, decisions: target.decide(rows), near: nearMask(scores), gaps };
  });
  return { levels, near: nearMask(reference.scores), groups, labels: reference.labels };
}

function nearMask(scores: Float64Array): Uint8Array {
  return Uint8Array.from(scores, (score) => (isNear(score) ? 1 : 0));
}

const AGREEMENT = ["fidelity", "near", "nearNoised", "noise"] as const;
const WITH_GAPS = ["dtidpError", "dtidpTarget", "dtieoError", "dtieoTarget", ...AGREEMENT] as const;

/** At each level, how far a surrogate agrees with the target, and how far apart their score distances are. */
export function levelSeries(levels: NoiseLevels, surrogate: Surrogate, encoder: Encoder): Series {
  const rows = levels.levels.map((level) => measureLevel(levels, level, surrogate, encoder));
  const names = levels.groups === null ? AGREEMENT : WITH_GAPS;
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
}

function measureLevel(
  { near, groups, labels }: NoiseLevels,
  { noise, rows, decisions, near: nearNoised, gaps }: Level,
  surrogate: Surrogate,
  encoder: Encoder,
) {
  const encoded = encoder.encode(rows);
  const margins = surrogate.margins(encoded);
  const same = Uint8Array.from(margins, (margin, i) => ((margin >= 0 ? 1 : 0) === decisions[i] ? 1 : 0));
  const own = groups === null || gaps === null ? null : scoreGaps(surrogate.scores(encoded), groups, labels);
  const errors = own === null || gaps === null ? { dtidp: null, dtieo: null } : gapErrors(gaps, own);
  return {
    noise,
    fidelity: same.reduce((sum, value) => sum + value, 0) / rows.rows,
    near: shareAmong(same, near),
    nearNoised: shareAmong(same, nearNoised),
    dtidpError: errors.dtidp,
    dtieoError: errors.dtieo,
    dtidpTarget: gaps?.dtidp ?? null,
    dtieoTarget: gaps === null ? null : meanDtieo(gaps),
  };
}

/** Share of ones among the rows of the mask; null when it has none. */
function shareAmong(same: Uint8Array, mask: Uint8Array): number | null {
  let rows = 0;
  let sum = 0;
  for (let i = 0; i < mask.length; i++) {
    rows += mask[i]!;
    sum += mask[i]! * same[i]!;
  }
  return rows === 0 ? null : sum / rows;
}

/** What noise is scaled by, and the seed of its draws. */
interface NoiseSource {
  readonly features: readonly FeatureSchema[];
  readonly scaledBy: Table;
  readonly seed: number;
}

/**
 * The rows with N(0, τ²) added to each number, in units of the 5–95 % range that the number has in `scaledBy` (its
 * standard deviation where that range says nothing), as a target trained there sees it. Categories and missing values
 * stay. The draws are the same at every τ, so that levels differ in nothing but strength.
 */
export function noisedRows(rows: Table, level: number, { features, scaledBy, seed }: NoiseSource): Table {
  if (level === 0) return rows;
  const units = new Map<string, number>();
  for (const code of fitEncoder(features, [scaledBy], { scaling: "robust" }).features) {
    if (code.type === "number") units.set(code.name, invertScale(code.scale, 1) - invertScale(code.scale, 0));
  }
  return { rows: rows.rows, columns: rows.columns.map((column) => noised(column, units, level, seed)) };
}

function noised(column: Column, units: ReadonlyMap<string, number>, level: number, seed: number): Column {
  const unit = units.get(column.name);
  if (column.type !== "number" || unit === undefined) return column;
  const random = seededRandom(seed, `study-noise-${column.name}`);
  return { ...column, values: column.values.map((value) => value + level * unit * random.normal()) };
}

/** People of a table by their level of one attribute. */
export interface AttributeGroups {
  readonly labels: readonly string[];
  /** −1 where the level is missing. */
  readonly groupOf: Int32Array;
}

/** How far apart the score distributions of groups are; null with fewer than two groups of ten people. */
export interface ScoreGaps {
  /** W₁ between the scores of the two groups furthest apart. */
  readonly dtidp: number | null;
  /** The same among people of true outcome 0, and of 1. */
  readonly dtieo: readonly [number | null, number | null];
}

export function attributeGroups(table: Table, attribute: string): AttributeGroups {
  const column = table.columns.find(({ name }) => name === attribute);
  if (column?.type !== "category") {
    const known = table.columns.filter(({ type }) => type === "category").map(({ name }) => name);
    const reason = `which is no category of the data set; its categories are ${known.join(", ")}`;
    throw new AuditError("STUDY_INVALID", `"sensitive" is '${attribute}', ${reason}`);
  }
  return { labels: column.levels, groupOf: column.codes };
}

/** The score distances between groups, over everybody and within each true outcome. */
export function scoreGaps(scores: Float64Array, groups: AttributeGroups, outcomes: Uint8Array): ScoreGaps {
  const order = orderByScore(scores, null);
  const among = (kept: (person: number) => boolean) => {
    const pool = poolScores({ order, scores, weights: null }, groups, kept);
    const measured = [...groups.labels.keys()].filter((group) => pool.people[group]! >= LEAST_GROUP);
    const distances = measured.flatMap((a, k) => measured.slice(k + 1).map((b) => distanceBetween(pool, { a, b })));
    return distances.length === 0 ? null : Math.max(...distances);
  };
  return { dtidp: among(() => true), dtieo: [among((i) => outcomes[i] === 0), among((i) => outcomes[i] === 1)] };
}

/** |D(m) − D(m̂)| of two sets of scores: DTIDP, and the mean over the two outcomes for DTIEO. */
export function gapErrors(target: ScoreGaps, surrogate: ScoreGaps): { dtidp: number | null; dtieo: number | null } {
  return {
    dtidp: difference(target.dtidp, surrogate.dtidp),
    dtieo: meanOfTwo([0, 1].map((y) => difference(target.dtieo[y] ?? null, surrogate.dtieo[y] ?? null))),
  };
}

export function meanDtieo({ dtieo }: ScoreGaps): number | null {
  return meanOfTwo(dtieo);
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.abs(a - b);
}

function meanOfTwo(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < 2 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
