import { list, measured } from "../../document/format.js";
import { html } from "../html/markup.js";
import type { Context } from "../sections/context.js";
import { widestThrough } from "../sections/fairness.js";
import { definitions, plainText, subheading } from "../sections/pieces.js";
import { named } from "../text/name.js";
import { statement } from "../text/statement.js";
import type { Front } from "./front.js";

/** The rebuilt model on one page: what it is for, what it was made from, how well it does, and its limits. */
export function modelCardFront({ file, text }: Context): Front {
  const words = text.modelCard;
  const { evidence, settings, recommendation, methods, identification, facts, fairness } = file;
  const agreement = methods.find(({ method }) => method === recommendation.method)?.agreement?.overall ?? null;
  const [model] = fairness;
  const widest = model === undefined ? null : widestThrough(model);
  const undefinedMark = { text: text.frame.cells.notDefined, as: "undefined" } as const;
  const attributes = facts.attributes.map(({ attribute }) => named(attribute));
  return {
    id: "model-card",
    title: words.title,
    says: [statement(words.says(recommendation.method, evidence.features.length))],
    body: [
      subheading(words.details),
      definitions([
        [words.method, recommendation.method],
        [words.version, text.identity.toolVersion(named(file.version))],
        [words.columns, list(evidence.features.map(named))],
        [words.file, words.fileValue],
      ]),
      subheading(words.intended),
      plainText(words.intendedText),
      subheading(words.outOfScope),
      html`<ul>${words.outOfScopeText.map((use) => html`<li>${use}</li>`)}</ul>`,
      subheading(words.data),
      definitions([
        [words.fittedOn, words.fittedOnValue(evidence.rejected, evidence.accepted, evidence.letters)],
        [words.evaluatedOn, words.evaluatedOnValue(evidence.observations, settings.folds)],
        [words.factors, attributes.length === 0 ? words.noGroups : list(attributes)],
      ]),
      subheading(words.metrics),
      definitions([
        [words.agreement, agreement === null ? undefinedMark : measured(agreement)],
        [words.settled, text.glance.determined(identification.determined.contested)],
        [
          words.difference,
          widest?.parityDifference == null
            ? undefinedMark
            : text.fairness.difference(
                widest.attribute,
                widest.parityDifference,
                widest.parityDifference.highest,
                widest.parityDifference.lowest,
                model?.weighted === true,
              ),
        ],
      ]),
    ],
    limits: [text.surrogate.limits.agreement, text.surrogate.limits.rebuilt, text.identify.limits.within],
  };
}
