import type { ReasonFinding } from "../../findings/reasons.js";
import { type Evidence, hasReasons } from "../../input/evidence.js";
import { compareText } from "../../math/compare.js";
import { checkReason } from "../letters/reason-check.js";
import { cellOf } from "./observed-values.js";

/** A reason that one person was told, held against their own value. */
export interface PersonReason {
  readonly reason: string;
  /** The features it stands for; none where it is about something that is not in the file. */
  readonly fields: readonly string[];
  /** What would have helped; null where the notice does not say. */
  readonly direction: "higher" | "lower" | null;
  /** The check without a model; null where `unchecked` says why. */
  readonly check: {
    readonly value: number;
    /** Of the accepted people. */
    readonly median: number;
    /** Whether the value is at least as good as the median. */
    readonly speaksAgainst: boolean;
    /** Share of the accepted people whose value is no better. */
    readonly noBetter: number;
  } | null;
  readonly unchecked: ReasonFinding["unchecked"];
}

/** What observation `i` was told, by name. */
export function reasonsOf(evidence: Evidence, i: number): PersonReason[] {
  if (!hasReasons(evidence)) return [];
  const { names, personOf, nameOf, direction } = evidence.reasons;
  const own = Array.from(personOf.keys()).filter((k) => personOf[k] === i);
  const told = [...new Map(own.map((k) => [`${nameOf[k]} ${direction[k]}`, k])).values()];
  return told
    .toSorted((a, b) => compareText(names[nameOf[a]!]!.name, names[nameOf[b]!]!.name) || direction[a]! - direction[b]!)
    .map((k) => {
      const name = names[nameOf[k]!]!;
      const way = direction[k]!;
      const checked = checkReason(evidence, name, [{ person: i, direction: way }]);
      return {
        reason: name.name,
        fields: name.features.toSorted(compareText),
        direction: way === 0 ? null : way > 0 ? "higher" : "lower",
        check:
          typeof checked === "string"
            ? null
            : {
                value: Number(cellOf(evidence.observations, checked.field, i)),
                median: checked.median,
                speaksAgainst: checked.speaksAgainst.get(i) ?? false,
                noBetter: checked.noBetter(i),
              },
        unchecked: typeof checked === "string" ? checked : null,
      };
    });
}
