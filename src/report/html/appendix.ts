import { HOW_KEYS } from "../text/statement.js";
import type { Context } from "./context.js";
import { howReference } from "./how-link.js";
import { html, type Markup } from "./markup.js";

/** How each number was computed: one entry per anchor `how-…`, with what this audit used. */
export function appendix({ file, text }: Context): Markup {
  const { how, frame } = text;
  const entries = HOW_KEYS.map((key) => {
    const { title, text: words, here, docs } = how.entries[key];
    const used = here === null ? null : html` <span class="here"><b>${how.here}:</b> ${here(file)}</span>`;
    return html`<div class="entry" id="how-${key}"><h3><span class="no">${howReference(key)}</span> ${title}</h3>
<p>${words}${used} <span class="docs">${how.docs}: ${docs.join(", ")}.</span></p></div>
`;
  });
  return html`<section class="chapter appendix" aria-labelledby="appendix">
<h2 id="appendix"><span class="no">A</span> ${frame.appendix}</h2>
<p>${how.intro}</p>
${entries}</section>
`;
}
