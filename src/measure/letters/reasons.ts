import type { ReasonFinding, ReasonFindings, ReasonsByAttribute } from "../../findings/reasons.js";
import { type Evidence, hasReasons, type Reasons } from "../../input/evidence.js";
import { compareText } from "../../math/compare.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { type MeasuredShare, measureShare } from "../../math/interval.js";
import type { NeedsTwo } from "../../options.js";
import { compareShares } from "../groups/compare-shares.js";
import { type Grouping, sumByGroup } from "../groups/groups.js";
import type { Counted } from "../groups/proportions.js";
import { checkReason, type Notice, type ToldReason } from "./reason-check.js";
import { reasonIndications } from "./reason-indications.js";

export const reasonsNeedTwo: NeedsTwo = {
  what: "what reasons say",
  reason: "a reason counts against the one favourable decision; here it could be against several",
};

export interface ReasonFindingsOptions {
  /** Row of each person in the decisions file. @default as if the file held these people in this order */
  readonly personRows?: Int32Array;
}

/**
 * What refused people were told counts against them: who was told what, whether their own values agree, and which
 * groups are told what; null where nobody was told anything. No model is involved, and everybody counts once.
 */
export function reasonFindings(
  evidence: Evidence,
  groupings: readonly Grouping[],
  { personRows }: ReasonFindingsOptions = {},
): ReasonFindings | null {
  if (!hasReasons(evidence)) return null;
  const { reasons, decisions, observations } = evidence;
  const told = toldReasons(evidence, reasons);
  const counts = new Int32Array(observations.rows);
  for (const { people } of told) for (const person of people) counts[person]! += 1;
  const everybody = [...counts.keys()];
  const people = everybody.filter((i) => counts[i]! > 0);
  const accepted = new Set(reasons.personOf.filter((person) => decisions[person] === 1));
  const against = valuesAgainst(told);
  const compared = compareGroups({ told, people, against, decisions }, groupings);
  const isProtected = new Set(
    told.flatMap(({ immutable, sensitive, people: own }) => (immutable.length + sensitive.length > 0 ? own : [])),
  );
  return {
    people: people.length,
    given: counts.reduce((sum, own) => sum + own, 0),
    accepted: accepted.size,
    coverage: measureShare(people.length, everybody.filter((i) => decisions[i] === 0).length),
    reasonCounts: countReasons(counts),
    reasons: told.map((reason) => describe(reason, people.length)),
    protected: measureShare(isProtected.size, people.length),
    against: shareOf(against),
    indications: reasonIndications(told, personRows ?? Int32Array.from(everybody, (i) => i + 2)),
    ...compared,
  };
}

/** Every reason with the refused people told it, the most often told first, then by name. */
function toldReasons(evidence: Evidence, { names, personOf, nameOf, direction }: Reasons): ToldReason[] {
  const { schema, decisions } = evidence;
  const immutable = new Set(schema.features.filter((feature) => feature.immutable).map(({ name }) => name));
  const sensitive = new Set(schema.sensitive);
  const notices = names.map((): Notice[] => []);
  personOf.forEach((person, k) => {
    if (decisions[person] === 0) notices[nameOf[k]!]!.push({ person, direction: direction[k]! });
  });
  return names
    .map((reason, k) => ({
      name: reason.name,
      fields: reason.features.toSorted(compareText),
      people: [...new Set(notices[k]!.map(({ person }) => person))].sort((a, b) => a - b),
      immutable: reason.features.filter((name) => immutable.has(name)),
      sensitive: reason.features.filter((name) => sensitive.has(name)),
      checked: checkReason(evidence, reason, notices[k]!),
    }))
    .sort((a, b) => b.people.length - a.people.length || compareText(a.name, b.name));
}

/** Whether somebody's own value speaks against a reason, for everybody with one that can be checked. */
function valuesAgainst(told: readonly ToldReason[]): ReadonlyMap<number, boolean> {
  const found = new Map<number, boolean>();
  for (const { checked } of told) {
    if (typeof checked === "string") continue;
    for (const [person, isAgainst] of checked.speaksAgainst) {
      found.set(person, isAgainst || (found.get(person) ?? false));
    }
  }
  return found;
}

function shareOf(answers: ReadonlyMap<number, boolean>): MeasuredShare | null {
  return measureShare([...answers.values()].filter(Boolean).length, answers.size);
}

