/** What queues and keys in Redis begin with. */
export const PREFIX = "recast";

/** Hash of the studies that are open, by their id. */
export const STUDIES = `${PREFIX}:studies`;

/** Cells in Redis that nobody fetched are forgotten after these many seconds: a fortnight. */
export const KEEP_SECONDS = 14 * 24 * 3600;

/** How long a silent worker keeps a group, and how often that is checked: another gets a lost one within seconds. */
export const LOCK_MS = 5000;
export const STALLED_MS = 2000;

/** How often a group may be lost with its worker before the study gives up on it. */
export const MOST_LOSSES = 10;

/** Name of the queue of a study. */
export function queueName(study: string): string {
  return `study-${study}`;
}

/** Hash of the cells of a group, by cell id; a cell is written once and never changed. */
export function cellsKey(study: string, group: number): string {
  return `${PREFIX}:cells:${study}:${group}`;
}

/** Hash of what each worker says to a study: empty when it helps, else why not. */
export function answersKey(study: string): string {
  return `${PREFIX}:answers:${study}`;
}

/** A key that is there while the worker of that name is. */
export function presenceKey(worker: string): string {
  return `${PREFIX}:worker:${worker}`;
}
