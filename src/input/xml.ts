import { Parser } from "saxen";

/** What is heard of an XML text, in its order. Names are without their prefix; attributes keep theirs. */
export interface XmlHearing {
  open(name: string, attributes: () => Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** Text, entities decoded; it may come in several pieces. */
  text(text: string): void;
}

const PIECE_BYTES = 1 << 18;
const LONGEST_QUIET = 1 << 24; // characters without a tag: the parser looks at them again with every piece

/**
 * Reads XML in UTF-8 piece by piece. Throws an Error where it is not well formed, and for a document type: it could
 * define entities that grow without end, and no spreadsheet has one.
 */
export function readXml(bytes: Uint8Array, hearing: XmlHearing): void {
  const parser = new Parser();
  const fail = (error: Error) => {
    throw error;
  };
  let quiet = 0;
  parser
    .on("openTag", (name, attributes, decode) => {
      quiet = 0;
      hearing.open(localName(name), () => decoded(attributes(), decode));
    })
    .on("closeTag", (name) => {
      quiet = 0;
      hearing.close(localName(name));
    })
    .on("text", (text, decode) => hearing.text(decode(text)))
    .on("cdata", (text) => hearing.text(text))
    .on("attention", () => fail(new Error("it has a document type")))
    .on("error", fail)
    .on("warn", fail);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    quiet += PIECE_BYTES;
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
    if (quiet > LONGEST_QUIET) throw new Error("it has a text of more than 16 million characters");
  }
  parser.write(decoder.decode());
  parser.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function decoded(attributes: Record<string, string>, decode: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes ?? {}).map(([name, value]) => [name, decode(value)]));
}
