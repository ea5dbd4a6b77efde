import type { Section } from "../../../../src/document/document.js";
import { en } from "../../text/en.js";
import type { PartContent } from "../../worker/results-jobs.js";
import type { ResultPart } from "../../worker/results-parts.js";
import { Blocks, List } from "./blocks.js";
import { anchorOf, Place, Sentences, said, tableLabels } from "./sentences.js";

interface PartViewProps {
  readonly part: ResultPart;
  readonly content: PartContent;
  /** Whether tables and explanations are unfolded. @default false: an address that leads into them unfolds them */
  readonly isUnfolded?: boolean | undefined;
}

/** The sections of the report that a part shows, and how their numbers were computed. */
export function PartView({ part, content, isUnfolded = false }: PartViewProps) {
  const references = new Map(content.how.map((entry) => [entry.key, entry]));
  return (
    <div class="report-part stack">
      {content.sections.map((section) => (
        <Place.Provider
          key={section.id}
          value={{
            part,
            references,
            labels: tableLabels([...section.body, ...section.tables]),
            bare: null,
            tables: content.tables,
          }}
        >
          <SectionView section={section} anchor={anchorOf(part, section.id)} isUnfolded={isUnfolded} />
        </Place.Provider>
      ))}
      {content.how.length > 0 && (
        <details class="results-hows" open={isUnfolded}>
          <summary>{en.results.howTitle}</summary>
          {content.how.map(({ key, reference, title, text, here }) => (
            <section key={key} class="results-how-entry" id={anchorOf(part, `how-${key}`)} tabIndex={-1}>
              <h3>
                <span class="soft">{reference}</span> {title}
              </h3>
              <p>{said(text)}</p>
              {here !== null && (
                <p class="soft small">
                  {en.results.howHere}: {said(here)}
                </p>
              )}
            </section>
          ))}
        </details>
      )}
    </div>
  );
}

interface SectionViewProps {
  readonly section: Section;
  readonly anchor: string;
  readonly isUnfolded: boolean;
}

function SectionView({ section, anchor, isUnfolded }: SectionViewProps) {
  const { number, title, says, body, limits, tables } = section;
  return (
    <section class="report-section stack" aria-labelledby={anchor}>
      <h2 id={anchor}>
        <span class="soft number">{number}</span> {title}
      </h2>
      {says.length > 0 && (
        <div class="results-says">
          <p class="results-says-word label soft">{en.results.says}</p>
          <Sentences statements={says} />
        </div>
      )}
      <Blocks blocks={body} />
      {limits.length > 0 && (
        <div class="results-limits">
          <p class="results-says-word label soft">{en.results.limits}</p>
          <List items={limits} />
        </div>
      )}
      {tables.length > 0 && (
        <details class="report-tables" open={isUnfolded}>
          <summary>{en.results.tables}</summary>
          <div class="report-tables-body stack">
            <Blocks blocks={tables} />
          </div>
        </details>
      )}
    </section>
  );
}
