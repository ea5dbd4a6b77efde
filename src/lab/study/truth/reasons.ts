import type { GroupComparison } from "../../../findings/facts.js";
import type { Finding } from "../../../findings/findings.js";
import type { ReasonFindings } from "../../../findings/reasons.js";
import { hasReasons } from "../../../input/evidence.js";
import { type CategoryColumn, type Column, selectTableRows, type Table } from "../../../input/table.js";
import { indices } from "../../../math/compare.js";
import { quantile } from "../../../math/quantile.js";
import { applyGrouping, groupingRules } from "../../../measure/groups/groups.js";
import { fitModel, type Model } from "../../../surrogate/model.js";
import type { GeneratedReasons } from "../../generators/generator.js";
import { type Judged, note, noteInterval, type Outcomes, shareRight } from "./judged.js";

const ASKED = 3000; // other refused people who are told reasons, to learn how often each is given to whom

/** A share by group counts as known from so many people on, */
const KNOWN = 100;
/** and what values speak against where so many times the observed people were asked. */
const TIMES = 10;

/** Somebody the audit was not told of: what they are told, and whether their own values speak against it. */
interface Told {
  readonly reasons: ReadonlySet<string>;
  /** For each reason about a number, with a direction: whether the value is at least as good as the median. */
  readonly speaksAgainst: ReadonlyMap<string, boolean>;
}

/** Which reasons are given to whom, and whether people's own values speak against them. */
export function judgeReasons(judged: Judged): Outcomes {
  const { report, made } = judged;
  const found = report.reasons;
  const outcomes: Outcomes = {};
  if (found === null) return outcomes;
  judgeIndications(judged, found, outcomes);
  const { groups, heldAgainst } = tellOthers(judged);
  const others = { groups, people: heldAgainst(medianIn(made.evidence.observations, made.evidence.decisions)) };
  const inWorld = heldAgainst(medianIn(made.world.people, made.world.decisions));
  const told = others.people.filter(({ reasons }) => reasons.size > 0);
  const shareTold = (name: string) => told.filter(({ reasons }) => reasons.has(name)).length / told.length;
  if (found.coverage) {
    noteInterval(outcomes, "reasons/coverage interval", found.coverage, told.length / others.people.length);
  }
  for (const { reason, told: own } of found.reasons) {
    if (own) noteInterval(outcomes, "reasons/told interval", own, shareTold(reason));
  }
  const [most] = found.reasons;
  const mostTold = Math.max(...found.reasons.map(({ reason }) => shareTold(reason)));
  if (most) note(outcomes, "reasons/most often: true", shareTold(most.reason) === mostTold ? 1 : 0);
  if (others.people.length >= TIMES * found.people) judgeChecks(found, others.people, inWorld, outcomes);
  judgeComparisons(judged, others, outcomes);
  return outcomes;
}

/** Shares of people whose value speaks against a reason; `inWorld` holds values against everybody's median. */
function judgeChecks(
  { reasons, against }: ReasonFindings,
  others: readonly Told[],
  inWorld: readonly Told[],
  outcomes: Outcomes,
): void {
  for (const { reason, check } of reasons) {
    const truth = check && shareOf(others, (one) => one.speaksAgainst.get(reason) ?? null);
    if (check && truth?.known) noteInterval(outcomes, "reasons/check interval", check.against, truth.share);
  }
  if (against === null) return;
  const [own, world] = [shareOf(others, anyAgainst), shareOf(inWorld, anyAgainst)];
  if (own.known) noteInterval(outcomes, "reasons/against interval", against, own.share);
  if (world.known) noteInterval(outcomes, "reasons/against interval, true median", against, world.share);
}

type Median = (column: Column) => number | null;

interface Asked {
  readonly groups: readonly CategoryColumn[];
  readonly people: readonly Told[];
}

