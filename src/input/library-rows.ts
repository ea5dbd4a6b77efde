import { AuditError } from "../errors.js";
import { alibiItems } from "./alibi-items.js";
import { diceItems } from "./dice-items.js";
import { frameOf, isObject, type JsonFrame, type JsonObject, member, rawRowsOf } from "./json-frame.js";
import { parseJson } from "./json-text.js";
import type { LibraryRows, RawRows } from "./raw-table.js";
import { requireCells } from "./unpack.js";

/** What a library says about one person: the row it started from, and the counterfactuals it found. */
export interface LibraryItem {
  /** Null where the library found none. */
  readonly rows: JsonFrame | null;
  /** A frame of one row; null where it is not saved. */
  readonly start: JsonFrame | null;
  readonly outcome: string | null;
  /** @default false */
  readonly isByPlace?: boolean;
  /** @default none */
  readonly neverCited?: readonly string[];
}

type Reader = (value: JsonObject, file: string) => readonly LibraryItem[] | null;

/** The libraries whose JSON is known, by name. A reader gives null for what it does not know. */
const LIBRARIES: Readonly<Record<string, Reader>> = {
  "dice-ml": diceItems,
  alibi: alibiItems,
  OmniXAI: omnixaiItems,
  "the R package counterfactuals": counterfactualsItems,
  GlassAlpha: glassAlphaItems,
};

/**
 * The rows of a JSON text: a table, or the counterfactuals of a library that is known by its keys. Throws
 * FILE_UNREADABLE, TOO_LARGE or JSON_UNKNOWN.
 */
export function jsonRows(text: string, file: string): RawRows {
  const value = parseJson(text, file);
  const items = Array.isArray(value) ? value : [value];
  for (const [name, read] of Object.entries(LIBRARIES)) {
    const found = allOf(items, (item) => (isObject(item) ? withId(read(item, file), item) : null));
    if (found !== null && found.length > 0) return joinItems(name, found.flat(), file);
  }
  const frame = frameOf(value, file) ?? frameOf(member(value, "data"), file);
  if (frame !== null) return rawRowsOf(frame, file);
  const known = Object.keys(LIBRARIES).join(", ");
  const message =
    `${file} is JSON of a kind that is not known. Known are counterfactuals of ${known}, and tables: a list of rows ` +
    'such as [{"id": "G1", "income": 45000}], or a data frame as pandas writes it (to_json)';
  throw new AuditError("JSON_UNKNOWN", message, { file });
}

/** What is read of each; null as soon as one is not known. */
function allOf<Read>(values: readonly unknown[], read: (value: unknown) => Read | null): readonly Read[] | null {
  const all: Read[] = [];
  for (const value of values) {
    const one = read(value);
    if (one === null) return null;
    all.push(one);
  }
  return all;
}

/** The same items with the id that was written beside them. */
function withId(items: readonly LibraryItem[] | null, { id }: JsonObject): readonly LibraryItem[] | null {
  if (items === null || (typeof id !== "string" && typeof id !== "number")) return items;
  return items.map((item) => {
    const { rows } = item;
    if (rows === null || rows.columns.has("id")) return item;
    const columns = new Map([["id", Array.from({ length: rows.rows }, () => id)], ...rows.columns]);
    return { ...item, rows: { rows: rows.rows, columns } };
  });
}

function joinItems(name: string, items: readonly LibraryItem[], file: string): RawRows {
  const answered = items.filter(({ rows }) => rows !== null && rows.rows > 0);
  const rows = stacked(
    answered.map(({ rows: own }) => [own, own?.rows ?? 0]),
    file,
  );
  const start = stacked(
    answered.map(({ rows: own, start: from }) => [from, own?.rows ?? 0]),
    file,
  );
  const [outcome, ...others] = new Set(answered.map((item) => item.outcome));
  const isByPlace = answered.some((item) => item.isByPlace === true);
  if (others.length > 0 || answered.some((item) => (item.isByPlace === true) !== isByPlace)) {
    const message = `${file} has counterfactuals of ${name} for different models. Save them in files of their own`;
    throw new AuditError("JSON_UNKNOWN", message, { file });
  }
  if (answered.length === 0) {
    const message = `${file} has no counterfactual: ${name} found none for any of ${items.length} people`;
    throw new AuditError("FILE_NO_ROWS", message, { file });
  }
  const library: LibraryRows = {
    name,
    outcome: outcome ?? null,
    start: rawRowsOf(start, file).columns,
    itemOf: Int32Array.from(answered.flatMap(({ rows: own }, k) => new Array<number>(own?.rows ?? 0).fill(k))),
    unanswered: items.length - answered.length,
    isByPlace,
    neverCited: [...new Set(items.flatMap(({ neverCited = [] }) => neverCited))],
  };
  return { ...rawRowsOf(rows, file), library };
}

