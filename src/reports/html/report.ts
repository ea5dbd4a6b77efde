import { AuditError } from "../../errors.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { drawCharts } from "../charts/charts.js";
import { contextOf, reportTitle, sectionsOf } from "../sections/audit-sections.js";
import type { Context } from "../sections/context.js";
import { glanceLines } from "../sections/glance.js";
import type { Front } from "../templates/front.js";
import { type TemplateName, templates } from "../templates/template.js";
import { plain } from "../text/name.js";
import { appendix } from "./appendix.js";
import { paragraph, renderBlock } from "./blocks.js";
import { pageHead } from "./head.js";
import { howLink } from "./how-link.js";
import { html, Markup } from "./markup.js";

export type { TemplateName };

/** How the report is written. */
export interface RenderOptions {
  /** Which document it is. */
  readonly template: TemplateName;
}

interface Chapter extends Front {
  /** "4", or nothing for a part of the template. */
  readonly number: string;
}

/**
 * The report as one HTML page that needs nothing beside it: no script, no outside request. The same file and template give the
 * same bytes.
 */
export function renderReport(file: AuditFile, { template }: RenderOptions): string {
  if (!Object.hasOwn(templates, template)) {
    throw new AuditError(
      "INVALID_OPTION",
      `template must be one of ${Object.keys(templates).join(", ")}, got '${template}'`,
    );
  }
  const context = contextOf(file, drawCharts(file));
  const chapters: Chapter[] = [
    ...templates[template](context).map((section) => ({ ...section, number: "" })),
    ...sectionsOf(context).map((section, k) => ({ ...section, number: String(k + 1) })),
  ];
  return page(context, template, chapters).text;
}

function page(context: Context, template: TemplateName, chapters: readonly Chapter[]): Markup {
  const { file, text } = context;
  const { frame } = text;
  const title = reportTitle(context);
  return html`${pageHead(frame.language, plain(title))}<body>
<a class="skip" href="#report">${frame.skip}</a>
<header class="title">
<p class="kicker">${frame.kicker[template]}</p>
<h1>${title}</h1>
${titleFacts(context)}
</header>
${contents(context, chapters)}
<main id="report">
${glance(context, chapters)}
${chapters.map((chapter) => renderChapter(chapter, context))}
${appendix(context)}
</main>
<footer><p>${frame.footer(file.version)}</p></footer>
</body>
</html>
`;
}

/** What stands under the title: purpose, period, auditor and date, as given. */
function titleFacts({ file, text }: Context): Markup {
  const words = text.identity;
  const { identity } = file;
  const entries = [
    [words.purpose, identity.purpose],
    [words.period, identity.period],
    [words.auditor, identity.auditor],
    [words.date, identity.date],
  ] as const;
  const value = (given: string | null) =>
    given === null || given.trim() === ""
      ? html`<span class="undefined">${text.frame.notStated}</span>`
      : html`<bdi>${given}</bdi>`;
  return html`<dl class="facts">${entries.map(([name, given]) => html`<div><dt>${name}</dt><dd>${value(given)}</dd></div>`)}</dl>`;
}

function glance(context: Context, chapters: readonly Chapter[]): Markup {
  const { text } = context;
  const lines = glanceLines(context).map(({ lead, statements, section }) => {
    const chapter = chapters.find(({ id }) => id === section);
    const link = html`<a class="where" href="#${section}">${text.frame.section(chapter?.number ?? "")}</a>`;
    return html`<li><strong>${lead}<span class="hidden">: </span></strong><p>${statements.map(({ text: words }) => `${words} `)}<span class="refs">${statements.flatMap(({ how }) => (how === null ? [] : [html`${howLink(text, how)} `]))}${link}</span></p></li>
`;
  });
  return html`<section class="glance" aria-labelledby="glance">
<h2 id="glance">${text.frame.glance}</h2>
<ul>
${lines}</ul>
</section>
`;
}

function contents({ text }: Context, chapters: readonly Chapter[]): Markup {
  const entry = (id: string, number: string, title: string) =>
    html`<li><a href="#${id}"><span class="no">${number}</span> <span>${title}</span></a></li>
`;
  return html`<nav class="contents" aria-labelledby="contents">
<h2 id="contents">${text.frame.contents}</h2>
<ol>
${entry("glance", "", text.frame.glance)}${chapters.map(({ id, number, title }) => entry(id, number, title))}${entry("appendix", "A", text.frame.appendix)}</ol>
</nav>
`;
}

function renderChapter({ id, number, title, says, body, limits }: Chapter, { text }: Context): Markup {
  const { frame } = text;
  return html`<section class="chapter" aria-labelledby="${id}">
<h2 id="${id}">${number === "" ? null : html`<span class="no">${number}</span> `}${title}</h2>
<div class="says"><h3>${frame.says}</h3>
${says.length === 0 ? null : paragraph(says, text)}</div>
${body.map(
  (part) => html`${part instanceof Markup ? part : renderBlock(part, text)}
`,
)}${limits.length === 0 ? null : html`<div class="limits"><h3>${frame.limits}</h3><ul>${limits.map((limit) => html`<li>${limit}</li>`)}</ul></div>`}
</section>
`;
}
