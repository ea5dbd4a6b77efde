import type { Evidence } from "../../src/input/evidence.js";
import { seededRandom } from "../../src/math/random.js";

/** How the evidence is made. */
export interface ThresholdOptions {
  readonly people?: number;
  /** Letters per rejected person. */
  readonly each?: number;
  /** Whether letters say whose they are. */
  readonly paired?: boolean;
}

/**
 * A platform that accepts where `score` is at least 100, and never looks at `noise` and `town`. A letter asks for a score of 100 and leaves the
 * rest alone, so it tells the threshold; the last of several letters also asks for another town.
 */
export function thresholdEvidence({ people = 80, each = 1, paired = true }: ThresholdOptions = {}): Evidence {
  const random = seededRandom(7, "threshold");
  const score = Float64Array.from({ length: people }, (_, i) =>
    i % 2 === 0 ? 99.5 - 60 * random.uniform() : 100 + 60 * random.uniform(),
  );
  const noise = Float64Array.from({ length: people }, () => random.normal());
  const town = Int32Array.from({ length: people }, () => random.integer(2));
  const rejected = Array.from(score.keys()).filter((i) => score[i]! < 100);
  const owners = rejected.flatMap((i) => Array.from({ length: each }, (_, copy) => ({ i, copy })));
  const levels = ["here", "there"];
  return {
    schema: {
      features: [
        { name: "score", type: "number", immutable: false },
        { name: "noise", type: "number", immutable: false },
        { name: "town", type: "category", immutable: false },
      ],
      decision: { column: "decision", favourable: "yes", unfavourable: "no" },
      sensitive: [],
      outcome: null,
      favourableOutcome: null,
      id: null,
      weight: null,
      ignored: [],
    },
    observations: {
      rows: people,
      columns: [
        { name: "score", type: "number", values: score },
        { name: "noise", type: "number", values: noise },
        { name: "town", type: "category", codes: town, levels },
      ],
    },
    decisions: Uint8Array.from(score, (value) => (value >= 100 ? 1 : 0)),
    letters: {
      rows: owners.length,
      columns: [
        { name: "score", type: "number", values: new Float64Array(owners.length).fill(100) },
        { name: "noise", type: "number", values: Float64Array.from(owners, ({ i }) => noise[i]!) },
        {
          name: "town",
          type: "category",
          codes: Int32Array.from(owners, ({ i, copy }) => (copy > 0 ? 1 - town[i]! : town[i]!)),
          levels,
        },
      ],
    },
    letterOf: Int32Array.from(owners, ({ i }) => (paired ? i : -1)),
    groups: [],
    outcomes: null,
    weights: null,
    ids: null,
  };
}

/** Rows spread evenly around the threshold, with the platform's decisions. */
export function thresholdReference(rows = 200) {
  const score = Float64Array.from({ length: rows }, (_, i) => 60 + (80 * (i + 0.5)) / rows);
  return {
    table: {
      rows,
      columns: [
        { name: "score", type: "number", values: score },
        { name: "noise", type: "number", values: new Float64Array(rows) },
        { name: "town", type: "category", codes: new Int32Array(rows), levels: ["here"] },
      ],
    },
    decisions: Uint8Array.from(score, (value) => (value >= 100 ? 1 : 0)),
    alsoObserved: 0,
  } as const;
}
