import type { Block } from "../../../../src/document/document.js";
import { en } from "../../text/en.js";
import { Blocks } from "../results/blocks.js";
import { Place } from "../results/sentences.js";

/** The library's words about a person; `label` says what they are about, for a table's name. */
export function PersonBlocks({ blocks, label }: { blocks: readonly Block[]; label: string }) {
  const place = { part: "", references: new Map(), labels: new Map(), bare: en.person.tableOf(label), tables: {} };
  return (
    <Place.Provider value={place}>
      <Blocks blocks={blocks} />
    </Place.Provider>
  );
}
