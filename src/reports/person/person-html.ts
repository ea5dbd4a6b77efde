import { html, type Markup, trusted } from "../html/markup.js";
import type { PersonText, TextBlock } from "./person-text.js";

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 1.75rem; }
table { border-collapse: collapse; width: 100%; } th, td { padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: top; border-bottom: 1px solid; text-align: left; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
footer { margin-top: 2rem; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
`;

/** A person's page as one HTML file that needs nothing else: no script, no outside request. */
export function personHtml({ title, sections, closing }: PersonText): string {
  const parts = sections.map(
    ({ heading, blocks }) => html`<section>
<h2>${heading}</h2>
${blocks.map(blockHtml)}</section>
`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${parts}</main>
<footer><p>${closing}</p></footer>
</body>
</html>
`.text;
}

function blockHtml(block: TextBlock): Markup {
  if (block.kind === "text") return html`<p>${block.text}</p>\n`;
  if (block.kind === "list") return html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>\n`;
  const isLeft = (j: number) => block.left.includes(j);
  return html`<table>
<thead><tr>${block.head.map((cell, j) => (isLeft(j) ? html`<th scope="col">${cell}</th>` : html`<th scope="col" class="number">${cell}</th>`))}</tr></thead>
<tbody>
${block.rows.map(
  (
    row,
  ) => html`<tr>${row.map((cell, j) => (j === 0 ? html`<th scope="row">${cell}</th>` : isLeft(j) ? html`<td>${cell}</td>` : html`<td class="number">${cell}</td>`))}</tr>
`,
)}</tbody>
</table>
`;
}
