import { fixed, withSign } from "../../document/format.js";
import type { CellKey, Place } from "./cells.js";
import { peopleAsked } from "./evidence.js";
import type { MethodSummary, PairedDifference, PlaceSummary } from "./summary.js";

export const TARGET_WORDS: Readonly<Record<PlaceSummary["target"], string>> = {
  lr: "LR",
  mlp: "MLP",
  dt: "DT",
  rf: "RF",
  gb: "GB",
};

/** 0.9638 as "0.964", 82.661 as "82.66", a value that is not known as "–". */
export function decimal(value: number | null): string {
  return value === null ? "–" : fixed(value, Math.abs(value) < 10 ? 3 : 2);
}

/** "0.964 ± 0.011", or without a standard deviation the mean alone. */
export function meanWords(mean: number | null, sd: number | null): string {
  return sd === null ? decimal(mean) : `${decimal(mean)} ± ${decimal(sd)}`;
}

/** "+0.021 [+0.010, +0.032] to cca". */
export function differenceWords(difference: PairedDifference | null): string {
  if (difference === null) return "–";
  return `${gainWords(difference)} to ${difference.against}`;
}

/** "+0.021 [+0.010, +0.032]", or without an interval the mean alone. */
export function gainWords({ mean, low = null, high = null }: GainNumbers): string {
  if (mean === null) return "–";
  const interval = low === null || high === null ? "" : ` [${withSign(low, 3)}, ${withSign(high, 3)}]`;
  return `${withSign(mean, 3)}${interval}`;
}

interface GainNumbers {
  readonly mean: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
}

/** "adult, MLP, mccf, n = 100", with the share of rejected people where it is not half. */
export function placeWords({ dataset, target, ...size }: Place): string {
  return `${dataset}, ${TARGET_WORDS[target]}, ${sizeWords(size)}`;
}

/** "mccf, n = 100", or "mccf, 40 rejected and 160 accepted". */
export function sizeWords({ generator, n, balance }: Pick<CellKey, "generator" | "n" | "balance">): string {
  return `${generator}, ${countWords({ n, balance })}`;
}

/** "n = 100", or "40 rejected and 160 accepted". */
export function countWords({ n, balance }: Pick<CellKey, "n"> & { readonly balance?: number | undefined }): string {
  if (balance === undefined) return `n = ${n}`;
  const [rejected, accepted] = peopleAsked({ n, balance });
  return `${rejected} rejected and ${accepted} accepted`;
}

/** "best" with a star when the interval over the next best leaves out 0. */
export function markWords({ best, clear }: MethodSummary): string {
  return clear ? "best*" : best ? "best" : "";
}

/** The target's own accuracy, with what was published. */
export function targetWords({ targetAccuracy, publishedTargetAccuracy: known }: PlaceSummary): string {
  return `${decimal(targetAccuracy)}${known === null ? "" : ` (${decimal(known)})`}`;
}

/** "adult, MLP, mccf, n = 100", of whatever is given. */
export function nameOf(place: { readonly [Key in keyof Place]?: Place[Key] | undefined }): string {
  const { dataset, target, generator, n, balance } = place;
  const parts = [dataset, target && TARGET_WORDS[target], generator, n && `n = ${n}`, balance && sharesOf(balance)];
  return parts.filter((part) => part !== undefined).join(", ");
}

/** "20 : 80", rejected to accepted. */
function sharesOf(balance: number): string {
  const rejected = Math.round(balance * 100);
  return `${rejected} : ${100 - rejected}`;
}