/** Frames one below the other; one of a single row is repeated for as many rows as are asked of it. */
function stacked(frames: readonly (readonly [JsonFrame | null, number])[], file: string): JsonFrame {
  const total = frames.reduce((sum, [, rows]) => sum + rows, 0);
  const names = new Set(frames.flatMap(([frame]) => [...(frame?.columns.keys() ?? [])]));
  requireCells(file, { rows: total, columns: names.size });
  const columns = new Map<string, unknown[]>();
  let first = 0;
  for (const [frame, rows] of frames) {
    for (const [name, values] of frame?.columns ?? []) {
      const column = columns.get(name) ?? new Array<unknown>(total).fill(null);
      columns.set(name, column);
      for (let i = 0; i < rows; i++) column[first + i] = values[frame?.rows === rows ? i : 0];
    }
    first += rows;
  }
  return { rows: total, columns };
}

/** `query` and `counterfactual`, both with `label`; alone, in a list, or as `to_json` wraps the list. */
function omnixaiItems(value: JsonObject, file: string): readonly LibraryItem[] | null {
  const list = member(member(value, "data"), "explanations") ?? member(value, "explanations");
  if (Array.isArray(list) && list.length > 0) {
    return allOf(list, (one) => (isObject(one) ? omnixaiItems(one, file) : null))?.flat() ?? null;
  }
  if (!Object.hasOwn(value, "query") || !Object.hasOwn(value, "counterfactual")) return null;
  const start = frameOf(value["query"], file);
  const rows = frameOf(value["counterfactual"], file);
  if (start === null) return null;
  return [{ rows, start, outcome: start.columns.has("label") ? "label" : null }];
}

/** `data` and `x_interest`. */
function counterfactualsItems(value: JsonObject, file: string): readonly LibraryItem[] | null {
  const start = frameOf(member(value, "x_interest"), file);
  if (start === null || start.rows !== 1) return null;
  return [{ rows: frameOf(member(value, "data"), file), start, outcome: null }];
}

/** Reasons as rows of `id, reason`; what would help as rows of `id, option, field, new_value`. */
function glassAlphaItems(value: JsonObject): readonly LibraryItem[] | null {
  const id = member(value, "instance_id");
  const codes = member(value, "reason_codes");
  const advice = member(value, "recommendations");
  const list = Array.isArray(codes) ? codes : advice;
  if (id === undefined || !Array.isArray(list) || !list.every(isObject)) return null;
  const neverCited = member(value, "excluded_features");
  const names = Array.isArray(neverCited) ? neverCited.map(String) : [];
  const ranked = list.toSorted((a, b) => Number(member(a, "rank") ?? 0) - Number(member(b, "rank") ?? 0));
  const lines = Array.isArray(codes) ? ranked.map((code) => [member(code, "feature")]) : ranked.flatMap(changesIn);
  const keys = Array.isArray(codes) ? ["reason"] : ["option", "field", "new_value"];
  const columns = new Map<string, unknown[]>([["id", lines.map(() => id)]]);
  for (const [j, key] of keys.entries())
    columns.set(
      key,
      lines.map((line) => line[j]),
    );
  return [{ rows: { rows: lines.length, columns }, start: null, outcome: null, neverCited: names }];
}

function changesIn(recommendation: JsonObject): unknown[][] {
  const changes = member(recommendation, "feature_changes");
  if (!isObject(changes) || member(recommendation, "feasible") === false) return [];
  const option = member(recommendation, "rank");
  return Object.entries(changes).map(([field, change]) => [option, field, member(change, "new")]);
}
