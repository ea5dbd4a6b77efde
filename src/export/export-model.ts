import type { Model } from "../surrogate/model.js";
import { toOnnx } from "./onnx.js";
import { toPmml } from "./pmml.js";
import { toSentence } from "./sentence.js";
import { type SheetOptions, sheetInstructions, toSheetFormula } from "./sheet.js";
import { type SqlOptions, toSql } from "./sql.js";

/** The formats a model can be written in. */
export const EXPORT_FORMATS = ["onnx", "sql", "sheet", "pmml", "sentence"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The contents of a file: text, or bytes for ONNX. */
export function exportModel(
  model: Model,
  format: ExportFormat,
  options: { readonly sql?: SqlOptions; readonly sheet?: SheetOptions } = {},
): string | Uint8Array {
  switch (format) {
    case "onnx":
      return toOnnx(model).bytes;
    case "sql":
      return toSql(model, options.sql);
    case "sheet":
      return sheetInstructions(toSheetFormula(model, options.sheet), options.sheet?.row);
    case "pmml":
      return toPmml(model);
    case "sentence":
      return toSentence(model).text;
  }
}
