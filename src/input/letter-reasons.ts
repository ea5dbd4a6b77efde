import { changeTest } from "./letter-changes.js";
import { draftOfLetters, type LetterDraft } from "./letter-draft.js";
import { idColumn, type LettersSource, type LongHeader } from "./letter-header.js";
import { peopleOf } from "./letter-people.js";
import { type ProblemList, problemList } from "./problem.js";
import { cellAt } from "./raw-table.js";
import { reasonBook } from "./reason-map.js";
import { type GivenReasons, readReasons } from "./reasons.js";
import { nameColumns } from "./roles.js";

/** The draft of a file of reasons alone: it has no letters. Reports ids that nobody has. */
export function noLetters(source: LettersSource, problems: ProblemList): LetterDraft {
  nameColumns(source.table, source, problems);
  const ids = idsOf(source, null);
  if (ids !== undefined) peopleOf(source, ids, problems);
  return draftOfLetters(new Int32Array(0), new Int32Array(0), source.decisions, problems);
}

/** The reasons that a letters file gives; null without a column of them. */
export function reasonsIn(source: LettersSource, long: LongHeader | null, problems: ProblemList): GivenReasons | null {
  const { table, decisions, reasons } = source;
  if (reasons === null) return null;
  const ids = long?.id ?? idsOf(source, long);
  if (ids === undefined || decisions.ids === null) {
    const message =
      `${problems.file} gives reasons, but not to whom. ` +
      (decisions.ids === null
        ? `Name the id column of ${decisions.file} (--id)`
        : `Add a column '${decisions.schema.id}' with the ids of ${decisions.file}, or name it (--letters-id)`);
    problems.add("error", "ID_MISSING", message);
    return null;
  }
  // what is wrong with the ids was said where the letters were read
  const people = peopleOf(source, ids, problemList(problems.file));
  const best = (decisions.classes?.length ?? 2) - 1;
  const hasChange = long === null ? () => false : changeTest(source, long);
  const { field } = reasons;
  const fieldAt = (i: number) => (field === null || hasChange(i) ? null : cellAt(field, i));
  const sheet = { ...reasons, fieldAt, rowNumbers: table.rowNumbers, people };
  return readReasons(
    sheet,
    {
      file: decisions.file,
      book: reasonBook(decisions.reasonRules, decisions.schema.features),
      missing: decisions.missing,
      isAccepted: (person) => decisions.decisions[person] === best,
    },
    problems,
  );
}

function idsOf(source: LettersSource, long: LongHeader | null) {
  const { table, ignored } = source;
  return (
    long?.id ??
    idColumn(
      source,
      table.columns.filter(({ name }) => !ignored.has(name)),
    )
  );
}
