/** Attributes of an element: numbers are written to a hundredth, undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A place in a drawing, in its own pixels: across, then down. */
export type Point = readonly [number, number];

export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly body: string;
}

const CONTROLS = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** An element as text; its children are elements, or text that was escaped. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === "number" ? round(value) : escapeText(value)}"`],
  );
  const body = children.join("");
  return `<${name}${written.join("")}${body === "" ? "/>" : `>${body}</${name}>`}`;
}

/** A number to a hundredth: what engines compute differently, if anything, lies far behind it. */
export function round(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

export function escapeText(text: string): string {
  return text
    .replace(CONTROLS, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export function moved([x, y]: Point, children: readonly string[]): string {
  const body = children.join("");
  return body === "" ? "" : element("g", { transform: `translate(${round(x)} ${round(y)})` }, [body]);
}

/** The drawing of a report: sized by the style sheet of the page, and silent, because the page says what it shows. */
export function pageDrawing({ width, height, body }: Drawn): string {
  const size = { width, height, viewBox: `0 0 ${round(width)} ${round(height)}` };
  const font = { "font-family": "system-ui, sans-serif", "font-size": FONT_SIZE };
  return element("svg", { class: "chart", ...size, ...font, "aria-hidden": "true", focusable: "false" }, [body]);
}

/** Size of the type in a report's charts, in their own pixels. */
export const FONT_SIZE = 13;
