import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { lastPage, Pager } from "./data-table.js";
import { TextInput } from "./inputs.js";

interface SearchedOptions {
  readonly pageSize: number;
  /** Label of the field to search with. */
  readonly label: string;
  /** What the pages are of. */
  readonly pages: string;
}

interface Searched<Row> {
  /** The rows of this page whose name has the words searched for. */
  readonly found: readonly Row[];
  readonly search: string;
  /** The field to search with; null where one page has everything. */
  readonly field: JSX.Element | null;
  readonly pager: JSX.Element;
}

/** A list to search by name, page by page. */
export function useSearched<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  { pageSize, label, pages }: SearchedOptions,
): Searched<Row> {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(0);
  const wanted = search.trim().toLowerCase();
  const found = rows.filter((row) => nameOf(row).toLowerCase().includes(wanted));
  const here = Math.min(page, lastPage(found.length, pageSize));
  const type = (text: string) => {
    setSearch(text);
    setPage(0);
  };
  return {
    found: found.slice(here * pageSize, (here + 1) * pageSize),
    search,
    field: rows.length > pageSize ? <TextInput type="search" label={label} value={search} onInput={type} /> : null,
    pager: <Pager label={pages} page={here} pageSize={pageSize} total={found.length} onPage={setPage} />,
  };
}
