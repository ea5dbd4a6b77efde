import { readColumn, toNumberColumn } from "../../input/values.js";
import { quantile } from "../../math/quantile.js";
import type { DataSet } from "./data-set.js";
import { cutCsv, makeDataSet, planFeatures, rawColumn } from "./raw-data.js";

const FEATURES = planFeatures(
  {
    numbers: [
      "longitude",
      "latitude",
      "housing_median_age",
      "total_rooms",
      "total_bedrooms",
      "population",
      "households",
      "median_income",
    ],
    categories: ["ocean_proximity"],
  },
  [],
);

/** California Housing cut at the median house value: above it is class 1, by convention. */
export function loadHousing(text: string): DataSet {
  const table = cutCsv(text, "housing.csv");
  const { values } = toNumberColumn(readColumn(rawColumn(table, "median_house_value"), new Set(), "number"));
  const median = quantile(values.toSorted(), 0.5);
  return makeDataSet(table, {
    name: "housing",
    features: FEATURES,
    sensitive: [],
    missing: [],
    keep: Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1)),
    labels: Uint8Array.from(values, (value) => (value > median ? 1 : 0)),
  });
}
