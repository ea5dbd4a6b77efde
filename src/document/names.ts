/** Directional isolates: in sentences, U+2068 and U+2069 mark where a name given by the user starts and ends. */
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * A name given by the user, marked for a sentence, so that it keeps its own direction of writing. Pages show it within
 * `<bdi>`.
 */
export function named(name: string): string {
  return `\u2068${name.replace(ISOLATES, "")}\u2069`;
}

/** Characters of a name that a sentence can bear; tables show all of it. */
const MOST_IN_SENTENCE = 60;

/**
 * The name of a group within a sentence: in quotation marks, so that “here” is not read as a word of the sentence, and
 * cut short where it is very long.
 */
export function quoted(name: string): string {
  const characters = [...name];
  if (characters.length <= MOST_IN_SENTENCE) return `“${named(name)}”`;
  return `“${named(
    `${characters
      .slice(0, MOST_IN_SENTENCE - 1)
      .join("")
      .trimEnd()}…`,
  )}”`;
}

/** A sentence without such marks, where none can be shown: in attributes and titles. */
export function plain(sentence: string): string {
  return sentence.replace(ISOLATES, "");
}
