import type { DataSet } from "./data-set.js";
import { binaryLabels, cutCsv, rawColumn } from "./raw-data.js";

/** Comments, favourable if people did not call them toxic. There are only words: features come from an embedding. */
export function loadToxic(text: string): DataSet {
  const table = cutCsv(text, "jigsaw_toxic_6000.csv");
  const { codes, levels } = rawColumn(table, "comment_text");
  return {
    name: "toxic",
    features: [],
    table: { rows: table.rows, columns: [] },
    labels: binaryLabels(table, "toxic", { favourable: "0", unfavourable: "1" }),
    sensitive: [],
    texts: Array.from(codes, (code) => levels[code] ?? ""),
  };
}
