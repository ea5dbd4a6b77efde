/** A text and what it is: words of ours, words of the user (`given`), or a mark where there is nothing to say. */
export type Words = string | { readonly text: string; readonly as: "given" | "long" | "undefined" | "strong" };

/** A sentence, and the key of the entry of the appendix that says how its numbers were computed. */
export interface Statement {
  readonly text: string;
  readonly how: string | null;
}

interface Link {
  readonly text: string;
  readonly anchor: string;
}

export interface FigureBlock {
  readonly kind: "figure";
  readonly title: string;
  /** What can be seen, in words and numbers: spoken in place of the drawing. */
  readonly label: string;
  /** How to read it, where that needs saying; below the drawing. */
  readonly reads: string | null;
  /** The drawing: one `<svg class="chart">` element of our own making, which needs the charts' style. */
  readonly svg: string;
  /** Anchor of the table with the same numbers. */
  readonly table: string | null;
}

export type CellLook = "number" | "words" | "prose" | "hash" | "interval" | "range";

export interface TableBlock {
  readonly kind: "table";
  /** Stem of the CSV file that holds all of the table; null where no file does. */
  readonly name: string | null;
  readonly anchor: string;
  readonly title: string;
  readonly how: string | null;
  readonly columns: readonly { readonly label: string; readonly unit: string | null; readonly look: CellLook }[];
  /** Place of the column that names the row. */
  readonly head: number;
  /** Whether it has so few columns that it need not be as wide as the page. */
  readonly narrow: boolean;
  readonly rows: readonly TableRow[];
  readonly notes: readonly string[];
}

export interface TableRow {
  readonly emphasis: "normal" | "insufficient" | "highlight";
  /** Why it stands out: beside its name. */
  readonly label: string | null;
  readonly cells: readonly Words[];
}

export type Block =
  /** A heading below the section's own (3), or below that (4). */
  | { readonly kind: "heading"; readonly level: 3 | 4; readonly text: string }
  | { readonly kind: "paragraph"; readonly statements: readonly Statement[] }
  | { readonly kind: "list"; readonly items: readonly string[] }
  /** What must not be overlooked; it has a title, so colour is not needed to see it. */
  | { readonly kind: "note"; readonly title: string; readonly text: string }
  /** Commands to type, each after what it does. */
  | { readonly kind: "commands"; readonly commands: readonly { readonly text: string; readonly command: string }[] }
  | { readonly kind: "definitions"; readonly pairs: Pairs }
  | FigureBlock
  /** Drawings beside each other where there is room. */
  | { readonly kind: "figures"; readonly small: boolean; readonly figures: readonly FigureBlock[] }
  /** Blocks at the left and at the right where there is room, else below each other. */
  | { readonly kind: "beside"; readonly left: readonly Block[]; readonly right: readonly Block[] }
  | TableBlock;

/** Names and what is known under each, with links where there is more to read. */
export type Pairs = readonly (readonly [name: string, value: Words, links?: readonly Link[]])[];

type BlockOf<Kind extends Block["kind"]> = Extract<Block, { readonly kind: Kind }>;

export interface Chapter {
  /** Its anchor: a fixed word, never one of the user's. */
  readonly id: string;
  readonly title: string;
  /** What this says, in two or three sentences. */
  readonly says: readonly Statement[];
  readonly body: readonly Block[];
  /** What this cannot tell. */
  readonly limits: readonly string[];
  /** Everything measured, in full: shown in the appendix. */
  readonly tables: readonly Block[];
}

export interface Section extends Chapter {
  readonly number: string;
}

/** One line of the summary: a word to find it by, what it says, and the section it comes from. */
export interface GlanceLine {
  readonly lead: string;
  readonly statements: readonly Statement[];
  /** Anchor of the section; null where there is none. */
  readonly section: string | null;
}

/** What a reader gets before anything else, on one screen and on one sheet of paper. */
export interface FirstPage {
  readonly headline: string;
  /** What explains the headline; null where it says it all. */
  readonly under: string | null;
  /** At most two more findings, each with the anchor of its section. */
  readonly more: readonly { readonly text: string; readonly section: string }[];
  /** The one drawing; null where there is nothing to compare. */
  readonly picture: FigureBlock | null;
  /** Whether it is so tall that everything else fits beside it. */
  readonly isTall: boolean;
  /** Drawings below it, folded away. */
  readonly folded: readonly { readonly summary: string; readonly figure: FigureBlock }[];
  readonly trust: {
    readonly title: string;
    readonly figure: FigureBlock | null;
    readonly sentences: readonly string[];
  };
  readonly cannot: { readonly title: string; readonly items: readonly string[] };
  /** The evidence, in small print. */
  readonly evidence: string;
}

