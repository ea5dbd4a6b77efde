import { collectSheet, type SheetCollector } from "./sheet-cells.js";
import type { Sheet, Workbook } from "./spreadsheet.js";
import { readXml } from "./xml.js";

/** The sheets of an OpenDocument spreadsheet. All are in one file, so each is read from it when it is asked for. */
export async function odsSheets({ file, read }: Workbook): Promise<readonly Sheet[]> {
  const content = await read("content.xml");
  if (content === null) throw new Error("it has no content.xml");
  return tableNames(content).map((name, place) => ({
    name,
    path: `content.xml#${place}`,
    rows: async () => readTable(content, place, file),
  }));
}

/** The names of the tables that are in no other. */
function tableNames(content: Uint8Array): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  readXml(content, {
    open(tag, attributes) {
      if (tag === "table" && depth++ === 0) names.push(attributes()["table:name"] ?? "");
    },
    close(tag) {
      if (tag === "table") depth--;
    },
    text: () => undefined,
  });
  return names;
}

/** Text that is about a cell and not in it. */
const ASIDE: ReadonlySet<string> = new Set(["annotation", "forms", "shapes"]);

function readTable(content: Uint8Array, wanted: number, file: string) {
  const collector = collectSheet(file);
  let [table, depth, aside] = [-1, 0, 0];
  let [row, rowTimes, column, unvalued] = [1, 1, 0, 0];
  let cell: Readonly<Record<string, string>> | null = null;
  let lines: string[] = [];
  const isHere = () => table === wanted && depth === 1 && aside === 0;
  readXml(content, {
    open(tag, attributes) {
      if (tag === "table" && depth++ === 0) table++;
      if (ASIDE.has(tag)) aside++;
      if (!isHere()) return;
      if (tag === "table-row") [rowTimes, column] = [timesOf(attributes()["table:number-rows-repeated"]), 0];
      else if (tag === "table-cell" || tag === "covered-table-cell") [cell, lines] = [attributes(), []];
      else if (tag === "p") lines.push("");
      else if (tag === "s") addTo(lines, " ".repeat(Math.min(timesOf(attributes()["text:c"]), MOST_BLANKS)));
      else if (tag === "tab" || tag === "line-break") addTo(lines, " ");
    },
    close(tag) {
      if (isHere() && (tag === "table-cell" || tag === "covered-table-cell") && cell !== null) {
        const times = timesOf(cell["table:number-columns-repeated"]);
        const text = cellText(cell, lines.join("\n"));
        if (text === null) unvalued += times;
        else putAll(collector, { column, times, text }, file);
        [column, cell] = [column + times, null];
      }
      if (isHere() && tag === "table-row") {
        collector.endRow(row, rowTimes);
        row += rowTimes;
      }
      if (ASIDE.has(tag)) aside--;
      if (tag === "table") depth--;
    },
    text(piece) {
      if (isHere() && cell !== null) addTo(lines, piece);
    },
  });
  return { ...collector.finish(), unvalued };
}

const MOST_BLANKS = 1000;
const MOST_TIMES = 2 ** 20; // rows or columns of the largest sheet

function timesOf(text: string | undefined): number {
  const times = text === undefined ? 1 : Number(text);
  if (!Number.isSafeInteger(times) || times < 1 || times > MOST_TIMES) throw new Error("a cell repeats too often");
  return times;
}

/** Text outside of a paragraph is none. */
function addTo(lines: string[], piece: string): void {
  if (lines.length > 0) lines[lines.length - 1] += piece;
}

const MOST_SAME = 2 ** 14; // columns of a sheet

function putAll(
  collector: SheetCollector,
  { column, times, text }: { readonly column: number; readonly times: number; readonly text: string },
  file: string,
): void {
  if (text.trim() === "") return;
  if (column + times > MOST_SAME) throw new Error(`${file} has a row with too many cells`);
  for (let k = 0; k < times; k++) collector.put(column + k, text);
}

/** A cell as text; null for a formula without a value. */
function cellText(cell: Readonly<Record<string, string>>, shown: string): string | null {
  const type = cell["office:value-type"];
  if (cell["calcext:value-type"] === "error") return "";
  if (type === undefined) return cell["table:formula"] !== undefined && shown === "" ? null : shown;
  if (type === "float" || type === "percentage" || type === "currency") {
    const value = Number(cell["office:value"]);
    return cell["office:value"] !== undefined && Number.isFinite(value) ? String(value) : shown;
  }
  if (type === "date") return (cell["office:date-value"] ?? shown).replace("T00:00:00", "").replace("T", " ");
  if (type === "boolean") return cell["office:boolean-value"] === "true" ? "TRUE" : "FALSE";
  return cell["office:string-value"] ?? shown;
}
