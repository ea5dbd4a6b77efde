import { dateText } from "./date-cells.js";
import { collectSheet } from "./sheet-cells.js";
import type { Sheet, Workbook } from "./spreadsheet.js";
import { readXml, type XmlHearing } from "./xml.js";

type Attributes = Readonly<Record<string, string>>;

const NOTHING: XmlHearing = { open: () => undefined, close: () => undefined, text: () => undefined };

/** The sheets of an Excel workbook, in its order; the cells of one are read when it is asked for. */
export async function xlsxSheets({ file, read }: Workbook): Promise<readonly Sheet[]> {
  const { sheets, is1904 } = readWorkbook(await needed(read, "xl/workbook.xml"));
  const targets = readTargets(await needed(read, "xl/_rels/workbook.xml.rels"));
  let shared: Promise<{ readonly texts: readonly string[]; readonly dates: readonly boolean[] }> | null = null;
  const sharedParts = async () => {
    const [strings, styles] = [await read("xl/sharedStrings.xml"), await read("xl/styles.xml")];
    return { texts: strings === null ? [] : readStrings(strings), dates: styles === null ? [] : readDates(styles) };
  };
  return sheets.flatMap(({ name, id }) => {
    const path = targets.get(id);
    if (path === undefined || !/^xl\/worksheets\//.test(path)) return []; // a chart
    return [
      {
        name,
        path,
        async rows() {
          shared ??= sharedParts();
          const parts = await shared; // before anything else can fail, so that no failure of it goes unheard
          return readSheet(await needed(read, path), { file, is1904, ...parts });
        },
      },
    ];
  });
}

async function needed(read: Workbook["read"], path: string): Promise<Uint8Array> {
  const bytes = await read(path);
  if (bytes === null) throw new Error(`it has no ${path}`);
  return bytes;
}

function readWorkbook(bytes: Uint8Array) {
  const sheets: { readonly name: string; readonly id: string }[] = [];
  let is1904 = false;
  readXml(bytes, {
    ...NOTHING,
    open(tag, attributes) {
      if (tag === "sheet") {
        const own = attributes();
        sheets.push({ name: own.name ?? "", id: idOf(own) });
      }
      if (tag === "workbookPr") is1904 = isOn(attributes().date1904);
    },
  });
  return { sheets, is1904 };
}

/** The prefix of the id is the file's own choice. */
function idOf(attributes: Attributes): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
}

function isOn(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

/** Paths in the archive by id; they are names of members and nothing else, so that none leads out of it. */
function readTargets(bytes: Uint8Array): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readXml(bytes, {
    ...NOTHING,
    open(tag, attributes) {
      if (tag !== "Relationship") return;
      const { Id: id = "", Target: target = "" } = attributes();
      targets.set(id, target.startsWith("/") ? target.slice(1) : `xl/${target}`);
    },
  });
  return targets;
}

/** The texts that cells share; pronunciations beside them are left out. */
function readStrings(bytes: Uint8Array): readonly string[] {
  const texts: string[] = [];
  let [text, isText, isPronunciation] = ["", false, false];
  readXml(bytes, {
    open(tag) {
      if (tag === "si") text = "";
      if (tag === "rPh") isPronunciation = true;
      isText = tag === "t" && !isPronunciation;
    },
    close(tag) {
      if (tag === "si") texts.push(text);
      if (tag === "rPh") isPronunciation = false;
      if (tag === "t") isText = false;
    },
    text(piece) {
      if (isText) text += piece;
    },
  });
  return texts;
}

/** The numbers of the formats for dates that no file spells out. */
const DATE_FORMATS: ReadonlySet<number> = new Set([14, 15, 16, 17, 22, ...between(27, 36), ...between(50, 58)]);

function between(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

/** Whether cells of each style are dates. */
function readDates(bytes: Uint8Array): readonly boolean[] {
  const formats = new Map<number, boolean>();
  const dates: boolean[] = [];
  let isOfCells = false;
  readXml(bytes, {
    ...NOTHING,
    open(tag, attributes) {
      if (tag === "numFmt") {
        const { numFmtId, formatCode = "" } = attributes();
        formats.set(Number(numFmtId), isDateFormat(formatCode));
      }
      if (tag === "cellXfs") isOfCells = true;
      if (tag === "xf" && isOfCells) {
        const id = Number(attributes().numFmtId ?? 0);
        dates.push(formats.get(id) ?? DATE_FORMATS.has(id));
      }
    },
    close(tag) {
      if (tag === "cellXfs") isOfCells = false;
    },
  });
  return dates;
}

/** Whether a format shows a day or a year; what stands in quotes or brackets, or after a backslash, shows nothing. */
function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, "").replace(/general/gi, ""));
}

interface SheetParts {
  readonly file: string;
  readonly texts: readonly string[];
  readonly dates: readonly boolean[];
  readonly is1904: boolean;
}

function readSheet(bytes: Uint8Array, parts: SheetParts) {
  const collector = collectSheet(parts.file);
  let [row, column, unvalued] = [0, -1, 0];
  let cell = { type: "n", style: 0 };
  let [value, hasFormula, isText] = ["", false, false];
  readXml(bytes, {
    open(tag, attributes) {
      if (tag === "row") {
        row = attributes().r === undefined ? row + 1 : wholeOf(attributes().r);
        column = -1;
      } else if (tag === "c") {
        const { r, t = "n", s = "0" } = attributes();
        column = r === undefined ? column + 1 : columnOf(r);
        cell = { type: t, style: Number(s) };
        [value, hasFormula] = ["", false];
      } else if (tag === "f") hasFormula = true;
      isText = tag === "v" || tag === "t";
    },
    close(tag) {
      if (tag === "c") {
        if (hasFormula && value === "" && cell.type !== "str") unvalued++;
        else collector.put(column, cellText(value, cell, parts));
      }
      if (tag === "row") collector.endRow(row);
      isText = false;
    },
    text(piece) {
      if (isText) value += piece;
    },
  });
  return { ...collector.finish(), unvalued };
}

function wholeOf(text: string | undefined): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1 || value > MOST_ROWS) throw new Error("a row has no usable number");
  return value;
}

const MOST_ROWS = 2 ** 20;

/** The place of `C7` in its row, from 0. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1];
  if (letters === undefined) throw new Error("a cell has no usable place");
  let place = 0;
  for (const letter of letters) place = 26 * place + letter.charCodeAt(0) - 64;
  return place - 1;
}

/** A cell as a spreadsheet would write it into a CSV, but for numbers and dates, which no country's style changes. */
function cellText(value: string, { type, style }: { type: string; style: number }, parts: SheetParts): string {
  if (type === "e" || value === "") return "";
  if (type === "s") {
    const text = parts.texts[Number(value)];
    if (text === undefined) throw new Error("a cell names a text that is not there");
    return text;
  }
  if (type === "b") return isOn(value) ? "TRUE" : "FALSE";
  if (type !== "n") return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return parts.dates[style] === true ? serialText(number, parts.is1904) : String(number);
}

const FIRST_OF_1904 = -24_107; // days from 1970-01-01
const BEFORE_1900 = -25_568; // 1899-12-31, a day earlier from March 1900 on: to Excel 1900 is a leap year
const MOST_DAYS = 2_958_466; // in the year 9999

function serialText(serial: number, is1904: boolean): string {
  if (serial < 0 || serial > MOST_DAYS) return String(serial);
  return dateText(is1904 ? serial + FIRST_OF_1904 : serial + BEFORE_1900 - (serial >= 60 ? 1 : 0));
}
