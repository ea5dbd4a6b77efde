import { AuditError } from "../errors.js";
import type { NoticeLeak } from "../findings/leak-file.js";
import { type Evidence, hasReasons, type Reasons } from "../input/evidence.js";
import type { Table } from "../input/table.js";
import { measureShare } from "../math/interval.js";
import { seededRandom, shuffled } from "../math/random.js";
import { MOST_PEOPLE } from "../surrogate/reason-members.js";

/** What refused people would be told, as `--notices` and conditions name it. */
export interface NoticeSpec {
  readonly name: string;
  /** What comes with the reasons, or stands alone. */
  readonly base: "letters" | "thresholds" | null;
  /** Most reasons per person: null for all that the files give, 0 for none. */
  readonly most: number | null;
}

export const NOTICE_NAMES = "reasons, reasons-K, thresholds, thresholds-reasons-K or letters-reasons-K";
const NOTICE = /^(?:thresholds|(?:(letters|thresholds)-)?reasons(?:-([1-9]\d{0,2}))?)$/;

/** Reads a name such as `reasons-4`; null for one that is no notice. */
export function parseNotice(name: string): NoticeSpec | null {
  const found = NOTICE.exec(name);
  if (found === null) return null;
  if (name === "thresholds") return { name, base: "thresholds", most: 0 };
  const [, base = null, most] = found;
  return { name, base: base as NoticeSpec["base"], most: most === undefined ? null : Number(most) };
}

/** What a target told the people of some evidence, who are counted in canonical order. */
export interface TargetNotices {
  readonly target: string;
  /** For each refused person the field that has to move least, at the value the target accepts. */
  readonly thresholds: { readonly letters: Table; readonly letterOf: Int32Array } | null;
  /** For each refused person what counts most against them comes first. */
  readonly reasons: Reasons | null;
  /** Refused people whom the target refuses too; the others get no notice. */
  readonly alike: number;
}

export interface PlannedNotice extends NoticeSpec {
  readonly reasonsFrom: NoticeLeak["reasonsFrom"];
  /** The people and decisions, with this notice in place of the letters. */
  readonly evidence: Evidence;
}

interface Asked {
  readonly evidence: Evidence;
  /** Names given by the user, conditions included; null where only the defaults count. */
  readonly names: readonly string[] | null;
  readonly method: string;
  readonly told: TargetNotices | null;
  readonly seed: number;
}

/**
 * The notices to measure, each with its evidence. Where none is named, the reasons that the files give: alone, and with
 * the letters. Throws INVALID_OPTION for one that these files and this target cannot give.
 */
export function planNotices({ evidence, names, method, told, seed }: Asked): PlannedNotice[] {
  return noticeSpecs(evidence, names, method).map((spec) => {
    const { base, most } = spec;
    const own = hasReasons(evidence) ? evidence.reasons : null;
    const reasons = most === 0 ? null : (own ?? told?.reasons ?? null);
    if (most !== 0 && reasons === null) throw notAvailable(spec, "no reasons are in the files, and no target gave any");
    if (base === "letters" && evidence.letters.rows === 0) throw notAvailable(spec, "there are no letters");
    if (base === "thresholds" && !told?.thresholds) throw notAvailable(spec, "no target gave thresholds");
    const reasonsFrom = reasons === null ? null : own === null ? "target" : "files";
    const limited = reasons && limitReasons(reasons, most, reasonsFrom === "files" ? seed : null);
    return { ...spec, reasonsFrom, evidence: noticeEvidence(evidence, base, limited, told) };
  });
}

/** The notices that are asked for, thresholds alone among them where they come with reasons. */
export function noticeSpecs(evidence: Evidence, names: readonly string[] | null, method: string): NoticeSpec[] {
  const hasOwn = hasReasons(evidence);
  const usual =
    hasOwn && method === "bracket" ? ["reasons", ...(evidence.letters.rows > 0 ? ["letters-reasons"] : [])] : [];
  const specs = [...new Set([...usual, ...(names ?? [])])].map((name) => {
    const spec = parseNotice(name);
    if (spec === null) throw new AuditError("INVALID_OPTION", `'${name}' is no notice. Notices are ${NOTICE_NAMES}`);
    if (spec.most === null && !hasOwn) {
      throw notAvailable(spec, `no reasons are in the files. Say how many a person is told: '${name}-4'`);
    }
    if (spec.most !== 0 && method !== "bracket") {
      throw notAvailable(spec, `${method} reads no reasons. Leave out --method: bracket does`);
    }
    return spec;
  });
  const needsThresholds = specs.some(({ base, most }) => base === "thresholds" && most !== 0);
  const hasThresholds = specs.some(({ name }) => name === "thresholds");
  return needsThresholds && !hasThresholds ? [{ name: "thresholds", base: "thresholds", most: 0 }, ...specs] : specs;
}

