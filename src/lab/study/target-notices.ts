import { AuditError } from "../../errors.js";
import { type Evidence, hasReasons, type Reasons } from "../../input/evidence.js";
import { type Column, selectTableRows, type Table } from "../../input/table.js";
import type { NoticeSpec, TargetNotices } from "../../leak/notices.js";
import type { CanonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { answeredLater } from "../generators/asking.js";
import type { GeneratedLetters, GeneratedReasons } from "../generators/generator.js";
import { askReasons } from "../generators/reasons.js";
import { askThresholds } from "../generators/thresholds.js";

/** A target that answers later: one score per row, at least ½ where it accepts; 1 and 0 where it only decides. */
export interface AnsweringTarget {
  readonly name: string;
  score(rows: Table): Promise<Float64Array>;
}

/** What notices need of a target. */
export interface NoticeOptions {
  readonly notices: readonly NoticeSpec[];
  /** Columns that no notice names, besides immutable ones. */
  readonly neverCited: readonly string[];
  readonly seed: number;
}

/**
 * What the target would tell the refused people whom it refuses itself: reasons unless the files give some, and
 * thresholds. Null where no notice needs a target.
 */
export async function targetNotices(
  evidence: CanonicalEvidence,
  target: AnsweringTarget,
  { notices, neverCited, seed }: NoticeOptions,
): Promise<TargetNotices | null> {
  const most = hasReasons(evidence) ? 0 : Math.max(0, ...notices.map((notice) => notice.most ?? 0));
  const wantsThresholds = notices.some(({ base }) => base === "thresholds");
  if (most === 0 && !wantsThresholds) return null;
  const { schema, observations, decisions } = evidence;
  const scores = await target.score(observations);
  const people = Array.from(decisions.keys()).filter((i) => decisions[i] === 0 && scores[i]! < 0.5);
  if (people.length === 0 || scores.every((score) => score < 0.5)) {
    const what = people.length === 0 ? "accepts everybody who was refused" : "refuses everybody";
    throw new AuditError("TARGET_INVALID", `${target.name} ${what}. Name the model that made the decisions (--target)`);
  }
  const fixed = schema.features.filter(({ immutable }) => immutable).map(({ name }) => name);
  const features = new Set(schema.features.map(({ name }) => name));
  const untold = [...new Set([...fixed, ...neverCited])].filter((name) => features.has(name));
  const rejected = selectTableRows(observations, people);
  const request = { rejected, pool: observations, immutable: untold, seed };
  const answer = (rows: Table) => target.score(rows);
  const offers = wantsThresholds ? await answeredLater(askThresholds(request, 0, null), answer) : null;
  const options = { most, wrong: 0, directed: false };
  const cited = most > 0 ? await answeredLater(askReasons(request, options, null), answer) : null;
  return {
    target: target.name,
    thresholds: offers && offered(evidence, offers, people),
    reasons: cited && told(cited, people),
    alike: people.length,
  };
}

function offered(evidence: Evidence, { rows, found }: GeneratedLetters, people: readonly number[]) {
  const answered = Array.from(found.keys()).filter((k) => found[k] === 1);
  const letters = selectTableRows(rows, answered);
  const columns = evidence.observations.columns.map((own): Column => {
    const column = letters.columns.find(({ name }) => name === own.name)!;
    return own.type === "category" && column.type === "category" ? { ...own, codes: column.codes } : column;
  });
  return { letters: { rows: answered.length, columns }, letterOf: Int32Array.from(answered, (k) => people[k]!) };
}

function told({ citable, cited }: GeneratedReasons, people: readonly number[]): Reasons {
  const nameOf = cited.flatMap((own) => [...own]);
  return {
    names: citable.map((name) => ({ name, features: [name] })),
    personOf: Int32Array.from(cited.flatMap((own, k) => Array.from(own, () => people[k]!))),
    nameOf: Int32Array.from(nameOf),
    direction: new Int8Array(nameOf.length),
  };
}
