import { readFileSync } from "node:fs";
import type { AuditFile } from "recast-audit";

/** Numbers by what they are of: "n sex: woman", "yes sex: woman", "ratio sex", "difference sex". */
export type Counts = Readonly<Record<string, number>>;

/** What an audit and others say of the same groups: how many groups, and the largest difference of a ratio or difference. */
export interface Agreement {
  readonly groups: number;
  readonly largest: number;
}

export function readAudit(path: string): AuditFile {
  return JSON.parse(readFileSync(path, "utf8")) as AuditFile;
}

/** Counts, ratios and differences of every comparison in audit.json. */
export function countsOf({ facts }: AuditFile): Counts {
  const out: Record<string, number> = {};
  for (const { attribute, groups, parityRatio, parityDifference } of facts.attributes) {
    for (const { group, n, rate } of groups) {
      out[`n ${attribute}: ${group}`] = n;
      out[`yes ${attribute}: ${group}`] = rate?.successes ?? 0;
    }
    if (groups.some(({ status }) => status !== "measured")) continue; // others know no smallest group
    out[`ratio ${attribute}`] = parityRatio?.value ?? Number.NaN;
    out[`difference ${attribute}`] = parityDifference?.value ?? Number.NaN;
  }
  return out;
}

/** Compares what somebody else counted with an audit. Throws at the first count that differs. */
export function compareCounts(audit: Counts, other: Readonly<Record<string, unknown>>, name: string): Agreement {
  const isCount = (key: string) => /^(n|yes) /.test(key);
  const keys = Object.keys(audit).filter(isCount);
  const theirs = Object.keys(other).filter(isCount);
  if (keys.length === 0 || theirs.length !== keys.length)
    throw new Error(`audit.json has ${keys.length} counts, ${name} has ${theirs.length}`);
  for (const key of keys)
    if (audit[key] !== other[key]) throw new Error(`${key}: ${audit[key]} in audit.json, ${other[key]} by ${name}`);
  const measures = Object.keys(audit).filter((key) => /^(ratio|difference) /.test(key) && key in other);
  const largest = Math.max(0, ...measures.map((key) => Math.abs(audit[key]! - Number(other[key]))));
  if (!(largest <= 1e-12)) throw new Error(`a ratio or difference is ${largest} from that of ${name}`);
  return { groups: keys.length / 2, largest };
}
