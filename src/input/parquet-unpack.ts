import { compressors, decompressZstd } from "hyparquet-compressors";
import { damaged } from "./columnar-file.js";
import { readVarint } from "./thrift.js";
import { gunzip } from "./unpack.js";

/**
 * What is in a packed page, exactly `length` bytes in a buffer of their own. The length must have been counted already;
 * what the packed bytes say of themselves is compared with it before they are unpacked.
 */
export async function unpackPage(packed: Uint8Array, length: number, codec: string | undefined): Promise<Uint8Array> {
  const unpacked = await unpack(packed, length, codec);
  if (unpacked.length !== length) throw wrongLength();
  return unpacked;
}

function unpack(packed: Uint8Array, length: number, codec: string | undefined): Uint8Array | Promise<Uint8Array> {
  // what does not get smaller is stored as it is; anything longer would only cost time
  if (packed.length > length + length / 16 + 1024) throw wrongLength();
  if (codec === "UNCOMPRESSED") return packed.slice();
  if (length === 0) return new Uint8Array(0);
  if (codec === "GZIP") {
    return gunzip(packed, length).catch((error: unknown) => {
      throw error instanceof RangeError ? wrongLength() : damaged("a gzipped page cannot be unpacked");
    });
  }
  if (codec === "ZSTD") return unpackZstd(packed, length);
  if (codec === "SNAPPY" && readVarint(packed, 0).value !== length) throw wrongLength();
  const known = Object.entries(compressors).find(([name]) => name === codec)?.[1];
  if (known === undefined) throw new Error(`its pages are packed with ${codec ?? "an unknown method"}`);
  return known(packed, length);
}

/** The decoder writes into what it is given, but goes on for as many blocks as there are: they are counted first. */
function unpackZstd(packed: Uint8Array, length: number): Uint8Array {
  const flags = packed[4] ?? 0;
  const isSingle = (flags >> 5) & 1;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3]!;
  const sizeBytes = flags >> 6 === 0 ? isSingle : 1 << (flags >> 6);
  let at = 6 - isSingle + dictionaryBytes + sizeBytes;
  let [blocks, plainBytes, isLast] = [0, 0, false];
  while (!isLast) {
    if (at + 3 > packed.length) throw wrongLength();
    const head = packed[at]! | (packed[at + 1]! << 8) | (packed[at + 2]! << 16);
    const [kind, size] = [(head >> 1) & 3, head >> 3];
    isLast = (head & 1) === 1;
    at += 3 + (kind === 1 ? 1 : size); // a block of kind 1 is one byte, repeated
    if (kind === 2) blocks++;
    else plainBytes += size;
    if (plainBytes > length || blocks > 16 + length / 1024) throw wrongLength();
  }
  return decompressZstd(packed, new Uint8Array(length));
}

function wrongLength(): Error {
  return damaged("a page does not unpack to the length it says");
}
