import { bullets, type Chapter, chapter, definitions, heading } from "../../document/document.js";
import { amount, count, list, measured, people } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { rebuiltAgreement } from "../audit/agreement.js";
import type { Context } from "../audit/context.js";
import { differenceSentence, widestThrough } from "../audit/fairness.js";
import { determinedSentence, IDENTIFY_LIMITS } from "../audit/identify.js";
import { SURROGATE_LIMITS } from "../audit/surrogate.js";

const NOT_DEFINED = { text: "not defined", as: "undefined" } as const;

export function modelCardFront({ file }: Context): Chapter {
  const { evidence, settings, recommendation, identification, facts, fairness, sample } = file;
  const { method } = recommendation;
  const { observations, features } = evidence;
  const letters = sample?.letters.drawn ?? evidence.letters;
  const [rejected, accepted] = fittedOn(file);
  const agreement = rebuiltAgreement(file);
  const [model] = fairness;
  const widest = model === undefined ? null : widestThrough(model);
  const difference = widest === null ? null : differenceSentence(widest, model?.weighted === true);
  const attributes = facts.attributes.map(({ attribute }) => named(attribute));
  return chapter("model-card", "Model card of the rebuilt model", {
    says: [
      `This card describes the rebuilt model (method ${method}, ${amount(features.length, "column")}), not the ` +
        "system it was rebuilt from.",
    ],
    body: [
      heading("Model details"),
      definitions([
        ["Method", method],
        ["Version", `Recast ${named(file.version)}`],
        ["Columns it may look at", list(features.map(named))],
        ["File", "surrogate.json in the folder of this report"],
      ]),
      heading("Intended use"),
      "Describe how the decisions follow the columns of the file; compare groups where not everybody’s decision is " +
        "known; say for whom the evidence leaves the answer open.",
      heading("Not for"),
      bullets([
        "Deciding about anybody.",
        "Replacing the system where nobody was observed.",
        "Statements about causes, intent or the law.",
      ]),
      heading("Data"),
      definitions([
        [
          "Fitted on",
          `${count(rejected)} refused and ${count(accepted)} accepted people, ${amount(letters, "letter")}` +
            `${sample === null ? "" : `: a random sample of ${people(sample.of)}`}`,
        ],
        [
          "Evaluated on",
          sample === null
            ? `the same ${people(observations)}, each by a fit that had not seen them ` +
              `(${amount(settings.folds, "fold")})`
            : `the ${people(sample.right.overall.n)} outside the sample, within which methods were compared`,
        ],
        [
          "Groups looked at",
          attributes.length === 0 ? "none: no column was named to compare groups by" : list(attributes),
        ],
      ]),
      heading("Metrics"),
      definitions([
        [
          sample ? "Right about people outside its sample" : "Right about people it has not seen",
          agreement === null ? NOT_DEFINED : measured(agreement),
        ],
        ["Open answers", determinedSentence(identification.determined.contested, identification.stability, sample)],
        ["Largest difference between groups", difference ?? NOT_DEFINED],
      ]),
    ],
    limits: [...SURROGATE_LIMITS, IDENTIFY_LIMITS[0]],
  });
}

/** Refused and accepted people. */
function fittedOn({ sample, evidence }: AuditFile): readonly [rejected: number, accepted: number] {
  if (sample === null) return [evidence.rejected, evidence.accepted];
  const accepted = sample.strata.reduce((sum, { decision, drawn }) => sum + (decision === "accepted" ? drawn : 0), 0);
  return [sample.people - accepted, accepted];
}
