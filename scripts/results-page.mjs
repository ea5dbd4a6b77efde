/**
 * bench/RESULTS.md in pieces: the head, and one piece per study or bench. Marks separate the pieces, so that each can be rewritten
 * alone.
 *
 * @typedef {object} Piece
 * @property {string} name of the study, or of the bench that writes it
 * @property {string} begin the mark it begins with
 * @property {string} text
 */

const MARKED = /<!-- (study )?([a-z0-9-]+) begins[^>]*-->\n([\s\S]*?)<!-- \1?\2 ends -->/g;

/**
 * @param {string} page
 * @param {ReadonlyMap<string, string>} studies name of each known study by its title: sections from before there were marks are found by it
 * @returns {{ head: string, pieces: Piece[] }}
 */
export function readPage(page, studies) {
  /** @type {Piece[]} */
  const pieces = [];
  let head = "";
  let at = 0;
  for (const match of page.matchAll(MARKED)) {
    head = take(page.slice(at, match.index), head, pieces, studies);
    const begin = match[0].slice(0, match[0].indexOf("\n"));
    pieces.push({ name: match[2] ?? "", begin, text: (match[3] ?? "").trim() });
    at = match.index + match[0].length;
  }
  head = take(page.slice(at), head, pieces, studies);
  return { head, pieces };
}

/**
 * Sections without marks: sections of known studies become pieces, anything else belongs to the head.
 * @param {string} text
 * @param {string} head
 * @param {Piece[]} pieces
 * @param {ReadonlyMap<string, string>} studies
 */
function take(text, head, pieces, studies) {
  const [before = "", ...sections] = text.split(/^(?=## )/m);
  const kept = [head, before.trim()];
  for (const section of sections) {
    const name = studies.get(section.slice(3, section.indexOf("\n")).trim());
    if (name === undefined) kept.push(section.trim());
    else pieces.push({ name, begin: studyMark(name), text: section.trim() });
  }
  return kept.filter((part) => part !== "").join("\n\n");
}

/** @param {string} name */
function studyMark(name) {
  return `<!-- study ${name} begins: scripts/collect-results.mjs writes from here -->`;
}

/**
 * Replaces the pieces of these studies; new ones go after the last study.
 * @param {readonly Piece[]} pieces
 * @param {readonly { name: string, text: string }[]} studies
 * @returns {Piece[]}
 */
export function withStudies(pieces, studies) {
  const all = [...pieces];
  for (const { name, text } of studies) {
    const piece = { name, begin: studyMark(name), text };
    const known = all.findIndex((own) => own.begin === piece.begin);
    if (known >= 0) all[known] = piece;
    else all.splice(all.findLastIndex(({ begin }) => begin.startsWith("<!-- study ")) + 1, 0, piece);
  }
  return all;
}

/**
 * @param {string} head
 * @param {readonly Piece[]} pieces
 */
export function writePage(head, pieces) {
  const parts = pieces.map(({ name, begin, text }) => {
    const end = begin.startsWith("<!-- study ") ? `<!-- study ${name} ends -->` : `<!-- ${name} ends -->`;
    return `${begin}\n\n${text}\n\n${end}`;
  });
  return `${[head, ...parts].join("\n\n")}\n`;
}

/**
 * The table of a study as a section of the page: one level down, without the paired differences of every cell, which table.md in the folder has.
 * @param {string} table
 */
export function asSection(table) {
  const [kept = "", rest = ""] = table.split(/\n## Paired differences\n[\s\S]*?(?=\n## |$(?![\s\S]))/);
  return `${kept}${rest}`.trim().replaceAll(/^#/gm, "##");
}

/**
 * A section of a table under another title; empty when the table has none of that name.
 * @param {string} table
 * @param {string} name
 * @param {string} title
 */
export function otherSection(table, name, title) {
  const section = table.split("\n## ").find((part) => part.startsWith(name));
  return section === undefined ? "" : section.replace(name, `### ${title}`).trim();
}
