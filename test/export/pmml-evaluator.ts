import type { Table } from "../../src/input/table.js";

/** An element with its attributes decoded. */
interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
}

const TAG =
  /\s*(?:<\?xml[^?]*\?>|<(?<close>\/)?(?<name>[A-Za-z]+)(?<attributes>(?:\s+[A-Za-z]+="[^"<]*")*)\s*(?<empty>\/)?>)\s*/y;

/** Reads XML of elements and attributes without text; throws where it is not well-formed. */
function parseXml(text: string): Element {
  const root: Element = { name: "", attributes: new Map(), children: [] };
  const open = [root];
  TAG.lastIndex = 0;
  while (TAG.lastIndex < text.length) {
    const at = TAG.lastIndex;
    const found = TAG.exec(text)?.groups;
    if (found === undefined) throw new Error(`no XML at ${at}: ${text.slice(at, at + 60)}`);
    if (found["name"] === undefined) continue;
    if (found["close"] !== undefined) {
      if (open.pop()?.name !== found["name"]) throw new Error(`</${found["name"]}> closes another element`);
      continue;
    }
    const attributes = new Map<string, string>();
    for (const [, name = "", value = ""] of (found["attributes"] ?? "").matchAll(/([A-Za-z]+)="([^"]*)"/g)) {
      if (attributes.has(name)) throw new Error(`${name} is given twice`);
      attributes.set(name, decoded(value));
    }
    const element: Element = { name: found["name"], attributes, children: [] };
    open.at(-1)?.children.push(element);
    if (found["empty"] === undefined) open.push(element);
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error("elements are left open");
  return root;
}

function decoded(value: string): string {
  if (/&(?!#\d+;)/.test(value)) throw new Error(`an ampersand stands alone in ${value}`);
  return value.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

function* elementsOf(element: Element, name: string): Generator<Element> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    yield* elementsOf(child, name);
  }
}

/** Decides rows by a PMML RegressionModel: what its elements say. */
export function evaluatePmml(text: string, table: Table): string[] {
  const document = parseXml(text);
  const read = (element: Element, name: string) => element.attributes.get(name) ?? "";
  const fields = new Map([...elementsOf(document, "MiningField")].map((field) => [read(field, "name"), field]));
  const tables = [...elementsOf(document, "RegressionTable")].map((element) => ({
    category: read(element, "targetCategory"),
    intercept: Number(read(element, "intercept")),
    numbers: [...elementsOf(element, "NumericPredictor")].map((predictor) => ({
      name: read(predictor, "name"),
      coefficient: Number(read(predictor, "coefficient")),
    })),
    categories: [...elementsOf(element, "CategoricalPredictor")].map((predictor) => ({
      name: read(predictor, "name"),
      value: read(predictor, "value"),
      coefficient: Number(read(predictor, "coefficient")),
    })),
  }));
  const limits = new Map(
    [...fields].map(([name, field]) => [
      name,
      {
        replacement: field.attributes.get("missingValueReplacement"),
        low: Number(field.attributes.get("lowValue") ?? Number.NEGATIVE_INFINITY),
        high: Number(field.attributes.get("highValue") ?? Number.POSITIVE_INFINITY),
      },
    ]),
  );
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const numberOf = (name: string, i: number) => {
    const column = columns.get(name);
    const { replacement, low, high } = limits.get(name)!;
    const given = column?.type === "number" ? column.values[i]! : Number.NaN;
    return Math.max(low, Math.min(high, Number.isNaN(given) ? Number(replacement) : given));
  };
  const textOf = (name: string, i: number) => {
    const column = columns.get(name);
    const code = column?.type === "category" ? column.codes[i]! : -1;
    return code < 0 || column?.type !== "category" ? limits.get(name)!.replacement : column.levels[code];
  };
  return Array.from({ length: table.rows }, (_, i) => {
    const totals = tables.map(({ intercept, numbers, categories }) => {
      let total = intercept;
      for (const { name, coefficient } of numbers) total += coefficient * numberOf(name, i);
      for (const { name, value, coefficient } of categories) if (textOf(name, i) === value) total += coefficient;
      return total;
    });
    const best = totals.indexOf(Math.max(...totals));
    return tables[best]!.category;
  });
}