/** What the platform tells other refused people, by the same generator; their values are held against a median. */
function tellOthers({ made, generator, kernels }: Judged) {
  const { world, others } = made;
  const rejected = indices(others.table.rows)
    .filter((i) => others.decisions[i] === 0)
    .subarray(0, ASKED);
  const table = selectTableRows(others.table, rejected);
  const { reasons } = generator.generate(
    {
      rejected: table,
      target: world.target,
      pool: world.pool,
      immutable: world.data.features.filter(({ immutable }) => immutable).map(({ name }) => name),
      seed: made.letterSeed, // what people are compared with is the same
    },
    kernels,
  );
  const groups = others.groups.map((column) => ({ ...column, codes: rejected.map((i) => column.codes[i]!) }));
  return { groups, heldAgainst: (median: Median) => peopleOf(table, reasons!, median) };
}

function peopleOf(table: Table, { citable, cited, directions }: GeneratedReasons, median: Median): Told[] {
  const limits = new Map(table.columns.map((column) => [column.name, median(column)]));
  return cited.map((own, p) => {
    const speaksAgainst = new Map<string, boolean>();
    own.forEach((place, k) => {
      const name = citable[place]!;
      const column = table.columns.find((one) => one.name === name);
      const limit = limits.get(name) ?? null;
      const direction = directions?.[p]?.[k] ?? 0;
      if (column?.type !== "number" || limit === null || direction === 0 || Number.isNaN(column.values[p]!)) return;
      const value = column.values[p]!;
      speaksAgainst.set(name, direction > 0 ? value >= limit : value <= limit);
    });
    return { reasons: new Set(Array.from(own, (place) => citable[place]!)), speaksAgainst };
  });
}

/** The median of the accepted people in a column of numbers. */
function medianIn(people: Table, decisions: Uint8Array): Median {
  return ({ name }) => {
    const column = people.columns.find((one) => one.name === name);
    if (column?.type !== "number") return null;
    const accepted = column.values.filter((value, i) => decisions[i] === 1 && !Number.isNaN(value)).sort();
    return accepted.length === 0 ? null : quantile(accepted, 0.5);
  };
}

function anyAgainst({ speaksAgainst }: Told): boolean | null {
  return speaksAgainst.size === 0 ? null : [...speaksAgainst.values()].includes(true);
}

/** The share of yes among those with an answer; known from a hundred on. */
function shareOf(people: readonly Told[], answer: (person: Told) => boolean | null) {
  const answers = people.map(answer).filter((one) => one !== null);
  return { share: answers.filter(Boolean).length / answers.length, known: answers.length >= KNOWN };
}

/** Differences between groups in what they are told, and in whose values speak against it. */
function judgeComparisons(judged: Judged, others: Asked, outcomes: Outcomes): void {
  const { report, made } = judged;
  const rules = groupingRules(made.evidence.groups, report.settings);
  const attributes = rules.map((rule) => {
    const { attribute, columns, labels, groupOf } = applyGrouping(rule, others.groups);
    const isCoin = columns.every((column) => made.world.coins.includes(column));
    return {
      attribute,
      isCoin,
      /** What the group's share of yes is above everybody else's; null where too few people tell. */
      difference(group: string, answer: (person: Told) => boolean | null): number | null {
        if (isCoin) return 0;
        const place = labels.indexOf(group);
        const own = shareOf(
          others.people.filter((_, i) => groupOf[i] === place),
          answer,
        );
        const rest = shareOf(
          others.people.filter((_, i) => groupOf[i] !== place && groupOf[i]! >= 0),
          answer,
        );
        return own.known && rest.known ? own.share - rest.share : null;
      },
    };
  });
  const truthOf = (name: string | null) => attributes.find(({ attribute }) => attribute === name);
  const isTold = (name: string) => (person: Told) => (person.reasons.size === 0 ? null : person.reasons.has(name));
  for (const { attribute, reasons, against } of report.reasons?.byAttribute ?? []) {
    const truth = truthOf(attribute)!;
    const interval = (
      name: string,
      group: string,
      comparison: GroupComparison | null,
      answer: ReturnType<typeof isTold>,
    ) => {
      const difference = comparison && truth.difference(group, answer);
      if (comparison && difference !== null) noteInterval(outcomes, name, comparison.difference, difference);
    };
    for (const { reason, groups } of reasons) {
      for (const { group, comparison } of groups)
        interval("reasons/difference interval", group, comparison, isTold(reason));
    }
    for (const { group, comparison } of against)
      interval("reasons/against difference interval", group, comparison, anyAgainst);
  }
  for (const kind of ["reasons-differ", "reasons-against"] as const) {
    const said = report.findings.filter((finding) => finding.kind === kind);
    for (const finding of said)
      judgeFinding(
        finding,
        truthOf(finding.attribute),
        kind === "reasons-differ" ? isTold(finding.fields[0] ?? "") : anyAgainst,
        outcomes,
      );
    const coins = said.filter(({ attribute }) => truthOf(attribute)?.isCoin === true);
    if (!attributes.some(({ isCoin }) => isCoin) || said.length === 0) continue;
    note(outcomes, `${kind}/audit: no false clear`, coins.some(({ strength }) => strength === "clear") ? 0 : 1);
  }
}

