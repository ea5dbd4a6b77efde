import { AMOUNT_PHRASES, type AmountWord, LONGEST_PHRASE, plainText } from "./letter-words.js";
import { parseNumber } from "./values.js";

/** What a cell such as "at least 30,000", "-10 %" or "4,000 higher" asks of a number. */
export interface Amount {
  readonly value: number;
  /** Whether the value is to be added to the old one, or is per cent of it. */
  readonly relative: "difference" | "percent" | null;
  /** The side on which values are enough; `above` and `below` leave the value itself out. */
  readonly bound: "least" | "most" | "above" | "below" | null;
}

/** A piece of a letter: a word in plain letters, or a number as written with what stands around it. */
export type Token =
  | { readonly word: string }
  | { readonly pause: true }
  | { readonly sign: "+" | "-" }
  | { readonly compare: "least" | "most" | "above" | "below" | "to" }
  | { readonly number: string; readonly isPercent: boolean };

const LONGEST_AMOUNT = 120;

/** Each alternative begins with another character, so that a long text is read once. */
const PIECES = /\p{L}+|\d+(?:[.,'’\u00a0\u202f ]\d+)*|[<>]=?|=[<>]?|[≥≤⩾⩽%+−–,:()-]/gu;
const COMPARISONS: ReadonlyMap<string, "least" | "most" | "above" | "below" | "to"> = new Map([
  [">=", "least"],
  ["=>", "least"],
  ["≥", "least"],
  ["⩾", "least"],
  ["<=", "most"],
  ["=<", "most"],
  ["≤", "most"],
  ["⩽", "most"],
  [">", "above"],
  ["<", "below"],
  ["=", "to"],
]);

/** The words, numbers and signs of a text, in order. A dash between words or digits is no sign. */
export function tokensOf(text: string): readonly Token[] {
  const plain = plainText(text);
  const tokens: Token[] = [];
  for (const found of plain.matchAll(PIECES)) {
    const [piece] = found;
    const last = tokens.at(-1);
    const compare = COMPARISONS.get(piece);
    if (compare !== undefined) tokens.push({ compare });
    else if (/^[,:()]$/.test(piece)) tokens.push({ pause: true });
    else if (piece === "%") {
      if (last !== undefined && "number" in last) tokens[tokens.length - 1] = { ...last, isPercent: true };
    } else if (/^[+−–-]$/.test(piece)) {
      const before = plain[found.index - 1] ?? " ";
      if (!/[\p{L}\p{N}]/u.test(before)) tokens.push({ sign: piece === "+" ? "+" : "-" });
    } else if (/^\d/.test(piece)) {
      for (const number of separated(piece)) tokens.push({ number, isPercent: false });
    } else if (piece === "k" && last !== undefined && "number" in last && /\d/.test(plain[found.index - 1] ?? "")) {
      tokens[tokens.length - 1] = { ...last, number: `${last.number}k` };
    } else tokens.push({ word: piece });
  }
  return tokens;
}

/** "30 000" is one number, "5 12" are two. */
function separated(digits: string): readonly string[] {
  if (!/[ \u00a0\u202f]/.test(digits)) return [digits];
  return /^\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/.test(digits) ? [digits] : digits.split(/[ \u00a0\u202f]/);
}

/** What a cell in words asks of a number; undefined where one of its words is not understood. */
export function parseAmount(cell: string): Amount | undefined {
  if (cell.length > LONGEST_AMOUNT) return undefined;
  return amountOf(tokensOf(cell));
}

/** What these pieces ask of the one number among them; undefined where one of them is not understood. */
export function amountOf(tokens: readonly Token[]): Amount | undefined {
  const numbers = tokens.filter((token) => "number" in token);
  const [number] = numbers;
  if (number === undefined || numbers.length > 1) return undefined;
  const said = new Set<AmountWord>();
  let isEnglish = true;
  let sign: "+" | "-" | null = null;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if ("compare" in token) said.add(token.compare);
    else if ("sign" in token) {
      const after = tokens[i + 1];
      if (after === undefined || !("number" in after)) return undefined;
      sign = token.sign;
    } else if ("word" in token) {
      const phrase = phraseAt(tokens, i);
      if (phrase === null) return undefined;
      said.add(phrase.says);
      if (phrase.says !== "filler" && !phrase.isEnglish) isEnglish = false;
      i += phrase.length - 1;
    }
  }
  const size = spokenNumber(number.number, isEnglish);
  if (size === undefined || size === Number.POSITIVE_INFINITY) return undefined;
  return meaning(said, { size, sign, isPercent: number.isPercent });
}

interface Written {
  readonly size: number;
  readonly sign: "+" | "-" | null;
  readonly isPercent: boolean;
}

function meaning(said: ReadonlySet<AmountWord>, { size, sign, isPercent }: Written): Amount | undefined {
  const bounds = (["least", "most", "above", "below"] as const).filter((word) => said.has(word));
  const ways = (["up", "down"] as const).filter((word) => said.has(word));
  if (bounds.length > 1 || ways.length > 1) return undefined;
  const [bound = null] = bounds;
  const [way] = ways;
  const signed = sign === "-" ? -size : size;
  const isChange = !said.has("to") && (way !== undefined || said.has("by") || (sign !== null && bound === null));
  if (isChange) {
    // "500 lower" and "-500" say the same
    const value = way === undefined ? signed : way === "up" ? size : -size;
    return { value, relative: isPercent ? "percent" : "difference", bound };
  }
  if (said.size === 0 || (isPercent && bound === null)) return undefined; // a number alone is no phrase
  return { value: signed, relative: null, bound };
}

/** The longest phrase that begins at a token, with its length in tokens; null where its word is in none. */
export function phraseAt(tokens: readonly Token[], at: number) {
  const words: string[] = [];
  for (let i = at; i < tokens.length && words.length < LONGEST_PHRASE; i++) {
    const token = tokens[i]!;
    if (!("word" in token)) break;
    words.push(token.word);
  }
  for (let length = words.length; length > 0; length--) {
    const phrase = AMOUNT_PHRASES.get(words.slice(0, length).join(" "));
    if (phrase !== undefined) return { ...phrase, length };
  }
  return null;
}

const GROUPED_BY_COMMA = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPED_BY_POINT = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;

/** A number among words: 4,000 is four thousand, as 4.000 is in languages with a decimal comma. */
export function spokenNumber(written: string, isEnglish: boolean): number | undefined {
  if (written.endsWith("k")) {
    const thousands = spokenNumber(written.slice(0, -1), isEnglish);
    return thousands === undefined ? undefined : thousands * 1000;
  }
  const text = written.replace(/['’\u00a0\u202f ]/g, "");
  const points = text.split(".").length - 1;
  const commas = text.split(",").length - 1;
  const isByPoint = GROUPED_BY_POINT.test(text) && (!isEnglish || points > 1 || commas > 0);
  if (isByPoint) return parseNumber(text.replaceAll(".", "").replace(",", "."));
  const isByComma = GROUPED_BY_COMMA.test(text) && (isEnglish || commas > 1 || points > 0);
  if (isByComma) return parseNumber(text.replaceAll(",", ""));
  return commas === 1 && points === 0 ? parseNumber(text.replace(",", ".")) : parseNumber(text);
}
