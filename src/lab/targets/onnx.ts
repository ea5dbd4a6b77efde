import { AuditError } from "../../errors.js";
import type { FeatureSchema } from "../../input/evidence.js";
import { type Column, selectTableRows, type Table } from "../../input/table.js";
import { requireFinite, withDefaults } from "../../options.js";
import { cellOf, columnOf, type OutsideTarget, type Reply } from "./outside.js";

export interface OnnxTensor {
  readonly type: string;
  readonly data: ArrayLike<number | bigint | string | boolean>;
  readonly dims: readonly number[];
}

/** An input or output of a model; a dimension without a fixed size is a text. */
export interface OnnxSlot {
  readonly name: string;
  /** Element type such as float32; null for what is no tensor. */
  readonly type: string | null;
  readonly shape: readonly (number | string)[];
}

/** A loaded ONNX file. */
export interface OnnxSession {
  readonly inputs: readonly OnnxSlot[];
  readonly outputs: readonly OnnxSlot[];
  run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

/** How rows go into a model, and where its decision comes out. */
export interface OnnxTargetOptions {
  /** Columns of a model with one matrix as input, in its order. @default the number columns, in file order */
  readonly columns?: readonly string[] | null;
  /** Name of the output to read. @default the label where there is one, else the only output */
  readonly output?: string | null;
  /** Decide 1 from this probability or score on. @default 0.5 */
  readonly threshold?: number;
  /** Name for messages. @default "the model" */
  readonly name?: string;
}

const DEFAULTS: Required<OnnxTargetOptions> = { columns: null, output: null, threshold: 0.5, name: "the model" };

/** Arrays of the element types that hold whole numbers. */
const WHOLE: Readonly<Record<string, (values: Float64Array) => OnnxTensor["data"]>> = {
  int64: (values) => BigInt64Array.from(values, BigInt),
  int32: (values) => Int32Array.from(values),
  int16: (values) => Int16Array.from(values),
  int8: (values) => Int8Array.from(values),
  uint8: (values) => Uint8Array.from(values),
};
const REAL = new Set(["float32", "float64"]);
const LABELS = new Set(["int64", "int32", "string", "bool"]);

/** Makes the tensors of some rows. */
type Feed = (rows: Table) => Readonly<Record<string, OnnxTensor>>;

/**
 * A target in an ONNX file. Each column goes to the input of its name, or all numbers go to a single matrix. The
 * decision is the label, as text. With probabilities alone it is 1 from the threshold on, else 0, or with more than two
 * of them the position of the largest.
 */
export function onnxTarget(
  session: OnnxSession,
  features: readonly FeatureSchema[],
  given: OnnxTargetOptions = {},
): OutsideTarget {
  const options = withDefaults("onnxTarget", DEFAULTS, given);
  requireFinite("threshold", options.threshold);
  const feed = planInputs(session.inputs, features, options);
  const output = chooseOutput(session.outputs, options);
  const whole = session.inputs.filter(({ type }) => type !== null && type in WHOLE).map(({ name }) => name);
  const single = session.inputs.some(({ shape }) => shape[0] === 1);

  async function run(rows: Table): Promise<Reply<string>[]> {
    const results = await session.run(feed(rows)).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AuditError(
        "TARGET_INVALID",
        `${options.name} could not be run: ${reason}. Check that its inputs fit the people's columns`,
        {},
        { cause: error },
      );
    });
    const tensor = results[output.name];
    if (tensor === undefined) throw invalid(options, `gave no output '${output.name}'. Name another (--output)`);
    return readDecisions(tensor, rows.rows, options);
  }

  return {
    name: options.name,
    async decide(rows) {
      const replies: Reply<string>[] = Array.from({ length: rows.rows }, (_, i) => refusal(rows, i, whole));
      const open = replies.flatMap(({ status }, i) => (status === "answered" ? [i] : []));
      const parts = single ? open.map((i) => [i]) : [open];
      for (const part of parts) {
        if (part.length === 0) continue;
        const answers = await run(selectTableRows(rows, part));
        for (const [k, i] of part.entries()) replies[i] = answers[k]!;
      }
      return replies;
    },
  };
}

/** Why a row cannot be asked about; "answered" where it can. */
function refusal(rows: Table, i: number, whole: readonly string[]): Reply<string> {
  for (const name of whole) {
    const column = columnOf(rows, name);
    const value = column === undefined ? null : cellOf(column, i);
    if (Number.isSafeInteger(value)) continue;
    const found = value === null ? "no value" : String(value);
    return { status: "refused", reason: `the model needs whole numbers in '${name}', got ${found}` };
  }
  return { status: "answered", answer: "" };
}

function planInputs(
  inputs: readonly OnnxSlot[],
  features: readonly FeatureSchema[],
  options: Required<OnnxTargetOptions>,
): Feed {
  const types = new Map(features.map(({ name, type }) => [name, type]));
  const [only] = inputs;
  if (only !== undefined && inputs.length === 1 && isMatrix(only, types.has(only.name), options)) {
    return matrixFeed(only, types, options);
  }
  const absent = inputs.filter(({ name }) => !types.has(name));
  if (absent.length > 0 || inputs.length === 0) {
    const wants = inputs.map(describe).join(", ") || "none";
    const lacking =
      absent.length === 0 ? "" : `, but the people have no column ${listed(absent.map(({ name }) => name))}`;
    const columns = `Their columns are ${listed([...types.keys()])}: rename the ones the model needs`;
    throw invalid(options, `needs the inputs ${wants}${lacking}. ${columns}`);
  }
  for (const slot of inputs) {
    const type = types.get(slot.name);
    const known = slot.type !== null && (slot.type === "string" || REAL.has(slot.type) || slot.type in WHOLE);
    if (!known || (type === "category" && slot.type !== "string")) {
      const column = `column '${slot.name}' of ${type === "number" ? "numbers" : "categories"}`;
      throw invalid(options, `needs the input ${describe(slot)}, which does not fit the ${column}`, slot.name);
    }
  }
  return (rows) =>
    Object.fromEntries(
      inputs.map(({ name, type, shape }) => {
        const data = tensorData(columnIn(rows, name, options), type ?? "");
        return [name, { type: type ?? "", data, dims: shape.length === 1 ? [rows.rows] : [rows.rows, 1] }];
      }),
    );
}

