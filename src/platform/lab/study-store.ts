import { type FileHandle, readFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { AuditError } from "../../errors.js";
import { cellId } from "../../lab/study/cells.js";
import type { TimedCell } from "../../lab/study/result.js";
import type { StudySpec } from "../../lab/study/spec.js";
import { openForAppending } from "../append-file.js";
import { lockFolder } from "../folder-lock.js";
import { readText } from "../read-file.js";
import { makeFolder, writeFiles } from "../write-file.js";
import type { StudyBasis } from "./study-plan.js";

/** What a folder of results says about itself, in study.json. */
export interface StudyHead {
  readonly format: "recast-study-folder/1";
  /** Version of recast that computes its cells. */
  readonly version: string;
  readonly kernels: string;
  readonly spec: StudySpec;
  readonly basis: StudyBasis;
}

/** A folder of results that cells can be added to. */
export interface StudyStore {
  /** Every cell on the disk, by its id. */
  readonly cells: ReadonlyMap<string, TimedCell>;
  /** Adds a cell; resolves when it is on the disk for good. */
  append(cell: TimedCell): Promise<void>;
  close(): Promise<void>;
}

const HEAD = "study.json";
const CELLS = "cells.jsonl";

/**
 * Opens a folder of results to continue it, or makes a new one. The cells are one JSON line each; a last line that a
 * dying process left unfinished is cut off. Refuses a folder whose cells rest on other data or settings, and one that
 * another process writes to.
 */
export async function openStore(folder: string, head: StudyHead): Promise<StudyStore> {
  await makeFolder(folder);
  const unlock = await lockFolder(folder);
  try {
    return await openLocked(folder, head, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openLocked(folder: string, head: StudyHead, unlock: () => Promise<void>): Promise<StudyStore> {
  const before = await readHead(folder);
  if (before !== null) requireSameBasis(folder, before, head);
  const basis = before === null ? head.basis : mergeBasis(before.basis, head.basis);
  await writeFiles([{ path: join(folder, HEAD), text: canonicalJson({ ...head, basis }) }]);
  const { cells, bytes } = await readCells(folder);
  const handle = await openCells(folder, bytes);
  const known = new Map(cells);
  let tail: Promise<void> = Promise.resolve();

  async function write(cell: TimedCell): Promise<void> {
    try {
      await handle.appendFile(`${JSON.stringify(cell)}\n`, "utf8");
      await handle.datasync();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AuditError("WRITE_FAILED", `cannot write ${join(folder, CELLS)}: ${reason}`, {}, { cause: error });
    }
    known.set(cellId(cell.cell), cell);
  }

  return {
    cells: known,
    append(cell) {
      const written = tail.then(() => write(cell));
      tail = written.catch(() => undefined);
      return written;
    },
    async close() {
      await tail;
      await handle.close();
      await unlock();
    },
  };
}

/** What is in a folder of results: STUDY_UNKNOWN when it holds none. */
export async function readStore(
  folder: string,
): Promise<{ readonly head: StudyHead; readonly cells: ReadonlyMap<string, TimedCell> }> {
  const head = await readHead(folder);
  if (head === null) {
    throw new AuditError(
      "STUDY_UNKNOWN",
      `${folder} holds no results of a study; name the folder given to 'recast study run' with --out`,
      { file: folder },
    );
  }
  return { head, cells: (await readCells(folder)).cells };
}

async function readHead(folder: string): Promise<StudyHead | null> {
  const path = join(folder, HEAD);
  const file = await readText(path).catch((error: unknown) => {
    if (error instanceof AuditError && error.code === "FILE_NOT_FOUND") return null;
    throw error;
  });
  if (file === null) return null;
  const head: StudyHead = JSON.parse(file.text);
  if (head.format === "recast-study-folder/1") return head;
  throw new AuditError("STUDY_UNKNOWN", `${path} was not written by 'recast study run'; choose another folder`, {
    file: path,
  });
}

/** The cells of complete lines, and how many bytes those lines are. Of a recomputed cell the last line counts. */
async function readCells(folder: string): Promise<{ cells: Map<string, TimedCell>; bytes: number }> {
  const path = join(folder, CELLS);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw new AuditError("FILE_UNREADABLE", `${path} cannot be read: ${error.message}`, { file: path });
  });
  const complete = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, complete).toString("utf8").split("\n").slice(0, -1);
  const cells = new Map<string, TimedCell>();
  for (const [k, line] of lines.entries()) {
    try {
      const timed: TimedCell = JSON.parse(line);
      cells.set(cellId(timed.cell), timed);
    } catch (error) {
      const message = `${path}, line ${k + 1} is damaged; delete the line, and its cell is computed again`;
      throw new AuditError("FILE_UNREADABLE", message, { file: path, row: k + 1 }, { cause: error });
    }
  }
  return { cells, bytes: complete };
}

/** The cells file, open for appending, without an unfinished last line. */
async function openCells(folder: string, complete: number): Promise<FileHandle> {
  const path = join(folder, CELLS);
  try {
    return await openForAppending(folder, path, complete);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AuditError("WRITE_FAILED", `cannot write ${path}: ${reason}`, { file: path }, { cause: error });
  }
}

function requireSameBasis(folder: string, before: StudyHead, now: StudyHead): void {
  const change = firstChange(before, now);
  if (change === null) return;
  throw new AuditError(
    "STUDY_CHANGED",
    `${folder} holds results of another study: ${change} differs; choose another folder for --out`,
    { file: folder },
  );
}

/** The first thing both rest on that is not the same; null when the two fit together. */
export function firstChange(before: StudyHead, now: StudyHead): string | null {
  if (before.version !== now.version) return `the version of recast (${before.version}, now ${now.version})`;
  if (before.kernels !== now.kernels) return "the kernels";
  if (before.basis.scaling !== now.basis.scaling) return "the scaling";
  if (canonicalJson(before.basis.protocol ?? {}) !== canonicalJson(now.basis.protocol ?? {})) {
    return "what is computed (kind, observable, noise or sensitive)";
  }
  for (const [part, noun] of [
    ["datasets", "data set"],
    ["generators", "generator"],
    ["methods", "method"],
  ] as const) {
    for (const [name, value] of Object.entries(now.basis[part])) {
      const old = before.basis[part][name];
      if (old !== undefined && canonicalJson(old) !== canonicalJson(value)) return `${noun} '${name}'`;
    }
  }
  return null;
}

function mergeBasis(before: StudyBasis, now: StudyBasis): StudyBasis {
  return {
    ...now,
    datasets: { ...before.datasets, ...now.datasets },
    generators: { ...before.generators, ...now.generators },
    methods: { ...before.methods, ...now.methods },
  };
}
