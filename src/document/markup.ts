/** A piece of HTML that is already safe to put into a page. Only this module makes them. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What may stand in an `html` template: text is escaped, markup is kept, lists are joined, null is nothing. */
export type Content = Markup | string | number | null | readonly Content[];

const NAMED = /\u2068([^\u2069]*)\u2069/g;
const CONTROLS = /(?![\t\n\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu;

/**
 * HTML from a template. Every value that is not `Markup` is escaped, for text and for quoted attributes alike;
 * templates must quote their attributes and hold no script.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = parts[0] ?? "";
  values.forEach((value, i) => {
    text += render(value) + (parts[i + 1] ?? "");
  });
  return new Markup(text);
}

/** Text of our own making (style sheet, charts) taken as it is. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function render(value: Content): string {
  if (value === null) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(render).join("");
  return escapeText(String(value)).replace(NAMED, "<bdi>$1</bdi>");
}

/**
 * Characters that no HTML text may hold, control characters and halves of pairs, are shown as the replacement
 * character.
 */
function escapeText(text: string): string {
  return text
    .replace(CONTROLS, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
