import { percentEstimate, pointsEstimate } from "../../document/format.js";
import { plain } from "../../document/names.js";
import type { LeakFile } from "../../findings/leak-file.js";
import { type Finding, type SarifLog, safe, sarifLog } from "../sarif.js";
import type { SarifRule } from "../sarif-rules.js";
import { conditionWords, fidelityOf, noticeSentence, worthSentence } from "./leak-words.js";

const RULES = {
  "leak-condition": {
    name: "LeakCondition",
    level: "error",
    short: "A condition of --fail-if is met, or cannot be checked.",
    help:
      "A condition of --fail-if compares what was measured with a limit. By default the estimates decide, and the " +
      "message says whether the whole interval lies on the same side of the limit. A condition that cannot be " +
      "checked fails too, so that a limit does not pass unnoticed.",
  },
  "leaking-field": {
    name: "LeakingField",
    level: "note",
    short: "Fidelity falls when letters leave out this field.",
    help:
      "The fidelity of the rebuilt model with all letters, minus its fidelity with this field set back to the " +
      "person's own value in every letter. Lists the fields whose whole 95 % interval lies above zero, or else the " +
      "one with the largest loss. It indicates which field of the letters gives most away.",
  },
  "notices-add": {
    name: "NoticesAdd",
    level: "note",
    short: "How much reasons or thresholds add to decisions.",
    help:
      "The fidelity of a model rebuilt from decisions and what refused people are told in place of letters, and what " +
      "of it the notice adds: the same method on the same people, with the notice and without.",
  },
  "letters-add": {
    name: "LettersAdd",
    level: "note",
    short: "How much letters add to decisions.",
    help:
      "The fidelity of a model rebuilt from decisions and letters, and what of it the letters add, with the number " +
      "of decisions that would give the same without letters.",
  },
} as const satisfies Record<string, SarifRule>;

type LeakFinding = Finding<keyof typeof RULES>;

const MOST_FIELDS = 5;
const MOST_NOTICES = 5;

/**
 * Failed conditions, what letters add, and the fields that leak most, for tools that read SARIF. Findings point to the
 * header of a file.
 */
export function leakSarif(file: LeakFile): SarifLog {
  const { decisions, letters, reference } = file.files;
  const failed = file.conditions
    .filter((condition) => condition.failed)
    .map((condition): LeakFinding => {
      const text = safe(plain(conditionWords(condition)));
      return { rule: "leak-condition", text, file: toldIn(file), key: [condition.text] };
    });
  const findings = [...failed, ...addition(file), ...leakingFields(file), ...noticeFindings(file)];
  return sarifLog(file.version, [decisions, letters, reference], RULES, findings);
}

/** The file that tells people something: the letters, else the decisions. */
function toldIn({ files }: LeakFile): string {
  return (files.letters ?? files.decisions).name;
}

function noticeFindings(file: LeakFile): LeakFinding[] {
  return file.notices.slice(0, MOST_NOTICES).flatMap((notice): LeakFinding[] => {
    const point = notice.points.find(({ n }) => n === file.settings.at);
    if (point === undefined || point.gain === null) return [];
    return [
      {
        rule: "notices-add",
        text: safe(plain(noticeSentence(notice, point))),
        file: toldIn(file),
        key: [notice.name],
        properties: { notice: notice.name, gain: point.gain.value },
      },
    ];
  });
}

function leakingFields(file: LeakFile): LeakFinding[] {
  const { fields, settings } = file;
  const clear = fields.filter(({ drop }) => (drop?.low ?? 0) > 0);
  const first = fields.slice(0, 1).filter(({ drop }) => (drop?.value ?? 0) > 0);
  return (clear.length > 0 ? clear : first).slice(0, MOST_FIELDS).flatMap(({ field, drop }): LeakFinding[] => {
    if (drop === null) return [];
    const note = drop.low > 0 ? "" : " This is not clear: the interval includes 0.";
    const loss = `lowers fidelity at ${settings.at} people per class by ${pointsEstimate(drop)}`;
    return [
      {
        rule: "leaking-field",
        text: safe(plain(`Leaving out ${field} ${loss}.${note}`)),
        file: toldIn(file),
        key: [field],
        properties: { field, drop: drop.value },
      },
    ];
  });
}

function addition(file: LeakFile): LeakFinding[] {
  const { settings, gains, worth } = file;
  const gain = gains.find(({ n }) => n === settings.at)?.gain ?? null;
  const fidelity = fidelityOf(file, "letters");
  const own = worth.find(({ n }) => n === settings.at);
  if (gain === null || fidelity === null) return [];
  const reached = `At ${settings.at} people per class fidelity is ${percentEstimate(fidelity)}`;
  const worthWords = own === undefined ? "" : ` ${worthSentence(own)}`;
  return [
    {
      rule: "letters-add",
      text: safe(plain(`${reached}, of which letters add ${pointsEstimate(gain)}.${worthWords}`)),
      file: toldIn(file),
      key: [],
      properties: { fidelity: fidelity.value, gain: gain.value },
    },
  ];
}
