import { lyingZip, type ZipMember } from "./hostile-files.js";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

interface XlsxParts {
  /** The XML within `sheetData` of each sheet, by name. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings?: readonly string[];
  /** The formats of the styles in order, as numbers or codes. */
  readonly formats?: readonly (number | string)[];
  readonly workbookPr?: string;
  readonly more?: readonly ZipMember[];
}

/** An .xlsx file, written by hand. */
export function xlsxFile({ sheets, strings = [], formats = [], workbookPr = "", more = [] }: XlsxParts): Buffer {
  const names = Object.keys(sheets);
  const list = names.map((name, k) => `<sheet name="${name}" sheetId="${k + 1}" r:id="rId${k + 1}"/>`).join("");
  const targets = names.map(
    (_, k) => `<Relationship Id="rId${k + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${k + 1}.xml"/>`,
  );
  const codes = formats.flatMap((format, k) =>
    typeof format === "string" ? [`<numFmt numFmtId="${200 + k}" formatCode="${format}"/>`] : [],
  );
  const styles = formats.map((format, k) => `<xf numFmtId="${typeof format === "string" ? 200 + k : format}"/>`);
  return archive([
    [
      "xl/workbook.xml",
      `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}">${workbookPr}<sheets>${list}</sheets></workbook>`,
    ],
    ["xl/_rels/workbook.xml.rels", `${HEAD}<Relationships>${targets.join("")}</Relationships>`],
    ["xl/sharedStrings.xml", `${HEAD}<sst ${MAIN}>${strings.map((text) => `<si>${text}</si>`).join("")}</sst>`],
    [
      "xl/styles.xml",
      `${HEAD}<styleSheet ${MAIN}><numFmts>${codes.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
        `<cellXfs>${styles.join("")}</cellXfs></styleSheet>`,
    ],
    ...names.map(
      (name, k): ZipMember => [
        `xl/worksheets/sheet${k + 1}.xml`,
        `${HEAD}<worksheet ${MAIN}><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ],
    ),
    ...more,
  ]);
}

/** Texts have more bytes than characters. */
function archive(members: readonly ZipMember[]): Buffer {
  return lyingZip(members.map(([name, content]) => [name, Buffer.from(content)]));
}

/** Rows of an .xlsx sheet in which every cell is a text of its own. */
export function textRows(records: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  return records.map((record) => `<row>${record.map(cell).join("")}</row>`).join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const ODS_SPACES = ["office", "table", "text"].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);

/** An .ods file, written by hand, of the XML within each of its tables. */
export function odsFile(tables: Readonly<Record<string, string>>, more: readonly ZipMember[] = []): Buffer {
  const all = Object.entries(tables).map(([name, rows]) => `<table:table table:name="${name}">${rows}</table:table>`);
  const body = `<office:body><office:spreadsheet>${all.join("")}</office:spreadsheet></office:body>`;
  return archive([
    ["mimetype", "application/vnd.oasis.opendocument.spreadsheet"],
    [
      "content.xml",
      `${HEAD}<office:document-content ${ODS_SPACES.join(" ")} xmlns:calcext="urn:calcext">${body}</office:document-content>`,
    ],
    ...more,
  ]);
}
