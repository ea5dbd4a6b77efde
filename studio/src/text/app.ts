import { amount as counted } from "../../../src/document/format.js";
import { sizeOf } from "./count-words.js";

/** The frame around the screens. */
export const app = {
  name: "Recast Studio",
  skip: "Skip to the content",
  loading: "Loading …",
  failed: "This part of the page could not be loaded. Reload the page, then open your files again.",
  broken: "Something went wrong on this screen",
  brokenHint: "Your files are still open. Go to another screen, or try this one again.",
  again: "Try again",
  promise: "Nothing you open here leaves this computer.",
  navigation: "Steps of an audit",
  looks: "Ways to look at an audit",
  isRunning: "An audit is running.",
  workerStopped: "The part of the page that computes has stopped. Reload the page.",
  dropElsewhere: "Drop files on the Files screen.",
  toFiles: "Go to Files",
  toResults: "Go to Results",
  waitsForFiles: "needs a file of decisions",
  waitsForAudit: "needs an audit, made here or opened",
  openAudit: "Open audit:",
  origin: { "made here": "made on this page", opened: "opened from files" },
  saved: { saved: "Saved", unsaved: "Not saved" },
  outOfDate: "Out of date",
  outOfDateText: "Files or settings have changed since this audit.",
  outOfDateLink: "Run audit again",
  theme: { label: "Colours", system: "Colours of your system", light: "Light colours", dark: "Dark colours" },
  history: {
    undo: {
      name: "Undo",
      step: (label: string) => `Undo: ${label}`,
      done: (label: string) => `Undone: ${label}`,
      nothing: "There is nothing to undo.",
      failed: (reason: string) => `This could not be undone: ${reason}`,
    },
    redo: {
      name: "Redo",
      step: (label: string) => `Redo: ${label}`,
      done: (label: string) => `Redone: ${label}`,
      nothing: "There is nothing to redo.",
      failed: (reason: string) => `This could not be redone: ${reason}`,
    },
  },
  network: {
    fromDisk: "The page is one file on your disk and asks the network for nothing.",
    fromHere: (host: string) =>
      `The page loads its own program from this computer (${host}); the browser refuses every other request.`,
    fromServer: (host: string) => `The page loads the parts of its own program from ${host} and nothing else.`,
  },
  version: (name: string, version: string) => `${name} ${version}`,
} as const;

/** Parts that several screens use. */
export const parts = {
  notice: { error: "Error.", warning: "Warning.", note: "Note.", done: null },
  pagesOf: (what: string) => `Pages: ${what}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  rowsShown: (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
  close: "Close",
  copy: {
    button: "Copy sentence",
    done: "Copied",
    label: (sentence: string) => `Copy sentence: ${sentence}`,
  },
  making: "Making the file …",
  notMade: (reason: string) => `The file could not be made: ${reason}`,
} as const;

export const screens = {
  start: "Files",
  check: "Check",
  run: "Run",
  results: "Results",
  person: "A person",
  geometry: "For researchers",
  letters: "Letters",
} as const;

/** Audits kept in the browser. */
export const keep = {
  title: "Kept on this computer",
  none: "Nothing is kept. Closing this page discards everything you opened, except audits you keep.",
  stored: (count: number, bytes: number) =>
    `${counted(count, "audit")}, ${sizeOf(bytes)}, stored by this browser. Anyone who uses this browser can open them.`,
  facts: (when: string, bytes: number, hasInputs: boolean) =>
    `kept ${when}, ${sizeOf(bytes)}, ${hasInputs ? "with the audited files" : "without the audited files"}`,
  open: "Open",
  openOne: (title: string) => `Open ${title}`,
  delete: "Delete",
  deleteOne: (title: string) => `Delete ${title}`,
  deleteAll: "Delete everything",
  deleted: (title: string) => `Deleted: ${title}`,
  allDeleted: "All kept audits are deleted",
  askOne: (title: string) => `Delete ${title}?`,
  askAll: "Delete all kept audits?",
  askText: "This deletes it from this browser for good. Files you downloaded stay.",
  keepIt: "Keep it",
  switch: "Keep this audit on this computer",
  switchHint: "Off: closing this page discards it.",
  keptHint: (bytes: number) => `Stored by this browser, ${sizeOf(bytes)}. Turn it off to delete the copy.`,
  nowKept: "The audit is kept on this computer",
  nowForgotten: "The kept copy is deleted",
  gone: "This audit is no longer stored; it may have been deleted in another window.",
} as const;
