import type { Column } from "../evidence/table.js";
import { applyGrouping, groupingRules } from "./groups.js";
import { type GroupRate, selectionRates } from "./selection-rates.js";

/** Selection rates of the groups of one sensitive attribute: as observed, and by the rebuilt model on the same people. */
export interface GroupComparison {
  readonly attribute: string;
  readonly observed: readonly GroupRate[];
  readonly surrogate: readonly GroupRate[];
}

/** One comparison per sensitive column. */
export function compareGroups(
  columns: readonly Column[],
  observed: Uint8Array,
  rebuilt: Uint8Array,
  weights: Float64Array | null,
): GroupComparison[] {
  return groupingRules(columns, { bins: {}, intersections: false }).map((rule) => {
    const groups = applyGrouping(rule, columns);
    return {
      attribute: groups.attribute,
      observed: selectionRates(groups, observed, weights),
      surrogate: selectionRates(groups, rebuilt, weights),
    };
  });
}

/** Groups too small to carry a rate, as "attribute: group (n = …)". */
export function smallGroups(comparisons: readonly GroupComparison[]): string[] {
  return comparisons.flatMap(({ attribute, observed }) =>
    observed.flatMap(({ group, n, status }) =>
      status === "insufficient" ? [`${attribute}: ${group} (n = ${n})`] : [],
    ),
  );
}
