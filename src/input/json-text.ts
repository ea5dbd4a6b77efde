import { count } from "../document/format.js";
import { AuditError } from "../errors.js";
import { tooLarge } from "./unpack.js";

/** Characters of a JSON text: its values take many times as much memory. */
const LONGEST_JSON = 2 ** 26;
/** Values in it, brackets included. */
const MOST_VALUES = 2 ** 24;
/** No file of rows is deeper; dice-ml has four levels. */
const DEEPEST = 64;

const BEGINS = /^\uFEFF?\s*(?:\{\s*["}]|\[\s*[[\]{"])/;

/** Whether a text begins as JSON does and a table does not. */
export function beginsAsJson(text: string): boolean {
  return BEGINS.test(text.slice(0, 200));
}

/**
 * The value of a JSON text. Python's NaN is null, its Infinity a text; several values one after another, as in JSON
 * Lines, are a list. Throws FILE_UNREADABLE or TOO_LARGE.
 */
export function parseJson(text: string, file: string): unknown {
  if (text.length > LONGEST_JSON) {
    const message = `${file} is JSON of more than ${count(LONGEST_JSON / 2 ** 20)} MB. Save its rows as CSV or Parquet`;
    throw new AuditError("TOO_LARGE", message, { file });
  }
  const { edits, ends } = scan(text, file);
  const cut = cutter(text, edits);
  try {
    if (ends.length < 2) return JSON.parse(cut(text.length));
    const values = ends.map((end) => JSON.parse(cut(end)));
    if (cut(text.length).trim() === "") return values;
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(file, { cause: error }) : notJson(file, { cause: error });
  }
  throw notJson(file);
}

interface Edit {
  readonly at: number;
  readonly length: number;
  readonly by: string;
}

/** Words that Python writes for numbers that JSON has not. */
const WORDS: readonly (readonly [string, string])[] = [
  ["NaN", "null"],
  ["Infinity", '"Infinity"'],
  ["-Infinity", '"-Infinity"'],
];

/** Goes through the text once: refuses what is too deep or has too many values, and finds what to replace. */
function scan(text: string, file: string): { readonly edits: readonly Edit[]; readonly ends: readonly number[] } {
  const edits: Edit[] = [];
  const ends: number[] = []; // of values that are not within another
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (char === "{" || char === "[") {
      if (++depth > DEEPEST) throw tooDeep(file);
      values++;
    } else if (char === "}" || char === "]") {
      if (--depth === 0) ends.push(at + 1);
    } else if (char === ",") values++;
    else if (char === "N" || char === "I" || char === "-") {
      const [word, by] = WORDS.find(([written]) => text.startsWith(written, at)) ?? [];
      if (word === undefined || by === undefined) continue;
      edits.push({ at, length: word.length, by });
      at += word.length - 1;
    } else if (char === "\uFEFF" && at === 0) edits.push({ at, length: 1, by: "" });
    if (values > MOST_VALUES) throw tooLarge(file);
  }
  return { edits, ends };
}

/** Gives the text up to an end, from where the last one ended, with what is to be replaced. */
function cutter(text: string, edits: readonly Edit[]): (end: number) => string {
  let [from, next] = [0, 0];
  return (end) => {
    const pieces: string[] = [];
    for (let edit = edits[next]; edit !== undefined && edit.at < end; edit = edits[++next]) {
      pieces.push(text.slice(from, edit.at), edit.by);
      from = edit.at + edit.length;
    }
    pieces.push(text.slice(from, end));
    from = end;
    return pieces.join("");
  };
}

function notJson(file: string, options?: ErrorOptions): AuditError {
  const message =
    `${file} begins as JSON but is none. Save it again; a file that was cut off while it was written lacks its last ` +
    "brackets";
  return new AuditError("FILE_UNREADABLE", message, { file }, options);
}

function tooDeep(file: string): AuditError {
  const message = `${file} is JSON with more than ${DEEPEST} levels, which no table has. Save its rows as CSV`;
  return new AuditError("FILE_UNREADABLE", message, { file });
}
