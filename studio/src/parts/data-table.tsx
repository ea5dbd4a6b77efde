import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Pager } from "./pager.js";
import { ScrollBox } from "./scroll-box.js";

/** A column: its head and how a row's cell is shown. */
export interface Column<Row> {
  readonly key: string;
  readonly head: ComponentChildren;
  readonly cell: (row: Row, index: number) => ComponentChildren;
  /** Numbers are aligned at the right with figures of one width. @default "words" */
  readonly kind?: "number" | "words" | undefined;
  /** The cell names its row. */
  readonly isRowHead?: boolean | undefined;
  /** Whether the cell is marked as wrong; its words must say so too. */
  readonly isWrong?: ((row: Row, index: number) => boolean) | undefined;
}

interface DataTableProps<Row> {
  /** What the table shows: its name for screen readers, and shown above it unless `hidesCaption`. */
  readonly caption: string;
  readonly hidesCaption?: boolean | undefined;
  readonly columns: readonly Column<Row>[];
  /** All rows, or those of this page when `total` is given. */
  readonly rows: readonly Row[];
  readonly rowKey?: ((row: Row, index: number) => string | number) | undefined;
  /** Rows on one page. @default 50 */
  readonly pageSize?: number | undefined;
  /** Rows in all, where only those of the page are here; then `page` and `onPage` are needed. */
  readonly total?: number | undefined;
  readonly page?: number | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
  /** Shown instead of rows when there are none. */
  readonly empty?: ComponentChildren;
}

/** A table that scrolls in its own box, page by page, with its head in sight. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, hidesCaption = false, columns, rows, pageSize = 50, total, onPage, empty } = props;
  const [ownPage, setOwnPage] = useState(0);
  const isGivenByPage = total !== undefined;
  const count = total ?? rows.length;
  const last = Math.max(0, Math.ceil(count / pageSize) - 1);
  const page = Math.min(isGivenByPage ? (props.page ?? 0) : ownPage, last);
  const first = page * pageSize;
  const shown = isGivenByPage ? rows : rows.slice(first, first + pageSize);
  return (
    <figure class="table-figure">
      <figcaption class={hidesCaption ? "hidden" : "table-caption"}>{caption}</figcaption>
      <ScrollBox label={caption}>
        <table class="data-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" class={column.kind === "number" ? "number" : undefined}>
                  {column.head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, position) => (
              <TableRow
                key={props.rowKey?.(row, first + position) ?? first + position}
                columns={columns}
                row={row}
                index={first + position}
              />
            ))}
            {shown.length === 0 && empty !== undefined && (
              <tr>
                <td colSpan={columns.length} class="table-empty">
                  {empty}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </ScrollBox>
      {last > 0 && (
        <Pager
          label={caption}
          page={page}
          pageSize={pageSize}
          total={count}
          onPage={isGivenByPage ? onPage : setOwnPage}
        />
      )}
    </figure>
  );
}

interface TableRowProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  readonly index: number;
}

function TableRow<Row>({ columns, row, index }: TableRowProps<Row>) {
  return (
    <tr>
      {columns.map((column) => {
        const Cell = column.isRowHead ? "th" : "td";
        const look = [
          ...(column.kind === "number" ? ["number"] : []),
          ...(column.isWrong?.(row, index) === true ? ["cell-mark", "cell-error"] : []),
        ].join(" ");
        return (
          <Cell key={column.key} scope={column.isRowHead ? "row" : undefined} class={look === "" ? undefined : look}>
            {column.cell(row, index)}
          </Cell>
        );
      })}
    </tr>
  );
}
