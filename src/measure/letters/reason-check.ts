import type { ReasonCheck, ReasonFinding } from "../../findings/reasons.js";
import type { Evidence, ReasonName } from "../../input/evidence.js";
import { quantile } from "../../math/quantile.js";

/** A reason as one person was told it: 1 where a higher value would have helped, −1 a lower one, 0 not said. */
export interface Notice {
  readonly person: number;
  readonly direction: number;
}

type Unchecked = NonNullable<ReasonFinding["unchecked"]>;

/** A reason about one number, held against the values of the people told it. */
export interface CheckedReason {
  readonly field: string;
  readonly direction: ReasonCheck["direction"];
  /** Of the accepted people. */
  readonly median: number;
  /** Everybody who can be checked, and whether the own value speaks against the reason. */
  readonly speaksAgainst: ReadonlyMap<number, boolean>;
  /** Share of the accepted people whose value is no better than this person's. */
  noBetter(person: number): number;
}

/** One thing that notices name, and the refused people it was named to. */
export interface ToldReason {
  readonly name: string;
  readonly fields: readonly string[];
  /** Ascending, each person once. */
  readonly people: readonly number[];
  readonly immutable: readonly string[];
  readonly sensitive: readonly string[];
  /** The check, or why there is none. */
  readonly checked: CheckedReason | Unchecked;
}

/**
 * Holds a reason against the decisions, without a model: somebody who was told that a number is too low, but has at
 * least as much as half of the accepted people, was told something that the own value speaks against. Gives the word
 * for why where that cannot be asked. A person told both directions counts where either is spoken against.
 */
export function checkReason(
  { observations, decisions }: Evidence,
  { features }: ReasonName,
  notices: readonly Notice[],
): CheckedReason | Unchecked {
  if (notices.length === 0) return "not-told";
  const [field] = features;
  if (features.length > 1) return "several-fields";
  const column = observations.columns.find(({ name }) => name === field);
  if (field === undefined || column === undefined) return "not-in-file";
  if (column.type !== "number") return "category";
  const directed = notices.filter(({ direction }) => direction !== 0);
  if (directed.length === 0) return "no-direction";
  const { values } = column;
  const accepted = values.filter((value, i) => decisions[i] === 1 && !Number.isNaN(value)).sort();
  const told = directed.filter(({ person }) => !Number.isNaN(values[person]!));
  if (accepted.length === 0 || told.length === 0) return "no-values";
  const median = quantile(accepted, 0.5);
  const speaksAgainst = new Map<number, boolean>();
  const sign = new Map<number, number>();
  for (const { person, direction } of told) {
    const isAgainst = direction * (values[person]! - median) >= 0;
    if (speaksAgainst.get(person) === true) continue;
    speaksAgainst.set(person, isAgainst);
    sign.set(person, direction);
  }
  return {
    field,
    direction: directionOf(told),
    median,
    speaksAgainst,
    noBetter(person) {
      const direction = sign.get(person) ?? 0;
      return accepted.filter((value) => direction * (values[person]! - value) >= 0).length / accepted.length;
    },
  };
}

function directionOf(told: readonly Notice[]): ReasonCheck["direction"] {
  if (told.every(({ direction }) => direction > 0)) return "higher";
  return told.every(({ direction }) => direction < 0) ? "lower" : "either";
}
