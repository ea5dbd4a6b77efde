import { html } from "../html/markup.js";
import type { Context } from "../sections/context.js";
import { statement } from "../text/statement.js";
import type { Front } from "./front.js";

/** Each point of Annex IV: what this audit supplies, and what only the provider can supply. */
export function annexIvFront({ text }: Context): Front {
  const words = text.annexIv;
  const titles: Readonly<Record<string, string>> = {
    identity: text.identity.title,
    evidence: text.evidence.title,
    letters: text.letters.title,
    facts: text.facts.title,
    surrogate: text.surrogate.title,
    determined: text.identify.title,
    fairness: text.fairness.title,
    reproduce: text.reproduce.title,
    appendix: text.frame.appendix,
  };
  const items = words.points.map(({ point, asks, supplies, provider, sections }) => {
    const links = sections.map(
      (id, i) => html`${i === 0 ? " " : ", "}<a href="#${id}">${words.section(titles[id] ?? id)}</a>`,
    );
    return html`<li class="point">
<p><strong class="number">${point}</strong><span>${asks} <span class="label">${supplies === null ? words.status.none : words.status.part}</span></span></p>
<dl><div><dt>${words.supplies}</dt><dd>${supplies ?? words.nothing}${links}</dd></div><div><dt>${words.provider}</dt><dd>${provider}</dd></div></dl>
</li>
`;
  });
  return {
    id: "annex-iv",
    title: words.title,
    says: [statement(words.says)],
    body: [html`<ol class="points">${items}</ol>`],
    limits: [words.limits],
  };
}
