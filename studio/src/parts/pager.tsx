import { en } from "../text/en.js";
import { Button } from "./button.js";

interface PagerProps {
  /** What is paged, for screen readers. */
  readonly label: string;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  /** Rows in all. */
  readonly total: number;
  readonly onPage: ((page: number) => void) | undefined;
}

/** Buttons to the page before and after, and which rows are in sight. */
export function Pager({ label, page, pageSize, total, onPage }: PagerProps) {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  const from = Math.min(page * pageSize + 1, total);
  const to = Math.min((page + 1) * pageSize, total);
  return (
    <nav class="pager" aria-label={en.parts.pagesOf(label)}>
      <Button
        kind="quiet"
        icon="left"
        label={en.parts.previousPage}
        isDisabled={page <= 0}
        onClick={() => onPage?.(page - 1)}
      />
      <span class="number" aria-live="polite">
        {en.parts.rowsShown(from, to, total)}
      </span>
      <Button
        kind="quiet"
        icon="right"
        label={en.parts.nextPage}
        isDisabled={page >= last}
        onClick={() => onPage?.(page + 1)}
      />
    </nav>
  );
}
