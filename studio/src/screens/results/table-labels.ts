import type { Block, TableBlock } from "../../../../src/document/document.js";
import { withoutMarks } from "./sentences.js";

/** A name for each table that no other table of the section has: where titles repeat, with the heading it stands under. */
export function tableLabels(body: readonly Block[]): ReadonlyMap<TableBlock, string> {
  const titles = body.flatMap((block) => (block.kind === "table" ? [withoutMarks(block.title)] : []));
  const labels = new Map<TableBlock, string>();
  const taken = new Set<string>();
  let heading = "";
  for (const block of body) {
    if (block.kind === "heading") heading = withoutMarks(block.text);
    if (block.kind !== "table") continue;
    const title = withoutMarks(block.title);
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
    const named = isAlone ? title : `${title} (${heading})`;
    const label = taken.has(named) ? `${named}, ${taken.size + 1}` : named;
    taken.add(label);
    labels.set(block, label);
  }
  return labels;
}
