import { amount, count, number, percent, points } from "../../document/format.js";
import type { LeakFile } from "../../findings/leak-file.js";
import { pageHead } from "../html/head.js";
import { type Content, html, type Markup, trusted } from "../html/markup.js";
import { writeNumber } from "../sections/cells.js";
import type { Cell } from "../tables/report-table.js";
import { conditionWords, leakGlance, LEAK_TEXT as T, validityWords, worthSentence } from "../text/en/leak.js";
import { named, plain } from "../text/name.js";
import { drawLeak } from "./leak-charts.js";
import { type LeakCellKind, type LeakColumn, type LeakTable, leakTables } from "./leak-tables.js";

interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly body: readonly (Markup | null)[];
  readonly limits: readonly string[];
}

/** The leakage report as one HTML page that needs nothing beside it: no script, no outside request. The same file gives the same bytes. */
export function renderLeak(file: LeakFile): string {
  const chapters = chaptersOf(file);
  const title = T.title(named(file.files.decisions.name));
  const { settings, reference } = file;
  const facts: readonly (readonly [string, string])[] = [
    ["Rebuilt by", settings.method],
    ["Compared on", `${count(reference.rows)} ${reference.kind === "file" ? "reference rows" : "held-out decisions"}`],
    ["Repeats", count(settings.repeats)],
    ["Seed", String(settings.seed)],
  ];
  return html`${pageHead(T.language, plain(title))}<body>
<a class="skip" href="#report">${T.skip}</a>
<header class="title">
<p class="kicker">${T.kicker}</p>
<h1>${title}</h1>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>
<nav class="contents" aria-labelledby="contents">
<h2 id="contents">${T.contents}</h2>
<ol>
${contentsEntry("glance", "", T.glance)}${chapters.map(({ id, title: name }, k) => contentsEntry(id, String(k + 1), name))}</ol>
</nav>
<main id="report">
<section class="glance" aria-labelledby="glance">
<h2 id="glance">${T.glance}</h2>
<ul>
${leakGlance(file).map(
  ({ lead, text }) => html`<li><strong>${lead}<span class="hidden">: </span></strong><p>${text}</p></li>
`,
)}</ul>
</section>
${chapters.map(renderChapter)}
</main>
<footer><p>${T.footer(file.version)}</p></footer>
</body>
</html>
`.text;
}

function contentsEntry(id: string, number: string, title: string): Markup {
  return html`<li><a href="#${id}"><span class="no">${number}</span> <span>${title}</span></a></li>
`;
}

function renderChapter({ id, title, says, body, limits }: Chapter, k: number): Markup {
  return html`<section class="chapter" aria-labelledby="${id}">
<h2 id="${id}"><span class="no">${k + 1}</span> ${title}</h2>
<div class="says"><h3>${T.says}</h3>
<p>${says}</p></div>
${body}${limits.length === 0 ? null : html`<div class="limits"><h3>${T.limits}</h3><ul>${limits.map((limit) => html`<li>${limit}</li>`)}</ul></div>`}
</section>
`;
}

function chaptersOf(file: LeakFile): Chapter[] {
  const drawings = drawLeak(file);
  const tables = leakTables(file);
  const shown = (name: string, hide: readonly string[] = []) => {
    const found = tables.find((table) => table.name === name);
    return found === undefined ? null : renderTable(found, hide);
  };
  const words = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text).join(" ");
  const glance = leakGlance(file);
  const { letterCurve, fieldsLeftOut, conditions, notes, fields } = file;
  return [
    {
      id: "curves",
      ...T.curves,
      body: [
        html`<div class="pair">${[
          drawing(T.curves.chart, words(glance.slice(0, 2)), drawings.curves),
          drawing(T.curves.letterChart(letterCurve.n), words(glance.slice(0, 2)), drawings.letters),
        ]}</div>
`,
        shown("curves"),
        shown("letter-curve", ["n"]),
      ],
    },
    {
      id: "worth",
      ...T.worth,
      body: [html`<ul>${file.worth.map((one) => html`<li>${worthSentence(one)}</li>`)}</ul>`, shown("worth")],
    },
    ...(fields.length === 0
      ? []
      : [
          {
            id: "fields",
            ...T.fields,
            body: [
              drawing(T.fields.chart, glance.find(({ lead }) => lead === "Fields")?.text ?? "", drawings.fields),
              shown("fields", ["masked", "alone"]),
              fieldsLeftOut === 0 ? null : html`<p>${T.fields.leftOut(fieldsLeftOut)}</p>`,
            ],
          },
        ]),
    {
      id: "mitigations",
      ...T.mitigations,
      body: [
        html`<aside class="callout" aria-label="Validity"><p><strong>Validity.</strong> ${validityWords(file)}</p></aside>`,
        drawing(
          T.mitigations.chart,
          glance.find(({ lead }) => lead === "Mitigations")?.text ?? "",
          drawings.mitigations,
        ),
        shown("mitigations", ["left"]),
      ],
    },
    ...(conditions.length === 0
      ? []
      : [
          {
            id: "conditions",
            ...T.conditions,
            body: [
              html`<ul>${conditions.map((one) => html`<li>${conditionWords(one)}</li>`)}</ul>`,
              shown("conditions", ["words"]),
            ],
            limits: [],
          },
        ]),
    {
      id: "method",
      title: T.method.title,
      says: methodWords(file),
      body: [
        definitions(settingsOf(file)),
        notes.length === 0
          ? null
          : html`<h3>${T.method.notes}</h3><ul>${notes.map(({ text }) => html`<li>${text}</li>`)}</ul>`,
      ],
      limits: [],
    },
  ];
}

