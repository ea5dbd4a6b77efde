// Control characters (C0, DEL, C1), line and paragraph separators, and the marks that change the direction of text:
// in a terminal they can move the cursor, hide words or forge lines.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text from the user's files made safe for a terminal: each control character becomes �, so that it can be seen. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, "\uFFFD");
}
