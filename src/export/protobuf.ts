/** Bytes of a protocol-buffers message, written field by field. */
export interface Message {
  /** A whole number ≥ −2⁵³ and ≤ 2⁵³. */
  integer(field: number, value: number): Message;
  /** A text in UTF-8. */
  text(field: number, value: string): Message;
  bytes(field: number, value: Uint8Array): Message;
  /** A message within the message. */
  message(field: number, value: Message): Message;
  finish(): Uint8Array;
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const utf8 = new TextEncoder();

/** An empty message. */
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
