import {
  amount,
  capitalised,
  count,
  fixed,
  INTERVAL,
  list,
  numbersAlike,
  people,
  percent,
  percentRange,
  ratio,
} from "../document/format.js";
import { named, quoted } from "../document/names.js";
import type { AuditFile } from "../findings/audit-file.js";
import { comparedWithRest } from "../findings/compared.js";
import type { Finding } from "../findings/findings.js";
import { leadingFindings } from "../findings/rank.js";
import { apart, comparative, mayBeChance, others, ratesOf, whom } from "./difference-words.js";
import { againstSentence, differSentence, protectedSentence } from "./reason-words.js";

/** What sentences need besides the finding itself. */
export type Told = Pick<
  AuditFile,
  "findings" | "facts" | "evidence" | "errors" | "methods" | "recommendation" | "reasons" | "sample"
>;

/** The headline and what stands under it, in words: the first page of every surface. */
export interface FirstWords {
  readonly headline: string;
  /** What explains the headline; null where the headline says it all. */
  readonly under: string | null;
  readonly more: readonly { readonly finding: Finding; readonly sentence: string }[];
}

export function firstWords(file: Told): FirstWords {
  const { headline, more } = leadingFindings(file.findings);
  const said = more.map((finding) => ({ finding, sentence: shortSentence(finding, file) }));
  if (headline !== null) {
    const under = [differenceSize(headline, file), ...alsoClear(headline, file), ...worstPair(headline, file)];
    return { headline: shortDifference(headline, file), under: under.join(" "), more: said };
  }
  const untested = file.findings.find(({ kind, reason }) => kind === "untested" && reason === "no-attributes");
  if (untested !== undefined) {
    return { headline: "Groups were not compared", under: findingSentence(untested, file), more: said };
  }
  return { headline: "No clear difference between groups", under: couldHaveShown(file), more: said };
}

/** A finding under the headline, which says already what intervals are corrected for. */
function shortSentence(finding: Finding, file: Told): string {
  if (finding.kind !== "group-difference" || finding.strength === "none") return findingSentence(finding, file);
  const { worst: pair } = finding;
  const worst = pair?.strength === "clear" ? [`${evenFurther(pair, finding, file)}.`] : [];
  return [
    `${shortDifference(finding, file)} (${apart(finding, file.facts.tests > 1)}).`,
    ...worst,
    ...mayBeChance(finding, file.facts.tests),
  ].join(" ");
}

/** One finding as a sentence that can be quoted alone: with its interval, and how many people it is about. */
export function findingSentence(finding: Finding, file: Told): string {
  return SENTENCES[finding.kind](finding, file);
}

const SENTENCES: Readonly<Record<Finding["kind"], (finding: Finding, file: Told) => string>> = {
  "group-difference": differenceSentence,
  "letters-contradict": ({ n, nAgainst }) =>
    `${amount(n ?? 0, "letter")} of ${count(nAgainst ?? 0)} cannot be true: the decisions show that somebody with ` +
    "exactly what the letter offers was refused.",
  "immutable-change": ({ share, n, fields }) =>
    `${percent(share ?? 0)} of the letters (${countOf(share, n)}) ask for a change of something nobody can change: ` +
    `${list(fields.map(quoted))}.`,
  "letters-burden": burdenSentence,
  "reasons-protected": protectedSentence,
  "reasons-differ": (finding, { reasons }) => differSentence(finding, reasons),
  "reasons-against": (finding, { reasons }) => againstSentence(finding, reasons?.comparisons ?? 0),
  "rebuilt-model": modelSentence,
  "error-direction": directionSentence,
  "model-difference": populationSentence,
  "open-people": ({ share, n }, { sample }) =>
    `For ${oneIn(share ?? 0)} (${countOf(share, n)}${sample === null ? "" : " in the sample"}) the evidence ` +
    "leaves the rebuilt model’s answer open.",
  untested: untestedSentence,
};

/** "21 of 200". */
function countOf(share: number | null, n: number | null): string {
  return `${count(Math.round((share ?? 0) * (n ?? 0)))} of ${count(n ?? 0)}`;
}

/** “granted”, or “approved: yes” where the value alone says nothing. */
export function favourableWords({ evidence: { decision } }: Pick<Told, "evidence">): string {
  const { column, favourable } = decision;
  const says = /\p{L}{3}/u.test(favourable) && !/^(yes|true)$/i.test(favourable);
  return says ? quoted(favourable) : quoted(`${column}: ${favourable}`);
}

function shortDifference(finding: Finding, file: Told): string {
  return `${gotOften(finding, file)}: ${ratesOf(finding)}`;
}