function judgeFinding(
  { kind, strength, group, estimate }: Finding,
  truth:
    | { readonly isCoin: boolean; difference(group: string, answer: (person: Told) => boolean | null): number | null }
    | undefined,
  answer: (person: Told) => boolean | null,
  outcomes: Outcomes,
): void {
  const difference = group === null ? null : (truth?.difference(group, answer) ?? null);
  if (estimate === null || difference === null) return;
  noteInterval(outcomes, `${kind}/${strength} interval`, estimate, difference);
  if (strength !== "none") note(outcomes, `${kind}/${strength}: true`, difference * estimate.value > 0 ? 1 : 0);
}

/** Counts of people whose value speaks against a reason, from the files as they were made. */
function judgeIndications({ made }: Judged, { indications }: ReasonFindings, outcomes: Outcomes): void {
  const { evidence } = made;
  if (!hasReasons(evidence)) return;
  const { names, personOf, nameOf, direction } = evidence.reasons;
  const median = medianIn(evidence.observations, evidence.decisions);
  for (const { kind, reason, field, count, examples } of indications) {
    const column = evidence.observations.columns.find(({ name }) => name === field);
    if (kind !== "value-against" || column?.type !== "number") continue;
    const limit = median(column) ?? Number.NaN;
    const accepted = [...column.values].filter((value, i) => evidence.decisions[i] === 1 && !Number.isNaN(value));
    const concerned = [...personOf.keys()].flatMap((k) => {
      const value = column.values[personOf[k]!]!;
      const isBetter = (one: number) => (direction[k]! > 0 ? one > value : one < value);
      if (names[nameOf[k]!]!.name !== reason || direction[k] === 0 || Number.isNaN(value)) return [];
      const isAgainst = direction[k]! > 0 ? value >= limit : value <= limit;
      return isAgainst ? [accepted.filter((one) => !isBetter(one)).length / accepted.length] : [];
    });
    const isRight = concerned.length === count && examples.every(({ noBetter }) => concerned.includes(noBetter ?? -1));
    note(outcomes, "reasons/indication: true", isRight ? 1 : 0);
  }
}

/** Whether reasons help: the recommended method with and without them, by what the target says of other people. */
export function judgeReasonWorth({ report, model, method, made, kernels }: Judged): Outcomes {
  const outcomes: Outcomes = {};
  const { reasonWorth: worth, settings } = report;
  if (worth === null) return outcomes;
  const { reasons: _reasons, ...bare } = made.evidence;
  const silent = fitModel(bare, method, kernels, { scaling: settings.scaling });
  const rightOf = (fitted: Model) => shareRight(made, fitted.predict(made.others.table).decisions) ?? 0;
  const gain = rightOf(model) - rightOf(silent);
  noteInterval(outcomes, "reasons/gain interval", worth.difference, gain);
  note(outcomes, `reasons/${worth.verdict}: gain`, gain);
  note(outcomes, "reasons/audit: no false help", worth.verdict === "help" && gain <= 0 ? 0 : 1);
  note(outcomes, "reasons/audit: no help denied", worth.verdict === "do not help" && gain >= worth.margin ? 0 : 1);
  if (worth.verdict === "help") note(outcomes, "reasons/help: true", gain > 0 ? 1 : 0);
  if (worth.verdict === "do not help") note(outcomes, "reasons/do not help: true", gain < worth.margin ? 1 : 0);
  return outcomes;
}
