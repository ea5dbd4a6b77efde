import { count, measured, number, percent } from "../document/format.js";
import type { ClassAuditFile } from "../findings/class-file.js";
import { GENERAL_CAVEATS } from "../measure/trust/caveats.js";
import { type ClassColumn, type ClassTable, classTables } from "./class-tables.js";
import { pageHead } from "./html/head.js";
import { html, type Markup, trusted } from "./html/markup.js";

/** Heading of what the evidence cannot tell. */
export const LIMITS_TITLE = "What this evidence cannot tell";
const FEW_IN_CLASS = 30;

const PARTS: readonly { readonly id: string; readonly title: string; readonly tables: readonly string[] }[] = [
  { id: "evidence", title: "The evidence", tables: ["classes", "letter-directions"] },
  { id: "groups", title: "Groups in the decisions", tables: ["class-rates", "rank-distances"] },
  { id: "rebuilt", title: "The rebuilt model", tables: ["class-methods", "confusion", "class-prototypes"] },
  { id: "determined", title: "What is determined", tables: ["class-determined", "class-contested-by-group"] },
  { id: "limits", title: "What is not here", tables: ["not-available"] },
];

/** The report of an audit with more than two decisions as one HTML page that needs nothing beside it. The same file gives the same bytes. */
export function renderClassReport(file: ClassAuditFile): string {
  const tables = new Map(classTables(file).map((table) => [table.name, table]));
  const system = (file.identity.system ?? "").trim();
  const title = system === "" ? "Audit of decisions with more than two values" : `Audit of ${system}`;
  const chapters = PARTS.map(
    (
      { id, title: heading, tables: names },
      k,
    ) => html`<section class="chapter" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><span class="no">${k + 1}</span> ${heading}</h2>
${names.map((name) => renderTable(tables.get(name)))}</section>
`,
  );
  return html`${pageHead("en", title)}<body>
<a class="skip" href="#report">Skip to the report</a>
<header class="title">
<p class="kicker">Made with recast ${file.version}</p>
<h1>${title}</h1>
${identity(file)}
</header>
<nav class="contents" aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ol>${PARTS.map(({ id, title: heading }, k) => html`<li><a href="#${id}"><span class="no">${k + 1}</span>${heading}</a></li>`)}</ol>
</nav>
<main id="report">
<section class="glance" aria-labelledby="glance"><h2 id="glance">At a glance</h2>
<ul>${glance(file).map(([name, words]) => html`<li><strong>${name}</strong><p>${words}</p></li>`)}</ul>
</section>
${chapters}${problems(file)}<div class="limits"><h3>${LIMITS_TITLE}</h3><ul>${classLimits(file).map((limit) => html`<li>${limit}</li>`)}</ul></div>
</main>
<footer><p>Every number of this page is in audit.json and tables/. manifest.json has the hashes of all files; recast verify makes the audit again.</p></footer>
</body>
</html>
`.text;
}

