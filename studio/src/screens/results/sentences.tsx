import { Fragment } from "preact";
import type { Statement, Words } from "../../../../src/document/document.js";
import { hashOf } from "../../routes.js";
import { en } from "../../text/en.js";

/** In sentences of the library, these two mark where a name given by the user starts and ends. */
const NAMED = /\u2068([^\u2069]*)\u2069/;

/** A sentence where no markup can stand: in labels. */
export function withoutMarks(sentence: string): string {
  return sentence.replace(/[\u2066-\u2069]/g, "");
}

/** A sentence of the library; names of the user's keep their own direction of writing. */
export function Said({ children }: { readonly children: string }) {
  const pieces = children.split(NAMED);
  return (
    <>
      {pieces.map((piece, i) => (
        <Fragment key={i}>{i % 2 === 1 ? <bdi>{piece}</bdi> : piece}</Fragment>
      ))}
    </>
  );
}

/** Words of ours, of the user's, or a mark where there is nothing to say. */
export function Written({ children }: { readonly children: Words }) {
  if (typeof children === "string") return <Said>{children}</Said>;
  if (children.as === "undefined") return <span class="results-undefined">{children.text}</span>;
  if (children.as === "strong") return <strong>{children.text}</strong>;
  return <bdi class={children.as === "long" ? "long" : undefined}>{children.text}</bdi>;
}

/** The id of something within a part, which is also what an address ends in. */
export function anchorOf(part: string, anchor: string): string {
  return `results/${part}/${anchor}`;
}

/** How a reference such as "A.3" is to be shown: its number and title. */
export type References = ReadonlyMap<string, { readonly reference: string; readonly title: string }>;

interface HowProps {
  readonly how: Statement["how"];
  readonly part: string;
  readonly references: References;
}

/** A short link to where it says how a number was computed; nothing where nothing does. */
export function How({ how, part, references }: HowProps) {
  const known = how === null ? undefined : references.get(how);
  if (known === undefined) return null;
  return (
    <>
      {"\u00a0"}
      <a
        class="results-how"
        href={hashOf("results", `${part}/how-${how}`)}
        aria-label={en.results.howLabel(known.reference, known.title)}
      >
        {known.reference}
      </a>
    </>
  );
}

interface SentencesProps {
  readonly statements: readonly Statement[];
  readonly part: string;
  readonly references: References;
}

/** A paragraph of sentences, each with its reference. */
export function Sentences({ statements, part, references }: SentencesProps) {
  return (
    <p>
      {statements.map(({ text, how }, i) => (
        <Fragment key={i}>
          {i === 0 ? "" : " "}
          <Said>{text}</Said>
          <How how={how} part={part} references={references} />
        </Fragment>
      ))}
    </p>
  );
}
