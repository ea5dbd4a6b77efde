import type { Markup } from "../html/markup.js";
import type { Block, Section } from "../sections/block.js";

/** A section that only one template has: beside the blocks of all sections it may hold HTML of its own. */
export interface Front extends Omit<Section, "body"> {
  readonly body: readonly (Block | Markup)[];
}
