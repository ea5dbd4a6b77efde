import { AuditError } from "../errors.js";
import type { FeatureSchema } from "../input/evidence.js";
import { type Problem, plural, problemList } from "../input/problem.js";
import type { CategoryColumn, Column, NumberColumn, Table } from "../input/table.js";
import { LARGEST_NUMBER } from "../input/values.js";
import { compareText } from "../math/compare.js";
import { type Matrix, zeros } from "../math/matrix.js";
import { quantile } from "../math/quantile.js";
import { type OptionsOf, settle, word } from "../options.js";
import type { CategoryCode, EncoderData, FeatureCode, NumberCode, Scale } from "./encoder-data.js";
import { applyScale, ENCODER_SCALINGS, type EncoderScaling, fitScale, invertScale } from "./scaling.js";

/** Turns raw rows into encoded rows and back. */
export interface Encoder {
  readonly scaling: EncoderScaling;
  /** What the rows must have, in encoded order: sorted by name. */
  readonly features: readonly FeatureCode[];
  /** Names of the encoded columns: the feature, or `feature=level`. */
  readonly columns: readonly string[];
  /** First encoded column of each feature. */
  readonly starts: Int32Array;
  /** What fitting had to work around; empty in a revived encoder. */
  readonly warnings: readonly Problem[];
  /** Encoded rows, all finite. Throws COLUMN_MISSING when the table lacks a feature; other columns are left alone. */
  encode(table: Table): Matrix;
  /** Raw rows: scales inverted, categories by the largest of their columns, missing when none is above zero. */
  decode(x: Matrix): Table;
  toJSON(): EncoderData;
}

const table = {
  /** How numbers are scaled: 5–95 % range around the median, z-score, min–max, rank, or not. @default "robust" */
  scaling: word<EncoderScaling>("robust", ENCODER_SCALINGS),
};
export type EncoderOptions = OptionsOf<typeof table>;

const FAR = 1000; // spreads from the middle: rather a slip than a person

/**
 * Fits an encoder to all rows of the tables together. The result depends neither on the order of rows, tables or
 * columns nor on category levels that no row has.
 */
export function fitEncoder(
  features: readonly FeatureSchema[],
  tables: readonly Table[],
  given: EncoderOptions = {},
): Encoder {
  const { scaling } = settle("encoder", table, given);
  const problems = problemList(null);
  const finders = tables.map(columnFinder);
  const sorted = [...features].sort((a, b) => compareText(a.name, b.name));
  const unitScales = new Map<string, Scale>();
  const unitScale = (unit: string): Scale => {
    const known = unitScales.get(unit);
    if (known !== undefined) return known;
    const together = sorted.filter((feature) => feature.unit === unit && feature.type === "number");
    const columns = together.flatMap(({ name }) => finders.map((find) => requireType(find(name), "number")));
    const { scale } = fitScale(pooledNumbers(columns), scaling);
    unitScales.set(unit, scale);
    return scale;
  };
  const codes = sorted.map((feature): FeatureCode => {
    const { name, immutable } = feature;
    const parts = finders.map((find) => find(name));
    if (feature.type === "category") {
      return { name, type: "category", immutable, ...fitCategory(parts.map((part) => requireType(part, "category"))) };
    }
    const values = pooledNumbers(parts.map((part) => requireType(part, "number")));
    const { scale: own, degenerate } = fitScale(values, scaling);
    const scale = feature.unit === undefined ? own : inUnit(own, unitScale(feature.unit));
    if (degenerate) {
      const message =
        `column '${name}': most values are the same, so its 5–95 % range cannot be used. ` +
        "It is scaled by the standard deviation instead; rank scaling may suit it better (--scaling rank)";
      problems.add("warning", "SCALE_DEGENERATE", message, { column: name, count: values.length });
    }
    const far = values.filter((value) => Math.abs(applyScale(scale, value)) > FAR).length;
    if (far > 0) {
      const message =
        `column '${name}': ${plural(far, "value")} more than ${FAR} times its spread away from the middle. ` +
        "Check for slips, or use rank scaling (--scaling rank)";
      problems.add("warning", "VALUE_FAR", message, { column: name, count: far });
    }
    const fill = values.length > 0 ? quantile(values, 0.5) + 0 : 0;
    return { name, type: "number", immutable, fill, scale, ...readingOf(feature) };
  });
  return makeEncoder({ scaling, features: codes }, problems.all);
}

/** How the cells of a feature are read, where they are no plain numbers. */
function readingOf({ numbers, ranges }: FeatureSchema): Pick<FeatureSchema, "numbers" | "ranges"> {
  return { ...(numbers !== undefined && { numbers }), ...(ranges !== undefined && { ranges }) };
}

/** The scale with its own middle and the divisor of its unit; ranks have no divisor and stay as they are. */
function inUnit(own: Scale, unit: Scale): Scale {
  return own.kind === "linear" && unit.kind === "linear" ? { ...own, scale: unit.scale } : own;
}

