import type { AuditFile } from "../../findings/audit-file.js";
import { burdenChart, groupRatesChart, impactRatiosChart, scoreDensitiesChart } from "./fact-charts.js";
import {
  abstentionChart,
  agreementChart,
  bandChart,
  contestedChart,
  determinedChart,
  learningChart,
} from "./identify-charts.js";
import { dependenceChart, distancesChart, permutationChart, sensitivityChart, shapleyChart } from "./model-charts.js";
import { projectionChart } from "./projection-chart.js";

/** Which chart it is; charts of one attribute or feature share an id. */
export type ChartId =
  | ("group-rates" | "impact-ratios" | "burden" | "agreement" | "projection" | "band" | "determined")
  | ("contested-by-group" | "abstention" | "score-densities" | "distances" | "sensitivity")
  | ("learning-curve" | "permutation" | "shapley" | "partial-dependence");

export interface Chart {
  readonly id: ChartId;
  /** The attribute or feature it is about, where there is one chart for each: the user's word. */
  readonly subject: string | null;
  /**
   * One `<svg class="chart">` element without text alternative: hidden from screen readers, so that the page can say
   * what it shows. Needs `CHART_STYLE` in the page.
   */
  readonly svg: string;
}

/** Every chart of an audit, in the order of the report; a chart with nothing to draw is left out. */
export function drawCharts(file: AuditFile): readonly Chart[] {
  const { facts, letters, identification, fairness, sensitivity, attributions, drawing } = file;
  const charts: Chart[] = [];
  const add = (id: ChartId, subject: string | null, svg: string | null) => {
    if (svg !== null) charts.push({ id, subject, svg });
  };
  for (const entry of facts.attributes) {
    add("group-rates", entry.attribute, groupRatesChart(entry));
    add("impact-ratios", entry.attribute, impactRatiosChart(entry));
  }
  for (const entry of letters?.burden ?? []) add("burden", entry.attribute, burdenChart(entry));
  add("agreement", null, agreementChart(file));
  add("projection", null, projectionChart(drawing.projection));
  add("band", null, bandChart(identification.band));
  add("determined", null, determinedChart(identification));
  for (const { attribute, groups } of identification.determined.byAttribute) {
    add("contested-by-group", attribute, contestedChart(groups));
  }
  if (file.sample !== null) add("learning-curve", null, learningChart(file.sample.learning));
  add("abstention", null, abstentionChart(identification.abstention));
  for (const entry of drawing.scoreDensities) add("score-densities", entry.attribute, scoreDensitiesChart(entry));
  const recommended = fairness[0];
  if (recommended !== undefined) add("distances", null, distancesChart(recommended));
  if (sensitivity !== null) add("sensitivity", null, sensitivityChart(sensitivity));
  add("permutation", null, permutationChart(attributions.permutation));
  add("shapley", null, shapleyChart(attributions.shapley.features));
  for (const entry of attributions.partialDependence) {
    add("partial-dependence", entry.feature, dependenceChart(entry));
  }
  return charts;
}
