/** Colours of a report's charts: a custom property of the page, and what it is on light and on dark paper. */
const COLOURS = {
  paper: { light: "#ffffff", dark: "#14171a" },
  ink: { light: "#1b1f24", dark: "#e8eaed" },
  muted: { light: "#57606a", dark: "#a9b1ba" },
  line: { light: "#c9cfd6", dark: "#4a525b" },
  mark: { light: "#0b5fa5", dark: "#6cb6ff" },
  accepted: { light: "#0b5fa5", dark: "#6cb6ff" },
  rejected: { light: "#b34700", dark: "#ff9e5c" },
  open: { light: "#6b3fa0", dark: "#c9a5ff" },
  letters: { light: "#1a7f50", dark: "#63d39b" },
} as const;

export type ColourName = keyof typeof COLOURS;

/** The colour as a report's chart writes it: the page's custom property, else the light one. */
export function colour(name: ColourName): string {
  return `var(--chart-${name}, ${COLOURS[name].light})`;
}

export interface Theme {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly paper: string;
  /** Size of the type of axes, legends and notes. */
  readonly size: number;
  readonly stroke: number;
}

/** Follows the page's light or dark paper. */
export const PAGE: Theme = {
  ink: colour("ink"),
  muted: colour("muted"),
  line: colour("line"),
  paper: colour("paper"),
  size: 11.5,
  stroke: 2,
};

/** For a file that stands alone: on white, and in colours that every viewer of SVG knows. */
export const FILE: Theme = {
  ink: "#000000",
  muted: "#555555",
  line: "#e0e0e0",
  paper: "#ffffff",
  size: 11,
  stroke: 1.5,
};

/**
 * Style sheet that charts need in the page: their size, and the colours on light and on dark paper. Printing is always
 * on light paper.
 */
export const CHART_STYLE = [
  ".chart{display:block;max-width:100%;height:auto}",
  ".chart text{white-space:pre}",
  `:root{${properties("light")}}`,
  `@media screen and (prefers-color-scheme:dark){:root{${properties("dark")}}}`,
].join("\n");

function properties(theme: "light" | "dark"): string {
  return Object.entries(COLOURS)
    .map(([name, shades]) => `--chart-${name}:${shades[theme]}`)
    .join(";");
}
