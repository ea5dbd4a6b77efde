import type { TextBlock } from "../../../../src/reports/person/person-text.js";
import { ScrollBox } from "../../parts/index.js";
import { en } from "../../text/en.js";

interface TextBlocksProps {
  readonly blocks: readonly TextBlock[];
  /** What the blocks are about, for a table's name. */
  readonly label: string;
}

/** The library's words about a person. */
export function TextBlocks({ blocks, label }: TextBlocksProps) {
  return (
    <>
      {blocks.map((block, k) => (
        <Block key={k} block={block} label={label} />
      ))}
    </>
  );
}

function Block({ block, label }: { readonly block: TextBlock; readonly label: string }) {
  if (block.kind === "text") return <p>{block.text}</p>;
  if (block.kind === "list") {
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  }
  const look = (k: number) => (block.left.includes(k) ? undefined : "number");
  return (
    <ScrollBox label={en.person.tableOf(label)}>
      <table class="data-table">
        <thead>
          <tr>
            {block.head.map((cell, k) => (
              <th key={cell} scope="col" class={look(k)}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, k) => {
                const Cell = k === 0 ? "th" : "td";
                return (
                  <Cell key={block.head[k]} scope={k === 0 ? "row" : undefined} class={look(k)}>
                    {cell}
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
