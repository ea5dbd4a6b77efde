import type { Words } from "../sections/block.js";
import { type Content, html } from "./markup.js";

/** Words of the user apart from the page's direction of writing; a mark where there is nothing to say. */
export function renderWords(words: Words): Content {
  if (typeof words === "string") return words;
  if (words.as === "undefined") return html`<span class="undefined">${words.text}</span>`;
  return words.as === "long" ? html`<bdi class="long">${words.text}</bdi>` : html`<bdi>${words.text}</bdi>`;
}
