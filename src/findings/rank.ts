import type { AuditReport } from "./audit-file.js";
import { type Compared, comparedWithRest } from "./compared.js";
import type { AttributeFacts, Facts } from "./facts.js";
import type { Finding, Strength } from "./findings.js";
import type { BurdenByAttribute, Contradiction, LetterFindings } from "./letters.js";
import { byStrength, finding, STRENGTHS } from "./make-finding.js";
import { populationDifferences } from "./population-differences.js";

/** What findings are made from: everything an audit measured. */
export type Measured = Omit<AuditReport, "findings">;

/**
 * What was found, the most important first: differences between groups in the observed decisions, clear ones before
 * the others and the largest first; what letters ask; the rebuilt model; what it adds; what stays open; what could
 * not be tested. A pure function of the numbers, so every surface shows the same list.
 */
export function rankFindings(measured: Measured): Finding[] {
  const { facts, letters } = measured;
  const differences = groupDifferences(facts);
  return [
    ...differences.filter(({ strength }) => strength !== "untested").toSorted(byStrength),
    ...letterFindings(letters),
    ...rebuiltModel(measured),
    ...errorDirection(measured),
    ...populationDifferences(measured, differences),
    ...openPeople(measured),
    ...differences.filter(({ strength }) => strength === "untested"),
    ...smallGroups(facts),
    ...(letters === null ? [finding({ id: "untested/letters", reason: "no-letters", section: "letters" })] : []),
  ];
}

export interface LeadingFindings {
  /** The clear difference that leads; null where none is clear. */
  readonly headline: Finding | null;
  /** At most two to put under it. */
  readonly more: readonly Finding[];
}

/** What stands on the first page: a clear difference leads, or nothing does; then two more, clear ones first. */
export function leadingFindings(findings: readonly Finding[]): LeadingFindings {
  const headline = findings.find(({ kind, strength }) => kind === "group-difference" && strength === "clear") ?? null;
  const others = findings.filter((one) => one !== headline && LEADING.has(one.kind));
  const of = (strength: Strength) => others.filter((one) => one.strength === strength);
  return { headline, more: [...of("clear"), ...of("possible")].slice(0, 2) };
}

/** The other kinds have a place of their own on the first page. */
const LEADING: ReadonlySet<Finding["kind"]> = new Set([
  "group-difference",
  "letters-contradict",
  "immutable-change",
  "letters-burden",
  "model-difference",
]);

/** One finding per attribute, and one for a pair that says more than its attributes do. */
function groupDifferences({ attributes }: Facts): Finding[] {
  if (attributes.length === 0) return [finding({ id: "untested/groups", reason: "no-attributes", section: "facts" })];
  const singles = attributes
    .filter(({ kind }) => kind !== "intersection")
    .map((facts) => ({ facts, ...summary(facts), worst: null as Worst | null }));
  const pairs = attributes
    .filter(({ kind }) => kind === "intersection")
    .map((facts) => ({ facts, ...summary(facts) }))
    .toSorted((a, b) => sizeOf(b.lead) - sizeOf(a.lead));
  const own: Finding[] = [];
  for (const pair of pairs) {
    const { lead, facts } = pair;
    if (lead === null || (lead.strength !== "clear" && lead.strength !== "possible")) continue;
    const parts = singles.filter((single) => facts.columns.includes(single.facts.attribute));
    const within = parts
      .filter((single) => explains(single.lead, lead))
      .toSorted((a, b) => sizeOf(b.lead) - sizeOf(a.lead))[0];
    if (within === undefined) {
      const seen = parts.some(({ lead: part }) => part?.strength === "clear" || part?.strength === "possible");
      if (lead.strength === "clear" || !seen) own.push(differenceFinding(facts, lead, pair.also, null));
    } else if (within.lead && isAlike(lead, within.lead) && sizeOf(lead) > sizeOf(within.lead)) {
      within.worst ??= { attribute: facts.attribute, group: lead.group, share: lead.rate, n: lead.n };
    }
  }
  const each = singles.map(({ facts, lead, also, worst }) =>
    lead === null ? untestedAttribute(facts) : differenceFinding(facts, lead, also, worst),
  );
  return [...each, ...own];
}

type Worst = NonNullable<Finding["worst"]>;

function sizeOf(lead: Compared | null): number {
  return Math.abs(lead?.difference.value ?? 0);
}

/** The group that differs most clearly, then most, and the others that are clear. */
function summary(facts: AttributeFacts): { readonly lead: Compared | null; readonly also: readonly string[] } {
  const compared = facts.groups.flatMap((entry) => comparedWithRest(entry, facts) ?? []);
  const ranked = compared.toSorted(
    (a, b) =>
      STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength) ||
      sizeOf(b) - sizeOf(a) ||
      a.difference.value - b.difference.value,
  );
  const [lead = null, ...others] = ranked;
  const clear = others.filter(({ strength }) => strength === "clear").map(({ group }) => group);
  return { lead, also: facts.groups.length === 2 ? [] : clear };
}

/**
 * Whether a group of a pair shows again what is seen of one attribute: it lies within the attribute's group and differs
 * the same way, or outside it and differs the other way.
 */
function explains(lead: Compared | null, pair: Compared): boolean {
  if (lead === null || STRENGTHS.indexOf(lead.strength) > STRENGTHS.indexOf(pair.strength)) return false;
  const within = pair.group.startsWith(`${lead.group} × `) || pair.group.endsWith(` × ${lead.group}`);
  return within === isAlike(lead, pair);
}

function isAlike(a: Compared, b: Compared): boolean {
  return Math.sign(a.difference.value) === Math.sign(b.difference.value);
}

