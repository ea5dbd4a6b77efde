import { writable } from "./rule.js";

/** Element types of tensors, by ONNX's numbers. */
const ELEMENT = { float: 1, int64: 7, string: 8, double: 11 } as const;

type Element = keyof typeof ELEMENT;

/** What a node takes besides its inputs: whole numbers, texts, or doubles as an array of their own kind. */
type Attribute = number | string | readonly number[] | readonly string[] | Float64Array;

export type Attributes = Readonly<Record<string, Attribute>>;

export type Port = Readonly<{ name: string; element: Element; note: string }>;

interface ModelWords {
  readonly name: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A graph of ONNX operators under construction. Values have names; every method gives back the name of its result. */
export type OnnxGraph = ReturnType<typeof onnxGraph>;

/** Values inside the graph begin with this; no port may. */
export const INSIDE = "recast:";

const IR_VERSION = 8;
const PRODUCER_VERSION = "1";
const STANDARD_OPERATORS = 17;
const LEARNT_OPERATORS = 3;
const LEARNT = "ai.onnx.ml";

export function onnxGraph() {
  const nodes: Message[] = [];
  const constants: Message[] = [];
  const inputs: Message[] = [];
  const outputs: Message[] = [];
  const known = new Map<string, string>();
  let count = 0;
  const fresh = () => `${INSIDE}${++count}`;

  function constant(key: string, tensor: () => Message): string {
    const found = known.get(key);
    if (found !== undefined) return found;
    const name = fresh();
    known.set(key, name);
    constants.push(tensor().text(8, name));
    return name;
  }

  function add(operator: string, from: readonly string[], attributes: Attributes, to: string): Message {
    const node = message();
    for (const name of from) node.text(1, name);
    node.text(2, to).text(3, `${INSIDE}${operator} ${nodes.length}`).text(4, operator);
    for (const [name, attribute] of Object.entries(attributes)) node.message(5, attributeMessage(name, attribute));
    nodes.push(node);
    return node;
  }

  /** An operator of the standard set. */
  function node(operator: string, from: readonly string[], attributes: Attributes = {}): string {
    const to = fresh();
    add(operator, from, attributes, to);
    return to;
  }

  /** A constant of doubles with this shape, row by row. */
  function doubles(values: readonly number[], shape: readonly number[]): string {
    return constant(`${shape.join("×")}: ${values.join(" ")}`, () => doubleTensor(values, shape));
  }

  return {
    node,
    doubles,
    number: (value: number) => doubles([value], []),
    /** A constant of whole numbers in a row. */
    integers: (values: readonly number[]) => constant(`whole: ${values.join(" ")}`, () => integerTensor(values)),
    /** The value in another element type. */
    cast: (value: string, element: Element) => node("Cast", [value], { to: ELEMENT[element] }),
    learnt(operator: string, from: readonly string[], attributes: Attributes): string {
      const to = fresh();
      add(operator, from, attributes, to).text(7, LEARNT);
      return to;
    },
    input(port: Port): void {
      inputs.push(portMessage(port));
    },
    output(port: Port, value: string): void {
      outputs.push(portMessage(port));
      add("Cast", [value], { to: ELEMENT[port.element] }, port.name);
    },
    /** The bytes of the file, with words about the model. */
    finish(words: ModelWords): Uint8Array {
      const parts = message();
      for (const node of nodes) parts.message(1, node);
      parts.text(2, words.name);
      for (const tensor of constants) parts.message(5, tensor);
      for (const port of inputs) parts.message(11, port);
      for (const port of outputs) parts.message(12, port);
      const model = message().integer(1, IR_VERSION).text(2, "recast").text(3, PRODUCER_VERSION);
      model.text(6, words.description).message(7, parts);
      model.message(8, message().text(1, "").integer(2, STANDARD_OPERATORS));
      model.message(8, message().text(1, LEARNT).integer(2, LEARNT_OPERATORS));
      for (const [key, value] of Object.entries(words.metadata))
        model.message(14, message().text(1, key).text(2, value));
      return model.finish();
    },
  };
}

/** As many rows as the caller has, one column. */
function portMessage({ name, element, note }: Port): Message {
  const rows = message().text(2, "rows");
  const one = message().integer(1, 1);
  const shape = message().message(1, rows).message(1, one);
  const type = message().message(1, message().integer(1, ELEMENT[element]).message(2, shape));
  return message().text(1, name).message(2, type).text(3, note);
}

function attributeMessage(name: string, value: Attribute): Message {
  const all = message().text(1, name);
  if (typeof value === "number") return all.integer(3, value).integer(20, 2);
  if (typeof value === "string") return all.text(4, value).integer(20, 3);
  if (value instanceof Float64Array) {
    return all.message(5, doubleTensor(value, [value.length]).text(8, name)).integer(20, 4);
  }
  for (const entry of value) {
    if (typeof entry === "number") all.integer(8, entry);
    else all.text(9, entry);
  }
  return all.integer(20, typeof value[0] === "number" ? 7 : 8);
}

function doubleTensor(values: ArrayLike<number>, shape: readonly number[]): Message {
  const data = new DataView(new ArrayBuffer(8 * values.length));
  for (let k = 0; k < values.length; k++) data.setFloat64(8 * k, writable(values[k]!), true);
  return tensorMessage(shape, ELEMENT.double, data);
}

function integerTensor(values: readonly number[]): Message {
  const data = new DataView(new ArrayBuffer(8 * values.length));
  for (const [k, value] of values.entries()) data.setBigInt64(8 * k, BigInt(value), true);
  return tensorMessage([values.length], ELEMENT.int64, data);
}

function tensorMessage(shape: readonly number[], element: number, data: DataView): Message {
  const tensor = message();
  for (const size of shape) tensor.integer(1, size);
  return tensor.integer(2, element).bytes(9, new Uint8Array(data.buffer));
}

/** Bytes of a protocol-buffers message, written field by field. */
interface Message {
  /** A whole number ≥ −2⁵³ and ≤ 2⁵³. */
  integer(field: number, value: number): Message;
  text(field: number, value: string): Message;
  bytes(field: number, value: Uint8Array): Message;
  message(field: number, value: Message): Message;
  finish(): Uint8Array;
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const utf8 = new TextEncoder();

export function message(): Message {
  const parts: Uint8Array[] = [];
  const tag = (field: number, wire: number) => parts.push(varint(BigInt(field * 8 + wire)));
  const self: Message = {
    integer(field, value) {
      tag(field, VARINT);
      parts.push(varint(BigInt.asUintN(64, BigInt(value))));
      return self;
    },
    text: (field, value) => self.bytes(field, utf8.encode(value)),
    bytes(field, value) {
      tag(field, LENGTH_DELIMITED);
      parts.push(varint(BigInt(value.length)), value);
      return self;
    },
    message: (field, value) => self.bytes(field, value.finish()),
    finish: () => concatenated(parts),
  };
  return self;
}

/** Seven bits per byte, the lowest first; the top bit says that more follow. */
function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