function differenceSentence(finding: Finding, file: Told): string {
  const { strength, attribute } = finding;
  if (strength !== "none") return `${gotOften(finding, file)}: ${ratesOf(finding)}. ${differenceDetail(finding, file)}`;
  const { group, share, shareAgainst } = finding;
  const rates =
    `${percent(share ?? 0)} of ${quoted(group ?? "")} and ${percent(shareAgainst ?? 0)} of ${others(finding)} got ` +
    favourableWords(file);
  return `By ${named(attribute ?? "")}, no clear difference: ${rates} (${apart(finding, file.facts.tests > 1)}).`;
}

/** What stands under the headline: how large the difference is, who is worst off, who else differs. */
function differenceDetail(finding: Finding, file: Told): string {
  const { worst } = finding;
  return [
    differenceSize(finding, file),
    ...alsoClear(finding, file),
    ...worstPair(finding, file, worst === null ? "" : `, not compared with others of ${quoted(worst.within)}`),
    ...mayBeChance(finding, file.facts.tests),
  ].join(" ");
}

function differenceSize(finding: Finding, file: Told): string {
  return `${capitalised(apart(finding, file.facts.tests > 1))}.`;
}

/** The group of a pair that lies further out. */
function worstPair(finding: Finding, file: Told, more = ""): string[] {
  const { worst } = finding;
  if (worst === null) return [];
  const rate = rateOf(file, worst.attribute, worst.group);
  const between = rate === undefined ? "" : ` (${INTERVAL} ${percentRange(rate)})`;
  const clear = worst.strength === "clear" ? "" : ", not clear by itself";
  return [`${evenFurther(worst, finding, file)}${between}${clear}${more}.`];
}

/** Even lower for “woman × abroad”: 24.0 % of 25 people. */
function evenFurther(worst: NonNullable<Finding["worst"]>, { attribute }: Finding, file: Told): string {
  const within = rateOf(file, attribute, worst.within)?.share ?? worst.share;
  const way = worst.share < within ? "lower" : "higher";
  return `Even ${way} for ${quoted(worst.group)}: ${percent(worst.share)} of ${people(worst.n)}`;
}

function rateOf({ facts }: Told, attribute: string | null, group: string) {
  const found = facts.attributes.find((one) => one.attribute === attribute);
  return found?.groups.find((one) => one.group === group)?.rate;
}

/** Other groups of the attribute that differ clearly from everybody else, each with its direction. */
function alsoClear({ attribute, also }: Finding, { facts }: Told): string[] {
  const groups = facts.attributes.find((one) => one.attribute === attribute)?.groups ?? [];
  const named = also.flatMap((name) => {
    const entry = groups.find(({ group }) => group === name);
    const compared = entry && comparedWithRest(entry, { groups });
    if (compared === undefined || compared === null) return [];
    const { difference, rate, n } = compared;
    return [`${quoted(name)} ${difference.value < 0 ? "less" : "more"} often (${percent(rate)} of ${count(n)})`];
  });
  return named.length === 0 ? [] : [`Also clear: ${list(named.slice(0, 3))}${more(named, 3)}.`];
}

/** People with origin “abroad” got “granted” far less often than “home”. */
function gotOften(finding: Finding, file: Told): string {
  return `${whom(finding)} got ${favourableWords(file)} ${comparative(finding)} than ${others(finding)}`;
}

function more(all: readonly unknown[], shown: number): string {
  return all.length > shown ? ` and ${count(all.length - shown)} more` : "";
}

/** What a file of this size would have shown, where nothing is clear. */
function couldHaveShown({ facts }: Told): string {
  const single = facts.attributes.filter(({ kind }) => kind !== "intersection");
  const detectable = single.flatMap(({ power }) => power?.detectableRatio ?? []);
  if (detectable.length === 0) return "The file has too few people to show any difference between groups.";
  const least = ratio(Math.max(...detectable));
  const most = ratio(Math.min(...detectable));
  const below = least === most ? `${least} times the highest` : `${most} to ${least} times the highest`;
  const depends = least === most ? "" : ", depending on the attribute";
  return (
    `With this many people and ${amount(facts.tests, "comparison")}, a group of one attribute would probably have ` +
    `stood out as low only with a rate below ${below}${depends}.`
  );
}