export interface ComputedBy {
  readonly key: string;
  /** "A.3". */
  readonly reference: string;
  readonly title: string;
  readonly text: string;
  /** What was used here, where that differs between documents. */
  readonly here: string | null;
  readonly docs: readonly string[];
}

export type References = ReadonlyMap<string, ComputedBy>;

export interface Document {
  readonly title: string;
  readonly kicker: string | null;
  readonly facts: Pairs;
  /** @default none: the document starts with its glance or its sections */
  readonly first?: FirstPage;
  readonly glance: readonly GlanceLine[];
  readonly sections: readonly Section[];
  /** "How each number was computed". */
  readonly appendix: { readonly intro: string; readonly entries: readonly ComputedBy[] } | null;
  readonly footer: string;
}

/** Parts as a writer lists them: null where there is nothing to say, and lists within lists. */
export type Parts<Part> = readonly (Part | null | Parts<Part>)[];

/** Sentences; one without a reference may be given as its text. */
export type Said = Parts<Statement | string>;
/** Blocks; a paragraph without references may be given as its text. */
export type Body = Parts<Block | string>;

export function shown<Part>(...parts: Parts<Part>): Part[] {
  return parts.flatMap((part) => (Array.isArray(part) ? shown<Part>(...part) : part === null ? [] : [part as Part]));
}

export function chapter(
  id: string,
  title: string,
  parts: { readonly says?: Said; readonly body?: Body; readonly limits?: Parts<string>; readonly tables?: Body },
): Chapter {
  const { says = [], body = [], limits = [], tables = [] } = parts;
  return { id, title, says: statements(says), body: blocks(body), limits: shown(...limits), tables: blocks(tables) };
}

function blocks(parts: Body): Block[] {
  return shown(...parts).map((part) =>
    typeof part === "string" ? { kind: "paragraph", statements: [statement(part)] } : part,
  );
}

function statements(parts: Said): Statement[] {
  return shown(...parts).map((part) => (typeof part === "string" ? statement(part) : part));
}

export function statement(text: string, how: string | null = null): Statement {
  return { text, how };
}

export function numbered(chapters: readonly Chapter[]): Section[] {
  return chapters.map((one, k) => ({ ...one, number: String(k + 1) }));
}

export function paragraph(...parts: Said): BlockOf<"paragraph"> | null {
  const found = statements(parts);
  return found.length === 0 ? null : { kind: "paragraph", statements: found };
}

export function heading(text: string, level: 3 | 4 = 3): BlockOf<"heading"> {
  return { kind: "heading", level, text };
}

export function headed(title: string, ...parts: Body): Block[] {
  const there = blocks(parts);
  return there.length === 0 ? [] : [heading(title), ...there];
}

export function note(title: string, text: string): BlockOf<"note"> {
  return { kind: "note", title, text };
}

export function bullets(items: readonly string[]): BlockOf<"list"> {
  return { kind: "list", items };
}

export function definitions(pairs: Pairs): BlockOf<"definitions"> {
  return { kind: "definitions", pairs };
}

/** A text given by the user; a mark where none was given. */
export function givenWords(value: string | null): Words {
  return value === null || value.trim() === "" ? { text: "not stated", as: "undefined" } : { text: value, as: "given" };
}

/** Drawings beside each other where there is room, or one alone; what is missing takes none. */
export function sideBySide(...drawings: readonly (FigureBlock | null)[]): FigureBlock | BlockOf<"figures"> | null {
  const figures = shown(...drawings);
  return figures.length < 2 ? (figures[0] ?? null) : { kind: "figures", small: false, figures };
}

/** Blocks at the left and at the right where there is room; where one side has none, the other alone. */
export function beside(left: Body, right: Body): Block[] {
  const [one, other] = [blocks(left), blocks(right)];
  return one.length === 0 || other.length === 0 ? [...one, ...other] : [{ kind: "beside", left: one, right: other }];
}

/** Several small drawings beside each other where there is room; nothing without any. */
export function abreast(...drawings: readonly (FigureBlock | null)[]): BlockOf<"figures"> | null {
  const figures = shown(...drawings);
  return figures.length === 0 ? null : { kind: "figures", small: true, figures };
}
