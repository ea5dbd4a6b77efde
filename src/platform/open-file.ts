import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AuditError } from "../errors.js";
import { tooLarge } from "../input/unpack.js";
import { codeOf, reading } from "./file-errors.js";

/** A regular file that is open for reading, and how many bytes it had when it was opened. */
export interface OpenFile {
  readonly name: string;
  readonly size: number;
  /** Its bytes, a piece at a time: at most `size`, also of a file that grows or that the system makes up. */
  pieces(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

const PIECE_BYTES = 1 << 19;
const LARGEST_READ = 2 ** 31 - 1; // bytes of a file that is read into memory as a whole

/**
 * Opens a regular file. Devices, pipes and sockets are refused before they are touched: some never end, others wait
 * for a writer. Throws FILE_NOT_FOUND or FILE_UNREADABLE with `name`.
 */
export async function openRegular(path: string, name = path): Promise<OpenFile> {
  return reading(name, async () => {
    requireRegular(await stat(path), name);
    return opened(path, name, 0);
  });
}

/**
 * Opens a file in a folder that somebody else may have filled: regular files only, and no link on the way from `root`
 * is followed. `path` has slashes between its parts, and none of them is `..`.
 */
export async function openWithin(root: string, path: string): Promise<OpenFile> {
  const name = join(root, path);
  return reading(name, async () => {
    const parts = path.split("/");
    for (let k = 1; k < parts.length; k++) {
      const place = join(root, ...parts.slice(0, k));
      if ((await lstat(place)).isSymbolicLink()) throw isLink(place);
    }
    const found = await lstat(name);
    if (found.isSymbolicLink()) throw isLink(name);
    requireRegular(found, name);
    return opened(name, name, constants.O_NOFOLLOW ?? 0);
  });
}

/** Opens a file, gives it to `use`, and closes it whatever happens. */
export async function withFile<T>(file: Promise<OpenFile>, use: (file: OpenFile) => Promise<T>): Promise<T> {
  const open = await file;
  try {
    return await use(open);
  } finally {
    await open.close();
  }
}

/** All bytes of an open file; TOO_LARGE where `most` are fewer. */
export async function readWhole(file: OpenFile, most = LARGEST_READ): Promise<Buffer> {
  if (file.size > most) throw tooLarge(file.name);
  const pieces: Buffer[] = [];
  for await (const piece of file.pieces()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The path with the links in it resolved, as far as it exists. */
export async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
    return join(await realPlace(dirname(path)), basename(path));
  }
}

async function opened(path: string, name: string, flags: number): Promise<OpenFile> {
  // without waiting: the file may have become a pipe since it was looked at
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    const found = await handle.stat();
    requireRegular(found, name);
    return { name, size: found.size, pieces: () => piecesOf(handle, name, found.size), close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* piecesOf(handle: FileHandle, name: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, size - at));
    const { bytesRead } = await reading(name, () => handle.read(piece, 0, piece.length, at));
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

interface Kind {
  isFile(): boolean;
  isDirectory(): boolean;
}

function requireRegular(found: Kind, name: string): void {
  if (found.isFile()) return;
  const why = found.isDirectory()
    ? "it is a folder; name a file in it"
    : "it is a device, a pipe or a socket. Save what it gives as a file, and name that";
  throw new AuditError("FILE_UNREADABLE", `${name} cannot be read: ${why}`, { file: name });
}

function isLink(name: string): AuditError {
  const message = `${name} is a link, which is not followed here. Put the file itself in its place`;
  return new AuditError("FILE_UNREADABLE", message, { file: name });
}
