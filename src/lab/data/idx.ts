import { AuditError } from "../../errors.js";

/** An array of unsigned bytes in the format of the MNIST files. */
export interface IdxArray {
  /** Sizes, the number of items first. */
  readonly sizes: readonly number[];
  /** The bytes, item by item. */
  readonly values: Uint8Array;
}

const UNSIGNED_BYTE = 0x08;

/**
 * Reads an unpacked IDX file: two zero bytes, the type, the number of dimensions, their sizes (32 bits, largest byte
 * first), then the values. Throws FILE_UNREADABLE for another type, another number of dimensions, or a number of bytes
 * that does not match the head.
 */
export function parseIdx(bytes: Uint8Array, dimensions: number, file: string): IdxArray {
  const head = 4 + 4 * dimensions;
  if (bytes.length < head) {
    throw damaged(file, `it has ${bytes.length} bytes, and the head alone needs ${head}`);
  }
  const [zero, alsoZero, type, found] = bytes;
  if (zero !== 0 || alsoZero !== 0) {
    throw damaged(file, `it starts with ${zero}, ${alsoZero}; an IDX file starts with two zero bytes`);
  }
  if (type !== UNSIGNED_BYTE) throw damaged(file, `its values are of type ${type}; only unsigned bytes (8) are read`);
  if (found !== dimensions) throw damaged(file, `it has ${found} dimensions where ${dimensions} are expected`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizes = Array.from({ length: dimensions }, (_, k) => view.getUint32(4 + 4 * k));
  const wanted = sizes.reduce((product, size) => product * size, 1);
  if (bytes.length - head !== wanted) {
    throw damaged(file, `its head promises ${sizes.join(" × ")} values, and ${bytes.length - head} follow`);
  }
  return { sizes, values: bytes.subarray(head) };
}

function damaged(file: string, reason: string): AuditError {
  const message = `${file} is not the expected IDX file: ${reason}; copy or download it again`;
  return new AuditError("FILE_UNREADABLE", message, { file });
}
