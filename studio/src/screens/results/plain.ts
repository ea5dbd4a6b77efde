/** A sentence where no markup can stand: in labels. */
export function plain(sentence: string): string {
  return sentence.replace(/[\u2066-\u2069]/g, "");
}
