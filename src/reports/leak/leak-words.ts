import {
  amount,
  count,
  list,
  measured,
  number,
  percent,
  percentEstimate,
  points,
  pointsEstimate,
} from "../../document/format.js";
import { quoted } from "../../document/names.js";
import type { ArmName, ConditionResult, LeakFile, LetterWorth, MitigationEffect } from "../../findings/leak-file.js";
import type { Estimate } from "../../math/interval.js";

export function armName(arm: ArmName, method: string): string {
  if (arm === "letters") return `${method}, decisions and letters`;
  return arm === "recast" ? "recast, decisions and letters" : `${method}, decisions alone`;
}

type Mitigation = Pick<MitigationEffect, "kind" | "strength">;

/** What each mitigation is called: in a table, and after "fidelity is lowest with letters". */
const MITIGATIONS: Readonly<Record<Mitigation["kind"], (strength: number) => readonly [name: string, said?: string]>> =
  {
    rounding: (strength) => [`rounded to ${number(100 * strength)} % of range`],
    binning: (strength) => [`told as one of ${count(strength)} bins`],
    sparse: (strength) => [
      `at most ${amount(strength, "changed field")}`,
      `that change at most ${amount(strength, "field")}`,
    ],
    once: () => ["one letter per person", "sent once per person"],
    fewer: (strength) => [
      `letters to ${number(100 * strength)} % of people`,
      `sent to ${number(100 * strength)} % of people`,
    ],
  };

export function mitigationName({ kind, strength }: Mitigation): string {
  return MITIGATIONS[kind](strength)[0];
}

type Notice = LeakFile["notices"][number];

/** "up to 4 reasons", "thresholds and up to 2 reasons", "letters and the reasons of the files". */
export function noticeName({ base, mostReasons }: Pick<Notice, "base" | "mostReasons">): string {
  const reasons = mostReasons === null ? "the reasons of the files" : `up to ${amount(mostReasons, "reason")}`;
  return [...(base === null ? [] : [base]), ...(mostReasons === 0 ? [] : [reasons])].join(" and ");
}

/** What reasons add to the letters or thresholds they come with; a dash where there is no such thing. */
export function beyondCell(
  { base, mostReasons }: Pick<Notice, "base" | "mostReasons">,
  beyond: Estimate | null,
): string {
  if (base === null || mostReasons === 0) return "–";
  return beyond === null ? "not known" : `${points(beyond.value)} (${points(beyond.low)} to ${points(beyond.high)})`;
}

/** What a notice adds to decisions alone, and reasons to what they come with. */
export function noticeSentence(notice: Notice, { n, fidelity, gain, beyond }: Notice["points"][number]): string {
  const name = noticeName(notice);
  const start = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const told = notice.base === "letters" ? start : `${start}, without a letter,`;
  if (fidelity === null || gain === null) return `What ${name} give away could not be measured.`;
  const adds = notice.base === null && notice.mostReasons === 1 ? "adds" : "add";
  const sure = gain.low > 0 || gain.high < 0 ? "" : ", so whether they add anything is not clear";
  const added =
    beyond === null ? "" : ` Of this the reasons add ${pointsEstimate(beyond)} to the ${notice.base} alone.`;
  return (
    `${told} ${adds} ${pointsEstimate(gain)} to decisions alone with ${count(n)} people of each decision${sure}: ` +
    `fidelity is ${percentEstimate(fidelity)}.${added}`
  );
}

/** The fidelity of a curve at the size that fields and mitigations are measured at; null where it is not known. */
export function fidelityOf({ curves, settings }: LeakFile, arm: ArmName): Estimate | null {
  return curves.find((curve) => curve.arm === arm)?.points.find(({ n }) => n === settings.at)?.fidelity ?? null;
}

/** "more than 65", "about 48". */
export function reachWords({ status, decisions }: LetterWorth["least"]): string {
  if (decisions === null) return "not known";
  const rounded = number(Math.round(decisions * 10) / 10);
  if (status === "more-than") return `more than ${rounded}`;
  return status === "at-most" ? `at most ${rounded}` : rounded;
}

