import { AuditError } from "../../errors.js";
import type { Table } from "../../input/table.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { distanceBetween } from "../../measure/groups/score-distances.js";
import { orderByScore, poolScores } from "../../measure/groups/score-pool.js";

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

/** Sorts the rows of a table by a categorical attribute. */
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

/** The mean of DTIEO over the two outcomes. */
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
