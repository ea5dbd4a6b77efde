import type { Block, TableBlock } from "../../../../src/document/document.js";
import { ScrollBox } from "../../parts/index.js";
import { en } from "../../text/en.js";
import { Written } from "../results/sentences.js";

interface TextBlocksProps {
  readonly blocks: readonly Block[];
  /** What the blocks are about, for a table's name. */
  readonly label: string;
}

/** The library's words about a person. */
export function TextBlocks({ blocks, label }: TextBlocksProps) {
  return (
    <>
      {blocks.map((block, k) => (
        <TextBlock key={k} block={block} label={label} />
      ))}
    </>
  );
}

/** A person's page has paragraphs, lists and tables only. */
function TextBlock({ block, label }: { readonly block: Block; readonly label: string }) {
  if (block.kind === "paragraph") return <p>{block.statements.map(({ text }) => text).join(" ")}</p>;
  if (block.kind === "table") return <PersonTable table={block} label={label} />;
  if (block.kind !== "list") return null;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function PersonTable({
  table: { columns, rows, head },
  label,
}: {
  readonly table: TableBlock;
  readonly label: string;
}) {
  const look = (k: number) => (columns[k]?.look === "number" ? "number" : undefined);
  return (
    <ScrollBox label={en.person.tableOf(label)}>
      <table class="data-table">
        <thead>
          <tr>
            {columns.map((column, k) => (
              <th key={k} scope="col" class={look(k)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells }, i) => (
            <tr key={i}>
              {cells.map((cell, k) => {
                const Cell = k === head ? "th" : "td";
                return (
                  <Cell key={k} scope={k === head ? "row" : undefined} class={look(k)}>
                    <Written>{cell}</Written>
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
