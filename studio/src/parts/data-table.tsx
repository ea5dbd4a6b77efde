import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { en } from "../text/en.js";
import { Button } from "./button.js";

/** A box whose content may be wider than the screen; arrow keys scroll it, the page stays. */
export function ScrollBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard
    <section class="scroll-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

interface PagerProps {
  readonly label: string;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: ((page: number) => void) | undefined;
}

/** The last page, from 0; the first where there is nothing. */
export function lastPage(total: number, pageSize: number): number {
  return Math.max(0, Math.ceil(total / pageSize) - 1);
}

/** Buttons to the page before and after, and which rows are in sight; nothing where all are on one page. */
export function Pager({ label, page, pageSize, total, onPage }: PagerProps) {
  const last = lastPage(total, pageSize);
  if (last === 0) return null;
  const words = en.parts;
  const to = (next: number) => () => onPage?.(next);
  return (
    <nav class="pager row soft small" aria-label={words.pagesOf(label)}>
      <Button kind="quiet" icon="left" label={words.previousPage} isDisabled={page <= 0} onClick={to(page - 1)} />
      <span class="number" aria-live="polite">
        {words.rowsShown(Math.min(page * pageSize + 1, total), Math.min((page + 1) * pageSize, total), total)}
      </span>
      <Button kind="quiet" icon="right" label={words.nextPage} isDisabled={page >= last} onClick={to(page + 1)} />
    </nav>
  );
}

export interface Column<Row> {
  readonly key: string;
  readonly head: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at the right with figures of one width. @default "words" */
  readonly kind?: "number" | "words" | undefined;
  /** The cell names its row. */
  readonly isRowHead?: boolean | undefined;
  /** Whether the cell is marked as wrong; its words must say so too. */
  readonly isWrong?: ((row: Row) => boolean) | undefined;
}

interface DataTableProps<Row> {
  /** What the table shows: its name for screen readers, and shown above it unless `hidesCaption`. */
  readonly caption: string;
  readonly hidesCaption?: boolean | undefined;
  readonly columns: readonly Column<Row>[];
  /** All rows, or this page's rows when `total` is given. */
  readonly rows: readonly Row[];
  readonly rowKey?: ((row: Row) => string | number) | undefined;
  readonly pageSize?: number | undefined;
  /** Rows in all, where `rows` has only this page's; then `page` and `onPage` are needed. */
  readonly total?: number | undefined;
  readonly page?: number | undefined;
  readonly onPage?: ((page: number) => void) | undefined;
  readonly empty?: ComponentChildren;
}

/** A table that scrolls in its own box, page by page, with its head in sight. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, hidesCaption = false, columns, rows, pageSize = 50, total, onPage, empty } = props;
  const [ownPage, setOwnPage] = useState(0);
  const isGivenByPage = total !== undefined;
  const count = total ?? rows.length;
  const page = Math.min(isGivenByPage ? (props.page ?? 0) : ownPage, lastPage(count, pageSize));
  const first = page * pageSize;
  const shown = isGivenByPage ? rows : rows.slice(first, first + pageSize);
  return (
    <figure class="table-figure">
      <figcaption class={hidesCaption ? "hidden" : "table-caption label"}>{caption}</figcaption>
      <ScrollBox label={caption}>
        <table class="data-table">
          <thead>
            <tr>
              {columns.map(({ key, head, kind }) => (
                <th key={key} scope="col" class={kind}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, position) => (
              <tr key={props.rowKey?.(row) ?? first + position}>
                {columns.map(({ key, cell, kind, isRowHead = false, isWrong }) => {
                  const Cell = isRowHead ? "th" : "td";
                  const look = `${kind ?? "words"}${isWrong?.(row) ? " cell-error" : ""}`;
                  return (
                    <Cell key={key} scope={isRowHead ? "row" : undefined} class={look}>
                      {cell(row)}
                    </Cell>
                  );
                })}
              </tr>
            ))}
            {shown.length === 0 && empty !== undefined && (
              <tr>
                <td colSpan={columns.length} class="soft">
                  {empty}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </ScrollBox>
      <Pager
        label={caption}
        page={page}
        pageSize={pageSize}
        total={count}
        onPage={isGivenByPage ? onPage : setOwnPage}
      />
    </figure>
  );
}
