import type {
  Block,
  CellLook,
  Document,
  FigureBlock,
  FirstPage,
  GlanceLine,
  Pairs,
  References,
  Section,
  Statement,
  TableBlock,
  TableRow,
  Words,
} from "./document.js";
import { type Content, html, type Markup, trusted } from "./markup.js";
import { plain } from "./names.js";
import { POLICY, STYLE } from "./style.js";

/**
 * A document as one HTML page that needs no other file: no script, no outside request, and a policy that allows
 * none. Equal documents give equal bytes.
 */
export function documentHtml(document: Document): string {
  const { title, kicker, facts, first, glance, sections, appendix, footer } = document;
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
<header class="title${first === undefined ? "" : " compact"}">
${kicker === null ? null : html`<p class="kicker">${kicker}</p>\n`}<h1>${title}</h1>
${facts.length === 0 ? null : renderDefinitions(facts, "facts")}</header>
<main id="report">
${first === undefined ? null : renderFirst(first, sections)}${contents(document)}\
${glance.length === 0 ? null : renderGlance(glance, sections, references)}\
${sections.map((section) => renderSection(section, references))}\
${renderTables(sections, references)}\
${appendix === null ? null : renderAppendix(document, appendix)}</main>
<footer><p>${footer}</p></footer>
</body>
</html>
`.text;
}

const HOW_TITLE = "How each number was computed";

/** Read by the style sheet of the page, because there is no script. */
const PRINT_CHOICE = html`<p class="choice"><label><input type="checkbox" id="print-appendix"> Print the appendix too\
</label></p>
`;

/** Only long documents, whose sections have numbers, have a table of contents. */
function isLong({ sections }: Document): boolean {
  return sections.some(({ number }) => number !== "");
}

function contents(document: Document): Markup | null {
  if (!isLong(document)) return null;
  const { first, glance, sections, appendix } = document;
  const entry = (id: string, number: string, title: string) =>
    html`<li><a href="#${id}"><span class="no">${number}</span> <span>${title}</span></a></li>\n`;
  return html`<nav class="contents" aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ol>
${first === undefined ? null : entry("findings", "", "Findings")}\
${glance.length === 0 ? null : entry("glance", "", "At a glance")}${sections.map(({ id, number, title }) =>
  entry(id, number, title),
)}${isFolded(document) ? entry("tables", "", "Appendix: all tables") : null}\
${appendix === null ? null : entry("appendix", "A", HOW_TITLE)}</ol>
${isFolded(document) ? PRINT_CHOICE : null}</nav>
`;
}

/** Characters from which a headline is set smaller, so that the page still fits. */
const LONG_HEADLINE = 130;

/** In the order of a phone, headline and picture first; wide screens and paper put the rest beside the picture. */
function renderFirst(page: FirstPage, sections: readonly Section[]): Markup {
  const { headline, under, more, picture, folded, trust, cannot, evidence } = page;
  const where = (section: string) => {
    const number = sections.find(({ id }) => id === section)?.number ?? "";
    return number === "" ? null : html` <a class="where" href="#${section}">Section ${number}</a>`;
  };
  const folds = folded.map(
    ({ summary, figure }) => html`<details><summary>${summary}</summary>\n${renderFigure(figure)}</details>\n`,
  );
  const others = more.map(({ text, section }) => html`<li>${text}${where(section)}</li>\n`);
  const look = picture === null ? "plain" : page.isTall ? "tall" : "wide";
  return html`<section class="first ${look}" aria-labelledby="findings">
<div class="lead"><h2 id="findings"${headline.length > LONG_HEADLINE ? trusted(' class="long"') : null}>${headline}</h2>
${under === null ? null : html`<p>${under}</p>`}</div>
${picture === null ? null : html`<div class="seen">${renderFigure(picture)}${folds}</div>\n`}\
${others.length === 0 ? null : html`<ul class="more">\n${others}</ul>\n`}\
<div class="trust"><h3>${trust.title}</h3>
${trust.figure === null ? null : renderFigure(trust.figure)}<p>${trust.sentences.map((text) => `${text} `)}</p></div>
<div class="cannot"><h3>${cannot.title}</h3>
<ul>${cannot.items.map((item) => html`<li>${item}</li>`)}</ul></div>
<p class="evidence">${evidence}</p>
</section>
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

/** Documents whose tables are in an appendix fold it away, and leave it off the paper unless that is asked for. */
function isFolded({ sections }: Pick<Document, "sections">): boolean {
  return sections.some(({ tables }) => tables.length > 0);
}

function renderTables(sections: readonly Section[], references: References): Markup | null {
  const parts = sections.filter(({ tables }) => tables.length > 0);
  if (parts.length === 0) return null;
  const folds = parts.map(
    ({ number, title, tables }) => html`<details><summary><h3><span class="no">${number}</span> ${title}</h3></summary>
${tables.map((block) => renderBlock(block, references))}</details>
`,
  );
  return html`<section class="chapter folded" aria-labelledby="tables">
<h2 id="tables">Appendix: all tables</h2>
<p>Every number of the sections above, in full. Open a part to read it; the files in tables/ have the same.</p>
${folds}</section>
`;
}

function renderAppendix(document: Document, { intro, entries }: NonNullable<Document["appendix"]>): Markup {
  const folds = isFolded(document);
  const parts = entries.map(({ key, reference, title, text, here, docs }) => {
    const used = here === null ? null : html` <span class="here"><b>In this audit:</b> ${here}</span>`;
    const name = html`<span class="no">${reference}</span> ${title}`;
    return html`<div class="entry" id="how-${key}">${folds ? html`<h4>${name}</h4>` : html`<h3>${name}</h3>`}
<p>${text}${used} <span class="docs">Documentation: ${docs.join(", ")}.</span></p></div>
`;
  });
  const body = folds ? html`<details><summary><h3>All entries</h3></summary>\n${parts}</details>\n` : html`${parts}`;
  return html`<section class="chapter ${folds ? "folded" : "appendix"}" aria-labelledby="appendix">
<h2 id="appendix"><span class="no">A</span> ${HOW_TITLE}</h2>
<p>${intro}</p>
${body}</section>
`;
}

function renderBlock(block: Block, references: References): Markup {
  switch (block.kind) {
    case "heading":
      return block.level === 3 ? html`<h3>${block.text}</h3>\n` : html`<h4>${block.text}</h4>\n`;
    case "paragraph":
      return renderParagraph(block.statements, references);
    case "list":
      return html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>\n`;
    case "note":
      return html`<aside class="callout" aria-label="${plain(block.title)}">\
<p><strong>${block.title}.</strong> ${block.text}</p></aside>\n`;
    case "commands":
      return html`${block.commands.map(
        ({ text, command }) => html`<p>${text}</p><pre tabindex="0"><code>${command}</code></pre>`,
      )}`;
    case "definitions":
      return renderDefinitions(block.pairs);
    case "figure":
      return renderFigure(block);
    case "figures":
      return html`<div class="pair${block.small ? " small" : ""}">${block.figures.map(renderFigure)}</div>\n`;
    case "beside":
      return html`<div class="beside">${[block.left, block.right].map(
        (side) => html`<div>${side.map((part) => renderBlock(part, references))}</div>`,
      )}</div>\n`;
    case "table":
      return renderTable(block, references);
  }
}

function renderParagraph(statements: readonly Statement[], references: References): Markup {
  const sentence = ({ text, how }: Statement) =>
    html`${text}${how === null ? null : html` ${howLink(how, references)}`}`;
  return html`<p>${statements.map((one, i) => html`${i === 0 ? "" : " "}${sentence(one)}`)}</p>\n`;
}

function renderDefinitions(pairs: Pairs, look: "facts" | null = null): Markup {
  const rows = pairs.map(([name, value, links = []]) => {
    const more = links.map(({ text, anchor }, i) => html`${i === 0 ? " " : ", "}<a href="#${anchor}">${text}</a>`);
    return html`<div><dt>${name}</dt><dd>${renderWords(value)}${more}</dd></div>`;
  });
  return html`<dl${look === null ? null : html` class="${look}"`}>${rows}</dl>\n`;
}

/** A short link to where the appendix says how a number was computed; it reads well on paper too. */
function howLink(key: string, references: References): Markup | null {
  const entry = references.get(key);
  if (entry === undefined) return null;
  const label = `How this was computed: ${entry.reference}, ${entry.title}`;
  return html`<a class="how" href="#how-${key}" aria-label="${label}">${entry.reference}</a>`;
}

function renderFigure({ title, label, reads, svg, table }: FigureBlock): Markup {
  const link = table === null ? null : html` <a class="numbers" href="#${table}">Numbers as a table</a>`;
  return html`<figure class="drawing">
<div class="picture" role="img" aria-label="${label}">${trusted(svg)}</div>
<figcaption><strong>${title}.</strong>${reads === null ? null : html` ${reads}`}${link}</figcaption>
</figure>
`;
}

/** Tables of at most so many rows stay on one sheet of paper. */
const KEPT_TOGETHER = 8;

const CLASSES: Readonly<Record<CellLook, readonly [heading: string, cell: string]>> = {
  number: ["number", "number"],
  words: ["words", "words"],
  prose: ["words prose", "words"],
  hash: ["words", "hash"],
  interval: ["number interval", "number interval"],
  range: ["number", "number interval"],
};

/** A table with its caption, in a region of its own that scrolls sideways where the page is narrow. */
function renderTable(block: TableBlock, references: References): Markup {
  const { anchor, name, title, how, columns, rows, notes, narrow } = block;
  const reference = how === null ? null : html` ${howLink(how, references)}`;
  const file =
    name === null ? null : html` <a class="csv" href="tables/${name}.csv" aria-label="${name}, as a CSV file">CSV</a>`;
  const heads = columns.map(({ label, unit, look }) => {
    const small = unit === null ? null : html` <small>${unit}</small>`;
    return html`<th scope="col" class="${CLASSES[look][0]}">${label}${small}</th>`;
  });
  return html`<figure class="table${rows.length <= KEPT_TOGETHER ? " short" : ""}" id="${anchor}">
<figcaption id="${anchor}-title"><strong>${title}</strong>${reference}${file}</figcaption>
<div class="scroll" role="region" tabindex="0" aria-labelledby="${anchor}-title">\
<table${narrow ? trusted(' class="narrow"') : null} aria-labelledby="${anchor}-title">
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.map((row) => renderRow(row, block))}</tbody>
</table></div>
${notes.map((note) => html`<p class="note">${note}</p>`)}
</figure>
`;
}

function renderRow({ cells, emphasis, label }: TableRow, { columns, head }: TableBlock): Markup {
  const mark = label === null ? null : html` <span class="label">${label}</span>`;
  const shown = cells.map((cell, i) => {
    const [heading, side] = CLASSES[columns[i]?.look ?? "words"];
    return i === head
      ? html`<th scope="row" class="${heading === "number" ? "number" : "words"}">${renderWords(cell)}${mark}</th>`
      : html`<td class="${side}">${renderWords(cell)}</td>`;
  });
  const standing = emphasis === "insufficient" ? " few" : emphasis === "highlight" ? " marked" : "";
  return html`<tr class="row${standing}">${shown}</tr>\n`;
}

/** Words of the user apart from the page's direction of writing; a mark where there is nothing to say. */
function renderWords(words: Words): Content {
  if (typeof words === "string") return words;
  const { text, as } = words;
  if (as === "undefined") return html`<span class="undefined">${text}</span>`;
  if (as === "strong") return html`<strong>${text}</strong>`;
  return as === "long" ? html`<bdi class="long">${text}</bdi>` : html`<bdi>${text}</bdi>`;
}
