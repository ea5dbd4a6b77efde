import type { ComputedBy, Document, GlanceLine, References, Section } from "./document.js";
import { howLink, renderBlock, renderDefinitions, renderParagraph } from "./html-blocks.js";
import { html, type Markup, trusted } from "./markup.js";
import { plain } from "./names.js";
import { POLICY, STYLE } from "./style.js";

/**
 * A document as one HTML page that needs nothing beside it: no script, no outside request, and a policy that allows
 * none. Equal documents give equal bytes.
 */
export function documentHtml(document: Document): string {
  const { title, kicker, facts, glance, sections, appendix, footer } = document;
  const references: References = new Map(appendix?.entries.map((entry) => [entry.key, entry]));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${plain(title)}</title>
<style>${trusted(STYLE)}</style>
</head>
<body${isLong(document) ? null : trusted(' class="leaf"')}>
<a class="skip" href="#report">Skip to the report</a>
<header class="title">
${kicker === null ? null : html`<p class="kicker">${kicker}</p>\n`}<h1>${title}</h1>
${facts.length === 0 ? null : renderDefinitions(facts, "facts")}</header>
${contents(document)}<main id="report">
${glance.length === 0 ? null : renderGlance(glance, sections, references)}${sections.map((section) =>
  renderSection(section, references),
)}${appendix === null ? null : renderAppendix(appendix.intro, appendix.entries)}</main>
<footer><p>${footer}</p></footer>
</body>
</html>
`.text;
}

/** Only long documents, whose sections have numbers, have a table of contents. */
function isLong({ sections }: Document): boolean {
  return sections.some(({ number }) => number !== "");
}

function contents(document: Document): Markup | null {
  if (!isLong(document)) return null;
  const { glance, sections, appendix } = document;
  const entry = (id: string, number: string, title: string) =>
    html`<li><a href="#${id}"><span class="no">${number}</span> <span>${title}</span></a></li>\n`;
  return html`<nav class="contents" aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ol>
${glance.length === 0 ? null : entry("glance", "", "At a glance")}${sections.map(({ id, number, title }) =>
  entry(id, number, title),
)}${appendix === null ? null : entry("appendix", "A", "How each number was computed")}</ol>
</nav>
`;
}

function renderGlance(lines: readonly GlanceLine[], sections: readonly Section[], references: References): Markup {
  const items = lines.map(({ lead, statements, section }) => {
    const number = sections.find(({ id }) => id === section)?.number ?? "";
    const hows = statements.flatMap(({ how }) => (how === null ? [] : [html`${howLink(how, references)} `]));
    const where = section === null ? null : html`<a class="where" href="#${section}">Section ${number}</a>`;
    const refs = hows.length === 0 && where === null ? null : html`<span class="refs">${hows}${where}</span>`;
    return html`<li><strong>${lead}<span class="hidden">: </span></strong>\
<p>${statements.map(({ text }) => `${text} `)}${refs}</p></li>\n`;
  });
  return html`<section class="glance" aria-labelledby="glance">
<h2 id="glance">At a glance</h2>
<ul>
${items}</ul>
</section>
`;
}

function renderSection({ id, number, title, says, body, limits }: Section, references: References): Markup {
  const inShort =
    says.length === 0
      ? null
      : html`<div class="says"><h3>What this says</h3>\n${renderParagraph(says, references)}</div>\n`;
  const cannot =
    limits.length === 0
      ? null
      : html`<div class="limits"><h3>Limits</h3><ul>${limits.map((limit) => html`<li>${limit}</li>`)}</ul></div>\n`;
  return html`<section class="chapter" aria-labelledby="${id}">
<h2 id="${id}">${number === "" ? null : html`<span class="no">${number}</span> `}${title}</h2>
${inShort}${body.map((block) => renderBlock(block, references))}${cannot}</section>
`;
}

function renderAppendix(intro: string, entries: readonly ComputedBy[]): Markup {
  const parts = entries.map(({ key, reference, title, text, here, docs }) => {
    const used = here === null ? null : html` <span class="here"><b>In this audit:</b> ${here}</span>`;
    return html`<div class="entry" id="how-${key}"><h3><span class="no">${reference}</span> ${title}</h3>
<p>${text}${used} <span class="docs">Documentation: ${docs.join(", ")}.</span></p></div>
`;
  });
  return html`<section class="chapter appendix" aria-labelledby="appendix">
<h2 id="appendix"><span class="no">A</span> How each number was computed</h2>
<p>${intro}</p>
${parts}</section>
`;
}
