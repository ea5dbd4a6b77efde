import type { ReportText } from "../text/report-text.js";
import { type HowKey, howReference } from "../text/statement.js";
import { html, type Markup } from "./markup.js";

/** A short link to where the appendix says how a number was computed; it reads well on paper too. */
export function howLink({ frame, how }: ReportText, key: HowKey): Markup {
  const reference = howReference(key);
  return html`<a class="how" href="#how-${key}" aria-label="${frame.howLabel(reference, how.entries[key].title)}">${reference}</a>`;
}
