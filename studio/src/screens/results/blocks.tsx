import type { FigureBlock, Block as ReportBlock, TableBlock } from "../../../../src/document/document.js";
import { Chart, Notice } from "../../parts/index.js";
import { hashOf } from "../../routes.js";
import { en } from "../../text/en.js";
import { ReportTable } from "./report-table.js";
import { type References, Said, Sentences, Written } from "./sentences.js";

interface BlockProps {
  readonly block: ReportBlock;
  readonly part: string;
  readonly references: References;
  /** Names of the section's tables for screen readers. */
  readonly labels: ReadonlyMap<TableBlock, string>;
}

/** A part of a section of the report. */
export function Block({ block, part, references, labels }: BlockProps) {
  switch (block.kind) {
    case "heading":
      return block.level === 3 ? (
        <h3>
          <Said>{block.text}</Said>
        </h3>
      ) : (
        <h4>
          <Said>{block.text}</Said>
        </h4>
      );
    case "paragraph":
      return <Sentences statements={block.statements} part={part} references={references} />;
    case "list":
      return (
        <ul>
          {block.items.map((item, i) => (
            <li key={i}>
              <Said>{item}</Said>
            </li>
          ))}
        </ul>
      );
    case "details":
      return (
        <details>
          <summary>
            <Said>{block.summary}</Said>
          </summary>
          {block.blocks.map((inner, i) => (
            <Block key={i} block={inner} part={part} references={references} labels={labels} />
          ))}
        </details>
      );
    case "note":
      return (
        <Notice kind="warning" title={<Said>{block.title}</Said>}>
          <p>
            <Said>{block.text}</Said>
          </p>
        </Notice>
      );
    case "commands":
      return (
        <div class="stack-tight">
          {block.commands.map(({ text, command }) => (
            <div key={command} class="stack-tight">
              <p>{text}</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard */}
              <pre tabIndex={0}>
                <code>{command}</code>
              </pre>
            </div>
          ))}
        </div>
      );
    case "definitions":
      return (
        <dl class="definitions definitions-rows">
          {block.pairs.map(([name, value], i) => (
            <div key={i}>
              <dt>
                <Said>{name}</Said>
              </dt>
              <dd>
                <Written>{value}</Written>
              </dd>
            </div>
          ))}
        </dl>
      );
    case "figure":
      return <Drawing chart={block} part={part} />;
    case "figures":
      return (
        <div class={`results-drawings${block.small ? " results-drawings-small" : ""}`}>
          {block.figures.map((chart, i) => (
            <Drawing key={i} chart={chart} part={part} />
          ))}
        </div>
      );
    case "table":
      return <ReportTable table={block} part={part} references={references} label={labels.get(block)} />;
  }
}

function Drawing({ chart, part }: { readonly chart: FigureBlock; readonly part: string }) {
  const { svg, title, label, reads, table } = chart;
  const caption = (
    <>
      <strong>
        <Said>{title}</Said>.
      </strong>
      {reads !== null && (
        <>
          {" "}
          <Said>{reads}</Said>
        </>
      )}
      {table !== null && (
        <>
          {" "}
          <a class="screen-only" href={hashOf("results", `${part}/${table}`)}>
            {en.results.numbers}
          </a>
        </>
      )}
    </>
  );
  return <Chart svg={svg} caption={caption} alternative={label} />;
}
