import type {
  Block,
  Document,
  FirstPage,
  Pairs,
  References,
  Section,
  Statement,
  TableBlock,
  Words,
} from "./document.js";
import { plain } from "./names.js";

/** A document as Markdown: every word of it, with the words of its drawings in their place. */
export function documentMarkdown(document: Document): string {
  const { title, kicker, facts, first, glance, sections, appendix, footer } = document;
  const references: References = new Map(appendix?.entries.map((entry) => [entry.key, entry]));
  const lines = [`# ${inline(title)}`, ...(kicker === null ? [] : ["", inline(kicker)])];
  if (facts.length > 0) lines.push("", ...definitionLines(facts));
  if (first !== undefined) lines.push(...firstLines(first));
  if (glance.length > 0) {
    lines.push("", "## At a glance", "");
    for (const { lead, statements, section } of glance) {
      const number = sections.find(({ id }) => id === section)?.number ?? "";
      lines.push(`- **${lead}**: ${said(statements, references)}${number === "" ? "" : ` (section ${number})`}`);
    }
  }
  for (const section of sections) lines.push(...sectionLines(section, references));
  for (const { title: name, tables } of sections.filter((section) => section.tables.length > 0)) {
    lines.push("", `## Tables: ${inline(name)}`, ...tables.flatMap((block) => blockMarkdown(block, references)));
  }
  if (appendix !== null) {
    lines.push("", "## How each number was computed", "", inline(appendix.intro));
    for (const { reference, title: name, text, here, docs } of appendix.entries) {
      const used = here === null ? "" : ` In this audit: ${inline(here)}`;
      lines.push("", `### ${reference} ${name}`, "", `${inline(text)}${used} Documentation: ${docs.join(", ")}.`);
    }
  }
  return `${[...lines, ...(footer === "" ? [] : ["", inline(footer)])].join("\n")}\n`;
}

function firstLines({ headline, under, more, picture, folded, trust, cannot, evidence }: FirstPage): string[] {
  const drawings = [picture, ...folded.map(({ figure }) => figure)].filter((figure) => figure !== null);
  return [
    ...["", `## ${inline(headline)}`],
    ...(under === null ? [] : ["", inline(under)]),
    ...(more.length === 0 ? [] : ["", ...more.map(({ text }) => `- ${inline(text)}`)]),
    ...drawings.flatMap((figure) => blockMarkdown(figure)),
    ...["", `### ${trust.title}`],
    ...(trust.figure === null ? [] : blockMarkdown(trust.figure)),
    ...["", trust.sentences.map(inline).join(" ")],
    ...["", `### ${cannot.title}`, "", ...cannot.items.map((item) => `- ${inline(item)}`)],
    ...["", inline(evidence)],
  ];
}

/** Blocks as lines of Markdown, each after an empty one. */
export function blockMarkdown(block: Block, references: References = new Map()): string[] {
  switch (block.kind) {
    case "heading":
      return ["", `${"#".repeat(block.level)} ${inline(block.text)}`];
    case "paragraph":
      return ["", said(block.statements, references)];
    case "list":
      return ["", ...block.items.map((item) => `- ${inline(item)}`)];
    case "note":
      return ["", `> **${inline(block.title)}.** ${inline(block.text)}`];
    case "commands":
      return block.commands.flatMap(({ text, command }) => ["", inline(text), "", `    ${command}`]);
    case "definitions":
      return ["", ...definitionLines(block.pairs)];
    case "figure":
      return ["", `[${inline(block.label)}]${block.reads === null ? "" : ` ${inline(block.reads)}`}`];
    case "figures":
      return block.figures.flatMap((figure) => blockMarkdown(figure, references));
    case "beside":
      return [...block.left, ...block.right].flatMap((part) => blockMarkdown(part, references));
    case "table":
      return [
        "",
        ...titleLines(block, references),
        ...tableMarkdown(block),
        ...block.notes.flatMap((note) => ["", inline(note)]),
      ];
  }
}

/** The rows of a table, without its title and notes. */
export function tableMarkdown({ columns, rows, head }: TableBlock): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const heads = columns.map(({ label, unit }) => inline(unit === null ? label : `${label} (${unit})`));
  return [
    line(heads),
    `|${"---|".repeat(heads.length)}`,
    ...rows.map(({ cells, label }) =>
      line(cells.map((cell, j) => `${words(cell)}${j === head && label !== null ? ` (${inline(label)})` : ""}`)),
    ),
  ];
}

function titleLines({ title, how, name }: TableBlock, references: References): string[] {
  if (title === "") return [];
  const file = name === null ? "" : ` (tables/${name}.csv)`;
  return [`**${inline(title)}**${file}${reference(how, references)}`, ""];
}

function sectionLines({ number, title, says, body, limits }: Section, references: References): string[] {
  return [
    "",
    `## ${number === "" ? "" : `${number} `}${inline(title)}`,
    ...(says.length === 0 ? [] : ["", said(says, references)]),
    ...body.flatMap((block) => blockMarkdown(block, references)),
    ...(limits.length === 0 ? [] : ["", "**Limits**", "", ...limits.map((limit) => `- ${inline(limit)}`)]),
  ];
}

function definitionLines(pairs: Pairs): string[] {
  return pairs.map(([name, value, links = []]) => {
    const more = links.map(({ text }) => inline(text)).join(", ");
    return `- **${inline(name)}**: ${words(value)}${more === "" ? "" : ` ${more}`}`;
  });
}

function said(statements: readonly Statement[], references: References): string {
  return statements.map(({ text, how }) => `${inline(text)}${reference(how, references)}`).join(" ");
}

function reference(how: string | null, references: References): string {
  const entry = how === null ? undefined : references.get(how);
  return entry === undefined ? "" : ` [${entry.reference}]`;
}

function words(cell: Words): string {
  if (typeof cell === "string") return inline(cell);
  return cell.as === "strong" ? `**${inline(cell.text)}**` : inline(cell.text);
}

/** Text on one line, in which only our own signs mean anything to Markdown. */
function inline(text: string): string {
  return plain(text)
    .replace(/[\\|*<]/g, "\\$&")
    .replace(/\s*\n\s*/g, " ");
}
