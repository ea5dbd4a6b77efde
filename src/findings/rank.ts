import type { AuditReport } from "./audit-file.js";
import { type Compared, comparedWithRest } from "./compared.js";
import type { AttributeFacts, Facts } from "./facts.js";
import type { Finding, Strength } from "./findings.js";
import type { BurdenByAttribute, Contradiction, LetterFindings } from "./letters.js";
import { byStrength, finding, STRENGTHS } from "./make-finding.js";
import { populationDifferences } from "./population-differences.js";
import { reasonFindings } from "./rank-reasons.js";

/** What findings are made from: everything an audit measured. */
export type Measured = Omit<AuditReport, "findings">;

/**
 * What was found, the most important first: differences between groups in the observed decisions, clear ones before
 * the others and the largest first; what letters ask and reasons say; the rebuilt model; what it adds; what stays
 * open; what could not be tested. A pure function of the numbers, so every surface shows the same list.
 */
export function rankFindings(measured: Measured): Finding[] {
  const { facts, letters, reasons } = measured;
  const differences = groupDifferences(facts);
  return [
    ...differences.filter(({ strength }) => strength !== "untested").toSorted(byStrength),
    ...letterFindings(letters),
    ...reasonFindings(reasons),
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

/** The first page: a clear difference leads and clear findings follow; or none leads, and possible ones follow too. */
export function leadingFindings(findings: readonly Finding[]): LeadingFindings {
  const headline = findings.find(({ kind, strength }) => kind === "group-difference" && strength === "clear") ?? null;
  const others = findings.filter((one) => one !== headline && LEADING.has(one.kind));
  const of = (strength: Strength) => others.filter((one) => one.strength === strength);
  return { headline, more: [...of("clear"), ...(headline === null ? of("possible") : [])].slice(0, 2) };
}

/** The other kinds have a place of their own on the first page. */
const LEADING: ReadonlySet<Finding["kind"]> = new Set([
  "group-difference",
  "letters-contradict",
  "immutable-change",
  "letters-burden",
  "reasons-protected",
  "reasons-differ",
  "reasons-against",
  "model-difference",
]);

/** One finding per attribute, and one for a pair that says more than its attributes do. */
function groupDifferences({ attributes }: Facts): Finding[] {
  if (attributes.length === 0) return [finding({ id: "untested/groups", reason: "no-attributes", section: "facts" })];
  const singles = attributes.filter(({ kind }) => kind !== "intersection").map(summary);
  const pairs = attributes
    .filter(({ kind }) => kind === "intersection")
    .map(summary)
    .toSorted((a, b) => sizeOf(b.lead) - sizeOf(a.lead));
  const own = pairs.flatMap(({ facts, lead, clear }) => {
    if (lead === null || !isSeen(lead)) return [];
    const parts = singles.filter((single) => facts.columns.includes(single.facts.attribute));
    if (parts.some((single) => explains(single.lead, lead))) return [];
    const isNew = lead.strength === "clear" || !parts.some(({ lead: part }) => part !== null && isSeen(part));
    return isNew ? [differenceFinding({ facts, lead, clear }, null)] : [];
  });
  const told: Worst[] = [];
  const tested = singles.flatMap(({ lead, ...rest }) => (lead === null ? [] : [{ ...rest, lead }]));
  const each = tested
    .toSorted((a, b) => byCompared(a.lead, b.lead))
    .map((single) => {
      const worst = isSeen(single.lead) ? furthestOut(single, pairs, told) : null;
      if (worst !== null) told.push(worst);
      return differenceFinding(single, worst);
    });
  const untested = singles.filter(({ lead }) => lead === null).map(({ facts }) => untestedAttribute(facts));
  return [...each, ...untested, ...own];
}

type Worst = NonNullable<Finding["worst"]>;

/** An attribute, its group that differs most clearly, then most, and all that are clear. */
interface Summary {
  readonly facts: AttributeFacts;
  readonly lead: Compared | null;
  readonly clear: readonly Compared[];
}

interface TestedSummary extends Summary {
  readonly lead: Compared;
}

function isSeen({ strength }: Compared): boolean {
  return strength === "clear" || strength === "possible";
}

/**
 * The group of a pair that lies within a group of the attribute about which something is said, and further out; clear
 * ones first, then the furthest from everybody else. Pairs in `told` belong to another finding.
 */
function furthestOut(
  { facts, lead, clear }: TestedSummary,
  pairs: readonly Summary[],
  told: readonly Worst[],
): Worst | null {
  const said = [...new Set([lead, ...clear])];
  const isTold = (attribute: string, group: string) =>
    told.some((one) => one.attribute === attribute && one.group === group);
  const found = pairs
    .filter((pair) => pair.facts.columns.includes(facts.attribute))
    .flatMap((pair) =>
      comparedGroups(pair.facts).flatMap((compared) => {
        const within = said.find((group) => liesWithin(compared, group) && isFurtherOut(compared, group));
        if (within === undefined || !isSeen(compared) || isTold(pair.facts.attribute, compared.group)) return [];
        return [{ pair, compared, within }];
      }),
    )
    .toSorted((a, b) => byCompared(a.compared, b.compared));
  const [first] = found;
  if (first === undefined) return null;
  const { group, strength, rate, n } = first.compared;
  return { attribute: first.pair.facts.attribute, group, within: first.within.group, strength, share: rate, n };
}

function liesWithin(pair: Compared, { group }: Compared): boolean {
  return pair.group.startsWith(`${group} × `) || pair.group.endsWith(` × ${group}`);
}

function isFurtherOut(pair: Compared, single: Compared): boolean {
  const side = Math.sign(single.difference.value);
  return side * pair.difference.value > side * single.difference.value && side * pair.rate > side * single.rate;
}

function sizeOf(lead: Compared | null): number {
  return Math.abs(lead?.difference.value ?? 0);
}

function comparedGroups(facts: AttributeFacts): Compared[] {
  return facts.groups.flatMap((entry) => comparedWithRest(entry, facts) ?? []);
}

/** Clear ones first, then those that differ most; of two groups the one with the lower rate. */
function byCompared(a: Compared, b: Compared): number {
  return (
    STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength) ||
    sizeOf(b) - sizeOf(a) ||
    a.difference.value - b.difference.value
  );
}

function summary(facts: AttributeFacts): Summary {
  const ranked = comparedGroups(facts).toSorted(byCompared);
  return { facts, lead: ranked[0] ?? null, clear: ranked.filter(({ strength }) => strength === "clear") };
}

/**
 * Whether a group of a pair shows again what is seen of one attribute: it lies within the attribute's group and differs
 * the same way, or outside it and differs the other way.
 */
function explains(lead: Compared | null, pair: Compared): boolean {
  if (lead === null || STRENGTHS.indexOf(lead.strength) > STRENGTHS.indexOf(pair.strength)) return false;
  return liesWithin(pair, lead) === isAlike(lead, pair);
}

function isAlike(a: Compared, b: Compared): boolean {
  return Math.sign(a.difference.value) === Math.sign(b.difference.value);
}

function differenceFinding(
  { facts: { attribute, groups, power }, lead, clear }: TestedSummary,
  worst: Worst | null,
): Finding {
  const other = groups.length === 2 ? groups.find(({ group }) => group !== lead.group) : undefined;
  const others = clear.filter((one) => one !== lead).map(({ group }) => group);
  return finding({
    id: `group-difference/${attribute}`,
    kind: "group-difference",
    strength: lead.strength,
    attribute,
    group: lead.group,
    against: other?.group ?? null,
    also: groups.length === 2 ? [] : others,
    worst,
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

function rebuiltModel({ methods, recommendation, sample }: Measured): Finding[] {
  const agreement = (name: string) => methods.find(({ method }) => method === name)?.agreement?.overall ?? null;
  const own = sample?.right.overall ?? agreement(recommendation.method);
  if (own === null) return [];
  const usual = sample ? { share: sample.right.usual } : agreement("majority");
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
