import { percentEstimate, pointsEstimate } from "../../document/format.js";
import { plain } from "../../document/names.js";
import type { LeakFile } from "../../findings/leak-file.js";
import { artifactOf, locationsOf, type SarifLog, type SarifResult, safe } from "../sarif.js";
import { conditionWords, worthSentence } from "./leak-words.js";

const RULES = {
  "leak-condition": {
    name: "LeakCondition",
    level: "error",
    short: "A condition that the run was asked to fail on holds, or cannot be checked.",
    help:
      "A condition of --fail-if compares what was measured with a limit. By default the estimates decide, and the " +
      "message says whether the whole interval lies on the same side of the limit. A condition that cannot be " +
      "checked fails too, so that a limit does not pass unnoticed.",
  },
  "leaking-field": {
    name: "LeakingField",
    level: "note",
    short: "Fidelity falls when letters do not tell of this field.",
    help:
      "The fidelity of the rebuilt model with all letters, minus that with this field put back to the person's own " +
      "value in every letter. Listed are the fields whose whole 95 % interval lies above zero, or else the one " +
      "with the largest loss. It is an indication of which field of the letters gives most away.",
  },
  "letters-add": {
    name: "LettersAdd",
    level: "note",
    short: "How much letters add to decisions.",
    help:
      "The fidelity of a model rebuilt from decisions and letters, and what of it the letters add, with the number " +
      "of decisions that would give the same without letters.",
  },
} as const;

type RuleKey = keyof typeof RULES;
const KEYS = Object.keys(RULES) as RuleKey[];
const MOST_FIELDS = 5;

/**
 * Failed conditions, what letters add, and the fields that leak most, for tools that read SARIF. Findings point to the
 * header of a file.
 */
export function leakSarif(file: LeakFile): SarifLog {
  const { decisions, letters, reference } = file.files;
  const failed = file.conditions
    .filter((condition) => condition.failed)
    .map((condition) => resultOf("leak-condition", letters.name, conditionWords(condition), [condition.text]));
  const clear = file.fields.filter(({ drop }) => (drop?.low ?? 0) > 0);
  const first = file.fields.slice(0, 1).filter(({ drop }) => (drop?.value ?? 0) > 0);
  const fields = (clear.length > 0 ? clear : first).slice(0, MOST_FIELDS).flatMap(({ field, drop }) => {
    if (drop === null) return [];
    const note = drop.low > 0 ? "" : " The interval reaches to no loss.";
    const text =
      `Not telling of ${field} lowers fidelity at ${file.settings.at} people per class by ` +
      `${pointsEstimate(drop)}.${note}`;
    return [resultOf("leaking-field", letters.name, text, [field], { field, drop: drop.value })];
  });
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "recast", version: file.version, rules: KEYS.map(ruleOf) } },
        artifacts: [decisions, letters, reference].flatMap((entry) => (entry === null ? [] : [artifactOf(entry)])),
        columnKind: "utf16CodeUnits",
        results: [...failed, ...addition(file), ...fields],
      },
    ],
  };
}

function addition({ settings, gains, curves, worth, files }: LeakFile): SarifResult[] {
  const gain = gains.find(({ n }) => n === settings.at)?.gain ?? null;
  const fidelity =
    curves.find(({ arm }) => arm === "letters")?.points.find(({ n }) => n === settings.at)?.fidelity ?? null;
  const own = worth.find(({ n }) => n === settings.at);
  if (gain === null || fidelity === null) return [];
  const text =
    `At ${settings.at} people per class fidelity is ${percentEstimate(fidelity)}, of which letters add ` +
    `${pointsEstimate(gain)}.${own === undefined ? "" : ` ${worthSentence(own)}`}`;
  return [resultOf("letters-add", files.letters.name, text, [], { fidelity: fidelity.value, gain: gain.value })];
}

function ruleOf(key: RuleKey): object {
  const { name, level, short, help } = RULES[key];
  return {
    id: `recast/${key}`,
    name,
    shortDescription: { text: short },
    fullDescription: { text: help },
    help: { text: help },
    defaultConfiguration: { level },
  };
}

function resultOf(
  rule: RuleKey,
  file: string,
  text: string,
  key: readonly string[],
  properties?: SarifResult["properties"],
): SarifResult {
  return {
    ruleId: `recast/${rule}`,
    ruleIndex: KEYS.indexOf(rule),
    level: RULES[rule].level,
    message: { text: safe(plain(text)) },
    locations: locationsOf(file, [1]),
    partialFingerprints: { "finding/v1": JSON.stringify([rule, ...key]) },
    ...(properties === undefined ? {} : { properties }),
  };
}
