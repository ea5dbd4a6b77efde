import type { FigureBlock, FirstPage } from "../../document/document.js";
import { amount, count, list, people, percent, percentRange, sampleSize } from "../../document/format.js";
import { named, plain, quoted } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { comparedWithRest } from "../../findings/compared.js";
import type { AttributeFacts, GroupFacts } from "../../findings/facts.js";
import type { Finding } from "../../findings/findings.js";
import { type ComparedAttribute, type ComparedGroup, groupsChart, linesOf, trustBar } from "../charts/first-charts.js";
import { favourableWords, findingSentence, firstWords } from "../finding-words.js";
import { agreementOf } from "./agreement.js";
import { cannotShow } from "./cannot-show.js";

/** Lines of the picture: more would not fit beside the rest on one screen and one sheet of paper. */
const MOST_LINES = 12;
/** From so many lines on, the rest fits beside the picture. */
const TALL = 8;
/** Lines of what is folded away. */
const MOST_FOLDED = 40;
/** Groups of an attribute at either end, where it has more than both. */
const MOST_AT_END = 4;
/** Groups that the words in place of a drawing name. */
const MOST_SPOKEN = 24;

/** What the first page of every report shows, in the words of the ranked findings. */
export function firstPage(file: AuditFile): FirstPage {
  const { headline, under, more } = firstWords(file);
  const { shown, folded } = comparedAttributes(file);
  return {
    headline,
    under,
    more: more.map(({ finding, sentence }) => ({ text: sentence, section: finding.section })),
    picture: groupsFigure(file, shown, `Who got ${favourableWords(file)}`),
    isTall: shown.reduce((sum, one) => sum + linesOf(one), 0) >= TALL,
    folded: folded.flatMap(({ summary, attributes }) => {
      const figure = groupsFigure(file, attributes, summary);
      return figure === null ? [] : [{ summary, figure }];
    }),
    trust: { title: "How far to trust the rebuild", ...trust(file) },
    cannot: { title: "What this cannot show", items: cannotShow(file) },
    evidence: evidenceLine(file),
  };
}

interface Folded {
  readonly summary: string;
  readonly attributes: readonly ComparedAttribute[];
}

/** The attributes in the order of their findings: as many as fit, then the others, then pairs of attributes. */
function comparedAttributes(file: AuditFile) {
  const ranked = file.findings.flatMap(({ kind, attribute }) => (kind === "group-difference" ? (attribute ?? []) : []));
  const place = (name: string) => (ranked.includes(name) ? ranked.indexOf(name) : ranked.length);
  const ordered = file.facts.attributes.toSorted((a, b) => place(a.attribute) - place(b.attribute));
  const of = (isPair: boolean) =>
    ordered
      .filter(({ kind }) => (kind === "intersection") === isPair)
      .map((facts) => comparedAttribute(facts))
      .filter(({ low }) => low.length > 0);
  const [shown, rest] = fitting(of(false), MOST_LINES);
  const [others, left] = fitting(rest, MOST_FOLDED);
  const pairs = of(true).toSorted((a, b) => strongest(b) - strongest(a));
  const [pairsShown, pairsLeft] = fitting(pairs, MOST_FOLDED);
  const summary = (text: string, hidden: number) => (hidden === 0 ? text : `${text} (${count(hidden)} not drawn)`);
  const folded: Folded[] = [
    { summary: summary(amount(rest.length, "more attribute"), left.length), attributes: others },
    { summary: summary("Pairs of attributes", pairsLeft.length), attributes: pairsShown },
  ];
  return { shown, folded: folded.filter(({ attributes }) => attributes.length > 0) };
}

/** How sure the surest difference within an attribute is. */
function strongest({ low, high }: ComparedAttribute): number {
  const rank = { clear: 2, possible: 1, none: 0, untested: 0 } as const;
  return Math.max(...[...low, ...high].map(({ strength }) => rank[strength]));
}

/** The first attributes that take at most so many lines, at least one, and the others. */
function fitting(
  attributes: readonly ComparedAttribute[],
  lines: number,
): readonly [fit: readonly ComparedAttribute[], rest: readonly ComparedAttribute[]] {
  let used = 0;
  const end = attributes.findIndex((one, k) => {
    used += linesOf(one);
    return k > 0 && used > lines;
  });
  return end < 0 ? [attributes, []] : [attributes.slice(0, end), attributes.slice(end)];
}

function comparedAttribute(facts: AttributeFacts): ComparedAttribute {
  const rows = facts.groups
    .flatMap((entry) => comparedGroup(entry, facts) ?? [])
    .toSorted((a, b) => a.rate.value - b.rate.value);
  const between = Math.max(0, rows.length - 2 * MOST_AT_END);
  const cut = between < 2 ? rows.length : MOST_AT_END;
  const reference = facts.weighted === null ? facts.reference : facts.weighted.reference;
  const highest = rows.find(({ group }) => group === reference)?.rate.value;
  return {
    attribute: facts.attribute,
    low: rows.slice(0, cut),
    between: between < 2 ? 0 : between,
    high: rows.slice(cut === rows.length ? cut : -MOST_AT_END),
    fourFifths: highest === undefined ? null : 0.8 * highest,
  };
}

