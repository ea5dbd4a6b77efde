import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { Icon, lastPage, Pager, ScrollBox, TextInput } from "../../parts/index.js";
import { useStudio } from "../../store.js";
import { en } from "../../text/en.js";
import type { ColumnView, FileView, PlacedProblem } from "../../worker/inspecting.js";
import type { Preview, PreviewRow } from "../../worker/preview.js";
import type { FileRole } from "../../worker/session.js";
import { foundColumns, gravest, type Marks, marksOf, pageOf, type Target } from "./places.js";

const COLUMNS_SHOWN = 12;

interface FileTableProps {
  readonly role: FileRole;
  readonly view: FileView;
  readonly problems: readonly PlacedProblem[];
  /** A cell to bring into sight and focus; a new object asks anew. */
  readonly target: Target | null;
  readonly head: (column: ColumnView) => ComponentChildren;
  readonly onChoose: (problem: PlacedProblem) => void;
}

/** A file as it is written, some rows and columns at a time, with its problems in the cells. */
export function FileTable({ role, view, problems, target, head, onChoose }: FileTableProps) {
  const words = en.check.table;
  const names = useMemo(() => view.columns.map(({ name }) => name), [view]);
  const marks = useMemo(() => marksOf(problems, role), [problems, role]);
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(0);
  const [place, setPlace] = useState<RowPlace>({ start: 0, near: null });
  const wish = useRef<Target | null>(null);
  const found = useMemo(() => foundColumns(names, search), [names, search]);
  const here = Math.min(page, lastPage(found.length, COLUMNS_SHOWN));
  const columns = pageOf(found, here, COLUMNS_SHOWN);
  const shown = usePreview(role, columns, place);

  useEffect(() => {
    if (target === null || target.role !== role) return;
    const position = target.column === null ? -1 : names.indexOf(target.column);
    wish.current = target;
    if (position >= 0) {
      setSearch("");
      setPage(Math.floor(position / COLUMNS_SHOWN));
    }
    setPlace((before) => (target.row === null ? { ...before } : { start: 0, near: target.row }));
  }, [target, role, names]);

  useEffect(() => {
    const wanted = wish.current;
    if (wanted === null || shown === null) return;
    const position = wanted.column === null ? null : names.indexOf(wanted.column);
    const cell = document.getElementById(cellId(role, wanted.row, position));
    if (cell === null) return;
    wish.current = null;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "center" });
  }, [shown, role, names]);

  const heads = columns.map((position) => ({ position, column: view.columns[position] }));
  return (
    <div class="file-table stack-tight">
      {names.length > COLUMNS_SHOWN && (
        <div class="file-table-tools">
          <TextInput
            type="search"
            label={words.search}
            value={search}
            onInput={(text) => {
              setSearch(text);
              setPage(0);
            }}
          />
          <Pager
            label={words.columns(view.name)}
            page={here}
            isAlways
            pageSize={COLUMNS_SHOWN}
            total={found.length}
            onPage={setPage}
          />
        </div>
      )}
      {found.length === 0 && <p role="status">{words.searchNone}</p>}
      <ScrollBox label={words.caption(view.name)}>
        <table class="data-table check-table">
          <caption class="hidden">{words.caption(view.name)}</caption>
          <thead>
            <tr>
              <th scope="col">{words.row}</th>
              {heads.map(({ position, column }) => (
                <th
                  key={position}
                  id={cellId(role, null, position)}
                  scope="col"
                  tabIndex={-1}
                  class={markClass(gravest(marks.head(column?.name ?? "")))}
                >
                  {column === undefined || column.name === "" ? <i>{words.unnamed}</i> : head(column)}
                  {column !== undefined && (
                    <CellProblem
                      problem={gravest(marks.head(column.name))}
                      place={en.check.problems.place(column.name, null)}
                      onChoose={onChoose}
                    />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown?.rows.map((row) => (
              <FileRow key={row.number} {...{ row, role, marks, onChoose }} positions={shown.columns} view={view} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {shown !== null && (
        <Pager
          label={words.rows(view.name)}
          page={Math.floor(shown.start / ROWS_SHOWN)}
          pageSize={ROWS_SHOWN}
          total={shown.total}
          onPage={(next) => setPlace({ start: next * ROWS_SHOWN, near: null })}
        />
      )}
    </div>
  );
}

interface FileRowProps {
  readonly row: PreviewRow;
  readonly role: FileRole;
  readonly positions: readonly number[];
  readonly view: FileView;
  readonly marks: Marks;
  readonly onChoose: (problem: PlacedProblem) => void;
}

function FileRow({ row, role, positions, view, marks, onChoose }: FileRowProps) {
  const { number, cells } = row;
  const whole = gravest(marks.at(number, null));
  const placeOf = (column: string | null) => en.check.problems.place(column, number);
  return (
    <tr>
      <th scope="row" class={`number ${markClass(whole) ?? ""}`} id={cellId(role, number, null)} tabIndex={-1}>
        {number}
        <CellProblem problem={whole} place={placeOf(null)} onChoose={onChoose} />
      </th>
      {cells === null && (
        <td colSpan={positions.length} class="soft">
          {en.check.table.notCut}
        </td>
      )}
      {cells?.map((cell, k) => {
        const position = positions[k] ?? 0;
        const column = view.columns[position];
        const problem = gravest(marks.at(number, column?.name ?? ""));
        return (
          <td key={position} id={cellId(role, number, position)} tabIndex={-1} class={markClass(problem)}>
            {cell === "" ? <i class="soft">{en.check.table.empty}</i> : cell}
            <CellProblem problem={problem} place={placeOf(column?.name ?? null)} onChoose={onChoose} />
          </td>
        );
      })}
    </tr>
  );
}

interface CellProblemProps {
  readonly problem: PlacedProblem | null;
  readonly place: string;
  readonly onChoose: (problem: PlacedProblem) => void;
}

/** The mark in a cell: a shape and a word; pressed, it shows what is said about the place. */
function CellProblem({ problem, place, onChoose }: CellProblemProps) {
  if (problem === null) return null;
  const words = en.check.problems;
  const word = words.severity[problem.severity];
  return (
    <button
      type="button"
      class={`cell-problem cell-problem-${problem.severity}`}
      aria-label={words.here(word, place, problem.message)}
      onClick={() => onChoose(problem)}
    >
      <Icon name={problem.severity === "error" ? "alert" : "warning"} />
      {word}
    </button>
  );
}

function markClass(problem: PlacedProblem | null): string | undefined {
  return problem === null ? undefined : `cell-${problem.severity}`;
}

/** The id of a cell; row null for the head of a column, column null for the number of a row. */
function cellId(role: FileRole, row: number | null, position: number | null): string {
  return `cell-${role}-${row ?? "head"}-${position ?? "row"}`;
}

export const ROWS_SHOWN = 12;

/** Which rows to show: a page, or the one that holds a row. */
export interface RowPlace {
  readonly start: number;
  /** A row as a spreadsheet counts it that must be in sight. */
  readonly near: number | null;
}

/** Rows of a file with the positions of the columns that their cells are of. */
export interface ShownRows extends Preview {
  readonly columns: readonly number[];
}

/** The rows of a place, asked from the worker; the rows before stay until the new ones are there. */
export function usePreview(role: FileRole, columns: readonly number[], place: RowPlace): ShownRows | null {
  const { files, configuration } = useStudio();
  const { delimiter } = configuration;
  const [shown, setShown] = useState<ShownRows | null>(null);
  const key = columns.join(",");
  useEffect(() => {
    let isWanted = true;
    const window = { ...place, count: ROWS_SHOWN, columns };
    jobs.call("files", "rows", { role, delimiter, window }).then(
      (preview) => isWanted && setShown({ ...preview, columns }),
      () => isWanted && setShown(null),
    );
    return () => {
      isWanted = false;
    };
  }, [role, key, place, delimiter, files[role]]);
  return shown;
}
