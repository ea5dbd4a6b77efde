import { isMatrix, isObject, type JsonFrame, type JsonObject, member, ofMatrix } from "./json-frame.js";
import type { LibraryItem } from "./library-rows.js";

/**
 * alibi's explanations: `data.cf` has arrays without names, in the order of the model's columns, and `data.orig` what
 * they started from, if it is kept. `meta.params` may name the columns and the words that codes stand for.
 */
export function alibiItems(value: JsonObject, file: string): readonly LibraryItem[] | null {
  const data = member(value, "data");
  const meta = member(value, "meta");
  if (!isObject(data) || !isObject(meta) || !Object.hasOwn(data, "cf")) return null;
  const cells = matrixIn(member(data, "cf"));
  const params = member(meta, "params");
  if (cells === null) return [{ rows: null, start: null, outcome: null }];
  const width = cells[0]?.length ?? 0;
  const given = member(params, "feature_names");
  const names = Array.isArray(given) && given.length === width ? given.map(String) : [];
  const outcome = names.includes("class") ? "class of the counterfactual" : "class";
  const words = member(params, "category_map");
  const frame = (rows: readonly (readonly unknown[])[], classes: unknown): JsonFrame => {
    const { columns } = ofMatrix(
      names,
      rows.map((row) => inWords(row, words)),
      file,
    );
    return { rows: rows.length, columns: new Map([...columns, [outcome, classList(classes, rows.length)]]) };
  };
  const orig = matrixIn(member(data, "orig"));
  const starts = orig?.length === cells.length ? orig : null;
  const origClasses = member(member(data, "orig"), "class") ?? member(data, "orig_class");
  const starting = classList(origClasses, cells.length);
  const classes = classList(member(member(data, "cf"), "class"), cells.length);
  return cells.map((row, k) => ({
    rows: frame([row], classes[k]),
    start:
      starts === null
        ? { rows: 1, columns: new Map([[outcome, [starting[k]]]]) }
        : frame([starts[k] ?? []], starting[k]),
    outcome,
    isByPlace: names.length === 0,
  }));
}

/** The rows of `X`; null where alibi found nothing. */
function matrixIn(part: unknown): readonly (readonly unknown[])[] | null {
  const cells = member(part, "X");
  return isMatrix(cells) && cells.length > 0 ? cells : null;
}

/** One class per row, from a number, a list of numbers or a list of lists. */
function classList(value: unknown, rows: number): readonly unknown[] {
  const list = Array.isArray(value) ? value.flat() : [value];
  return Array.from({ length: rows }, (_, k) => (list.length === rows ? list[k] : list[0]));
}

/** The row with words for the codes of columns that have some. */
function inWords(row: readonly unknown[], words: unknown): readonly unknown[] {
  if (!isObject(words)) return row;
  return row.map((cell, j) => {
    const list = member(words, String(j));
    return Array.isArray(list) && typeof cell === "number" && cell in list ? list[cell] : cell;
  });
}
