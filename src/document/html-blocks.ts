import type {
  Block,
  CellLook,
  FigureBlock,
  Pairs,
  References,
  Statement,
  TableBlock,
  TableRow,
  Words,
} from "./document.js";
import { type Content, html, type Markup, trusted } from "./markup.js";
import { plain } from "./names.js";

export function renderBlock(block: Block, references: References): Markup {
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
    case "table":
      return renderTable(block, references);
  }
}

export function renderParagraph(statements: readonly Statement[], references: References): Markup {
  const sentence = ({ text, how }: Statement) =>
    html`${text}${how === null ? null : html` ${howLink(how, references)}`}`;
  return html`<p>${statements.map((one, i) => html`${i === 0 ? "" : " "}${sentence(one)}`)}</p>\n`;
}

export function renderDefinitions(pairs: Pairs, look: "facts" | null = null): Markup {
  const rows = pairs.map(([name, value, links = []]) => {
    const more = links.map(({ text, anchor }, i) => html`${i === 0 ? " " : ", "}<a href="#${anchor}">${text}</a>`);
    return html`<div><dt>${name}</dt><dd>${renderWords(value)}${more}</dd></div>`;
  });
  return html`<dl${look === null ? null : html` class="${look}"`}>${rows}</dl>\n`;
}

/** A short link to where the appendix says how a number was computed; it reads well on paper too. */
export function howLink(key: string, references: References): Markup | null {
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
const KEPT_TOGETHER = 14;

/** Classes of a column's heading and of its cells. */
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
