import { JobError, jobs } from "./job-worker.js";
import { refuseSize } from "./limits.js";
import { isMatched, noteMatch } from "./matched-configuration.js";
import { messageOf } from "./message-of.js";
import type { GivenFile } from "./parts/index.js";
import { go } from "./routes.js";
import { isSameFile, store, type TakenFile } from "./store.js";
import { en } from "./text/en.js";
import type { FilePlace } from "./worker/guess-files.js";
import type { FileRole } from "./worker/session.js";
import type { NextAudit } from "./worker/taken-files.js";

export interface Refusal {
  readonly name: string;
  readonly message: string;
}

type Say = (words: string) => void;

export interface Taken {
  readonly refusals: readonly Refusal[];
  readonly places: readonly FilePlace[];
}

/** Steps whose files are held for undo; beyond that all steps are forgotten, and the memory is free again. */
const MOST_HELD_STEPS = 12;

let lastSnapshot = 0;
let heldSteps = 0;
let exampleDecisions: TakenFile | null = null;

/**
 * Reads files one after another and puts each in its place: the role given, else the role of a file of the same name,
 * else the one its columns and name suggest. The user's own decisions replace the whole example, and several files that
 * do not fit the ones in place are a new case. `onProgress` gets words for what is being done.
 */
export async function takeFiles(given: readonly GivenFile[], role: FileRole | null, onProgress: Say): Promise<Taken> {
  let taken: Taken = { refusals: [], places: [] };
  await undoably(en.start.undo.take(given.map(({ file }) => file.name)), async () => {
    const hadExample = isExample() && (role === null || role === "decisions");
    if (hadExample) await jobs.call("files", "drop", { role: null });
    taken = await placeAll(given, (name) => role ?? (hadExample ? null : roleNamed(name)), onProgress);
    if (given.length > 1 && taken.places.some(({ reason }) => reason === en.jobs.files.noPlace)) {
      await jobs.call("files", "drop", { role: null });
      taken = await placeAll(given, () => null, onProgress);
    }
    if (taken.refusals.length === given.length) {
      if (hadExample) {
        const { configuration } = store.get();
        await takeExampleFiles();
        store.set({ configuration });
      }
      return false;
    }
    if (hadExample) store.set({ configuration: {} });
  });
  return taken;
}

async function placeAll(given: readonly GivenFile[], roleOf: (name: string) => FileRole | null, onProgress: Say) {
  const refusals: Refusal[] = [];
  for (const { file } of given) {
    const refusal = await takeFile(file, roleOf(file.name), onProgress);
    if (refusal !== null) refusals.push(refusal);
  }
  const { files, places } = await jobs.call("files", "guessFiles", undefined);
  if (refusals.length < given.length) store.set({ files });
  return { refusals, places };
}

/** The role of the file in place that has this name: a corrected file comes instead of the old one. */
function roleNamed(name: string): FileRole | null {
  const { files } = store.get();
  const roles: readonly FileRole[] = ["decisions", "letters", "population"];
  return roles.find((role) => files[role]?.name === name) ?? null;
}

async function takeFile(file: File, role: FileRole | null, onProgress: Say): Promise<Refusal | null> {
  const { name } = file;
  const tooLarge = refuseSize(name, file.size);
  if (tooLarge !== null) return { name, message: tooLarge.message };
  onProgress(en.jobs.files.reading(name));
  try {
    const bytes = await file.arrayBuffer();
    const args = { name, bytes, role };
    await jobs.call("files", "take", args, { onProgress: ({ label }) => onProgress(label), transfer: [bytes] });
    return null;
  } catch (error) {
    return { name, message: wordsOf(error, name) };
  }
}

export async function swapFiles(first: FileRole, second: FileRole): Promise<void> {
  await undoably(en.start.undo.swap(en.start.roles[first], en.start.roles[second]), async () =>
    store.set({ files: await jobs.call("files", "swap", { first, second }) }),
  );
}

export async function chooseSheet(role: FileRole, sheet: string): Promise<void> {
  await undoably(en.start.undo.sheet(sheet), async () =>
    store.set({ files: await jobs.call("files", "chooseSheet", { role, sheet }) }),
  );
}

export async function removeFile(role: FileRole): Promise<void> {
  const name = store.get().files[role]?.name ?? "";
  await undoably(en.start.undo.remove(name), async () =>
    store.set({ files: await jobs.call("files", "drop", { role }) }),
  );
}

/** Puts the made-up case in place, with its roles and settings. */
export async function takeExample(): Promise<void> {
  await undoably(en.start.undo.example, takeExampleFiles);
}

/** Puts other files in place with the roles and settings they were audited with, which are not guessed again. */
export async function takeNextAudit(label: string, ask: () => Promise<NextAudit>): Promise<void> {
  await undoably(label, async () => {
    const { files, configuration, basis } = await ask();
    noteMatch(files, true);
    const { opened } = store.get();
    store.set({ files, configuration, basis: opened && { opened, ...basis } });
  });
}

async function takeExampleFiles(): Promise<void> {
  const { files, configuration } = await jobs.call("start", "example", undefined);
  exampleDecisions = files.decisions;
  store.set({ files, configuration });
}

/** Whether the made-up case is in place, whatever was changed about its roles and settings. */
function isExample(): boolean {
  const { decisions } = store.get().files;
  return decisions !== null && exampleDecisions !== null && isSameFile(decisions, exampleDecisions);
}

/** The words for a failure; the library's where it has some. */
export function wordsOf(error: unknown, name: string): string {
  if (error instanceof JobError && error.code !== "UNEXPECTED") return error.message;
  return en.start.unreadable(name, messageOf(error));
}

/** Makes a change of files one step to undo; `work` gives false if nothing changed. One change waits for the other. */
function undoably(label: string, work: () => Promise<unknown>): Promise<void> {
  return store.inTurn(async () => {
    if (heldSteps >= MOST_HELD_STEPS) {
      store.forgetSteps();
      await jobs.call("start", "forgetSnapshots", undefined);
      heldSteps = 0;
    }
    const back = await returnPoint();
    if ((await work()) === false) return;
    const forth = await returnPoint();
    heldSteps += 1;
    store.remember({ label, undo: back, redo: forth });
  });
}

/** A way back to the files and settings of this moment. */
async function returnPoint(): Promise<() => Promise<void>> {
  const { files, configuration } = store.get();
  const isMadeForThem = isMatched();
  lastSnapshot += 1;
  const id = lastSnapshot;
  await jobs.call("start", "snapshot", { id });
  return async () => {
    await jobs.call("start", "restore", { id });
    noteMatch(files, isMadeForThem);
    store.set({ files, configuration });
  };
}

/** Names that a saved audit has and files of rows do not. */
const SAVED = /(?:^|\/)(?:audit\.json|manifest\.json)$|\.zip$/i;

/** What findings say of themselves, under whatever name they were saved. */
const FINDINGS = /"format":\s*"recast-/;

/** Whether these files are a saved audit rather than decisions and letters, which may be JSON as well. */
export async function isSavedAudit(files: readonly GivenFile[]): Promise<boolean> {
  if (files.some(({ path }) => SAVED.test(path))) return true;
  const [only, ...more] = files;
  if (only === undefined || more.length > 0 || !/\.json$/i.test(only.path)) return false;
  return FINDINGS.test(await only.file.text());
}

/** Opens a saved audit and shows its results; rejects with a JobError when it is none. */
export async function openSaved(files: readonly GivenFile[], onProgress: Say): Promise<void> {
  const opened = await jobs.call("results", "open", { files }, { onProgress: ({ label }) => onProgress(label) });
  store.set({ opened });
  go("results");
}
