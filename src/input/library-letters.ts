import type { Decisions } from "./decisions.js";
import { listValues, type ProblemList, plural } from "./problem.js";
import type { LibraryRows, RawTable } from "./raw-table.js";

/** A library's table with the names the decisions use; null, with a problem, where its columns cannot be told. */
export function namedAsDecisions(table: RawTable, decisions: Decisions, problems: ProblemList): RawTable | null {
  const { library } = table;
  if (library === undefined) return table;
  const placed = library.isByPlace ? namedByPlace(table, library, decisions, problems) : table;
  if (placed === null) return null;
  const { id, features } = decisions.schema;
  const isNamed = id === null || id === "id" || placed.columns.some(({ name }) => name === id);
  if (isNamed || features.some(({ name }) => name === "id")) return placed;
  return { ...placed, columns: renamed(placed.columns, (name) => (name === "id" ? id : name)) };
}

/** Arrays without names: the features in the order of the file, where there are as many. */
function namedByPlace(
  table: RawTable,
  library: LibraryRows,
  { schema, file }: Decisions,
  problems: ProblemList,
): RawTable | null {
  const names = schema.features.map(({ name }) => name);
  const places = table.columns.map(({ name }) => name).filter((name) => name !== library.outcome && name !== "id");
  if (places.length !== names.length) {
    const message =
      `${problems.file}: ${library.name} writes arrays without names, and these have ` +
      `${plural(places.length, "column")} where ${file} has ${plural(names.length, "feature")}: ` +
      `${listValues(names, 30)}. Save the rows with names, as ` +
      "pandas.DataFrame(X, columns=names).to_csv(file) does, in the words of the decisions";
    problems.add("error", "LETTERS_NOT_UNDERSTOOD", message, { count: table.rows });
    return null;
  }
  const nameOf = new Map(places.map((place, j) => [place, names[j] ?? place]));
  const own = (name: string) => nameOf.get(name) ?? name;
  const taken = `the columns are taken as ${listValues(names, 30)}`;
  const words = `${taken}, because ${library.name} writes no names. Check them`;
  problems.add("note", "LETTERS_FROM_LIBRARY", `${problems.file}: ${words}`, { count: table.rows });
  return {
    ...table,
    columns: renamed(table.columns, own),
    library: { ...library, start: renamed(library.start, own) },
  };
}

function renamed<Named extends { readonly name: string }>(
  columns: readonly Named[],
  nameOf: (name: string) => string,
): readonly Named[] {
  return columns.map((column) => ({ ...column, name: nameOf(column.name) }));
}

/** Says which library wrote a file, for how many people, and what it leaves out. */
export function reportLibrary({ library, rows }: RawTable, problems: ProblemList): void {
  if (library === undefined) return;
  const { name, itemOf, unanswered, neverCited } = library;
  const people = 1 + itemOf.reduce((most, item) => Math.max(most, item), -1);
  const found = unanswered === 0 ? "" : `; it found none for ${unanswered} more`;
  const what = `written by ${name}: ${plural(rows, "row")} for ${people} ${people === 1 ? "person" : "people"}${found}`;
  problems.add("note", "LETTERS_FROM_LIBRARY", `${problems.file} was ${what}`, { count: rows });
  if (neverCited.length === 0) return;
  const never = `${name} never gives ${listValues(neverCited, 8)} as a reason`;
  const words = `${never}. Name them as never cited, unless they are sensitive or immutable (--never-cited)`;
  problems.add("note", "LETTERS_FROM_LIBRARY", `${problems.file}: ${words}`, { count: neverCited.length });
}

/** Where a column is one of several that a model's encoding made of one: how to have them back. */
export function encodingHint(column: string, { observations }: Decisions): string {
  const coded = observations.columns.find(
    ({ type, name }) => type === "category" && (column.startsWith(`${name}_`) || column.startsWith(`${name}=`)),
  );
  if (coded === undefined) return "";
  return (
    `. It looks like a code that a model made of '${coded.name}'. Save the rows as they were before encoding; ` +
    "in CARLA by model.data.inverse_transform(counterfactuals)"
  );
}
