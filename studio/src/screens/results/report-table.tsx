import type { TableBlock } from "../../../../src/document/document.js";
import { ScrollBox } from "../../parts/index.js";
import { SaveTable } from "./save.js";
import { anchorOf, How, type References, Said, Written, withoutMarks } from "./sentences.js";

/** Classes of a column's heading and cells. */
const CLASSES: Readonly<Record<TableBlock["columns"][number]["look"], string | undefined>> = {
  number: "number",
  words: undefined,
  prose: "prose",
  hash: "hash",
  interval: "number interval",
  range: "number interval",
};

interface ReportTableProps {
  readonly table: TableBlock;
  readonly part: string;
  readonly references: References;
  /** Its name for screen readers. @default its title */
  readonly label?: string | undefined;
}

/** A table of the report; rows about too few people are grey and say so. */
export function ReportTable({ table, part, references, label: spoken }: ReportTableProps) {
  const { title, how, columns, rows, notes, name, head, narrow, anchor } = table;
  return (
    <figure class="report-table" id={anchorOf(part, anchor)} tabIndex={-1}>
      <figcaption>
        <span class="table-caption">
          <Said>{title}</Said>
          <How how={how} part={part} references={references} />
        </span>
        {name !== null && <SaveTable name={name} />}
      </figcaption>
      <ScrollBox label={spoken ?? withoutMarks(title)}>
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
              <tr key={i} class={emphasis === "insufficient" ? "few" : emphasis === "highlight" ? "marked" : undefined}>
                {cells.map((cell, k) => {
                  const Cell = k === head ? "th" : "td";
                  return (
                    <Cell key={k} scope={k === head ? "row" : undefined} class={CLASSES[columns[k]?.look ?? "words"]}>
                      <Written>{cell}</Written>
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
      {notes.map((note, i) => (
        <p key={i} class="results-table-note">
          <Said>{note}</Said>
        </p>
      ))}
    </figure>
  );
}
