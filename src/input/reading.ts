import { refuseOption, requireOneOf } from "../options.js";

/** What the files of an audit are for. */
export const FILE_ROLES = ["decisions", "letters", "population"] as const;
export type FileRole = (typeof FILE_ROLES)[number];

/** How text that is not UTF-8 can be read. */
export const ENCODINGS = ["latin-1", "utf-16"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What can be left out of a file that would be refused because of it. */
export const SKIPS = ["broken", "copies", "repeated", "unmatched", "unreadable"] as const;
export type Skip = (typeof SKIPS)[number];

/** How a file becomes rows, whatever they mean. */
export interface ReadingOptions {
  /** Cell delimiter. @default detected among comma, semicolon, tab and | */
  readonly delimiter?: string | null;
  /** Whether the first row names the columns; without names they are `column 1`, `column 2`, … @default true */
  readonly header?: boolean;
  /** What to leave out, with a warning, instead of refusing the file. @default nothing */
  readonly skip?: readonly Skip[];
  /** How functions that open a file read text that is not UTF-8. @default null: found from its bytes, and said */
  readonly encoding?: Encoding | null;
  /** Which sheet of a spreadsheet they read. @default the first with a table */
  readonly sheet?: string | null;
}

/** How the bytes of a file become rows or a text. */
export type FileReading = Pick<ReadingOptions, "encoding" | "sheet">;

export const READING_DEFAULTS: Required<ReadingOptions> = {
  delimiter: null,
  header: true,
  skip: [],
  encoding: null,
  sheet: null,
};

/** Refuses what no file could be read with. */
export function requireReading({ delimiter, header, skip, encoding, sheet }: Required<ReadingOptions>): void {
  requireTextOrNull("delimiter", delimiter);
  requireTextOrNull("sheet", sheet);
  if (delimiter !== null && (delimiter === "" || /["\r\n\uFEFF]/.test(delimiter))) {
    refuseOption("delimiter", "a text without quotes and line ends", JSON.stringify(delimiter));
  }
  if (typeof header !== "boolean") refuseOption("header", "true or false", header);
  requireTextList("skip", skip);
  for (const kind of skip) requireOneOf("skip", kind, SKIPS);
  if (encoding !== null) requireOneOf("encoding", encoding, ENCODINGS);
}

export function requireTextOrNull(name: string, value: unknown): void {
  if (value !== null && typeof value !== "string") refuseOption(name, "a text", value);
}

export function requireTextList(name: string, value: unknown): void {
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== "string"))
    refuseOption(name, "a list of texts", value);
}
