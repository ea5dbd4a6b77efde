import type { DataSet } from "./data-set.js";
import { binaryLabels, cutCsv, makeDataSet, planFeatures, rawColumn, rowMask } from "./raw-data.js";

const FEATURES = planFeatures(
  {
    numbers: [
      "ExternalRiskEstimate",
      "MSinceOldestTradeOpen",
      "MSinceMostRecentTradeOpen",
      "AverageMInFile",
      "NumSatisfactoryTrades",
      "NumTrades60Ever2DerogPubRec",
      "NumTrades90Ever2DerogPubRec",
      "PercentTradesNeverDelq",
      "MSinceMostRecentDelq",
      "NumTotalTrades",
      "NumTradesOpeninLast12M",
      "PercentInstallTrades",
      "MSinceMostRecentInqexcl7days",
      "NumInqLast6M",
      "NumInqLast6Mexcl7days",
      "NetFractionRevolvingBurden",
      "NetFractionInstallBurden",
      "NumRevolvingTradesWBalance",
      "NumInstallTradesWBalance",
      "NumBank2NatlTradesWHighUtilization",
      "PercentTradesWBalance",
    ],
    categories: ["MaxDelq2PublicRecLast12M", "MaxDelqEver"],
  },
  [],
);

/** HELOC without the records in which every feature is "no bureau record"; the file's sentinels are missing values. */
export function loadHeloc(text: string): DataSet {
  const table = cutCsv(text, "heloc_dataset_v1.csv");
  const noRecord = FEATURES.map(({ name }) => rowMask(rawColumn(table, name), (cell) => cell === "-9"));
  const keep = Uint8Array.from({ length: table.rows }, (_, i) => (noRecord.every((mask) => mask[i] === 1) ? 0 : 1));
  return makeDataSet(table, {
    name: "heloc",
    features: FEATURES,
    sensitive: [],
    missing: ["-7", "-8", "-9"],
    keep,
    labels: binaryLabels(table, "RiskPerformance", { favourable: "Good", unfavourable: "Bad" }),
  });
}