/** "35 to more than 65". */
export function reachRangeWords({ least, most }: Pick<LetterWorth, "least" | "most">): string {
  const [from, to] = [reachWords(least), reachWords(most)];
  return from === to ? from : `${from} to ${to}`;
}

function conditionValueWords({ call, value, low, high, status }: ConditionResult["values"][number]): string {
  const write = (one: number) => {
    if (call.startsWith("fidelity")) return percent(one);
    return call.startsWith("gain") ? `${points(one)} points` : number(Math.round(one * 100) / 100);
  };
  if (value === null) return `${call} is not known`;
  const bound = status === "more-than" ? "more than " : status === "at-most" ? "at most " : "";
  const range = low === null || high === null ? "" : ` (interval ${write(low)} to ${write(high)})`;
  return `${call} is ${bound}${write(value)}${range}`;
}

export function conditionWords({ text, holds, clear, failed, values }: ConditionResult): string {
  const found = values.map(conditionValueWords).join("; ");
  const far = clear ? ", over the whole interval" : " by the estimate, but the interval crosses the limit";
  const outcome = holds === null ? "whether it is met is not known" : `it is ${holds ? "met" : "not met"}${far}`;
  const so = failed && holds === null ? "; a limit that cannot be checked makes the run fail" : "";
  return `${text}: ${found}; ${outcome}${so}.`;
}

/** What letters add, most and least in words; the first lines of the report. */
export function leakGlance(file: LeakFile): { readonly lead: string; readonly text: string }[] {
  const { settings, gains, worth, fields, mitigations, notices, conditions } = file;
  const { at, method } = settings;
  const [told, silent] = [fidelityOf(file, "letters"), fidelityOf(file, "no-letters")];
  const gain = gains.find(({ n }) => n === at)?.gain ?? null;
  const own = worth.find(({ n }) => n === at);
  const fidelity =
    told === null
      ? `With ${count(at)} people per class the fidelity could not be measured.`
      : `With ${count(at)} people of each decision and their letters, ${method} answers ` +
        `${percentEstimate(told)} of the reference rows like the platform. Giving everybody one answer would ` +
        `reach ${percent(file.majority)}.`;
  const added =
    gain === null || silent === null
      ? "What letters add could not be measured."
      : `Without letters the same people give ${percentEstimate(silent)}. ${gainSentence(gain)}`;
  const failed = conditions.filter((condition) => condition.failed).length;
  const ofLetters: readonly (readonly [lead: string, text: string])[] = [
    ["Fidelity", fidelity],
    ["What letters add", added],
    ["Worth of a letter", own === undefined ? "The worth of a letter could not be measured." : worthSentence(own)],
    ["Fields", fieldSentence(fields)],
    ["Mitigations", strongest(mitigations)],
  ];
  const lines: readonly (readonly [lead: string, text: string])[] = [
    ...(file.evidence.letters > 0 ? ofLetters : [["Decisions alone", aloneSentence(file, silent)] as const]),
    ...(notices.length > 0 ? [[NOTICES, noticeSentences(file).slice(0, MOST_SAID).join(" ")] as const] : []),
    ...(conditions.length > 0
      ? [["Conditions", `${count(failed)} of ${count(conditions.length)} failed.`] as const]
      : []),
  ];
  return lines.map(([lead, text]) => ({ lead, text }));
}

/** How the glance calls its line on notices. */
export const NOTICES = "Reasons and thresholds";
const MOST_SAID = 3;

/** A sentence per notice, at the size that fields and mitigations are measured at. */
export function noticeSentences({ notices, settings }: LeakFile): string[] {
  return notices.flatMap((notice) => {
    const point = notice.points.find(({ n }) => n === settings.at);
    return point === undefined ? [] : [noticeSentence(notice, point)];
  });
}

function aloneSentence({ settings, majority }: LeakFile, silent: Estimate | null): string {
  if (silent === null) return "What decisions alone give away could not be measured.";
  return (
    `With ${count(settings.at)} people of each decision and no notice, ${settings.method} answers ` +
    `${percentEstimate(silent)} of the reference rows like the platform. Giving everybody one answer would reach ` +
    `${percent(majority)}.`
  );
}

