import { percent as formatted } from "../../src/document/format.js";
import type { GroupModelFairness, ModelFairness } from "../../src/findings/model-fairness.js";
import type { Estimate, MeasuredShare } from "../../src/math/interval.js";
import type { PersonPage, WorkedCase } from "./worked-cases.js";

/** Every table a worked page may hold, by the word after the name of its case. */
export const BLOCKS: Readonly<Record<string, (worked: WorkedCase, detail: string) => string>> = {
  counts,
  problems,
  differences,
  rates,
  letters,
  burden,
  methods,
  worth,
  agreement,
  features,
  determined,
  corrected,
  "rate-error": rateError,
  odds,
  gaps,
  sensitivity,
};

/** What `recast explain` says of one person, without any of their values. */
export function personTable({ observed, rebuilt, certainty, contributions, letters, flip }: PersonPage): string {
  const { asked, accepted } = certainty.refits;
  const [first, second] = contributions.features;
  return table(
    ["", "row 17"],
    [
      ["observed decision", observed.answer],
      ["answer of the rebuilt model, score", `${rebuilt.answer}, ${rebuilt.score.toFixed(2)}`],
      [
        "refits that had not seen this person, of them accepting",
        `${asked}, ${accepted}: ${certainty.determined === "contested" ? "open" : "clear"}`,
      ],
      ["columns that weigh most", `${signed(first)}; ${signed(second)}`],
      ["what the letter asks, and whether the rebuilt model accepts the offer", letters.map(letterWords).join("; ")],
      [
        "what would probably change the decision",
        flip === null || flip.chance === null
          ? (flip?.status ?? "the model is wrong about this person")
          : `${flip.changes.length} fields, ${(100 * flip.chance).toFixed(0)} %`,
      ],
    ],
  );
}

/** The score distance between two groups of the population, through the rebuilt model and by the target's own scores. */
export function distanceTable(worked: WorkedCase, attribute: string, scores: Float64Array): string {
  const lines = throughPopulation(worked).flatMap(({ method, attributes }) =>
    attributes
      .filter((entry) => entry.attribute === attribute)
      .flatMap(({ dtidp }) => dtidp?.worst ?? [])
      .map((worst) => {
        const of = (group: string | null) => scores.filter((_, i) => worked.others[i]?.cells[attribute] === group);
        const own = areaBetween(of(worst.a), of(worst.b));
        const inside = worst.low <= own && own <= worst.high ? "yes" : "no";
        return [method, `${worst.a}, ${worst.b}`, `${ranged(worst, three)}`, three(own), inside];
      }),
  );
  return table(
    ["rebuilt by", "groups", "distance through the rebuilt model", "the net's own", "in the interval"],
    lines,
  );
}

/** W₁ of two samples as the area between their distribution functions, summed over every score of either. */
function areaBetween(a: Float64Array, b: Float64Array): number {
  const ends = Float64Array.from([...a, ...b]).sort();
  const [left, right] = [a.slice().sort(), b.slice().sort()];
  let area = 0;
  let i = 0;
  let j = 0;
  for (let k = 0; k + 1 < ends.length; k++) {
    const at = ends[k]!;
    while (i < left.length && left[i]! <= at) i++;
    while (j < right.length && right[j]! <= at) j++;
    area += Math.abs(i / left.length - j / right.length) * (ends[k + 1]! - at);
  }
  return area;
}

function counts({ audit, counts: { letters, refused }, others }: WorkedCase): string {
  const { observations, accepted } = audit.evidence;
  return table(
    ["file", "what is in it"],
    [
      ["`decisions.csv`", `${observations} people: ${accepted} accepted, ${observations - accepted} rejected`],
      ["`letters.csv`", `letters to ${letters} of the ${refused} rejected`],
      ["`population.csv`", `${grouped(others.length)} other people`],
    ],
  );
}

function problems({ audit }: WorkedCase): string {
  const lines = audit.problems.map(({ code, severity, count }) => [`\`${code}\``, severity, String(count)]);
  return table(["what was noticed", "severity", "rows or cells"], lines);
}

