import type { CellLook, TableBlock, TableRow } from "../sections/block.js";
import type { ReportText } from "../text/report-text.js";
import { howLink } from "./how-link.js";
import { html, type Markup, trusted } from "./markup.js";
import { renderWords } from "./words.js";

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
export function renderTable(block: TableBlock, text: ReportText): Markup {
  const { anchor, name, title, how, columns, rows, notes, narrow } = block;
  const { frame } = text;
  return html`<figure class="table${rows.length <= KEPT_TOGETHER ? " short" : ""}" id="${anchor}">
<figcaption id="${anchor}-title"><strong>${title}</strong>${how === null ? null : html` ${howLink(text, how)}`} <a class="csv" href="tables/${name}.csv" aria-label="${frame.csvLabel(name)}">${frame.csv}</a></figcaption>
<div class="scroll" role="region" tabindex="0" aria-labelledby="${anchor}-title"><table${narrow ? trusted(' class="narrow"') : null} aria-labelledby="${anchor}-title">
<thead><tr>${columns.map(({ label, unit, look }) => html`<th scope="col" class="${CLASSES[look][0]}">${label}${unit === null ? null : html` <small>${unit}</small>`}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => renderRow(row, block))}</tbody>
</table></div>
${notes.map((note) => html`<p class="note">${note}</p>`)}
</figure>`;
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
  return html`<tr class="row${standing}">${shown}</tr>
`;
}
