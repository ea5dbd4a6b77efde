import type { Decisions } from "./decisions.js";
import { plainName, wordsOf } from "./guess-words.js";
import { type Amount, amountOf, phraseAt, type Token, tokensOf } from "./letter-amount.js";
import type { LettersSource } from "./letter-header.js";
import { type AmountWord, plainText } from "./letter-words.js";
import type { RawColumn } from "./raw-table.js";
import { reasonParts, singular } from "./reason-words.js";
import {
  ABBREVIATIONS,
  BECAUSE,
  DOWNWARDS,
  GENERAL,
  INSTEAD_OF,
  OR,
  SAME_THINGS,
  TEXT_NAMES,
  UPWARDS,
} from "./text-words.js";

/** One thing a letter says about a field. */
export interface TextStatement {
  /** Which of the ways that the letter offers it belongs to, from 1. */
  readonly option: number;
  readonly field: string;
  /** The amount; a category; or null for a reason without a value. */
  readonly said: Amount | string | null;
  /** For a reason: 1 where a higher value would have helped, −1 for a lower one, 0 where it does not say. */
  readonly direction: -1 | 0 | 1;
}

/** A longer letter is read as far as this, so that no cell takes long. */
const LONGEST_LETTER = 5000;
const WORDS_OF_A_TEXT = 4;
const LONGEST_NAME = 5;
/** "instead of 53,000": what the person has, which is no offer. */
const OWN_VALUE = new RegExp(`(?:${INSTEAD_OF.join("|")})\\s+(?:[€$£]\\s?)?\\d[\\d.,'’ \u00a0\u202f]*`, "giu");

/** The column of a letters file that holds free text: by its name, or because most of its cells have many words. */
export function textColumn({ table, decisions, ignored }: LettersSource, ids: RawColumn | undefined) {
  const features = new Set(decisions.schema.features.map(({ name }) => name));
  const usable = table.columns.filter(
    (column) => column !== ids && !features.has(column.name) && !ignored.has(column.name),
  );
  const texts = usable.filter(isFreeText);
  return texts.find(({ name }) => TEXT_NAMES.includes(plainName(name))) ?? texts[0];
}

/** Whether most cells of a column have many words. */
export function isFreeText({ levels }: RawColumn): boolean {
  const long = levels.filter((cell) => cell.split(/\s+/, WORDS_OF_A_TEXT).length >= WORDS_OF_A_TEXT).length;
  return long > 0 && 2 * long >= levels.length;
}

/** How letters are understood: a function from the text of a letter, and its person, to what it says. */
export function textReader(decisions: Decisions): (text: string, person: number) => readonly TextStatement[] {
  const names = fieldNames(decisions);
  const levels = levelNames(decisions);
  const types = new Map(decisions.schema.features.map(({ name, type }) => [name, type]));
  const ownLevel = (field: string, person: number) => {
    const column = decisions.observations.columns.find(({ name }) => name === field);
    return column?.type === "category" ? column.levels[column.codes[person]!] : undefined;
  };
  return (text, person) => {
    const found: TextStatement[] = [];
    let option = 1;
    for (const sentence of sentencesOf(text.slice(0, LONGEST_LETTER))) {
      const tokens = tokensOf(sentence.replace(OWN_VALUE, " "));
      const mentions = mentionsIn(tokens, names);
      const said: (Omit<TextStatement, "option"> & { readonly at: number })[] = [];
      const numeric = mentions.filter(({ name }) => types.get(name) === "number");
      for (const { amount, at, end } of amountsIn(tokens)) {
        const near = nearest(numeric, at, end);
        if (near !== null && amount !== null) said.push({ field: near, said: amount, direction: 0, at });
      }
      for (const { name: key, at } of mentionsIn(tokens, levels)) {
        const { field, level } = JSON.parse(key) as { field: string; level: string };
        if (level !== ownLevel(field, person)) said.push({ field, said: level, direction: 0, at });
      }
      const told = new Set(said.map(({ field }) => field));
      for (const reason of reasonsOf(tokens, mentions)) if (!told.has(reason.field)) said.push(reason);
      let last = -1;
      for (const { at, ...statement } of said.toSorted((a, b) => a.at - b.at)) {
        if (last >= 0 && hasOr(tokens, last, at)) option++;
        last = at;
        found.push({ ...statement, option });
      }
    }
    return found;
  };
}

