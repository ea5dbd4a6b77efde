import { html, type Markup, trusted } from "./markup.js";
import { POLICY, STYLE } from "./style.js";

/** The start of every page, up to its body: nothing is loaded, and nothing may be. */
export function pageHead(language: string, title: string): Markup {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
`;
}