function identity({ identity: given, evidence, files }: ClassAuditFile): Markup {
  const stated = (
    [
      ["Purpose", given.purpose],
      ["Period", given.period],
      ["Auditor", given.auditor],
      ["Date", given.date],
      ["Notes", given.notes],
    ] as const
  ).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const facts = [
    ...stated,
    ["Decision", `${evidence.decision.column}: ${evidence.decision.classes.join(" < ")}`],
    ["Files", [files.decisions.name, ...(files.letters === null ? [] : [files.letters.name])].join(", ")],
  ] as const;
  return html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

/** What the evidence cannot tell: the limits of every audit, then those of this one. */
export function classLimits({ evidence, directions }: ClassAuditFile): string[] {
  const { counts, decision } = evidence;
  const rarest = Math.min(...counts);
  const derived = directions.reduce((sum, direction) => sum + direction.derived, 0);
  return [
    ...Object.values(GENERAL_CAVEATS).map(({ text }) => text),
    ...(rarest < FEW_IN_CLASS
      ? [
          `Only ${count(rarest)} people got '${decision.classes[counts.indexOf(rarest)]}': what is said about this decision is an indication at most.`,
        ]
      : []),
    ...(evidence.letters === 0
      ? ["There are no letters: methods built on them could not be used."]
      : derived > 0
        ? [
            `${count(derived)} of ${count(evidence.letters)} letters do not say both of their decisions; what was read from the nearest people may be wrong.`,
          ]
        : []),
  ];
}

/** The findings in one sentence each, as far as a page can without a verdict. */
export function glance(file: ClassAuditFile): (readonly [string, string])[] {
  const { evidence, methods, recommendation, facts, band } = file;
  const chosen = methods.find(({ method }) => method === recommendation.method);
  const compared = facts.flatMap(({ attribute, distance }) => (distance === null ? [] : [{ attribute, ...distance }]));
  const [first, ...others] = compared;
  const far = first && others.reduce((a, b) => (b.value > a.value ? b : a), first);
  return [
    [
      "Evidence",
      `${count(evidence.people)} people with ${evidence.decision.classes.length} possible decisions, and ${count(evidence.letters)} letters.`,
    ],
    ["Rebuilt model", recommendation.sentence],
    ["Letters", `${recommendation.letters.replace(/^[a-z]/, (first) => first.toUpperCase())}.`],
    ...(chosen?.lettersAsOffered
      ? [
          [
            "Promises",
            `${measured(chosen.lettersAsOffered)} of held-out letters get the decision they promise from the rebuilt model.`,
          ] as const,
        ]
      : []),
    [
      "Groups",
      far === undefined
        ? "No two groups with at least ten people each can be compared."
        : `The largest distance over the ordered decisions is ${number(far.value)} steps, between ${far.a} and ${far.b} (${far.attribute}; 95 % interval ${number(far.low)} to ${number(far.high)}). It is an indication, not a finding of cause.`,
    ],
    [
      "Determined",
      band.failure === null
        ? `${percent(1 - band.contested.share)} of the people get the same decision from recast whatever the letters weigh; the others are not determined.`
        : `Not computed: ${band.failure.message}`,
    ],
  ];
}

function renderTable(table: ClassTable | undefined): Markup | null {
  if (table === undefined || table.rows.length === 0) return null;
  const { name, title, note, columns, rows } = table;
  return html`<figure>
<figcaption id="table-${name}">${title} <a class="csv" href="tables/${name}.csv">CSV</a></figcaption>
<div class="scroll" tabindex="0" role="region" aria-labelledby="table-${name}"><table aria-labelledby="table-${name}">
<thead><tr>${columns.map((column) => html`<th scope="col"${isNumber(column) ? trusted(' class="number"') : null}>${column.label}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) => html`<tr>${row.map((cell, k) => renderCell(cell, columns[k]!, k === 0))}</tr>
`,
)}</tbody>
</table></div>
${note === "" ? null : html`<p class="note">${note}</p>`}</figure>
`;
}

function renderCell(cell: string | number | null, column: ClassColumn, first: boolean): Markup {
  const words = writeCell(cell, column);
  const shown =
    cell === null
      ? html`<span class="undefined">–</span>`
      : column.kind === "text"
        ? html`<bdi>${words}</bdi>`
        : html`${words}`;
  if (first) return html`<th scope="row">${shown}</th>`;
  return html`<td${isNumber(column) ? trusted(' class="number"') : null}>${shown}</td>`;
}

function writeCell(cell: string | number | null, { kind }: ClassColumn): string {
  if (typeof cell !== "number") return cell ?? "";
  if (kind === "share") return percent(cell);
  return kind === "count" ? count(cell) : number(cell);
}

function isNumber({ kind }: ClassColumn): boolean {
  return kind !== "text" && kind !== "word";
}

function problems({ problems: all }: ClassAuditFile): Markup | null {
  if (all.length === 0) return null;
  return html`<section class="chapter" id="problems" aria-labelledby="problems-title">
<h2 id="problems-title">Notes about the files</h2>
<ul>${all.map(({ severity, message }) => html`<li><span class="label">${severity}</span> ${message}</li>`)}</ul>
</section>
`;
}
