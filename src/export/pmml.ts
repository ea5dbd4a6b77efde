import type { Model } from "../surrogate/model.js";
import { type CategoryPoints, type LinearPoints, linearPoints, type NumberPoints } from "./linear-points.js";
import { NO_ABSTAIN, unsupported } from "./rule.js";

/**
 * The model as a PMML 4.4 RegressionModel with two classes, the favourable one first. Missing values are replaced, far
 * ones pulled back and unknown categories worth nothing, as in the model itself. `probability` is σ(points): the
 * model's score for rules in log-odds, not for prototypes. EXPORT_UNSUPPORTED when the rule is no sum of points.
 */
export function toPmml(model: Model): string {
  const { decision, abstain } = model;
  if (abstain > 0) {
    const why = `PMML's regression has no third answer, and the model abstains within ${abstain} of the boundary`;
    throw unsupported(`${why}; ${NO_ABSTAIN}`);
  }
  const points = linearPoints(model, "PMML");
  const { favourable, unfavourable, column } = decision;
  const probability = { name: `probability(${favourable})`, feature: "probability", value: favourable };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<PMML version="4.4" xmlns="http://www.dmg.org/PMML-4_4">',
    `  <Header ${attributes({ description: `Rebuilt model of method '${model.method}' in ${points.unit}` })}>`,
    '    <Application name="recast"/>',
    "  </Header>",
    `  <DataDictionary ${attributes({ numberOfFields: points.features.length + 1 })}>`,
    ...points.features.flatMap(dataField),
    ...categoryField(column, [favourable, unfavourable]),
    "  </DataDictionary>",
    '  <RegressionModel functionName="classification" normalizationMethod="softmax">',
    "    <MiningSchema>",
    ...points.features.map(miningField),
    `      <MiningField ${attributes({ name: column, usageType: "target" })}/>`,
    "    </MiningSchema>",
    "    <Output>",
    `      <OutputField ${attributes({ ...probability, optype: "continuous", dataType: "double" })}/>`,
    "    </Output>",
    ...regressionTable(points, favourable),
    `    <RegressionTable ${attributes({ intercept: 0, targetCategory: unfavourable })}/>`,
    "  </RegressionModel>",
    "</PMML>",
    "",
  ];
  return lines.join("\n");
}

function dataField(feature: NumberPoints | CategoryPoints): string[] {
  if (feature.type === "number") {
    return [`    <DataField ${attributes({ name: feature.name, optype: "continuous", dataType: "double" })}/>`];
  }
  return categoryField(
    feature.name,
    feature.levels.map(({ level }) => level),
  );
}

function categoryField(name: string, levels: readonly string[]): string[] {
  return [
    `    <DataField ${attributes({ name, optype: "categorical", dataType: "string" })}>`,
    ...levels.map((value) => `      <Value ${attributes({ value })}/>`),
    "    </DataField>",
  ];
}

function miningField(feature: NumberPoints | CategoryPoints): string {
  const { name, fill } = feature;
  const given: Record<string, string | number> = { name };
  if (fill !== null) given["missingValueReplacement"] = fill;
  if (fill !== null) given["missingValueTreatment"] = feature.type === "number" ? "asMedian" : "asMode";
  if (feature.type === "category") given["invalidValueTreatment"] = "asIs";
  else Object.assign(given, { outliers: "asExtremeValues", lowValue: feature.low, highValue: feature.high });
  return `      <MiningField ${attributes(given)}/>`;
}

function regressionTable({ intercept, features }: LinearPoints, targetCategory: string): string[] {
  const numbers: string[] = [];
  const categories: string[] = [];
  for (const feature of features) {
    const { name } = feature;
    if (feature.type === "number") {
      numbers.push(`      <NumericPredictor ${attributes({ name, coefficient: feature.perUnit })}/>`);
      continue;
    }
    for (const { level: value, points: coefficient } of feature.levels) {
      categories.push(`      <CategoricalPredictor ${attributes({ name, value, coefficient })}/>`);
    }
  }
  const head = `    <RegressionTable ${attributes({ intercept, targetCategory })}>`;
  return [head, ...numbers, ...categories, "    </RegressionTable>"];
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(" ");
}

/** Control characters other than tabs and line ends, halves of characters, and two code points XML does not have. */
const NO_XML = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/u;

function escaped(text: string): string {
  if (NO_XML.test(text)) {
    const what = `${JSON.stringify(text)} contains a character that XML cannot write`;
    throw unsupported(`${what}. Rename it and repeat the audit`);
  }
  return text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
