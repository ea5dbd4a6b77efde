/** Directional isolates: in sentences, U+2068 and U+2069 mark where a name given by the user starts and ends. */
const ISOLATES = /[\u2066-\u2069]/g;

/** A name given by the user, marked for a sentence, so that it keeps its own direction of writing. Pages show it within `<bdi>`. */
export function named(name: string): string {
  return `\u2068${name.replace(ISOLATES, "")}\u2069`;
}

/** The name of a group within a sentence: in quotation marks, so that “here” is not read as a word of the sentence. */
export function quoted(name: string): string {
  return `“${named(name)}”`;
}

/** A sentence without such marks, where none can be shown: in attributes and titles. */
export function plain(sentence: string): string {
  return sentence.replace(ISOLATES, "");
}