function populationSentence(finding: Finding, file: Told): string {
  const group = `people with ${named(finding.attribute ?? "")} ${quoted(finding.group ?? "")}`;
  const isOpposite = file.findings.some(
    ({ kind, strength, attribute }) =>
      kind === "group-difference" && strength === "clear" && attribute === finding.attribute,
  );
  const observed = isOpposite
    ? "In the observed decisions it is the other way round."
    : "The observed decisions alone do not show this clearly.";
  return (
    `In the population, ${group} may get ${favourableWords(file)} ${comparative(finding)} than ` +
    `${others(finding)}: an estimated ${ratesOf(finding)} (${apart(finding, true)}). This takes the rebuilt model’s ` +
    `answers, adjusts them by its errors, and needs the observed people to be a random sample. ${observed}`
  );
}

function burdenSentence({ group, against, strength, n, nAgainst, estimate }: Finding): string {
  const [more, less] = [quoted(group ?? ""), quoted(against ?? "")];
  const size = `${count(n ?? 0)} and ${count(nAgainst ?? 0)} letters`;
  const gap = estimate === null ? size : `${distanceWords(estimate)}; ${size}`;
  return strength === "possible"
    ? `Letters may ask more of ${more} than of ${less} (${gap}). This is not corrected for other attributes.`
    : `No clear difference in what letters ask. The widest gap is between ${more} and ${less} (${gap}).`;
}

/** "the mean offer is 0.206 scaled units further away, 95 % interval 0.067 to 0.345". */
function distanceWords(estimate: NonNullable<Finding["estimate"]>): string {
  const [value, low, high] = numbersAlike(estimate.value, estimate.low, estimate.high);
  return `the mean offer is ${value} scaled units further away, ${INTERVAL} ${low} to ${high}`;
}

function modelSentence({ share, shareAgainst, n, estimate, strength }: Finding, file: Told): string {
  const whom = file.sample === null ? "people it has not seen" : `the ${people(n ?? 0)} outside its sample`;
  const right = `${percent(share ?? 0)} of ${whom}`;
  const between = estimate === null ? "" : `; ${INTERVAL} ${percent(estimate.low)} to ${percent(estimate.high)}`;
  const of = countOf(share, n);
  const tried = file.methods.filter(({ agreement }) => agreement !== null).length;
  if (file.recommendation.method === "majority") {
    return (
      `No rule could be rebuilt: of ${amount(tried, "method")}, none is clearly right more often than always giving ` +
      `the more common answer, which is right about ${right} (${of}${between}).`
    );
  }
  const guess =
    shareAgainst === null ? "" : ` Always giving the more common answer is right about ${percent(shareAgainst)}.`;
  const best = `the best of ${amount(tried, "method")} tried, so its share may be too high`;
  const unclear = strength === "none" ? ` The rebuilt model is not clearly better than that, and it is ${best}.` : "";
  return `The rebuilt model is right about ${right} (${of}${between}).${guess}${unclear}`;
}

function directionSentence(finding: Finding, { errors }: Told): string {
  const { share, shareAgainst, strength, estimate } = finding;
  const real = percent(shareAgainst ?? 0);
  const against = errors?.knownRate != null ? `${real} are accepted, the rate given` : `the decisions accepted ${real}`;
  const rates = `${percent(share ?? 0)} where ${against} (${apart(finding)})`;
  if (strength === "none") {
    return `Whether the rebuilt model accepts too few or too many people is not clear: it accepts ${rates}.`;
  }
  return `The rebuilt model accepts too ${(estimate?.value ?? 0) < 0 ? "few" : "many"} people: ${rates}.`;
}

function untestedSentence({ attribute, also, reason, needed }: Finding, { reasons }: Told): string {
  const least = `at least ${count(needed ?? 0)} people`;
  switch (reason) {
    case "no-attributes":
      return "No column was named to compare groups by. Name one (sex, origin, age) to compare them.";
    case "no-letters":
      return reasons === null
        ? "There are no letters, so what the system asks of refused people is not known."
        : "There are no letters, only reasons, so how much would have been enough is not known.";
    case "one-group":
      return `By ${named(attribute ?? "")} there is only one group, so nothing can be compared.`;
    default:
      return also.length === 0
        ? `By ${named(attribute ?? "")} nothing was compared: a group needs ${least}.`
        : `By ${named(attribute ?? "")}, ${list(also.slice(0, 3).map(quoted))}${more(also, 3)} had too few people to ` +
            `compare: a group needs ${least}.`;
  }
}

/** "about 1 person in 10", "nobody", "everybody". */
function oneIn(share: number): string {
  if (share === 0) return "nobody";
  if (share === 1) return "everybody";
  if (share >= 0.3) return `about ${fixed(100 * share, 0)} % of people`;
  return `about 1 person in ${count(Math.round(1 / share))}`;
}