function notAvailable({ name }: NoticeSpec, why: string): AuditError {
  return new AuditError("INVALID_OPTION", `the notice '${name}' cannot be measured: ${why}`);
}

/** Whether reasons are read at every one of the sizes. */
export function areRead(sizes: readonly number[]): boolean {
  return sizes.every((n) => 2 * n <= MOST_PEOPLE);
}

/** Throws INVALID_OPTION for a size at which no method reads reasons. */
export function requireReadable(notices: readonly PlannedNotice[], sizes: readonly number[]): void {
  const size = sizes.find((n) => 2 * n > MOST_PEOPLE);
  const reasons = notices.find(({ most }) => most !== 0);
  if (size === undefined || reasons === undefined) return;
  const people = `reasons are read of at most ${MOST_PEOPLE} people`;
  throw notAvailable(reasons, `${people}, got ${2 * size}. Ask for ${MOST_PEOPLE / 2} or fewer per class (--at)`);
}

/** At most so many reasons per person: those that come first, or some drawn by a seed where the order says nothing. */
function limitReasons(reasons: Reasons, most: number | null, seed: number | null): Reasons {
  if (most === null) return reasons;
  const places = Array.from(reasons.personOf.keys());
  const order = seed === null ? places : shuffled(places, seededRandom(seed, "leak/reasons"));
  const counts = new Map<number, number>();
  const kept = order
    .filter((k) => {
      const before = counts.get(reasons.personOf[k]!) ?? 0;
      counts.set(reasons.personOf[k]!, before + 1);
      return before < most;
    })
    .sort((a, b) => a - b);
  return {
    names: reasons.names,
    personOf: Int32Array.from(kept, (k) => reasons.personOf[k]!),
    nameOf: Int32Array.from(kept, (k) => reasons.nameOf[k]!),
    direction: Int8Array.from(kept, (k) => reasons.direction[k]!),
  };
}

function noticeEvidence(
  given: Evidence,
  base: NoticeSpec["base"],
  reasons: Reasons | null,
  told: TargetNotices | null,
): Evidence {
  const { reasons: _reasons, isThreshold, ...rest } = given;
  const said = reasons === null ? {} : { reasons };
  if (base === "letters") return { ...rest, ...(isThreshold && { isThreshold }), ...said };
  const offered = base === null ? null : (told?.thresholds ?? null);
  if (offered === null) {
    const none = given.letters.columns.map((column) =>
      column.type === "number" ? { ...column, values: new Float64Array(0) } : { ...column, codes: new Int32Array(0) },
    );
    return { ...rest, letters: { rows: 0, columns: none }, letterOf: new Int32Array(0), ...said };
  }
  return { ...rest, ...offered, isThreshold: new Uint8Array(offered.letters.rows).fill(1), ...said };
}

/** Whom a notice tells something: the people it has a letter, a threshold or a reason for. */
export function peopleTold({ letterOf, reasons }: Evidence): Set<number> {
  return new Set([...letterOf.filter((person) => person >= 0), ...(reasons?.personOf ?? [])]);
}

/** The part of a notice's report that needs no fit. */
export function describeNotice({ name, base, most, reasonsFrom, evidence }: PlannedNotice): Omit<NoticeLeak, "points"> {
  const { reasons, decisions } = evidence;
  const refused = decisions.filter((decision) => decision === 0).length;
  const told = [...peopleTold(evidence)].filter((person) => decisions[person] === 0);
  const given = reasons?.personOf ?? new Int32Array(0);
  return {
    name,
    base,
    mostReasons: most,
    reasonsFrom,
    told: measureShare(told.length, refused) ?? { share: 0, low: 0, high: 1, successes: 0, n: 0 },
    reasonsEach: given.length === 0 ? 0 : given.length / new Set(given).size,
  };
}
