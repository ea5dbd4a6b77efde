import type { Context, Section } from "../html/context.js";
import { html } from "../html/markup.js";
import { definitions, subheading } from "../html/pieces.js";
import { widestThrough } from "../html/sections/fairness.js";
import { list, measured } from "../text/format.js";
import { named } from "../text/name.js";
import { statement } from "../text/statement.js";

/** The rebuilt model on one page: what it is for, what it was made from, how well it does, and its limits. */
export function modelCardFront({ file, text }: Context): Section {
  const words = text.modelCard;
  const { evidence, settings, recommendation, methods, identification, facts, fairness } = file;
  const agreement = methods.find(({ method }) => method === recommendation.method)?.agreement?.overall ?? null;
  const [model] = fairness;
  const widest = model === undefined ? null : widestThrough(model);
  const undefinedMark = html`<span class="undefined">${text.frame.cells.notDefined}</span>`;
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
      html`<p>${words.intendedText}</p>`,
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
