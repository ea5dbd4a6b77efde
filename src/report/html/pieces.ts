import type { ChartId } from "../charts/charts.js";
import type { ReportTable } from "../tables/report-table.js";
import { plain } from "../text/name.js";
import type { ReportText } from "../text/report-text.js";
import type { Statement } from "../text/statement.js";
import { type Context, svgOf } from "./context.js";
import { howLink } from "./how-link.js";
import { html, type Markup, trusted } from "./markup.js";
import { tableAnchor } from "./table.js";

/** A sentence with its reference to the appendix. */
export function sentence({ text: words, how }: Statement, text: ReportText): Markup {
  return html`${words}${how === null ? null : html` ${howLink(text, how)}`}`;
}

/** A paragraph of sentences; nothing without any. */
export function paragraph(statements: readonly Statement[], text: ReportText): Markup | null {
  if (statements.length === 0) return null;
  return html`<p>${statements.map((one, i) => html`${i === 0 ? "" : " "}${sentence(one, text)}`)}</p>
`;
}

/** A heading below the section's own. */
export function subheading(title: string): Markup {
  return html`<h3>${title}</h3>
`;
}

/** A heading and what stands below it; nothing where nothing does. */
export function headed(title: string, ...parts: readonly (Markup | null)[]): Markup[] {
  const there = parts.flatMap((part) => part ?? []);
  return there.length === 0 ? [] : [subheading(title), ...there];
}

/** A heading below that. */
export function minorHeading(title: string): Markup {
  return html`<h4>${title}</h4>
`;
}

/** A box for what must not be overlooked; it has a heading, so colour is not needed to see it. */
export function callout(title: string, words: string): Markup {
  return html`<aside class="callout" aria-label="${plain(title)}"><p><strong>${title}.</strong> ${words}</p></aside>
`;
}

/** What a chart shows, in words, and the table with the same numbers. */
export interface ChartWords {
  /** The attribute or feature, where there is one chart for each. */
  readonly subject?: string;
  readonly title: string;
  /** What can be seen, in words and numbers: spoken in place of the drawing. */
  readonly words: string;
  /** How to read it, where that needs saying; below the drawing. */
  readonly reads?: string;
  readonly table: ReportTable | null;
  /** The part of that table, where the page shows several. */
  readonly part?: string;
}

/** A chart with its caption and a text in its place; nothing where there is nothing to draw. */
export function chart(
  context: Context,
  id: ChartId,
  { subject, title, words, reads, table, part }: ChartWords,
): Markup | null {
  const svg = svgOf(context, id, subject);
  if (svg === null) return null;
  const { frame } = context.text;
  const link =
    table === null ? null : html` <a class="numbers" href="#${tableAnchor(table, part)}">${frame.chartTable}</a>`;
  return html`<figure class="drawing">
<div class="picture" role="img" aria-label="${plain(frame.chartLabel(title, words))}">${trusted(svg)}</div>
<figcaption><strong>${title}.</strong>${reads === undefined ? null : html` ${reads}`}${link}</figcaption>
</figure>
`;
}

/** Two drawings beside each other where there is room; what is missing takes none. */
export function sideBySide(...drawings: readonly (Markup | null)[]): Markup | null {
  const known = drawings.flatMap((drawing) => drawing ?? []);
  return known.length < 2 ? (known[0] ?? null) : html`<div class="pair">${known}</div>`;
}

/** Several small drawings beside each other where there is room; nothing without any. */
export function abreast(...drawings: readonly (Markup | null)[]): Markup | null {
  const known = drawings.flatMap((drawing) => drawing ?? []);
  return known.length === 0 ? null : html`<div class="pair small">${known}</div>`;
}

/** Pairs of a name and what is known under it. */
export function definitions(pairs: readonly (readonly [string, Markup | string])[]): Markup {
  return html`<dl>${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
`;
}
