import type { Decisions } from "./decisions.js";
import { type ChangesFound, sightIn } from "./letter-changes-found.js";
import type { LetterDraft } from "./letter-draft.js";

/** A value from which on a field is enough: from below, from above, or from either side. */
export interface Bound {
  readonly bound: "least" | "most" | "above" | "below" | "either";
  readonly value: number;
}

interface BoundPlace {
  readonly letter: number;
  readonly feature: number;
  readonly row: number;
  readonly column: string;
  /** The field. */
  readonly name: string;
}

interface Limits extends BoundPlace {
  least: number | undefined;
  most: number | undefined;
  either: number | undefined;
}

export type LetterBounds = ReturnType<typeof boundsOf>;

/** Above this share of thresholds that people meet already, the file says something else. */
const MOST_MET = 0.5;

/** The thresholds of letters: collected row by row, then written as the smallest change that reaches them. */
export function boundsOf(draft: LetterDraft, decisions: Decisions, found: ChangesFound) {
  const all = new Map<string, Limits>();
  const isWhole = decisions.observations.columns.map(
    (column) => column.type === "number" && column.values.every((value) => Number.isNaN(value) || value % 1 === 0),
  );

  return {
    add(place: BoundPlace, { bound, value }: Bound): void {
      const { letter, feature, row, column, name } = place;
      const isOpen = bound === "above" || bound === "below";
      if (isOpen && !(isWhole[feature] && value % 1 === 0)) {
        sightIn(found.open, column, row, name);
        draft.spoil(letter);
        return;
      }
      const side = bound === "above" ? "least" : bound === "below" ? "most" : bound;
      // the next whole number is the first that is enough
      const limit = isOpen ? value + (bound === "above" ? 1 : -1) : value;
      const key = `${letter} ${feature}`;
      const limits = all.get(key) ?? { ...place, least: undefined, most: undefined, either: undefined };
      const before = limits[side];
      if (before === limit) sightIn(found.repeated, column, row, name);
      else if (before === undefined) limits[side] = limit;
      if (
        (before !== undefined && before !== limit) ||
        (limits.least ?? Number.NEGATIVE_INFINITY) > (limits.most ?? Number.POSITIVE_INFINITY)
      ) {
        sightIn(found.contradicting, column, row, name);
        draft.spoil(letter);
      }
      all.set(key, limits);
    },
    /** The threshold of a letter's field, if it has just one; undefined without any. */
    textOf(letter: number, feature: number): string | undefined {
      const limits = all.get(`${letter} ${feature}`);
      if (limits === undefined) return undefined;
      const { least, most, either } = limits;
      return [least, most, either].filter((limit) => limit !== undefined).join(" to ");
    },
    /**
     * Writes every threshold into its letter. What a person meets already is left out, and so is a letter of nothing
     * else. Says whether so many are met that the file means something else.
     */
    settle(): { readonly isMostlyMet: boolean } {
      const idle = new Set<number>();
      let met = 0;
      for (const limits of all.values()) {
        const { letter, feature, row, column, name } = limits;
        const target = reached(draft.numberAt(letter, feature), limits);
        if (target !== undefined) draft.reach(letter, feature, target);
        else {
          sightIn(found.met, column, row, name);
          idle.add(letter);
          met++;
        }
      }
      for (const letter of idle) draft.dropIfSame(letter);
      return { isMostlyMet: met > MOST_MET * all.size };
    },
  };
}

/** The value that is nearest to a person's own and enough; undefined where the own is. */
function reached(own: number, { least, most, either }: Limits): number | undefined {
  if (Number.isNaN(own)) return least ?? most ?? either;
  if (least !== undefined && own < least) return least;
  if (most !== undefined && own > most) return most;
  return either !== undefined && own !== either ? either : undefined;
}
