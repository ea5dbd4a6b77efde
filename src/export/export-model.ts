import type { Model } from "../surrogate/model.js";
import { toOnnx } from "./onnx.js";
import { toPmml } from "./pmml.js";
import { toSentence } from "./sentence.js";
import { type SheetOptions, sheetInstructions, toSheetFormula } from "./sheet.js";
import { type SqlOptions, toSql } from "./sql.js";

export const EXPORT_FORMATS = ["onnx", "sql", "sheet", "pmml", "sentence"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The contents of a file: text, or bytes for ONNX. */
export function exportModel(
  model: Model,
  format: ExportFormat,
  { sql, sheet }: { readonly sql?: SqlOptions; readonly sheet?: SheetOptions } = {},
): string | Uint8Array {
  const writers: Record<ExportFormat, () => string | Uint8Array> = {
    onnx: () => toOnnx(model).bytes,
    sql: () => toSql(model, sql),
    sheet: () => sheetInstructions(toSheetFormula(model, sheet), sheet?.row),
    pmml: () => toPmml(model),
    sentence: () => toSentence(model).text,
  };
  return writers[format]();
}
