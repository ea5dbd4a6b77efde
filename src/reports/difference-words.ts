import { count, INTERVAL, people, percent, points } from "../document/format.js";
import { named, quoted } from "../document/names.js";
import type { Finding } from "../findings/findings.js";

/** "difference 27.6 points, 95 % interval 5.9 to 45.1; 49 and 151 people". */
export function apart({ estimate, n, nAgainst }: Finding, isCorrected = false): string {
  const size = nAgainst === null ? people(n ?? 0) : `${count(n ?? 0)} and ${people(nAgainst)}`;
  if (estimate === null) return size;
  const interval = `${isCorrected ? "corrected " : ""}${INTERVAL} ${sizeRange(estimate)}`;
  return `difference ${points(Math.abs(estimate.value))} points, ${interval}; ${size}`;
}

export function ratesOf({ share, shareAgainst }: Finding): string {
  return `${percent(share ?? 0)} against ${percent(shareAgainst ?? 0)}`;
}

/** People with origin “abroad”. */
export function whom({ attribute, group }: Finding): string {
  return `People with ${named(attribute ?? "")} ${quoted(group ?? "")}`;
}

export function comparative({ estimate, strength }: Finding): string {
  const value = estimate?.value ?? 0;
  const much = strength === "clear" && Math.abs(value) >= FAR ? "far " : "";
  return `${much}${value < 0 ? "less" : "more"} often`;
}

const FAR = 0.2;

/** The interval of the size of a difference: turned round where the difference is below 0. */
function sizeRange({ value, low, high }: { readonly value: number; readonly low: number; readonly high: number }) {
  return value < 0 ? `${points(-high)} to ${points(-low)}` : `${points(low)} to ${points(high)}`;
}

/** The group it is compared with, in words. */
export function others({ against }: Finding): string {
  return against === null ? "everybody else" : quoted(against);
}

/** What must be said of a difference that the correction does not confirm. */
export function mayBeChance({ strength }: Finding, comparisons: number): string[] {
  if (strength !== "possible") return [];
  return [`Not clear once all ${count(comparisons)} comparisons are taken into account: this may be chance.`];
}