function differences({ audit }: WorkedCase): string {
  const found = audit.findings.filter(({ kind }) => kind === "group-difference");
  return table(
    ["group", "rate", "compared with", "rate", "difference, points (95 % interval, corrected)", "strength"],
    found.map(({ attribute, group, share, against, shareAgainst, estimate, strength }) => [
      `${attribute}: ${group}`,
      percent(share ?? Number.NaN),
      against ?? "everybody else",
      percent(shareAgainst ?? Number.NaN),
      estimate ? ranged(estimate, points) : "–",
      strength,
    ]),
  );
}

function rates({ audit }: WorkedCase, attribute: string): string {
  const found = pick(audit.facts.attributes, attribute);
  return table(
    [
      attribute,
      "people",
      "in the file",
      "weighted (95 % interval)",
      "weighted impact ratio (95 % interval)",
      "adjusted p",
    ],
    found.groups.map((group) => [
      named(group),
      String(group.n),
      percent(group.rate.share),
      group.weightedRate ? ranged(group.weightedRate, percent) : "–",
      group.weightedImpactRatio ? ranged(group.weightedImpactRatio, two) : "–",
      group.test === null ? "–" : group.test.adjusted < 0.001 ? "< 0.001" : group.test.adjusted.toFixed(3),
    ]),
  );
}

function letters({ audit }: WorkedCase): string {
  const changed = (audit.letters?.fields ?? []).filter((field) => field.changed.successes > 0);
  return table(
    ["field", "letters that change it", "ask for more", "ask for less", "median change", "new category"],
    changed.map(({ field, type, changed: { successes, share }, up, down, size, moves }) => [
      field,
      `${successes} (${percent(share)})`,
      type === "number" ? String(up) : "–",
      type === "number" ? String(down) : "–",
      size === null ? "–" : short(size.median),
      type === "number" ? "–" : [...new Set(moves.map(({ to }) => to))].join(", "),
    ]),
  );
}

function burden({ audit }: WorkedCase, attribute: string): string {
  const found = pick(audit.letters?.burden ?? [], attribute);
  const lines = found.groups.map((group) => [
    named({ ...group, n: group.letters }),
    String(group.letters),
    group.distance ? ranged(group.distance, three) : "–",
    group.fields ? group.fields.value.toFixed(2) : "–",
  ]);
  const gap = found.distanceGap;
  const last = gap && [`${gap.highest} minus ${gap.lowest}`, "", ranged(gap, three), ""];
  return table(
    [attribute, "letters", "mean distance to the offer", "mean fields changed"],
    last ? [...lines, last] : lines,
  );
}

function methods({ audit, fidelity }: WorkedCase): string {
  return table(
    ["method", "reads letters", "right about (95 % interval)", "letters confirmed", "fidelity, known in a demo only"],
    audit.methods.map(({ method, usesLetters, agreement, letterConsistency }) => [
      method === audit.recommendation.method ? `**${method}**` : method,
      usesLetters ? "yes" : "no",
      agreement ? shareRange(agreement.overall) : "–",
      letterConsistency ? percent(letterConsistency.share) : "–",
      fidelity[method] === undefined ? "–" : percent(fidelity[method]),
    ]),
  );
}

function worth({ audit: { letterWorth } }: WorkedCase): string {
  if (letterWorth === null) throw new Error("the audit does not say whether letters help");
  const { method, n, right, rightWithout, difference, verdict } = letterWorth;
  return table(
    ["method", "people", "right with letters", "right without", "difference, points (95 % interval)", "letters"],
    [[method, String(n), percent(right), percent(rightWithout), ranged(difference, points), verdict]],
  );
}

function agreement({ audit }: WorkedCase, attribute: string): string {
  const found = pick(audit.identification.agreementByGroup, attribute);
  return table(
    [attribute, "people", "right about (95 % interval)"],
    found.groups.map((group) => [named(group), String(group.n), group.share ? shareRange(group.share) : "–"]),
  );
}

function features({ audit }: WorkedCase): string {
  return table(
    ["column", "answers that change when it is shuffled (95 % interval)"],
    audit.attributions.permutation.map(({ feature, importance }) => [feature, ranged(importance, percent)]),
  );
}

function determined({ audit }: WorkedCase): string {
  const { determined: split, stability, abstention } = audit.identification;
  const settled = split.accepted.successes + split.rejected.successes;
  const half = abstention.find(({ answered }) => answered === 0.5);
  return table(
    ["", "people", "share (95 % interval)"],
    [
      [`clear, over ${stability.refits} refits`, String(settled), percent(settled / split.accepted.n)],
      ["open", String(split.contested.successes), shareRange(split.contested)],
      ["right, where clear", ...counted(split.agreementDetermined)],
      ["right, where open", ...counted(split.agreementContested)],
      ["right, among the surer half", ...counted(half?.agreement ?? null)],
    ],
  );
}

