import { join } from "node:path";
import * as v from "valibot";
import { canonicalJson } from "../../document/canonical-json.js";
import { AuditError } from "../../errors.js";
import { cellId } from "../../lab/study/cells.js";
import { readTimedCell, type TimedCell } from "../../lab/study/result.js";
import { studySchema } from "../../lab/study/spec.js";
import { lockFolder } from "../folder-lock.js";
import { jsonOf } from "../read-file.js";
import { openLines, readHead, readLines } from "../run-folder.js";
import { makeFolder, writeFiles } from "../write-file.js";
import type { StudyBasis } from "./study-plan.js";

const parts = v.record(v.string(), v.unknown());

const studyHead = v.strictObject({
  format: v.literal("recast-study-folder/1"),
  /** Version of recast that computes its cells. */
  version: v.string(),
  kernels: v.string(),
  spec: studySchema,
  basis: v.strictObject({
    scaling: v.string(),
    datasets: parts,
    generators: parts,
    methods: parts,
    protocol: v.exactOptional(parts),
  } satisfies Record<keyof StudyBasis, v.GenericSchema>),
});
export type StudyHead = v.InferOutput<typeof studyHead>;

export interface StudyStore {
  /** Every cell on the disk, by its id. */
  readonly cells: ReadonlyMap<string, TimedCell>;
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
  const before = await headOf(folder);
  const change = before === null ? null : firstChange(before, head);
  if (change !== null) {
    const message = `${folder} has results of another study: ${change} differs. Choose another folder (--out)`;
    throw new AuditError("STUDY_CHANGED", message, { file: folder });
  }
  const basis = before === null ? head.basis : mergeBasis(before.basis, head.basis);
  await writeFiles([{ path: join(folder, HEAD), text: canonicalJson({ ...head, basis }) }]);
  const { cells, bytes } = await readCells(folder);
  const file = await openLines(join(folder, CELLS), bytes);
  let tail: Promise<void> = Promise.resolve();
  return {
    cells,
    append(cell) {
      const written = tail.then(async () => {
        await file.append(JSON.stringify(cell));
        cells.set(cellId(cell.cell), cell);
      });
      tail = written.catch(() => undefined);
      return written;
    },
    async close() {
      await tail;
      await file.close();
      await unlock();
    },
  };
}

/** What is in a folder of results: STUDY_UNKNOWN when it holds none. */
export async function readStore(
  folder: string,
): Promise<{ readonly head: StudyHead; readonly cells: ReadonlyMap<string, TimedCell> }> {
  const head = await headOf(folder);
  if (head !== null) return { head, cells: (await readCells(folder)).cells };
  const message = `${folder} has no study results. Name the folder that 'recast study run --out' wrote`;
  throw new AuditError("STUDY_UNKNOWN", message, { file: folder });
}

function headOf(folder: string): Promise<StudyHead | null> {
  const origin = { code: "STUDY_UNKNOWN", command: "recast study run" } as const;
  return readHead(join(folder, HEAD), studyHead, origin);
}

/** The cells of complete lines, and how many bytes those lines are. Of a recomputed cell the last line counts. */
async function readCells(folder: string): Promise<{ cells: Map<string, TimedCell>; bytes: number }> {
  const path = join(folder, CELLS);
  const { lines, bytes } = await readLines(path);
  const cells = new Map<string, TimedCell>();
  for (const [k, line] of lines.entries()) {
    const timed = readTimedCell(jsonOf(line));
    if (typeof timed === "string") {
      const remedy = "Delete the line, and run the study again to compute its cell";
      const message = `${path}, line ${k + 1} is damaged ${timed}. ${remedy}`;
      throw new AuditError("FILE_UNREADABLE", message, { file: path, row: k + 1 });
    }
    cells.set(cellId(timed.cell), timed);
  }
  return { cells, bytes };
}

/** The first thing both rest on that is not the same; null when the two fit together. */
export function firstChange(before: StudyHead, now: StudyHead): string | null {
  if (before.version !== now.version) return `the version of recast (${before.version}, now ${now.version})`;
  if (before.kernels !== now.kernels) return "the kernels";
  if (before.basis.scaling !== now.basis.scaling) return "the scaling";
  if (canonicalJson(before.basis.protocol ?? {}) !== canonicalJson(now.basis.protocol ?? {})) {
    return "what is computed (kind, observable, noise or sensitive)";
  }
  for (const [part, noun] of Object.entries({ datasets: "data set", generators: "generator", methods: "method" })) {
    const old = before.basis[part as "datasets"];
    for (const [name, value] of Object.entries(now.basis[part as "datasets"])) {
      if (old[name] !== undefined && canonicalJson(old[name]) !== canonicalJson(value)) return `${noun} '${name}'`;
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
