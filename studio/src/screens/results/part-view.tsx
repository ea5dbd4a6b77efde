import { en } from "../../text/en.js";
import type { PartContent } from "../../worker/results-jobs.js";
import type { ResultPart } from "../../worker/results-parts.js";
import { Block } from "./blocks.js";
import { anchorOf, type References, Said, Sentences } from "./sentences.js";
import { tableLabels } from "./table-labels.js";

interface PartViewProps {
  readonly part: ResultPart;
  readonly content: PartContent;
  /** Whether the explanations stand open. @default false */
  readonly showsHow?: boolean | undefined;
}

/** The sections of the report that a part shows, and how their numbers were computed. */
export function PartView({ part, content, showsHow = false }: PartViewProps) {
  const references: References = new Map(content.how.map(({ key, reference, title }) => [key, { reference, title }]));
  return (
    <div class="report-part">
      {content.sections.map((section) => (
        <SectionView key={section.id} section={section} part={part} references={references} />
      ))}
      {content.how.length > 0 && (
        <details class="results-hows" open={showsHow}>
          <summary>{en.results.howTitle}</summary>
          {content.how.map(({ key, reference, title, text, here }) => (
            <section key={key} class="results-how-entry" id={anchorOf(part, `how-${key}`)} tabIndex={-1}>
              <h3>
                <span class="soft">{reference}</span> {title}
              </h3>
              <p>
                <Said>{text}</Said>
              </p>
              {here !== null && (
                <p class="soft small">
                  {en.results.howHere}: <Said>{here}</Said>
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
  readonly section: PartContent["sections"][number];
  readonly part: ResultPart;
  readonly references: References;
}

function SectionView({ section, part, references }: SectionViewProps) {
  const { id, number, title, says, body, limits } = section;
  const labels = tableLabels(body);
  return (
    <section class="report-section" aria-labelledby={anchorOf(part, id)}>
      <h2 id={anchorOf(part, id)}>
        <span class="soft number">{number}</span> {title}
      </h2>
      {says.length > 0 && (
        <div class="results-says">
          <p class="results-says-word">{en.results.says}</p>
          <Sentences statements={says} part={part} references={references} />
        </div>
      )}
      {body.map((block, i) => (
        <Block key={i} block={block} part={part} references={references} labels={labels} />
      ))}
      {limits.length > 0 && (
        <div class="results-limits">
          <p class="results-says-word">{en.results.limits}</p>
          <ul>
            {limits.map((limit, i) => (
              <li key={i}>
                <Said>{limit}</Said>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
