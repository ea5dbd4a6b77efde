import { useContext, useId } from "preact/hooks";
import type { FigureBlock, Block as ReportBlock, TableBlock } from "../../../../src/document/document.js";
import { Definitions, type FileToSave, Notice, ScrollBox } from "../../parts/index.js";
import { hashOf } from "../../routes.js";
import { en } from "../../text/en.js";
import { askFile, SaveTable } from "./save.js";
import { anchorOf, How, Place, Sentences, said, withoutMarks, written } from "./sentences.js";
import { TakeAway } from "./take-away.js";

/** Parts of a document, one below the other. */
export function Blocks({ blocks }: { blocks: readonly ReportBlock[] }) {
  return (
    <>
      {blocks.map((block, i) => (
        <Block key={i} block={block} />
      ))}
    </>
  );
}

function Block({ block }: { block: ReportBlock }) {
  const { bare } = useContext(Place);
  switch (block.kind) {
    case "heading":
      return block.level === 3 ? <h3>{said(block.text)}</h3> : <h4>{said(block.text)}</h4>;
    case "paragraph":
      return <Sentences statements={block.statements} />;
    case "list":
      return <List items={block.items} />;
    case "note":
      return (
        <Notice kind="warning" title={said(block.title)}>
          <p>{said(block.text)}</p>
        </Notice>
      );
    case "commands":
      return (
        <div class="stack-tight">
          {block.commands.map(({ text, command }) => (
            <div key={command} class="stack-tight">
              <p>{text}</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key */}
              <pre tabIndex={0}>
                <code>{command}</code>
              </pre>
            </div>
          ))}
        </div>
      );
    case "definitions":
      return <Definitions items={block.pairs.map(([name, value]) => ({ term: said(name), value: written(value) }))} />;
    case "figure":
      return <Figure figure={block} />;
    case "figures":
      return (
        <div class={`columns results-drawings${block.small ? " results-drawings-small" : ""}`}>
          {block.figures.map((figure, i) => (
            <Figure key={i} figure={figure} />
          ))}
        </div>
      );
    case "beside":
      return (
        <div class="columns results-drawings">
          {[block.left, block.right].map((side, i) => (
            <div key={i} class="stack-tight">
              <Blocks blocks={side} />
            </div>
          ))}
        </div>
      );
    case "table":
      return bare === null ? <ReportTable table={block} /> : <Cells table={block} label={bare} />;
  }
}

/** Points, one below the other. */
export function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item, i) => (
        <li key={i}>{said(item)}</li>
      ))}
    </ul>
  );
}

/** A drawing of a part, with the CSV file of its table. */
function Figure({ figure }: { figure: FigureBlock }) {
  const { tables } = useContext(Place);
  const place = figure.table === null ? undefined : tables[figure.table];
  const name = place?.name ?? null;
  return (
    <Drawing
      figure={figure}
      data={name === null ? null : () => askFile(`tables/${name}.csv`)}
      table={place && hashOf("results", `${place.part}/${figure.table}`)}
    />
  );
}

interface DrawingProps {
  readonly figure: FigureBlock;
  /** Makes the numbers behind it; null where there is no table of them. */
  readonly data: (() => Promise<FileToSave>) | null;
  /** Address of the table with the same numbers. */
  readonly table?: string | undefined;
}

/** A drawing of the library, which escapes what it writes, with its caption, its words, and ways to take it away. */
export function Drawing({ figure, data, table }: DrawingProps) {
  const { svg, title, label, reads } = figure;
  const id = useId();
  return (
    <figure class="chart-figure">
      <div role="img" aria-label={label} aria-describedby={id} dangerouslySetInnerHTML={{ __html: svg }} />
      <figcaption id={id} class="soft small">
        <strong>{said(title)}.</strong>
        {reads !== null && <> {said(reads)}</>}
        {table !== undefined && " "}
        {table !== undefined && (
          <a class="screen-only" href={table}>
            {en.results.numbers}
          </a>
        )}
        <TakeAway figure={figure} data={data} />
      </figcaption>
    </figure>
  );
}

/** A table of the report; rows about too few people are grey and say so. */
export function ReportTable({ table }: { table: TableBlock }) {
  const { part, labels } = useContext(Place);
  const { title, how, notes, name, anchor } = table;
  return (
    <figure class="report-table" id={anchorOf(part, anchor)} tabIndex={-1}>
      <figcaption class="row apart">
        <span class="table-caption label">
          {said(title)}
          <How how={how} />
        </span>
        {name !== null && <SaveTable name={name} />}
      </figcaption>
      <Cells table={table} label={labels.get(table) ?? withoutMarks(title)} />
      {notes.map((note, i) => (
        <p key={i} class="results-table-note soft small">
          {said(note)}
        </p>
      ))}
    </figure>
  );
}

/** Classes of a column's heading and cells. */
const CLASSES: Readonly<Record<TableBlock["columns"][number]["look"], string | undefined>> = {
  number: "number",
  words: undefined,
  prose: "prose",
  hash: "hash",
  interval: "number interval",
  range: "number interval",
};

const ROW_CLASSES = { normal: undefined, insufficient: "few", highlight: "marked" } as const;

function Cells({ table, label: spoken }: { table: TableBlock; label: string }) {
  const { columns, rows, head, narrow } = table;
  return (
    <ScrollBox label={spoken}>
      <table class={`data-table${narrow ? " narrow" : ""}`}>
        <thead>
          <tr>
            {columns.map(({ label, unit, look }, i) => (
              <th key={i} scope="col" class={CLASSES[look]}>
                {label}
                {unit !== null && <small> {unit}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, emphasis, label }, i) => (
            <tr key={i} class={ROW_CLASSES[emphasis]}>
              {cells.map((cell, k) => {
                const Cell = k === head ? "th" : "td";
                return (
                  <Cell key={k} scope={k === head ? "row" : undefined} class={CLASSES[columns[k]?.look ?? "words"]}>
                    {written(cell)}
                    {k === head && label !== null && " "}
                    {k === head && label !== null && <span class="results-row-label">{label}</span>}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
