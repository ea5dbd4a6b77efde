import { AuditError } from "../errors.js";
import { frameOf, isMatrix, isObject, type JsonFrame, type JsonObject, member, ofMatrix } from "./json-frame.js";
import { parseJson } from "./json-text.js";
import type { LibraryItem } from "./library-rows.js";

/** dice-ml's JSON: version 2.0 has lists of cells, version 1.0 a text per person with two frames in it. */
export function diceItems(value: JsonObject, file: string): readonly LibraryItem[] | null {
  return ofVersion2(value, file) ?? ofVersion1(value, file) ?? ofOnePerson(value, file);
}

function ofVersion2(value: JsonObject, file: string): readonly LibraryItem[] | null {
  const lists = member(value, "cfs_list");
  const starts = member(value, "test_data");
  const names = member(value, "feature_names_including_target");
  if (!Array.isArray(lists) || !Array.isArray(starts) || !isNames(names)) return null;
  const outcome = outcomeIn(value) ?? names.at(-1) ?? null;
  return lists.map((cells, k) => ({
    rows: cellsUnder(names, cells, file),
    start: cellsUnder(names, starts[k], file),
    outcome,
  }));
}

function ofVersion1(value: JsonObject, file: string): readonly LibraryItem[] | null {
  const examples = member(value, "cf_examples_list");
  if (!Array.isArray(examples)) return null;
  const found = examples.map((example) => {
    const one = written(example, file);
    return isObject(one) ? ofOnePerson(one, file) : null;
  });
  return found.some((one) => one === null) ? null : found.flatMap((one) => one ?? []);
}

/** What both versions hold of one person. */
function ofOnePerson(value: JsonObject, file: string): readonly LibraryItem[] | null {
  const names = member(value, "feature_names_including_target");
  const outcome = outcomeIn(value);
  if (Object.hasOwn(value, "test_instance_df")) {
    const start = frameOf(written(value["test_instance_df"], file), file);
    const rows = frameOf(written(member(value, "final_cfs_df"), file), file);
    return start && [{ rows, start, outcome }];
  }
  if (!Object.hasOwn(value, "test_instance_list") || !isNames(names)) return null;
  const start = cellsUnder(names, value["test_instance_list"], file);
  const rows = cellsUnder(names, member(value, "final_cfs_list"), file);
  return start && [{ rows, start, outcome: outcome ?? names.at(-1) ?? null }];
}

function outcomeIn(value: JsonObject): string | null {
  const name = member(member(value, "data_interface"), "outcome_name");
  return typeof name === "string" ? name : null;
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string");
}

/** Rows of cells under the names; null where there is none, as for a person without a counterfactual. */
function cellsUnder(names: readonly string[], cells: unknown, file: string): JsonFrame | null {
  if (cells === null || cells === undefined || (Array.isArray(cells) && cells.length === 0)) return null;
  if (isMatrix(cells) && cells.every((row) => row.length === names.length)) return ofMatrix(names, cells, file);
  const message = `${file}: not every row of dice-ml's has ${names.length} cells, as its columns ask. Save it again`;
  throw new AuditError("FILE_UNREADABLE", message, { file });
}

/** JSON within JSON. */
function written(value: unknown, file: string): unknown {
  return typeof value === "string" ? parseJson(value, file) : value;
}