/** People who were told 1, 2 … reasons, without gaps up to the most anybody was told. */
function countReasons(counts: Int32Array): ReasonFindings["reasonCounts"] {
  const most = counts.reduce((greatest, own) => Math.max(greatest, own), 0);
  return Array.from({ length: most }, (_, k) => ({
    reasons: k + 1,
    people: counts.filter((own) => own === k + 1).length,
  }));
}

function describe({ name, fields, people, immutable, sensitive, checked }: ToldReason, all: number): ReasonFinding {
  const isChecked = typeof checked !== "string";
  return {
    reason: name,
    fields,
    told: measureShare(people.length, all),
    immutable: immutable.length > 0,
    sensitive: sensitive.length > 0,
    check: isChecked
      ? {
          field: checked.field,
          direction: checked.direction,
          median: checked.median,
          against: shareOf(checked.speaksAgainst)!,
        }
      : null,
    unchecked: isChecked ? null : checked,
  };
}

interface Told {
  readonly told: readonly ToldReason[];
  /** Refused people who were told any reason. */
  readonly people: readonly number[];
  readonly against: ReadonlyMap<number, boolean>;
  readonly decisions: Uint8Array;
}

/** Each reason by group, and what values speak against by group; all comparisons are corrected together. */
function compareGroups(
  { told, people, against, decisions }: Told,
  groupings: readonly Grouping[],
): Pick<ReasonFindings, "byAttribute" | "comparisons"> {
  const given = told.filter((reason) => reason.people.length > 0);
  const refused = [...decisions.keys()].filter((i) => decisions[i] === 0);
  const counted = groupings.map((grouping) => ({
    grouping,
    coverage: countGroups(grouping, refused, new Set(people)),
    reasons: given.map((reason) => countGroups(grouping, people, new Set(reason.people))),
    against: against.size === 0 ? [] : countAnswers(grouping, against),
  }));
  const divisions = counted.flatMap((one) => [...one.reasons, ...(one.against.length === 0 ? [] : [one.against])]);
  const { comparisons, made } = compareShares(divisions);
  let next = 0;
  const byAttribute = counted.map(({ grouping, coverage, reasons, against: spoken }): ReasonsByAttribute => {
    const { attribute, columns, kind, labels } = grouping;
    return {
      attribute,
      columns,
      kind,
      coverage: labels.map((group, g) => ({
        group,
        coverage: shareIn(coverage[g]),
        status: statusOf(coverage[g]!.successes),
      })),
      reasons: given.map(({ name, checked }, r) => {
        const own = comparisons[next++]!;
        const values = typeof checked === "string" ? [] : countAnswers(grouping, checked.speaksAgainst);
        return {
          reason: name,
          groups: labels.map((group, g) => ({
            group,
            status: statusOf(reasons[r]![g]!.n),
            told: shareIn(reasons[r]![g]),
            comparison: own[g]!,
            against: shareIn(values[g]),
          })),
        };
      }),
      against: spoken.length === 0 ? [] : describeAgainst(labels, spoken, comparisons[next++]!),
    };
  });
  return { byAttribute, comparisons: made };
}

function describeAgainst(
  labels: readonly string[],
  counted: readonly Counted[],
  comparisons: ReturnType<typeof compareShares>["comparisons"][number],
): ReasonsByAttribute["against"] {
  return labels.map((group, g) => ({
    group,
    status: statusOf(counted[g]!.n),
    against: shareIn(counted[g]),
    comparison: comparisons[g]!,
  }));
}

function statusOf(people: number): "measured" | "insufficient" {
  return people < LEAST_GROUP ? "insufficient" : "measured";
}

function shareIn(counted: Counted | undefined): MeasuredShare | null {
  return counted === undefined ? null : measureShare(counted.successes, counted.n);
}

/** Of the people, by group: how many there are, and how many of them are `chosen`. */
function countGroups(
  { groupOf, labels }: Grouping,
  people: readonly number[],
  chosen: ReadonlySet<number>,
): readonly Counted[] {
  const isOne = Int32Array.from(groupOf).fill(-1);
  for (const person of people) isOne[person] = groupOf[person]!;
  const n = sumByGroup(isOne, labels.length, () => 1);
  const successes = sumByGroup(isOne, labels.length, (i) => (chosen.has(i) ? 1 : 0));
  return labels.map((_, g) => ({ n: n[g]!, successes: successes[g]! }));
}

function countAnswers(grouping: Grouping, answers: ReadonlyMap<number, boolean>): readonly Counted[] {
  const chosen = new Set([...answers].flatMap(([person, answer]) => (answer ? [person] : [])));
  return countGroups(grouping, [...answers.keys()], chosen);
}
