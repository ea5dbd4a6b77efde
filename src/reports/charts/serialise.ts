/** Attributes whose numbers are places or sizes. */
const GEOMETRY = new Set("cx cy d height points r rx ry transform width x x1 x2 y y1 y2".split(" "));
/** What the plotting library says about its own marks; the page describes the chart as a whole. */
const LEFT_OUT = new Set(["aria-label", "aria-description", "aria-hidden"]);
const CONTROLS = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/**
 * The SVG element as text: attributes sorted by name, places rounded to hundredths, text escaped, no style element, and
 * nothing that a page's reader would hear; the page says in words what the drawing shows.
 */
export function serialiseSvg(svg: Element): string {
  return elementText(svg, ' aria-hidden="true" focusable="false"');
}

function elementText(element: Element, more: string): string {
  const name = element.tagName.toLowerCase();
  if (name === "style") return "";
  const attributes = Array.from(element.attributes)
    .filter((attribute) => !LEFT_OUT.has(attribute.name))
    .map((attribute) => ({ name: attribute.name, value: attribute.value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name: key, value }) => ` ${key}="${escapeText(GEOMETRY.has(key) ? rounded(value) : value)}"`);
  const children = Array.from(element.childNodes).map((child) =>
    child.nodeType === 3
      ? escapeText(child.textContent ?? "")
      : child.nodeType === 1
        ? elementText(child as Element, "")
        : "",
  );
  return `<${name}${attributes.join("")}${more}>${children.join("")}</${name}>`;
}

function rounded(value: string): string {
  return value.replace(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g, (number) =>
    String(Math.round(Number(number) * 100) / 100 + 0),
  );
}

function escapeText(text: string): string {
  return text
    .replace(CONTROLS, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