/** The encoder of valid data; `reviveEncoder` is the way in for data from a file. */
export function makeEncoder(data: EncoderData, warnings: readonly Problem[] = []): Encoder {
  const { scaling, features } = data;
  const columns: string[] = [];
  const starts = new Int32Array(features.length);
  for (const [f, feature] of features.entries()) {
    starts[f] = columns.length;
    if (feature.type === "number") columns.push(feature.name);
    else for (const level of feature.levels) columns.push(`${feature.name}=${level}`);
  }

  function encode(table: Table): Matrix {
    const x = zeros(table.rows, columns.length);
    const find = columnFinder(table);
    for (const [f, feature] of features.entries()) {
      const column = find(feature.name);
      if (feature.type === "number") encodeNumber(feature, requireType(column, "number"), x, starts[f]!);
      else encodeCategory(feature, requireType(column, "category"), x, starts[f]!);
    }
    return x;
  }

  function decode(x: Matrix): Table {
    if (x.columns !== columns.length) {
      throw new AuditError(
        "SHAPE_MISMATCH",
        `the matrix has ${x.columns} columns, but this encoder makes ${columns.length}; ` +
          "decode with the encoder that encoded",
      );
    }
    const decoded = features.map((feature, f) =>
      feature.type === "number" ? decodeNumber(feature, x, starts[f]!) : decodeCategory(feature, x, starts[f]!),
    );
    return { rows: x.rows, columns: decoded };
  }

  return { scaling, features, columns, starts, warnings, encode, decode, toJSON: () => ({ scaling, features }) };
}

function encodeNumber({ fill, scale }: NumberCode, { values }: NumberColumn, x: Matrix, start: number): void {
  for (let i = 0; i < x.rows; i++) {
    const value = values[i]!;
    x.values[i * x.columns + start] = applyScale(scale, Number.isNaN(value) ? fill : value);
  }
}

function encodeCategory({ levels, fill }: CategoryCode, column: CategoryColumn, x: Matrix, start: number): void {
  const position = new Map(levels.map((level, k) => [level, k]));
  const recode = Int32Array.from(column.levels, (level) => position.get(level) ?? -1);
  const filled = fill === null ? -1 : (position.get(fill) ?? -1);
  for (let i = 0; i < x.rows; i++) {
    const code = column.codes[i]!;
    const k = code < 0 ? filled : recode[code]!;
    if (k >= 0) x.values[i * x.columns + start + k] = 1;
  }
}

function decodeNumber({ name, scale }: NumberCode, x: Matrix, start: number): NumberColumn {
  const values = new Float64Array(x.rows);
  for (let i = 0; i < x.rows; i++) values[i] = invertScale(scale, x.values[i * x.columns + start]!);
  return { name, type: "number", values };
}

function decodeCategory({ name, levels }: CategoryCode, x: Matrix, start: number): CategoryColumn {
  const codes = new Int32Array(x.rows).fill(-1);
  for (let i = 0; i < x.rows; i++) {
    let largest = 0;
    for (let k = 0; k < levels.length; k++) {
      const value = x.values[i * x.columns + start + k]!;
      if (value > largest) {
        largest = value;
        codes[i] = k;
      }
    }
  }
  return { name, type: "category", codes, levels };
}

function fitCategory(parts: readonly CategoryColumn[]): { levels: readonly string[]; fill: string | null } {
  const counts = new Map<string, number>();
  for (const { codes, levels } of parts) {
    const used = new Float64Array(levels.length);
    for (let i = 0; i < codes.length; i++) if (codes[i]! >= 0) used[codes[i]!]! += 1;
    for (const [code, level] of levels.entries()) {
      if (used[code]! > 0) counts.set(level, (counts.get(level) ?? 0) + used[code]!);
    }
  }
  const levels = [...counts.keys()].sort(compareText);
  let fill: string | null = null;
  for (const level of levels) if (fill === null || counts.get(level)! > counts.get(fill)!) fill = level;
  return { levels, fill };
}

/** All values present, in ascending order: sums over them do not depend on the order of rows. */
function pooledNumbers(parts: readonly NumberColumn[]): Float64Array {
  const pooled = new Float64Array(parts.reduce((total, { values }) => total + values.length, 0));
  let size = 0;
  for (const { name, values } of parts) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (Math.abs(value) > LARGEST_NUMBER) {
        const message = `column '${name}' has the value ${value}; numbers must be within ±${LARGEST_NUMBER}`;
        throw new AuditError("NOT_FINITE", message, { column: name });
      }
      if (!Number.isNaN(value)) pooled[size++] = value;
    }
  }
  return pooled.subarray(0, size).sort();
}

function columnFinder(table: Table): (name: string) => Column {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  return (name) => {
    const column = columns.get(name);
    if (column !== undefined) return column;
    const message = `the rows have no column '${name}', which the model needs`;
    throw new AuditError("COLUMN_MISSING", message, { column: name });
  };
}

function requireType<Type extends Column["type"]>(column: Column, type: Type): Extract<Column, { type: Type }> {
  if (column.type === type) return column as Extract<Column, { type: Type }>;
  const [wanted, found] = type === "number" ? ["numbers", "categories"] : ["categories", "numbers"];
  const message = `column '${column.name}' has ${found} instead of ${wanted}`;
  const place = { column: column.name };
  throw new AuditError("SHAPE_MISMATCH", `${message}; read the rows with the model's own features`, place);
}