/** A text cut after full stops that end a sentence. */
function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const isBreak = text[i] === "\n" || ("!?;".includes(text[i]!) && isBlank(text[i + 1]));
    const isStop = text[i] === "." && isBlank(text[i + 1]) && !isAbbreviation(text, i);
    if (!isBreak && !isStop) continue;
    sentences.push(text.slice(start, i));
    start = i + 1;
  }
  return [...sentences, text.slice(start)];
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character === " " || character === "\n" || character === "\r";
}

const LONGEST_ABBREVIATION = 6;

function isAbbreviation(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_ABBREVIATION), at).split(/[^\p{L}]/u);
  return ABBREVIATIONS.has(plainText(before.at(-1) ?? ""));
}

/** Names by their words joined with blanks; null for words that two things share. */
type Names = ReadonlyMap<string, string | null>;

interface Mention {
  readonly name: string;
  /** Its first and the last word among the tokens. */
  readonly at: number;
  readonly end: number;
}

/** Features by the words of their names, by single words of them that no other has, and by other words for those. */
function fieldNames({ schema }: Decisions): Names {
  const names = new Map<string, string | null>();
  const add = (words: string, name: string) => {
    const before = names.get(words);
    names.set(words, before === undefined || before === name ? name : null);
  };
  const whole = schema.features.map(({ name }) => ({ name, words: wordsOf(name).map(plainText).map(singular) }));
  for (const { name, words } of whole) if (words.length > 0) add(words.join(" "), name);
  const full = new Set(names.keys());
  for (const { name, words } of whole) {
    for (const word of words) {
      if (!full.has(word) && word.length >= 3 && !GENERAL.has(word)) add(word, name);
    }
  }
  const own = new Map(names);
  for (const things of SAME_THINGS) {
    const known = things.map((word) => own.get(singular(word))).find((name) => name !== undefined);
    if (known === undefined || known === null) continue;
    for (const word of things) if (!own.has(singular(word))) add(singular(word), known);
  }
  return names;
}

/** Categories by their words, each with its field; not short words, or words of several fields: they mean anything. */
function levelNames({ observations }: Decisions): Names {
  const names = new Map<string, string | null>();
  for (const column of observations.columns) {
    if (column.type !== "category") continue;
    for (const level of column.levels) {
      const words = wordsOf(level).map(plainText).map(singular).join(" ");
      if (words.length < 4) continue;
      names.set(words, names.has(words) ? null : JSON.stringify({ field: column.name, level }));
    }
  }
  return names;
}

/** Where names are mentioned, the longest first; what two things are called is nobody's. */
function mentionsIn(tokens: readonly Token[], names: Names): readonly Mention[] {
  const found: Mention[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const words: string[] = [];
    for (let k = i; k < tokens.length && words.length < LONGEST_NAME; k++) {
      const token = tokens[k]!;
      if (!("word" in token)) break;
      words.push(singular(token.word));
    }
    for (let length = words.length; length > 0; length--) {
      const name = names.get(words.slice(0, length).join(" "));
      if (name === undefined) continue;
      if (name !== null) found.push({ name, at: i, end: i + length - 1 });
      i += length - 1;
      break;
    }
  }
  return found;
}

interface SpokenAmount {
  readonly amount: Amount | null;
  /** Its first and its last token. */
  readonly at: number;
  readonly end: number;
}

