const NARROW = /[\s.,:;'!|()[\]ijlftrI1-]/u;
const WIDE = /[mwMW%@–—…]/u;
const UPPER = /\p{Lu}/u;
/** Written as wide as it is high. */
const SQUARE =
  /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\u3000-\u303F\uFF01-\uFF60]/u;
/** Belongs to the character before it. */
const ATTACHED = /^(?:\p{M}|\u200C|\u200D|\uFE0E|\uFE0F|[\u2066-\u2069])$/u;

/** About how wide the text is, in the pixels of the font size: no font is asked, so that it is the same everywhere. */
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
 * A text on one line of at most `width` pixels: runs of spaces and line ends become one space, and what is too long
 * ends in "…", never inside a character with its accents.
 */
export function shortened(text: string, width: number, fontSize: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (textWidth(line, fontSize) <= width) return line;
  const room = width - textWidth("…", fontSize);
  let kept = "";
  let used = 0;
  for (const character of line) {
    used += fontSize * characterWidth(character);
    if (used > room) break;
    kept += character;
  }
  return `${kept.trimEnd().replace(/[\u200D]+$/u, "")}…`;
}

export function wrapped(text: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, fontSize) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
