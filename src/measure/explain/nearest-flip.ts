import type { Evidence } from "../../input/evidence.js";
import type { Table } from "../../input/table.js";
import { withDefaults } from "../../options.js";
import type { Model } from "../../surrogate/model.js";
import { searchFlip } from "./flip-search.js";
import { type Cells, type FlipSpace, flipSpace } from "./flip-space.js";
import { linearFlip } from "./linear-flip.js";
import { linearRuleOf } from "./linear-rule.js";
import { cellOf } from "./observed-values.js";
import { personRow, rowValues } from "./person-row.js";
import { requireOneRow } from "./person-shapley.js";
import { roundAway } from "./rounding.js";

/** The smallest found change that flips the rebuilt model's answer for one person. */
export interface NearestFlip {
  readonly changes: readonly {
    readonly feature: string;
    readonly from: string | number | null;
    readonly to: string | number;
  }[];
  /** Σ |change of a scaled number| + 1 per changed category; 0 when nothing was found. */
  readonly distance: number;
  /** Whether nothing smaller within the observed ranges flips the answer, rounding aside; known for linear rules. */
  readonly least: boolean;
  readonly status: "found" | "not found";
  /** Features that were left alone because they are immutable. */
  readonly kept: readonly string[];
}

export interface NearestFlipOptions {
  /** Features that stay as they are. @default those the evidence or the model calls immutable */
  readonly immutable?: readonly string[];
}

/**
 * The smallest change found that gives the only row of `person` the rebuilt model's other answer, within the values of
 * observations and letters. For linear rules a closed form; for others a search over seen values, which may miss a
 * smaller change. The result was put to the rebuilt model; it says nothing about the platform's own.
 */
export function nearestFlip(
  model: Model,
  evidence: Evidence,
  person: Table,
  given: NearestFlipOptions = {},
): NearestFlip {
  const immutable = [...immutableFeatures(model, evidence)];
  const options = withDefaults<Required<NearestFlipOptions>>("nearestFlip", { immutable }, given);
  requireOneRow("nearestFlip", person);
  const kept = model.features.flatMap(({ name }) => (options.immutable.includes(name) ? [name] : []));
  const seen = [evidence.observations, evidence.letters];
  const space = flipSpace(model, person, seen, new Set(kept));
  const rule = linearRuleOf(model.surrogate);
  const exact = rule && linearFlip(space, rule);
  const found = exact ?? searchFlip(space, seen);
  const rounded = found && roundNumbers(space, found);
  const changes = rounded && describeChanges(space, person, rounded);
  if (rounded === null || changes === null || !isConfirmed(model, person, changes, space.direction)) {
    return { status: "not found", changes: [], distance: 0, least: rule !== null, kept };
  }
  return { status: "found", changes, distance: space.distance(rounded), least: exact !== null, kept };
}

/** Names of the features that the evidence or the model calls immutable. */
export function immutableFeatures(model: Model, { schema }: Evidence): Set<string> {
  const all = [...model.features, ...schema.features];
  return new Set(all.flatMap(({ name, immutable }) => (immutable ? [name] : [])));
}

/** Numbers rounded away from the person's own, by the coarsest step that keeps the answer and the range. */
function roundNumbers(space: FlipSpace, found: Cells): Cells {
  let cells = found;
  for (const move of space.moves) {
    if (move.type !== "number" || cells[move.f] === space.own[move.f]) continue;
    for (const step of move.steps) {
      const value = roundAway(cells[move.f]!, space.own[move.f]!, step);
      if (value < move.low || value > move.high) continue;
      const trial = cells.with(move.f, value);
      if (!space.flipsOne(trial)) continue;
      cells = trial;
      break;
    }
  }
  return cells;
}

function describeChanges({ encoder, own }: FlipSpace, person: Table, cells: Cells): NearestFlip["changes"] {
  return encoder.features.flatMap((code, f) => {
    if (cells[f] === own[f]) return [];
    const to = code.type === "number" ? cells[f]! : (code.levels[cells[f]!] ?? "");
    return [{ feature: code.name, from: cellOf(person, code.name, 0), to }];
  });
}

/** Puts the changed row, as a person would write it, to the model. */
function isConfirmed(model: Model, person: Table, changes: NearestFlip["changes"], direction: 1 | -1): boolean {
  const wanted = Object.fromEntries(changes.map(({ feature, to }) => [feature, to]));
  const changed = personRow(model.features, { ...rowValues(model.features, person, 0), ...wanted });
  const margin = model.margins(changed)[0]!;
  return direction === 1 ? margin >= 0 : margin < 0;
}
