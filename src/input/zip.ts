import { inflate } from "./unpack.js";

/** A file of an archive, as the archive's directory describes it. */
export interface ZipMember {
  readonly path: string;
  readonly bytes: number;
  /** Its contents; throws where they are not what the directory says. */
  read(): Promise<Uint8Array>;
}

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const ENCRYPTED = 0x1;
const UTF_8 = 0x800;
const STORED = 0;
const DEFLATED = 8;
const LONGEST_COMMENT = 2 ** 16 - 1;

/**
 * The files that the directory of a ZIP archive lists. Throws an Error where anything does not fit: nothing that it
 * says of a file is believed until the file was unpacked and compared.
 */
export function zipMembers(archive: Uint8Array): ZipMember[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = directoryEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const members: ZipMember[] = [];
  for (let k = 0; k < count; k++) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw damage("its directory is cut off");
    const short = (place: number) => view.getUint16(at + place, true);
    const long = (place: number) => view.getUint32(at + place, true);
    const [flags, method, crc, packed, bytes] = [short(8), short(10), long(16), long(20), long(24)];
    const nameEnd = at + 46 + short(28);
    const next = nameEnd + short(30) + short(32);
    if (next > end || (flags & ENCRYPTED) !== 0) throw damage("its directory is cut off, or it has a password");
    if (method !== STORED && method !== DEFLATED) throw damage("it is packed in an unusual way");
    const path = textOf(archive.subarray(at + 46, nameEnd), (flags & UTF_8) !== 0);
    const body = bodyOf(view, long(42), packed);
    at = next;
    if (path.endsWith("/")) continue; // a folder, whatever is in it
    members.push({
      path,
      bytes,
      read: async () => checked(method === STORED ? body.slice() : await inflate(body, bytes), bytes, crc),
    });
  }
  return members;
}

function directoryEnd(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= 0 && at >= last - LONGEST_COMMENT; at--) {
    if (view.getUint32(at, true) === DIRECTORY_END) return at;
  }
  throw damage("it has no directory");
}

function bodyOf(view: DataView, local: number, packed: number): Uint8Array {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL_ENTRY) throw damage("a file is missing");
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > view.byteLength) throw damage("a file is cut off");
  return new Uint8Array(view.buffer, view.byteOffset + start, packed);
}

function textOf(bytes: Uint8Array, isUtf8: boolean): string {
  return isUtf8 ? new TextDecoder("utf-8", { fatal: true }).decode(bytes) : String.fromCharCode(...bytes);
}

function checked(content: Uint8Array, bytes: number, crc: number): Uint8Array {
  if (content.length === bytes && crcOf(content) === crc) return content;
  throw damage("a file is not what the directory says");
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crcOf(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = CRC_TABLE[(rest ^ byte) & 0xff]! ^ (rest >>> 8);
  return ~rest >>> 0;
}

function damage(why: string): Error {
  return new Error(why);
}
