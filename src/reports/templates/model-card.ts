import { bullets, type Chapter, chapter, definitions, heading } from "../../document/document.js";
import { amount, count, list, measured, people } from "../../document/format.js";
import { named } from "../../document/names.js";
import { agreementOf } from "../audit/agreement.js";
import type { Context } from "../audit/context.js";
import { differenceSentence, widestThrough } from "../audit/fairness.js";
import { settledSentence } from "../audit/glance.js";
import { IDENTIFY_LIMITS } from "../audit/identify.js";
import { SURROGATE_LIMITS } from "../audit/surrogate.js";

const NOT_DEFINED = { text: "not defined", as: "undefined" } as const;

export function modelCardFront({ file }: Context): Chapter {
  const { evidence, settings, recommendation, identification, facts, fairness } = file;
  const { method } = recommendation;
  const { rejected, accepted, letters, observations, features } = evidence;
  const agreement = agreementOf(file, method);
  const [model] = fairness;
  const widest = model === undefined ? null : widestThrough(model);
  const difference = widest === null ? null : differenceSentence(widest, model?.weighted === true);
  const attributes = facts.attributes.map(({ attribute }) => named(attribute));
  return chapter("model-card", "Model card of the rebuilt model", {
    says: [
      `This card describes the rebuilt model (method ${method}, ${amount(features.length, "column")}), not the ` +
        "audited system.",
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
      "To describe how observed decisions go together with the columns of the file; to compare groups where " +
        "decisions are not known for everybody; to say for whom the evidence leaves the answer open.",
      heading("Uses it is not made for"),
      bullets([
        "Deciding about anybody.",
        "Standing in for the audited system where nobody was observed.",
        "Statements about causes, intent or the law.",
      ]),
      heading("Data"),
      definitions([
        [
          "Fitted on",
          `${count(rejected)} rejected and ${count(accepted)} accepted people, ${amount(letters, "letter")}`,
        ],
        [
          "Evaluated on",
          `the same ${people(observations)}, each by a fit that had not seen them (${amount(settings.folds, "fold")})`,
        ],
        ["Groups looked at", attributes.length === 0 ? "none: no column was named as sensitive" : list(attributes)],
      ]),
      heading("Metrics"),
      definitions([
        ["Agreement out of fold", agreement === null ? NOT_DEFINED : measured(agreement)],
        ["Answers settled by the evidence", settledSentence(identification.determined.contested)],
        ["Largest difference between groups", difference ?? NOT_DEFINED],
      ]),
    ],
    limits: [...SURROGATE_LIMITS, IDENTIFY_LIMITS[0]],
  });
}
