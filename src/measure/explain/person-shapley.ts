import { AuditError } from "../../errors.js";
import type { Table } from "../../input/table.js";
import { compareText } from "../../math/compare.js";
import { seededRandom } from "../../math/random.js";
import { requireInteger, withDefaults } from "../../options.js";
import type { Model } from "../../surrogate/model.js";
import { featureBounds } from "./feature-blocks.js";
import { shapleyGame, shapleyValues } from "./shapley.js";

/** What each feature adds to one person's score. */
export interface Contributions {
  /** Whether all coalitions were tried. */
  readonly exact: boolean;
  /** Orders drawn; 0 when exact. */
  readonly samples: number;
  /** Rows the person was compared with. */
  readonly background: number;
  /** Mean score of those rows; the contributions lead from it to the person's score. */
  readonly base: number;
  readonly score: number;
  /** The largest first, whatever its sign; `error` is a standard error, 0 when exact. */
  readonly features: readonly { readonly feature: string; readonly contribution: number; readonly error: number }[];
}

export interface ShapleyOfOptions {
  /** Seed of the orders, where they are drawn. @default 0 */
  readonly seed?: number;
}

const MOST_EXACT_ROWS = 65_536; // scored at once
const DRAWN_ROWS = 40_000;

/**
 * Shapley values of the rebuilt model's score for the only row of `person`, against the rows of `background`: exact
 * while 2^features · background rows are at most 65,536, from orders drawn otherwise.
 */
export function shapleyOf(model: Model, background: Table, person: Table, given: ShapleyOfOptions = {}): Contributions {
  const { seed } = withDefaults<Required<ShapleyOfOptions>>("shapleyOf", { seed: 0 }, given);
  requireInteger("seed", seed, 0);
  requireOneRow("shapleyOf", person);
  if (background.rows === 0) {
    throw new AuditError("SHAPE_MISMATCH", "shapleyOf: the background has no rows; pass the rows to compare with");
  }
  const { encoder, surrogate } = model;
  const others = encoder.encode(background);
  const features = encoder.features.length;
  const exact = features <= 16 && (1 << features) * others.rows <= MOST_EXACT_ROWS;
  const rounds = Math.max(1, Math.floor(DRAWN_ROWS / (2 * others.rows * Math.max(1, features - 1))));
  const way = exact ? "exact" : { rounds, random: seededRandom(seed, "explain person") };
  const game = shapleyGame((x) => surrogate.scores(x), featureBounds(encoder), others);
  const found = shapleyValues(game, encoder.encode(person).values, way);
  return {
    exact,
    samples: exact ? 0 : 2 * rounds * others.rows,
    background: others.rows,
    base: found.base,
    score: found.score,
    features: encoder.features
      .map(({ name }, f) => ({ feature: name, contribution: found.values[f]!, error: found.errors[f]! }))
      .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || compareText(a.feature, b.feature)),
  };
}

/** Refuses a table that is not one person. */
export function requireOneRow(owner: string, person: Table): void {
  if (person.rows === 1) return;
  throw new AuditError(
    "SHAPE_MISMATCH",
    `${owner} explains one person, got ${person.rows} rows; pass a table of one row`,
  );
}
