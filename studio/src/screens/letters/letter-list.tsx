import { useEffect, useState } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { Badge, Button, DataTable, lastPage, Panel, tellFailure } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { LettersView } from "../../worker/letters-jobs.js";
import type { ListedLetter } from "../../worker/letters-people.js";

const PAGE = 10;
const MOST_CHANGES = 6;

/** The letters, the newest first, each with a way to take it out. */
export function LetterList({ view, onRemove }: { view: LettersView; onRemove: (letter: number) => void }) {
  const words = en.letters.list;
  const [page, setPage] = useState(0);
  const [rows, setRows] = useState<readonly ListedLetter[]>([]);
  const shown = Math.min(page, lastPage(view.letters, PAGE));
  useEffect(() => {
    let isWanted = true;
    jobs.call("letters", "list", { start: shown * PAGE, most: PAGE }).then(
      (found) => isWanted && setRows(found),
      (error: unknown) => isWanted && tellFailure(error),
    );
    return () => {
      isWanted = false;
    };
  }, [view.version, shown]);
  return (
    <Panel title={words.title}>
      <DataTable
        caption={words.caption}
        hidesCaption
        rows={rows}
        rowKey={({ letter }) => letter}
        pageSize={PAGE}
        total={view.letters}
        page={shown}
        onPage={setPage}
        empty={words.empty}
        columns={[
          {
            key: "letter",
            head: words.letter,
            kind: "number",
            isRowHead: true,
            cell: ({ letter, isNew }) => (
              <>
                {letter + 1} {isNew && <Badge kind="accent">{words.added}</Badge>}
              </>
            ),
          },
          {
            key: "person",
            head: words.person,
            cell: ({ person }) => (person === null ? words.nobody : (person.id ?? en.letters.form.row(person.row))),
          },
          { key: "changes", head: words.changes, cell: ({ person, changes }) => changesText(changes, person !== null) },
          {
            key: "action",
            head: <span class="hidden">{words.action}</span>,
            cell: ({ letter }) => (
              <Button
                kind="quiet"
                isSmall
                icon="close"
                label={words.remove(letter + 1)}
                onClick={() => onRemove(letter)}
              />
            ),
          },
        ]}
      />
    </Panel>
  );
}

function changesText(changes: ListedLetter["changes"], isKnown: boolean): string {
  const words = en.letters.list;
  if (changes.length === 0) return words.none;
  if (!isKnown || changes.length > MOST_CHANGES) return words.whole(changes.length);
  return changes.map(({ field, from, to }) => words.change(field, from, to)).join("; ");
}