function gainSentence(gain: Estimate): string {
  const added = `Letters add ${pointsEstimate(gain)}`;
  if (gain.low > 0) return `${added}.`;
  return gain.high < 0
    ? `${added}: with them the rebuilt model is worse.`
    : `${added}; whether they add anything is not clear from these repeats.`;
}

export function worthSentence({ n, letters, equivalent, perLetter, least, most }: LetterWorth): string {
  const counted = number(Math.round(letters * 10) / 10);
  if (equivalent.decisions === null)
    return `What ${counted} letters are worth at ${count(n)} people per class could not be measured.`;
  const start =
    `${count(n)} decisions per class with ${counted} letters give the fidelity of ${reachWords(equivalent)} ` +
    `decisions per class without letters (${reachRangeWords({ least, most })} over the repeats)`;
  const decisions = perLetter.decisions === 1 ? "decision" : "decisions";
  return `${start}: a letter replaces ${reachWords(perLetter)} ${decisions}.`;
}

function fieldSentence(fields: LeakFile["fields"]): string {
  const { field = "", drop = null } = fields[0] ?? {};
  if (drop === null) return "Which fields leak could not be measured.";
  if (drop.value <= 0) return "Leaving any one field out of the letters does not lower fidelity.";
  const clear = fields.filter((one) => (one.drop?.low ?? 0) > 0).map((one) => quoted(one.field));
  const rest = clear.length === 0 ? "The loss is clear for no field." : `The loss is clear for ${list(clear)}.`;
  return `Fidelity falls most when letters leave out ${quoted(field)}: by ${pointsEstimate(drop)}. ${rest}`;
}

function strongest(mitigations: readonly MitigationEffect[]): string {
  const known = mitigations.flatMap((one) => (one.change === null ? [] : [{ ...one, change: one.change }]));
  const [first, ...rest] = known;
  if (first === undefined) return "No mitigation could be measured.";
  const best = rest.reduce((least, one) => (one.change.value < least.change.value ? one : least), first);
  const [name, said = name] = MITIGATIONS[best.kind](best.strength);
  const clear = best.change.high < 0 ? "" : ", not clear of no change";
  const unsure =
    best.kind === "sparse" && best.invalid === null ? ", and nobody knows whether the platform would accept them" : "";
  return (
    `Of the mitigations tried, fidelity is lowest with letters ${said}: a change of ` +
    `${pointsEstimate(best.change)}${clear}. ${percent(best.sent.share)} of the letters are still ` +
    `sent${askedWords(best.addedDistance)}${unsure}.`
  );
}

function askedWords(distance: number | null): string {
  const rounded = Math.round((distance ?? 0) * 1000) / 1000;
  if (rounded === 0) return ", asking as much as before";
  return `, asking ${number(Math.abs(rounded))} ranges ${rounded > 0 ? "more" : "less"} of their recipients on average`;
}

export function validityCell({ kind, invalid }: Pick<MitigationEffect, "kind" | "invalid">): string {
  if (invalid !== null) return percent(invalid.share);
  return kind === "once" || kind === "fewer" ? "as before" : "not checked";
}

export function validityWords({ validity, mitigations }: LeakFile): string {
  if (validity !== null) {
    const before = validity.acceptedBefore;
    const asked = `asked of ${quoted(validity.target)} (${count(validity.asked)} rows)`;
    return (
      `Whether the platform still accepts changed letters was ${asked}. ` +
      (before === null ? "" : `It accepts ${measured(before)} of the letters as they are. `) +
      "Letters it accepted before a mitigation but not after count as no longer valid and are not sent."
    );
  }
  const alters = mitigations.some(({ kind }) => kind === "rounding" || kind === "binning" || kind === "sparse");
  return alters
    ? "Whether the platform would still accept changed letters was not checked: name it with --target. Numbers are " +
        "rounded and binned away from the person, so no change shrinks; a letter then stays valid only where more of " +
        "the same is never worse for the person. Sparse letters leave changes out, and most are likely no longer " +
        "valid; their fidelity is for a reader who believes them."
    : "No mitigation changes what a letter says.";
}
