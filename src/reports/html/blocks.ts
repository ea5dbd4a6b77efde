import type { Block, ChartBlock } from "../sections/block.js";
import { plain } from "../text/name.js";
import type { ReportText } from "../text/report-text.js";
import type { Statement } from "../text/statement.js";
import { howLink } from "./how-link.js";
import { html, type Markup, trusted } from "./markup.js";
import { renderTable } from "./table.js";
import { renderWords } from "./words.js";

/** A part of a section as HTML. */
export function renderBlock(block: Block, text: ReportText): Markup {
  switch (block.kind) {
    case "heading":
      return block.level === 3
        ? html`<h3>${block.text}</h3>
`
        : html`<h4>${block.text}</h4>
`;
    case "paragraph":
      return paragraph(block.statements, text);
    case "text":
      return html`<p>${block.text}</p>`;
    case "callout":
      return html`<aside class="callout" aria-label="${plain(block.title)}"><p><strong>${block.title}.</strong> ${block.text}</p></aside>
`;
    case "commands":
      return html`${block.commands.map(({ text: words, command }) => html`<p>${words}</p><pre tabindex="0"><code>${command}</code></pre>`)}`;
    case "definitions":
      return html`<dl>${block.pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${renderWords(value)}</dd></div>`)}</dl>
`;
    case "chart":
      return renderChart(block, text);
    case "charts":
      return html`<div class="pair${block.small ? " small" : ""}">${block.charts.map((chart) => renderChart(chart, text))}</div>`;
    case "table":
      return renderTable(block, text);
  }
}

/** A paragraph of sentences, each with its reference to the appendix. */
export function paragraph(statements: readonly Statement[], text: ReportText): Markup {
  const sentence = ({ text: words, how }: Statement) =>
    html`${words}${how === null ? null : html` ${howLink(text, how)}`}`;
  return html`<p>${statements.map((one, i) => html`${i === 0 ? "" : " "}${sentence(one)}`)}</p>
`;
}

function renderChart({ title, label, reads, svg, table }: ChartBlock, { frame }: ReportText): Markup {
  const link = table === null ? null : html` <a class="numbers" href="#${table}">${frame.chartTable}</a>`;
  return html`<figure class="drawing">
<div class="picture" role="img" aria-label="${label}">${trusted(svg)}</div>
<figcaption><strong>${title}.</strong>${reads === null ? null : html` ${reads}`}${link}</figcaption>
</figure>
`;
}
