import type { Context } from "../sections/context.js";
import { howEntries } from "../sections/how-entries.js";
import { html, type Markup } from "./markup.js";

/** How each number was computed: one entry per anchor `how-…`, with what this audit used. */
export function appendix(context: Context): Markup {
  const { how, frame } = context.text;
  const entries = howEntries(context).map(({ key, reference, title, text, here, docs }) => {
    const used = here === null ? null : html` <span class="here"><b>${how.here}:</b> ${here}</span>`;
    return html`<div class="entry" id="how-${key}"><h3><span class="no">${reference}</span> ${title}</h3>
<p>${text}${used} <span class="docs">${how.docs}: ${docs.join(", ")}.</span></p></div>
`;
  });
  return html`<section class="chapter appendix" aria-labelledby="appendix">
<h2 id="appendix"><span class="no">A</span> ${frame.appendix}</h2>
<p>${how.intro}</p>
${entries}</section>
`;
}