function corrected(worked: WorkedCase, attribute: string): string {
  const known = groupsWithTruth(worked, attribute);
  return table(
    [
      attribute,
      "others",
      "weighted, from the file",
      "rebuilt model",
      "corrected (95 % interval)",
      "truth",
      "in the interval",
    ],
    known.map(({ group, truth, weighted }) => [
      group.group,
      grouped(group.n),
      weighted ? percent(weighted.value) : "–",
      percent(group.rate.share),
      group.correctedRate ? ranged(group.correctedRate, percent) : "–",
      percent(truth),
      group.correctedRate === null ? "–" : contains(group.correctedRate, truth) ? "yes" : "no",
    ]),
  );
}

function rateError(worked: WorkedCase): string {
  const names = worked.audit.facts.attributes.map(({ attribute }) => attribute);
  const all = names.flatMap((attribute) => groupsWithTruth(worked, attribute));
  const known = all.flatMap(({ group: { correctedRate, rate }, truth, weighted }) =>
    correctedRate === null || weighted === null ? [] : [{ correctedRate, rate, truth, weighted }],
  );
  const points = (errors: readonly number[]) => mean(errors.map(Math.abs), 100).toFixed(1);
  const width = (ranges: readonly Estimate[]) =>
    mean(
      ranges.map(({ low, high }) => high - low),
      100,
    ).toFixed(1);
  const hits = (ranges: readonly Estimate[]) =>
    ranges.filter((range, k) => contains(range, known[k]?.truth ?? -1)).length;
  const line = (name: string, ranges: readonly Estimate[]) => [
    name,
    points(ranges.map(({ value }, k) => value - (known[k]?.truth ?? 0))),
    width(ranges),
    `${hits(ranges)} of ${known.length}`,
  ];
  return table(
    ["estimate of a group's rate", "mean error, points", "mean width of the interval, points", "truth in the interval"],
    [
      line(
        "rebuilt model, uncorrected",
        known.map(({ rate: { share, low, high } }) => ({ value: share, low, high })),
      ),
      line(
        "corrected, with the population file",
        known.map(({ correctedRate }) => correctedRate),
      ),
      line(
        "weighted, from the decisions file alone",
        known.map(({ weighted }) => weighted),
      ),
    ],
  );
}

function odds(worked: WorkedCase, attribute: string): string {
  const [own] = throughPopulation(worked);
  const found = pick(own?.attributes ?? [], attribute);
  const share = (group: string, good: boolean) => {
    const people = worked.others.filter((other) => other.cells[attribute] === group && other.good === good);
    return percent(people.filter(({ accepted }) => accepted).length / people.length);
  };
  const measured = new Set(found.groups.filter(({ status }) => status === "measured").map(({ group }) => group));
  return table(
    [attribute, "good outcome: rebuilt", "good outcome: target", "bad outcome: rebuilt", "bad outcome: target"],
    (found.equalizedOdds?.groups ?? [])
      .filter(({ group }) => measured.has(group))
      .map(({ group, truePositiveRate, falsePositiveRate }) => [
        group,
        truePositiveRate ? percent(truePositiveRate.share) : "–",
        share(group, true),
        falsePositiveRate ? percent(falsePositiveRate.share) : "–",
        share(group, false),
      ]),
  );
}