/** The numbers of a sentence with the words around them that say what they are; null for a number alone. */
function amountsIn(tokens: readonly Token[]): readonly SpokenAmount[] {
  const says = partsOf(tokens);
  return tokens.flatMap((token, at) => {
    if (!("number" in token)) return [];
    let [from, to] = [at, at];
    while (from > 0 && says[from - 1] !== null) from--;
    while (to + 1 < tokens.length && AFTER.includes(says[to + 1] ?? null)) to++;
    const run = tokens.slice(from, to + 1);
    const missing = reasonParts(wordsAfter(tokens, at)).direction;
    const alone = missing === 0 ? undefined : amountOf([{ word: missing > 0 ? "higher" : "lower" }, token]);
    const amount = alone ?? amountOf(run) ?? null;
    return [{ amount: amount === null ? null : withVerb(amount, run, tokens.slice(0, from)), at: from, end: to }];
  });
}

/** The two words after a number, where "4,000 too low" says how much is missing. */
function wordsAfter(tokens: readonly Token[], at: number): string {
  const words = tokens.slice(at + 1, at + 3).flatMap((token) => ("word" in token ? [token.word] : []));
  return words.length === 2 && /^(?:too|zu|trop|demasiado|troppo|te|zbyt|za)$/.test(words[0]!) ? words.join(" ") : "";
}

/** What may follow a number as part of its amount; "to" and "by" belong to the next one. */
const AFTER: readonly (AmountWord | null)[] = ["up", "down", "least", "most", "filler"];

/** What each token says that can belong to an amount beside a number; null for others. */
function partsOf(tokens: readonly Token[]): readonly (AmountWord | null)[] {
  const says = tokens.map((token): AmountWord | null => ("sign" in token || "compare" in token ? "to" : null));
  for (let i = 0; i < tokens.length; i++) {
    const phrase = "word" in tokens[i]! ? phraseAt(tokens, i) : null;
    if (phrase === null) continue;
    for (let k = 0; k < phrase.length; k++) says[i + k] = phrase.says;
    i += phrase.length - 1;
  }
  return says;
}

/** "Reduce your debt by 500": the verb says which way. */
function withVerb(amount: Amount, run: readonly Token[], before: readonly Token[]): Amount {
  const hasWay = run.some((token, i) => {
    const says = "word" in token ? phraseAt(run, i)?.says : undefined;
    return "sign" in token || says === "up" || says === "down";
  });
  if (amount.relative === null || hasWay) return amount;
  const verb = before.findLast((token) => "word" in token && (UPWARDS.has(token.word) || DOWNWARDS.has(token.word)));
  const isDown = verb !== undefined && "word" in verb && DOWNWARDS.has(verb.word);
  return isDown ? { ...amount, value: -amount.value } : amount;
}

/** The field mentioned nearest to an amount, the one before it in doubt; null without any. */
function nearest(mentions: readonly Mention[], from: number, to: number): string | null {
  const distance = ({ at, end }: Mention) => (end < from ? from - end : at - to + 0.5);
  let best: Mention | null = null;
  for (const mention of mentions) if (best === null || distance(mention) < distance(best)) best = mention;
  return best?.name ?? null;
}

/** The fields that a sentence gives as reasons: one that is too high or too low, or any beside a "because". */
function reasonsOf(tokens: readonly Token[], mentions: readonly Mention[]) {
  const words = tokens.flatMap((token) => ("word" in token ? [token.word] : []));
  const { direction } = reasonParts(words.join(" "));
  const isReason = direction !== 0 || words.some((word) => BECAUSE.has(word));
  if (!isReason) return [];
  const ways = mentions.length === 1 ? direction : 0; // with several fields nobody knows which is too high
  return mentions.map(({ name, at }) => ({ field: name, said: null, direction: ways, at }));
}

function hasOr(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) {
    const token = tokens[i]!;
    if (!("word" in token)) continue;
    const phrase = phraseAt(tokens, i);
    if (phrase !== null && phrase.length > 1)
      i += phrase.length - 1; // "or more"
    else if (OR.has(token.word)) return true;
  }
  return false;
}