function methodWords({ settings, reference, fits }: LeakFile): string {
  const rows =
    reference.kind === "file"
      ? `The same ${count(reference.rows)} reference rows are compared with in every repeat; the interval joins the spread of the repeats with that of the rows. Where a size takes nearly all people there are, repeats differ little, and what other people would have shown is not in the interval.`
      : `In every repeat another ${percent(settings.holdOut ?? 0)} of the decisions, of each kind of people, are kept to compare with and not fitted on, with their letters; the interval allows for the overlap of the repeats (Nadeau and Bengio, 2003).`;
  return `${amount(settings.repeats, "repeat", "repeats")}, ${amount(fits, "fit", "fits")}. People are drawn anew by the seed in each repeat, smaller numbers being part of larger ones; rejected people with a letter come first. ${rows}`;
}

function settingsOf(file: LeakFile): readonly (readonly [string, string])[] {
  const { settings, evidence, reference, files } = file;
  const { decisions, letters, reference: own } = files;
  const sizes = (list: readonly number[]) => list.map(count).join(", ");
  return [
    [
      "Decisions",
      `${named(decisions.name)}: ${count(evidence.rejected)} rejected, ${count(evidence.accepted)} accepted, ${amount(evidence.features, "feature", "features")}`,
    ],
    ["Letters", `${named(letters.name)}: ${count(evidence.letters)}, to ${count(evidence.answered)} rejected people`],
    [
      "Reference rows",
      `${own === null ? "held out" : named(own.name)}: ${count(reference.rejected)} rejected, ${count(reference.accepted)} accepted${reference.alsoObserved === 0 ? "" : `; ${count(reference.alsoObserved)} left out, being among the decisions`}`,
    ],
    ["Method", `${settings.method}; without letters ${settings.withoutLetters}; ${settings.scaling} scaling`],
    [
      "People per class",
      `${sizes(settings.sizes)}; without letters ${sizes(settings.sizesWithoutLetters)}; fields and mitigations at ${count(settings.at)}`,
    ],
    ["SHA-256 of decisions", decisions.sha256],
    ["SHA-256 of letters", letters.sha256],
    ...(own === null ? [] : ([["SHA-256 of reference rows", own.sha256]] as const)),
  ];
}

function definitions(pairs: readonly (readonly [string, string])[]): Markup {
  return html`<dl>${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
`;
}

function drawing(title: string, words: string, svg: string | null): Markup | null {
  if (svg === null) return null;
  return html`<figure class="drawing">
<div class="picture" role="img" aria-label="${plain(`${title}. ${words}`)}">${trusted(svg)}</div>
<figcaption><strong>${title}.</strong></figcaption>
</figure>
`;
}

function renderTable(table: LeakTable, hide: readonly string[]): Markup {
  const columns = table.columns.filter(({ key, label }) => label !== null && !hide.includes(key));
  const place = (key: string) => table.columns.findIndex((column) => column.key === key);
  const isNumber = ({ kind }: LeakColumn) => kind !== "text" && kind !== "word";
  const side = (column: LeakColumn) => (isNumber(column) ? "number" : "words");
  const heads = columns.map(
    (column) =>
      html`<th scope="col" class="${side(column)}">${column.label}${column.kind === "points" ? html` <small>points</small>` : null}</th>${column.ends === null ? null : html`<th scope="col" class="number interval">${T.interval}</th>`}`,
  );
  const rows = table.rows.map((row) => {
    const cells = columns.map((column, k) => {
      const value = contentOf(row[place(column.key)] ?? null, column.kind);
      const own =
        k === 0
          ? html`<th scope="row" class="${side(column)}">${value}</th>`
          : html`<td class="${side(column)}">${value}</td>`;
      if (column.ends === null) return own;
      const [low, high] = column.ends.map((key) => row[place(key)] ?? null);
      const range =
        low === null || high === null || low === undefined || high === undefined
          ? "–"
          : html`${contentOf(low, column.kind)} to ${contentOf(high, column.kind)}`;
      return html`${own}<td class="number interval">${range}</td>`;
    });
    return html`<tr class="row">${cells}</tr>
`;
  });
  const anchor = `table-${table.name}`;
  return html`<figure class="table${table.rows.length <= 14 ? " short" : ""}" id="${anchor}">
<figcaption id="${anchor}-title"><strong>${table.title}</strong> <a class="csv" href="tables/${table.name}.csv" aria-label="${table.name}.csv">${T.csv}</a></figcaption>
<div class="scroll" role="region" tabindex="0" aria-labelledby="${anchor}-title"><table${columns.length < 4 ? trusted(' class="narrow"') : null} aria-labelledby="${anchor}-title">
<thead><tr>${heads}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
</figure>
`;
}

function contentOf(cell: Cell, kind: LeakCellKind): Content {
  if (cell === null) return html`<span class="undefined">${T.notDetermined}</span>`;
  if (typeof cell === "string") return kind === "text" ? html`<bdi>${cell}</bdi>` : cell;
  if (kind === "points") return points(cell);
  if (kind === "number") return number(Math.round(cell * 1000) / 1000);
  return writeNumber(cell, "", kind === "count" ? "count" : "share");
}
