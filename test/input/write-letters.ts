import { csvCell } from "../../src/document/csv.js";
import { addDecimals } from "../../src/input/change-cells.js";
import type { Evidence } from "../../src/input/evidence.js";
import type { Column } from "../../src/input/table.js";

/** The forms in which letters to known people can be written. */
export type WrittenForm = "rows" | "new values" | "differences" | "thresholds" | "words";

/** The letters of some evidence in one form; every letter has an option of its own. */
export function writtenLetters(evidence: Evidence, form: WrittenForm): string {
  const { schema, letters, letterOf, ids } = evidence;
  const names = schema.features.map(({ name }) => name);
  const idAt = (k: number) => ids?.[letterOf[k]!] ?? "";
  if (form === "rows") {
    const rows = Array.from(letterOf.keys(), (k) => [idAt(k), ...letters.columns.map((column) => cell(column, k))]);
    return table([[schema.id ?? "", ...names], ...rows]);
  }
  const rows = Array.from(letterOf.keys()).flatMap((k) =>
    changes(evidence, k).map(({ column, own }) => [
      idAt(k),
      String(k),
      column.name,
      ...valueCells(column, own, k, form),
    ]),
  );
  return table([[schema.id ?? "", "option", "field", ...HEADERS[form]], ...rows]);
}

const HEADERS = {
  "new values": ["new_value"],
  differences: ["new_value", "difference"],
  thresholds: ["new_value", "at_least", "at_most"],
  words: ["new_value"],
} as const;

/** The cells that say where a field goes. */
function valueCells(column: Column, own: Column, k: number, form: Exclude<WrittenForm, "rows">): readonly string[] {
  const value = cell(column, k);
  if (column.type === "category" || own.type === "category") return HEADERS[form].map((_, c) => (c === 0 ? value : ""));
  const [to, from] = [column.values[k]!, own.values[0]!];
  const step = addDecimals(to, -from);
  if (form === "new values") return [value];
  if (form === "differences") return ["", `${step > 0 ? "+" : ""}${step}`];
  if (form === "thresholds") return to > from ? ["", value, ""] : ["", "", value];
  return [to > from ? `at least ${value}` : `${-step} lower`];
}

/** The fields that a letter changes, each beside its person's own value in a column of one. */
function changes({ observations, letters, letterOf }: Evidence, k: number) {
  return letters.columns.flatMap((column, f) => {
    const own = only(observations.columns[f]!, letterOf[k]!);
    return cell(column, k) === cell(own, 0) ? [] : [{ column, own }];
  });
}

function only(column: Column, i: number): Column {
  return column.type === "number"
    ? { ...column, values: column.values.slice(i, i + 1) }
    : { ...column, codes: column.codes.slice(i, i + 1) };
}

function cell(column: Column, i: number): string {
  if (column.type === "category") return column.levels[column.codes[i]!] ?? "";
  return Number.isNaN(column.values[i]) ? "" : String(column.values[i]);
}

/** The reasons of some evidence: one per row, in columns, or as codes with the map that says what they mean. */
export function writtenReasons(evidence: Evidence, form: "rows" | "columns" | "codes"): string {
  const { reasons, ids, schema } = evidence;
  const given = Array.from(reasons?.personOf ?? [], (person, k) => ({
    id: ids?.[person] ?? "",
    name: form === "codes" ? String(reasons?.nameOf[k]) : (reasons?.names[reasons.nameOf[k]!]?.name ?? ""),
    way: ["lower", "", "higher"][(reasons?.direction[k] ?? 0) + 1]!,
  }));
  const id = schema.id ?? "";
  if (form !== "columns")
    return table([[id, "reason", "direction"], ...given.map(({ name, way, ...one }) => [one.id, name, way])]);
  // directions stand in words beside the names
  const words = { lower: " too high", higher: " too low", "": "" } as Record<string, string>;
  const byId = new Map<string, string[]>();
  for (const { id: who, name, way } of given) byId.set(who, [...(byId.get(who) ?? []), `${name}${words[way]}`]);
  const most = Math.max(1, ...[...byId.values()].map((all) => all.length));
  const header = Array.from({ length: most }, (_, k) => `reason-${k + 1}`);
  return table([[id, ...header], ...[...byId].map(([who, all]) => [who, ...header.map((_, k) => all[k] ?? "")])]);
}

function table(rows: readonly (readonly string[])[]): string {
  return `${rows.map((cells) => cells.map(csvCell).join(",")).join("\n")}\n`;
}