function differenceFinding(
  { attribute, groups, power }: AttributeFacts,
  lead: Compared,
  also: readonly string[],
  worst: Worst | null,
): Finding {
  const other = groups.length === 2 ? groups.find(({ group }) => group !== lead.group) : undefined;
  return finding({
    id: `group-difference/${attribute}`,
    kind: "group-difference",
    strength: lead.strength,
    attribute,
    group: lead.group,
    against: other?.group ?? null,
    also,
    worst: lead.strength === "clear" || lead.strength === "possible" ? worst : null,
    share: lead.rate,
    n: lead.n,
    shareAgainst: lead.rest,
    nAgainst: lead.nRest,
    estimate: lead.difference,
    scale: "points",
    adjusted: lead.adjusted,
    detectable: power?.detectableRatio ?? null,
    needed: power?.neededPerGroup ?? null,
    section: "facts",
  });
}

function untestedAttribute({ attribute, groups }: AttributeFacts): Finding {
  const reason = groups.length < 2 ? "one-group" : "few-people";
  return finding({ id: `untested/${attribute}`, attribute, reason, needed: LEAST_PEOPLE, section: "facts" });
}

/** Below so many people a group is shown and not compared. */
const LEAST_PEOPLE = 10;

/** Groups too small to compare, of attributes that are compared; small groups of pairs are in the tables. */
function smallGroups({ attributes }: Facts): Finding[] {
  return attributes.flatMap(({ attribute, kind, groups }) => {
    const small = groups.filter(({ status }) => status === "insufficient").map(({ group }) => group);
    const measured = groups.length - small.length;
    if (small.length === 0 || measured < 2 || kind === "intersection") return [];
    const id = `untested/${attribute}/groups`;
    return finding({ id, attribute, also: small, reason: "few-people", needed: LEAST_PEOPLE, section: "facts" });
  });
}

function letterFindings(letters: LetterFindings | null): Finding[] {
  if (letters === null) return [];
  const certain = letters.contradictions.filter(({ strength }) => strength === "certain");
  const contradicting = certain.map(({ kind, field, count }) =>
    finding({
      id: contradictionId({ kind, field }),
      kind: "letters-contradict",
      strength: "clear",
      fields: field === null ? [] : [field],
      n: count,
      nAgainst: letters.compared,
      section: "letters",
    }),
  );
  const asked = letters.fields.filter(({ immutable, changed }) => immutable && changed.successes > 0);
  const immutable =
    asked.length === 0 || letters.immutable === null
      ? []
      : [
          finding({
            id: "immutable-change",
            kind: "immutable-change",
            strength: "clear",
            fields: asked.map(({ field }) => field),
            share: letters.immutable.share,
            n: letters.immutable.n,
            section: "letters",
          }),
        ];
  return [...contradicting, ...immutable, ...burden(letters.burden)];
}

/** The id of the finding that letters and decisions contradict each other this way. */
export function contradictionId({ kind, field }: Pick<Contradiction, "kind" | "field">): string {
  return `letters-contradict/${kind}${field === null ? "" : `/${field}`}`;
}

/** The one difference in what letters ask that is clearest, then largest. */
function burden(attributes: readonly BurdenByAttribute[]): Finding[] {
  const gaps = attributes.flatMap(({ attribute, groups, distanceGap: gap }) => {
    if (gap === null) return [];
    const lettersTo = (name: string) => groups.find(({ group }) => group === name)?.letters ?? null;
    return finding({
      id: `letters-burden/${attribute}`,
      kind: "letters-burden",
      strength: gap.low > 0 ? "possible" : "none",
      attribute,
      group: gap.highest,
      against: gap.lowest,
      n: lettersTo(gap.highest),
      nAgainst: lettersTo(gap.lowest),
      estimate: { value: gap.value, low: gap.low, high: gap.high },
      scale: "distance",
      section: "letters",
    });
  });
  return gaps.toSorted(byStrength).slice(0, 1);
}

function rebuiltModel({ methods, recommendation }: Measured): Finding[] {
  const agreement = (name: string) => methods.find(({ method }) => method === name)?.agreement?.overall ?? null;
  const own = agreement(recommendation.method);
  if (own === null) return [];
  const usual = agreement("majority");
  return [
    finding({
      id: "rebuilt-model",
      kind: "rebuilt-model",
      strength: usual === null || own.low > usual.share ? "clear" : "none",
      share: own.share,
      n: own.n,
      shareAgainst: usual?.share ?? null,
      estimate: { value: own.share, low: own.low, high: own.high },
      scale: "share",
      section: "surrogate",
    }),
  ];
}

function errorDirection({ errors }: Measured): Finding[] {
  if (errors === null) return [];
  const { direction, difference, rebuiltRate, observedRate, accepted, rejected } = errors;
  return [
    finding({
      id: "error-direction",
      kind: "error-direction",
      strength: direction === "no clear direction" ? "none" : "clear",
      share: rebuiltRate,
      shareAgainst: observedRate,
      n: accepted.n + rejected.n,
      estimate: difference,
      scale: "points",
      section: "surrogate",
    }),
  ];
}

function openPeople({ identification: { determined, stability } }: Measured): Finding[] {
  const { contested } = determined;
  if (stability.refits === 0) return [];
  return [
    finding({
      id: "open-people",
      kind: "open-people",
      strength: "clear",
      share: contested.share,
      n: contested.n,
      estimate: { value: contested.share, low: contested.low, high: contested.high },
      scale: "share",
      section: "determined",
    }),
  ];
}
