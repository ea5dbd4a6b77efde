import type { AuditConfiguration } from "../../src/folder/configuration.js";
import { type Shared, shared } from "./shared.js";
import type { FileRole } from "./worker/session.js";

export interface TakenFile {
  readonly name: string;
  readonly bytes: number;
  /** Of its bytes: what tells it from a corrected file of the same name and size. */
  readonly sha256: string;
  readonly rows: number;
  readonly columns: number;
  /** The sheets of a spreadsheet with several, and the one that is read. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
}

/** Whether two files are one: the same bytes under the same name, and the same sheet of them. */
export function isSameFile(a: TakenFile | null, b: TakenFile | null): boolean {
  return a?.name === b?.name && a?.sha256 === b?.sha256 && a?.sheet === b?.sheet;
}

/** What can be looked at of the open audit. */
export interface OpenedSummary {
  /** How it is called on screen: the decisions file's name, or the system's. */
  readonly title: string;
  readonly origin: "made here" | "opened";
  readonly hasModel: boolean;
  readonly hasPeople: boolean;
  readonly hasEvidence: boolean;
}

/** What the page knows; everything large is in the worker. */
export interface StudioState {
  readonly files: Readonly<Record<FileRole, TakenFile | null>>;
  /** Roles and settings of the next audit, as they are recorded. */
  readonly configuration: AuditConfiguration;
  readonly opened: OpenedSummary | null;
  /** What the open audit was made of, where the files in place began as the same. */
  readonly basis: AuditBasis | null;
  /** The open audit once it was saved as a file. */
  readonly saved: OpenedSummary | null;
  readonly isRunning: boolean;
}

export interface AuditBasis extends Pick<StudioState, "files" | "configuration"> {
  readonly opened: OpenedSummary;
}

export interface Step {
  /** What was done, to be read after "Undone: ". */
  readonly label: string;
  readonly undo: () => void | Promise<void>;
  readonly redo: () => void | Promise<void>;
  /** The open audit it is about; it is forgotten when another one is opened. */
  readonly about?: OpenedSummary | null;
}

/** State, its listeners, and what can be undone. */
export interface Store extends Pick<Shared<StudioState>, "get" | "use"> {
  set(change: Partial<StudioState>): void;
  /** Sets the configuration so that it can be undone. */
  configure(label: string, configuration: AuditConfiguration): void;
  /** Remembers a step that was already taken. */
  remember(step: Step): void;
  /** Does changes one after the other: each begins when the one before has ended, undo and redo too. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Has `work` done before undo or redo looks for its step, so that what still moves becomes one; gives its end. */
  beforeSteps(work: () => unknown): () => void;
  /** Takes the last step back and gives its label; null when there is none. A step that fails stays where it was. */
  undo(): Promise<string | null>;
  redo(): Promise<string | null>;
  /** Labels of the steps that undo and redo would take. */
  next(): { readonly undo: string | null; readonly redo: string | null };
  /** Forgets all steps: what they were about is gone. */
  forgetSteps(): void;
}

const MOST_STEPS = 200;

/** A store of its own, for the page and for tests. */
export function newStore(): Store {
  const state = shared<StudioState>({
    files: { decisions: null, letters: null, population: null },
    configuration: {},
    opened: null,
    basis: null,
    saved: null,
    isRunning: false,
  });
  let done: Step[] = [];
  let undone: Step[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next;
    return next;
  };
  const unfinished = new Set<() => unknown>();
  const finish = async () => {
    for (const work of [...unfinished]) await work();
  };
  const set = (change: Partial<StudioState>) => {
    const { opened } = change;
    if (opened !== undefined && opened !== state.get().opened) {
      const stays = ({ about }: Step) => about === undefined || about === opened;
      done = done.filter(stays);
      undone = undone.filter(stays);
    }
    state.set({ ...state.get(), ...change });
  };
  const remember = (step: Step) => {
    done = [...done.slice(1 - MOST_STEPS), step];
    undone = [];
    set({}); // a new state, so that components see that the steps changed
  };
  /** Takes the last step back, or again; one that fails stays where it was. */
  const take = (way: "undo" | "redo") =>
    inTurn(async () => {
      await finish();
      const step = (way === "undo" ? done : undone).at(-1);
      if (step === undefined) return null;
      const move = (isUndone: boolean) => {
        const others = (steps: readonly Step[]) => steps.filter((each) => each !== step);
        done = isUndone ? others(done) : [...others(done), step];
        undone = isUndone ? [...others(undone), step] : others(undone);
      };
      move(way === "undo");
      try {
        await step[way]();
      } catch (error) {
        move(way !== "undo");
        throw error;
      } finally {
        set({});
      }
      return step.label;
    });
  return {
    get: state.get,
    use: state.use,
    set,
    configure: (label, configuration) => {
      const before = state.get().configuration;
      set({ configuration });
      remember({ label, undo: () => set({ configuration: before }), redo: () => set({ configuration }) });
    },
    remember,
    inTurn,
    beforeSteps: (work) => {
      unfinished.add(work);
      return () => unfinished.delete(work);
    },
    undo: () => take("undo"),
    redo: () => take("redo"),
    next: () => ({ undo: done.at(-1)?.label ?? null, redo: undone.at(-1)?.label ?? null }),
    forgetSteps: () => {
      done = [];
      undone = [];
      set({});
    },
  };
}

export const store: Store = newStore();

export const useStudio = store.use;
