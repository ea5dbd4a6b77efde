import { useEffect } from "preact/hooks";
import { jobs } from "../job-worker.js";
import { messageOf } from "../message-of.js";
import { go } from "../routes.js";
import { shared } from "../shared.js";
import { type OpenedSummary, store } from "../store.js";
import { en } from "../text/en.js";
import type { KeptAudit } from "./storage.js";

export interface KeptState {
  /** Null until the browser has answered. */
  readonly audits: readonly KeptAudit[] | null;
  /** Why nothing can be kept here; null when it can. */
  readonly refusal: string | null;
  /** The last thing that went wrong, to be shown where it was asked for. */
  readonly failure: string | null;
  readonly isBusy: boolean;
}

const state = shared<KeptState>({ audits: null, refusal: null, failure: null, isBusy: false });
let current: { readonly opened: OpenedSummary; readonly id: number } | null = null;

/** What is kept, up to date in a component; asked again when the page comes into sight, for other tabs keep too. */
export function useKept(): KeptState {
  useEffect(() => {
    const look = () => {
      if (!state.get().isBusy && document.visibilityState === "visible") void refresh();
    };
    look();
    addEventListener("visibilitychange", look);
    return () => removeEventListener("visibilitychange", look);
  }, []);
  return state.use();
}

/** The kept copy of the open audit; null when there is none. */
export function keptCopy({ audits }: KeptState, opened: OpenedSummary | null): KeptAudit | null {
  if (opened === null || current?.opened !== opened) return null;
  return audits?.find(({ id }) => id === current?.id) ?? null;
}

/** Whether a copy of this audit is kept in the browser. */
export function isKept(opened: OpenedSummary): boolean {
  return keptCopy(state.get(), opened) !== null;
}

/** Stores the open audit in this browser; false when that failed. */
export function keepOpened(): Promise<boolean> {
  return busily(async () => {
    const { opened } = store.get();
    if (opened === null) return;
    const { id } = await jobs.call("keep", "keep", { title: opened.title, keptAt: Date.now() });
    current = { opened, id };
  });
}

/** Opens a kept audit and shows its results; false when that failed. */
export function reopenKept(audit: KeptAudit): Promise<boolean> {
  return busily(async () => {
    const opened = await jobs.call("keep", "reopen", { id: audit.id });
    if (opened === null) throw new Error(en.keep.gone);
    current = { opened, id: audit.id };
    store.set({ opened });
    go("results");
  });
}

/** Deletes one kept audit, or with null all of them; false when that failed. */
export function forgetKept(id: number | null): Promise<boolean> {
  return busily(async () => {
    await jobs.call("keep", "forget", { id });
  });
}

/** Does one thing with the stored audits, then looks again what is there. */
async function busily(work: () => Promise<void>): Promise<boolean> {
  set({ isBusy: true, failure: null });
  let isDone = true;
  try {
    await work();
  } catch (error) {
    isDone = false;
    set({ failure: messageOf(error) });
  }
  await refresh();
  return isDone;
}

async function refresh(): Promise<void> {
  set({ isBusy: true });
  try {
    set({ audits: await jobs.call("keep", "list", undefined), refusal: null, isBusy: false });
  } catch (error) {
    set({ audits: [], refusal: messageOf(error), isBusy: false });
  }
}

function set(change: Partial<KeptState>): void {
  state.set({ ...state.get(), ...change });
}