function comparedGroup(entry: GroupFacts, facts: AttributeFacts): ComparedGroup | null {
  const compared = comparedWithRest(entry, facts);
  if (compared === null) return null;
  const { group, n, rate, weightedRate } = entry;
  const own = { value: rate.share, low: rate.low, high: rate.high };
  return { group, n, rate: weightedRate ?? own, strength: compared.strength };
}

function groupsFigure(file: AuditFile, attributes: readonly ComparedAttribute[], title: string): FigureBlock | null {
  const { overall } = file.facts;
  const got = favourableWords(file);
  const weighted = file.evidence.weighted ? ", by sampling weight" : "";
  const svg = groupsChart({
    attributes,
    overall: overall.weightedRate?.value ?? overall.rate.share,
    label: plain(`share that got ${got}${weighted}, with its 95 % interval`),
  });
  if (svg === null) return null;
  const spoken = attributes.flatMap(({ attribute, low, high }) =>
    [...low, ...high].map(
      ({ group, n, rate, strength }) =>
        `${named(attribute)} ${named(group)}: ${percent(rate.value)}, interval ${percentRange(rate)}, ` +
        `${sampleSize(n)}${strength === "clear" ? ", a clear difference" : ""}`,
    ),
  );
  return {
    kind: "figure",
    title,
    label: plain(`Chart: share that got ${got}. ${spoken.slice(0, MOST_SPOKEN).join("; ")}.`),
    reads: attributes.some(({ fourFifths }) => fourFifths !== null) ? "Dashed: four fifths of the highest rate." : null,
    svg,
    table: null,
  };
}

/** How often the rebuilt model is right, beside simpler answers, and for how many people the answer stays open. */
function trust(file: AuditFile): Pick<FirstPage["trust"], "figure" | "sentences"> {
  const found = (kind: Finding["kind"]) => file.findings.filter((one) => one.kind === kind);
  const direction = found("error-direction").filter(({ strength }) => strength === "clear");
  const said = [...found("rebuilt-model"), ...direction, ...found("open-people")];
  const [model] = found("rebuilt-model");
  return {
    figure: model === undefined ? null : trustFigure(file, model),
    sentences:
      model === undefined
        ? ["How often the rebuilt model is right about people it has not seen was not measured."]
        : said.map((one) => findingSentence(one, file)),
  };
}

/** The simple rule that a reader would think of first: points added up. */
const LINEAR = ["ridge", "no-cf-lr"];

function trustFigure(file: AuditFile, { estimate, shareAgainst }: Finding): FigureBlock | null {
  if (estimate === null) return null;
  const linear = LINEAR.filter((method) => method !== file.recommendation.method).flatMap(
    (method) => agreementOf(file, method) ?? [],
  );
  const where = file.sample === null ? "" : ", within the sample";
  const others = [
    ...(shareAgainst === null ? [] : [{ text: "more common answer", share: shareAgainst }]),
    ...linear.slice(0, 1).map(({ share }) => ({ text: `simple linear rule${where}`, share })),
  ];
  const spoken = others.map(({ text, share }) => `${text} ${percent(share)}`);
  return {
    kind: "figure",
    title: file.sample === null ? "Right about people it has not seen" : "Right about people outside its sample",
    label:
      `Chart: how many people of 100 are given the decision they got. ${spoken.join("; ")}; rebuilt model ` +
      `${percent(estimate.value)}, interval ${percentRange(estimate)}; the end of the bar is 100 %.`,
    reads: null,
    svg: trustBar({ rebuilt: estimate, others }),
    table: null,
  };
}

/** What the page rests on, and how to check it. */
function evidenceLine({ evidence, files, identity, reasons }: AuditFile): string {
  const { observations, accepted, letters, decision } = evidence;
  const period = (identity.period ?? "").trim();
  const given = [files.decisions, files.letters, files.population].filter((file) => file !== null);
  const hashes = given.map(({ name, sha256 }) => `${named(name)} (SHA-256 ${sha256.slice(0, 12)}…)`);
  return [
    `Evidence: ${amount(observations, "decision")}, ${count(accepted)} of them ${quoted(decision.favourable)}; ` +
      `${letters === 0 ? "no letters" : amount(letters, "letter")}; ` +
      `${reasons === null ? "" : `${amount(reasons.given, "reason")} told to ${people(reasons.people)}; `}` +
      `${period === "" ? "period not stated" : named(period)}.`,
    `Files: ${list(hashes)}.`,
    "To check it, run recast verify with the path of this folder.",
  ].join(" ");
}