function gaps(worked: WorkedCase, attribute: string): string {
  const facts = pick(worked.audit.facts.attributes, attribute);
  const models = worked.audit.fairness.filter(({ method }) => method === worked.audit.recommendation.method);
  const known = groupsWithTruth(worked, attribute).filter(({ group }) => group.observed >= 10 && group.n >= 10);
  const truths = known.map(({ truth }) => truth);
  const span = (values: readonly number[]) => points(Math.max(...values) - Math.min(...values));
  const lines = models.flatMap(({ scored, attributes }) => {
    if (scored === "population") return [];
    const { parityDifference, range } = pick(attributes, attribute);
    return [
      ["rebuilt model, the observed people", parityDifference ? ranged(parityDifference, points) : "–"],
      [
        `range over the ${range?.surrogates ?? 0} models tried`,
        range ? `${points(range.low)} to ${points(range.high)}` : "–",
      ],
    ];
  });
  const weighted = facts.weighted?.parityDifference;
  const estimates = known.flatMap(({ group }) => group.correctedRate ?? []);
  return table(
    ["highest minus lowest rate, points", attribute],
    [
      ["observed decisions, weighted (95 % interval)", weighted ? ranged(weighted, points) : "–"],
      ...lines,
      ["rebuilt model, the others, groups with ten observed people", span(known.map(({ group }) => group.rate.share))],
      ["corrected, the others, the same groups", span(estimates.map(({ value }) => value))],
      ["truth, the others, the same groups", span(truths)],
    ],
  );
}

function sensitivity({ audit }: WorkedCase): string {
  return table(
    ["statement", "holds in", "fails with"],
    (audit.sensitivity?.conclusions ?? []).map(({ sentence, holds, of, fails }) => [
      sentence,
      `${holds} of ${of}`,
      fails.length === 0 ? "–" : fails.join("; "),
    ]),
  );
}

/** Groups of the population through the recommended model, with the target's own rate and the weighted rate of the file. */
function groupsWithTruth(worked: WorkedCase, attribute: string) {
  const [own] = throughPopulation(worked);
  const { columns, groups } = pick(own?.attributes ?? [], attribute);
  const observed = pick(worked.audit.facts.attributes, attribute).groups;
  return groups.map((group: GroupModelFairness) => {
    const people = worked.others.filter(
      ({ cells }) => columns.map((column) => cells[column]).join(" × ") === group.group,
    );
    if (people.length !== group.n) throw new Error(`${group.group}: ${people.length} people, the audit has ${group.n}`);
    const truth = people.filter(({ accepted }) => accepted).length / people.length;
    const weighted = observed.find((each) => each.group === group.group)?.weightedRate ?? null;
    return { group, truth, weighted };
  });
}

/** The recommended method first. */
function throughPopulation({ audit }: WorkedCase): ModelFairness[] {
  return audit.fairness.filter(({ scored }) => scored === "population");
}

function pick<T extends { readonly attribute: string }>(entries: readonly T[], attribute: string): T {
  const found = entries.find((entry) => entry.attribute === attribute);
  if (found === undefined) throw new Error(`nothing is known by '${attribute}'`);
  return found;
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (parts: readonly string[]) => `| ${parts.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...lines.map(line)].join("\n");
}

function counted(share: MeasuredShare | null): [string, string] {
  return share === null ? ["0", "–"] : [String(share.n), shareRange(share)];
}

function named({ group, n, status }: { readonly group: string; readonly n: number; readonly status: string }): string {
  return status === "measured" ? group : `${group} (insufficient, n = ${n})`;
}

function shareRange({ share, low, high }: MeasuredShare): string {
  return ranged({ value: share, low, high }, percent);
}

function ranged({ value, low, high }: Estimate, words: (value: number) => string): string {
  return `${words(value)} (${words(low)} to ${words(high)})`;
}

function contains({ low, high }: Estimate, value: number): boolean {
  return low <= value && value <= high;
}

function mean(values: readonly number[], scale: number): number {
  return (scale * values.reduce((sum, value) => sum + value, 0)) / values.length;
}

function letterWords({ accepted, changes }: PersonPage["letters"][number]): string {
  const asked = changes.map(({ feature, from, to }) =>
    Number(to) < Number(from) ? `less ${feature}` : `other ${feature}`,
  );
  return `${asked.join(", ")}: ${accepted ? "accepted" : "not accepted"}`;
}

function signed(entry: { readonly feature: string; readonly contribution: number } | undefined): string {
  if (entry === undefined) return "–";
  return `${entry.feature} ${entry.contribution < 0 ? "−" : "+"}${Math.abs(entry.contribution).toFixed(2)}`;
}

const two = (value: number) => value.toFixed(2);
const three = (value: number) => value.toFixed(3);
const points = (value: number) => (100 * value).toFixed(1);
const short = (value: number) => String(Number(value.toPrecision(4)));
const grouped = (count: number) => String(count).replace(/(\d)(?=(\d{3})+$)/g, "$1,");

function percent(share: number): string {
  return formatted(share, " ");
}
