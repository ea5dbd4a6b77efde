import { named } from "../text/name.js";

const NARROW = /[\s.,:;'!|()[\]ijlftrI1-]/u;
const WIDE = /[mwMW%@–—…]/u;
const UPPER = /\p{Lu}/u;
/** Written as wide as it is high. */
const SQUARE =
  /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\u3000-\u303F\uFF01-\uFF60]/u;
/** Belongs to the character before it. */
const ATTACHED = /^(?:\p{M}|\u200C|\u200D|\uFE0E|\uFE0F)$/u;

/** About how wide the text is, in the pixels of the font size: never asked of a font, so that it is the same everywhere. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += fontSize * characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (ATTACHED.test(character)) return 0;
  if (SQUARE.test(character)) return 1;
  if (WIDE.test(character)) return 0.9;
  if (UPPER.test(character)) return 0.72;
  return NARROW.test(character) ? 0.39 : 0.62;
}

/**
 * A name given by the user on one line of at most `width` pixels: runs of spaces and line ends become one space, and what is
 * too long ends in "…", never inside a character with its accents. Marked so that it keeps its own direction of writing.
 */
export function shortName(name: string, width: number, fontSize: number): string {
  const line = name.replace(/\s+/gu, " ").trim();
  if (textWidth(line, fontSize) <= width) return named(line);
  const room = width - textWidth("…", fontSize);
  let kept = "";
  let used = 0;
  for (const character of line) {
    used += fontSize * characterWidth(character);
    if (used > room) break;
    kept += character;
  }
  return named(`${kept.trimEnd().replace(/[\u200D]+$/u, "")}…`);
}
