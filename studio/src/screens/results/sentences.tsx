import { type ComponentChildren, createContext, Fragment } from "preact";
import { useContext } from "preact/hooks";
import type { Block, References, Statement, TableBlock, Words } from "../../../../src/document/document.js";
import { hashOf } from "../../routes.js";
import { en } from "../../text/en.js";
import type { PartContent } from "../../worker/results-jobs.js";

/** In sentences of the library, these two mark where a name given by the user starts and ends. */
const NAMED = /\u2068([^\u2069]*)\u2069/;

/** A sentence where no markup can stand: in labels. */
export function withoutMarks(sentence: string): string {
  return sentence.replace(/[\u2066-\u2069]/g, "");
}

/** A sentence of the library; names of the user's keep their own direction of writing. */
export function said(sentence: string): ComponentChildren {
  return sentence.split(NAMED).map((piece, i) => (i % 2 === 1 ? <bdi key={i}>{piece}</bdi> : piece));
}

/** Words of ours, of the user's, or a mark where there is nothing to say. */
export function written(words: Words): ComponentChildren {
  if (typeof words === "string") return said(words);
  if (words.as === "undefined") return <span class="results-undefined">{words.text}</span>;
  if (words.as === "strong") return <strong>{words.text}</strong>;
  return <bdi class={words.as === "long" ? "long" : undefined}>{words.text}</bdi>;
}

/** The id of something within a part, which is also what an address ends in. */
export function anchorOf(part: string, anchor: string): string {
  return `results/${part}/${anchor}`;
}

/** Where blocks are shown. */
interface BlockPlace {
  readonly part: string;
  readonly references: References;
  /** Names of the tables for screen readers; a table without one has its title. */
  readonly labels: ReadonlyMap<TableBlock, string>;
  /** Name of tables that are shown without title and notes; null where they have both. */
  readonly bare: string | null;
  readonly tables: PartContent["tables"];
}

const NOWHERE: BlockPlace = { part: "", references: new Map(), labels: new Map(), bare: null, tables: {} };

/** Where the blocks below are shown: on no part, without an appendix. */
export const Place = createContext(NOWHERE);

/** A short link to where it says how a number was computed; nothing where nothing does. */
export function How({ how }: Pick<Statement, "how">) {
  const { part, references } = useContext(Place);
  const known = how === null ? undefined : references.get(how);
  if (known === undefined) return null;
  const label = en.results.howLabel(known.reference, known.title);
  return (
    <>
      {"\u00a0"}
      <a class="results-how" href={hashOf("results", `${part}/how-${how}`)} aria-label={label}>
        {known.reference}
      </a>
    </>
  );
}

/** A paragraph of sentences, each with its reference. */
export function Sentences({ statements }: { statements: readonly Statement[] }) {
  return (
    <p>
      {statements.map(({ text, how }, i) => (
        <Fragment key={i}>
          {i === 0 ? "" : " "}
          {said(text)}
          <How how={how} />
        </Fragment>
      ))}
    </p>
  );
}

/** A name for each table that no other of the section has: where titles repeat, with the heading it stands under. */
export function tableLabels(body: readonly Block[]): ReadonlyMap<TableBlock, string> {
  const titles = body.flatMap((block) => (block.kind === "table" ? [withoutMarks(block.title)] : []));
  const labels = new Map<TableBlock, string>();
  const taken = new Set<string>();
  let heading = "";
  for (const block of body) {
    if (block.kind === "heading") heading = withoutMarks(block.text);
    if (block.kind !== "table") continue;
    const title = withoutMarks(block.title);
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
    const named = isAlone ? title : `${title} (${heading})`;
    const label = taken.has(named) ? `${named}, ${taken.size + 1}` : named;
    taken.add(label);
    labels.set(block, label);
  }
  return labels;
}
