import { AuditError } from "../../errors.js";
import { type Evidence, hasReasons, type Reasons } from "../../input/evidence.js";
import { type Column, selectTableRows } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { NoticeSpec, TargetNotices } from "../../leak/notices.js";
import type { CanonicalEvidence } from "../../surrogate/canonical-evidence.js";
import type { GeneratedReasons, LetterRequest } from "../generators/generator.js";
import { reasonsOf } from "../generators/reasons.js";
import { thresholds } from "../generators/thresholds.js";
import type { Target } from "../targets/target.js";

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
export function targetNotices(
  evidence: CanonicalEvidence,
  target: Target,
  { notices, neverCited, seed }: NoticeOptions,
  kernels: Kernels,
): TargetNotices | null {
  const most = hasReasons(evidence) ? 0 : Math.max(0, ...notices.map((notice) => notice.most ?? 0));
  const wantsThresholds = notices.some(({ base }) => base === "thresholds");
  if (most === 0 && !wantsThresholds) return null;
  const { schema, observations, decisions } = evidence;
  const answers = target.decide(observations);
  const people = Array.from(decisions.keys()).filter((i) => decisions[i] === 0 && answers[i] === 0);
  if (people.length === 0 || !answers.includes(1)) {
    const what = people.length === 0 ? "accepts everybody who was refused" : "refuses everybody";
    throw new AuditError("TARGET_INVALID", `${target.name} ${what}. Name the model that made the decisions (--target)`);
  }
  const fixed = schema.features.filter(({ immutable }) => immutable).map(({ name }) => name);
  const features = new Set(schema.features.map(({ name }) => name));
  const untold = [...new Set([...fixed, ...neverCited])].filter((name) => features.has(name));
  const request: LetterRequest = {
    rejected: selectTableRows(observations, people),
    target,
    pool: observations,
    immutable: untold,
    seed,
  };
  return {
    target: target.name,
    thresholds: wantsThresholds ? offered(evidence, request, people, kernels) : null,
    reasons: most > 0 ? told(reasonsOf(request, { most, wrong: 0, directed: false }), people) : null,
    alike: people.length,
  };
}

function offered(evidence: Evidence, request: LetterRequest, people: readonly number[], kernels: Kernels) {
  const { rows, found } = thresholds().generate(request, kernels);
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
