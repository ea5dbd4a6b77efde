import { type Message, message } from "./protobuf.js";

/** Element types of tensors, by ONNX's numbers. */
export const ELEMENT = { float: 1, int64: 7, string: 8, double: 11 } as const;

export type Element = keyof typeof ELEMENT;

/** What a node is told beside its inputs. */
export type Attribute =
  | { readonly kind: "integer"; readonly value: number }
  | { readonly kind: "integers"; readonly value: readonly number[] }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "texts"; readonly value: readonly string[] }
  | { readonly kind: "doubles"; readonly value: readonly number[] };

/** A named column of rows that goes in or out. */
export interface Port {
  readonly name: string;
  readonly element: Element;
  readonly note: string;
}

/** Words about a model that travel in the file. */
export interface ModelWords {
  readonly name: string;
  readonly producerVersion: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A graph of ONNX operators under construction. Values have names; every method gives back the name of its result. */
export interface OnnxGraph {
  /** A constant of doubles with this shape, row by row. */
  doubles(values: readonly number[], shape: readonly number[]): string;
  /** A constant of whole numbers in a row. */
  integers(values: readonly number[]): string;
  /** An operator of the standard set. */
  node(operator: string, inputs: readonly string[], attributes?: Readonly<Record<string, Attribute>>): string;
  /** An operator of ai.onnx.ml. */
  learnt(operator: string, inputs: readonly string[], attributes: Readonly<Record<string, Attribute>>): string;
  input(port: Port): void;
  /** Gives a value to the outside, as `port.element`. */
  output(port: Port, value: string): void;
  /** The bytes of the file. */
  finish(words: ModelWords): Uint8Array;
}

/** Values inside the graph begin with this; no port may. */
export const INSIDE = "recast:";

const IR_VERSION = 8;
const STANDARD_OPERATORS = 17;
const LEARNT_OPERATORS = 3;
const ATTRIBUTE_TYPE = { integer: 2, text: 3, doubles: 4, integers: 7, texts: 8 } as const;

interface Operation {
  readonly domain: string;
  readonly operator: string;
  readonly from: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** An empty graph. */
export function onnxGraph(): OnnxGraph {
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

  function add({ domain, operator, from, attributes }: Operation, to = fresh()): string {
    const node = message();
    for (const name of from) node.text(1, name);
    node.text(2, to).text(3, `${INSIDE}${operator} ${nodes.length}`).text(4, operator);
    for (const [name, attribute] of Object.entries(attributes)) node.message(5, attributeMessage(name, attribute));
    nodes.push(domain === "" ? node : node.text(7, domain));
    return to;
  }

  return {
    doubles: (values, shape) => constant(`${shape.join("×")}: ${values.join(" ")}`, () => doubleTensor(values, shape)),
    integers: (values) => constant(`whole: ${values.join(" ")}`, () => integerTensor(values)),
    node: (operator, from, attributes = {}) => add({ domain: "", operator, from, attributes }),
    learnt: (operator, from, attributes) => add({ domain: "ai.onnx.ml", operator, from, attributes }),
    input(port) {
      inputs.push(portMessage(port));
    },
    output(port, value) {
      outputs.push(portMessage(port));
      const attributes = { to: { kind: "integer", value: ELEMENT[port.element] } } as const;
      add({ domain: "", operator: "Cast", from: [value], attributes }, port.name);
    },
    finish(words) {
      const graph = message();
      for (const node of nodes) graph.message(1, node);
      graph.text(2, words.name);
      for (const tensor of constants) graph.message(5, tensor);
      for (const port of inputs) graph.message(11, port);
      for (const port of outputs) graph.message(12, port);
      const model = message().integer(1, IR_VERSION).text(2, "recast").text(3, words.producerVersion);
      model.text(6, words.description).message(7, graph);
      model.message(8, message().text(1, "").integer(2, STANDARD_OPERATORS));
      model.message(8, message().text(1, "ai.onnx.ml").integer(2, LEARNT_OPERATORS));
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

function attributeMessage(name: string, attribute: Attribute): Message {
  const all = message().text(1, name);
  switch (attribute.kind) {
    case "integer":
      all.integer(3, attribute.value);
      break;
    case "text":
      all.text(4, attribute.value);
      break;
    case "doubles":
      all.message(5, doubleTensor(attribute.value, [attribute.value.length]).text(8, name));
      break;
    case "integers":
      for (const value of attribute.value) all.integer(8, value);
      break;
    case "texts":
      for (const value of attribute.value) all.text(9, value);
      break;
  }
  return all.integer(20, ATTRIBUTE_TYPE[attribute.kind]);
}

function doubleTensor(values: readonly number[], shape: readonly number[]): Message {
  const data = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, k) => {
    data.setFloat64(8 * k, value, true);
  });
  return tensorMessage(shape, ELEMENT.double, data);
}

function integerTensor(values: readonly number[]): Message {
  const data = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, k) => {
    data.setBigInt64(8 * k, BigInt(value), true);
  });
  return tensorMessage([values.length], ELEMENT.int64, data);
}

function tensorMessage(shape: readonly number[], element: number, data: DataView): Message {
  const tensor = message();
  for (const size of shape) tensor.integer(1, size);
  return tensor.integer(2, element).bytes(9, new Uint8Array(data.buffer));
}