function isMatrix({ type, shape }: OnnxSlot, named: boolean, { columns }: Required<OnnxTargetOptions>): boolean {
  if (type === null || !REAL.has(type) || shape.length !== 2) return false;
  return columns !== null || !named || shape[1] !== 1;
}

/** All numbers of a row side by side. */
function matrixFeed(slot: OnnxSlot, types: ReadonlyMap<string, string>, options: Required<OnnxTargetOptions>): Feed {
  const numbers = [...types].filter(([, type]) => type === "number").map(([name]) => name);
  const names = options.columns ?? numbers;
  const width = slot.shape[1];
  const unknown = names.filter((name) => types.get(name) !== "number");
  if (unknown.length > 0) {
    const columns = `${listed(unknown)} is not one of the number columns ${listed(numbers)} (--columns)`;
    throw invalid(options, `takes one matrix of numbers, and ${columns}`);
  }
  if (typeof width === "number" && width !== names.length) {
    const there = `there are ${names.length}: ${listed(names)}. Name the columns in the model's order (--columns)`;
    throw invalid(options, `needs ${width} numbers per person in its input '${slot.name}', and ${there}`);
  }
  return (rows) => {
    const data = new (slot.type === "float64" ? Float64Array : Float32Array)(rows.rows * names.length);
    for (const [j, name] of names.entries()) {
      const column = columnIn(rows, name, options);
      if (column.type !== "number") throw missing(name, options);
      for (let i = 0; i < rows.rows; i++) data[i * names.length + j] = column.values[i]!;
    }
    return { [slot.name]: { type: slot.type ?? "", data, dims: [rows.rows, names.length] } };
  };
}

function tensorData(column: Column, type: string): OnnxTensor["data"] {
  const rows = column.type === "number" ? column.values.length : column.codes.length;
  if (type === "string") return Array.from({ length: rows }, (_, i) => String(cellOf(column, i) ?? ""));
  const values = column.type === "number" ? column.values : new Float64Array(rows).fill(Number.NaN);
  return type === "float64" ? values : (WHOLE[type]?.(values) ?? Float32Array.from(values));
}

function chooseOutput(outputs: readonly OnnxSlot[], options: Required<OnnxTargetOptions>): OnnxSlot {
  const { output } = options;
  const usable = outputs.filter(({ type }) => type !== null && (LABELS.has(type) || REAL.has(type)));
  const label = usable.find(({ type }) => type !== null && LABELS.has(type));
  const chosen =
    output === null
      ? (label ?? (usable.length === 1 ? usable[0] : undefined))
      : usable.find((slot) => slot.name === output);
  if (chosen !== undefined) return chosen;
  const has = outputs.map(describe).join(", ");
  if (output !== null)
    throw invalid(options, `has no output '${output}' that can be read. Its outputs are ${has} (--output)`);
  const zipped = "Recast cannot read a sequence of maps: export the model without ZipMap";
  const unclear = "none is clearly the decision. Name one (--output)";
  throw invalid(options, `has the outputs ${has}, and ${unclear}. ${zipped}`);
}

/** One decision per row from labels or probabilities; a row without a finite probability has none. */
function readDecisions({ type, data, dims }: OnnxTensor, rows: number, options: Required<OnnxTargetOptions>) {
  const width = rows === 0 ? 1 : data.length / rows;
  const isLabel = LABELS.has(type);
  if (!Number.isInteger(width) || width < 1 || (isLabel && width !== 1)) {
    throw invalid(options, `gave an output of shape ${dims.join(" × ")} for ${rows} rows`);
  }
  return Array.from({ length: rows }, (_, i): Reply<string> => {
    if (isLabel) return { status: "answered", answer: labelText(data[i]) };
    const values = Array.from({ length: width }, (_, j) => Number(data[i * width + j]));
    if (!values.every(Number.isFinite)) return { status: "refused", reason: `the model gave ${values.join(", ")}` };
    if (width > 2) return { status: "answered", answer: String(values.indexOf(Math.max(...values))) };
    return { status: "answered", answer: (values[width - 1] ?? 0) >= options.threshold ? "1" : "0" };
  });
}

function labelText(label: number | bigint | string | boolean | undefined): string {
  return typeof label === "boolean" ? (label ? "1" : "0") : String(label).trim();
}

function describe({ name, type, shape }: OnnxSlot): string {
  return `'${name}' (${type ?? "no tensor"}${shape.length > 0 ? `, ${shape.join(" × ")}` : ""})`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}

function columnIn(rows: Table, name: string, options: Required<OnnxTargetOptions>): Column {
  const column = columnOf(rows, name);
  if (column === undefined) throw missing(name, options);
  return column;
}

function missing(name: string, options: Required<OnnxTargetOptions>): AuditError {
  return invalid(options, `needs the column '${name}', which these rows do not have`, name);
}

function invalid({ name }: Required<OnnxTargetOptions>, reason: string, column?: string): AuditError {
  return new AuditError("TARGET_INVALID", `${name} ${reason}`, column === undefined ? {} : { column });
}
