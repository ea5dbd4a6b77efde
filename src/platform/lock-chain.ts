import * as v from "valibot";

const holderSchema = v.object({
  /** Tells two locks of one process apart. It becomes part of a file's name. */
  token: v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{1,64}$/)),
  pid: v.pipe(v.number(), v.safeInteger()),
  host: v.string(),
  started: v.nullable(v.string()),
});

export type Holder = v.InferOutput<typeof holderSchema>;

/** The steps a lock is made of. Each happens as a whole or does not happen. */
export interface LockDisk {
  /** The value of the JSON in a file: undefined where there is no such file, null where it is damaged. */
  read(name: string): Promise<unknown>;
  /** Makes a file that says who holds it, whole from its first moment on; false when there is one of that name. */
  create(name: string, holder: Holder): Promise<boolean>;
  remove(name: string): Promise<void>;
}

export const LOCK = "run.lock";

/** The file of whoever took over from a holder that has ended. */
const successorOf = ({ token }: Holder) => `${LOCK}.after-${token}`;

/**
 * The holders of a lock, the first one first; the last one holds it, unless it has ended. No lock is ever replaced:
 * a process that finds a dead holder adds the one file that can succeed it, so no two can take over from the same.
 */
async function chainOf(disk: LockDisk): Promise<readonly Holder[]> {
  const chain: Holder[] = [];
  for (let name = LOCK; ; name = successorOf(chain.at(-1)!)) {
    const found = await disk.read(name);
    if (found === undefined) return chain;
    chain.push(holderOf(found, chain));
  }
}

/** Who made a file of the chain. One that a crash of the machine damaged counts as made by nobody alive. */
function holderOf(found: unknown, before: readonly Holder[]): Holder {
  const { success, output } = v.safeParse(holderSchema, found);
  if (success && before.every(({ token }) => token !== output.token)) return output;
  return { token: `damaged-${before.length}`, pid: 0, host: "", started: null };
}

/** Takes the lock for `own`: null when it is taken, else the living process that has it. */
export async function takeLock(
  disk: LockDisk,
  own: Holder,
  isAlive: (holder: Holder) => boolean,
): Promise<Holder | null> {
  for (;;) {
    const chain = await chainOf(disk);
    const [first, last] = [chain[0], chain.at(-1)];
    if (last !== undefined && isAlive(last)) return last;
    const name = last === undefined ? LOCK : successorOf(last);
    if (!(await disk.create(name, own))) continue; // somebody was faster
    if (first === undefined) return null;
    const now = await disk.read(LOCK);
    if (now !== undefined && holderOf(now, []).token === first.token) return null;
    await disk.remove(name); // the chain was let go of while it was read: this file continues nothing
  }
}

/**
 * Lets go of a lock that `own` has. The first file goes first: from then on the others continue nothing, and whoever
 * comes next begins a new chain.
 */
export async function releaseLock(disk: LockDisk, own: Holder): Promise<void> {
  const chain = await chainOf(disk);
  if (!chain.some(({ token }) => token === own.token)) return; // somebody took it away by hand
  for (const name of filesOf(chain)) await disk.remove(name);
}

/**
 * Removes, of these files of a lock, what processes left that died while they took it or let go of it. Only whoever
 * has the lock may.
 */
export async function removeOrphans(
  disk: LockDisk,
  names: readonly string[],
  isAlive: (holder: Holder) => boolean,
): Promise<void> {
  const used = new Set(filesOf(await chainOf(disk)));
  for (const name of names.filter((each) => !used.has(each))) {
    if (!isAlive(holderOf(await disk.read(name), []))) await disk.remove(name);
  }
}

function filesOf(chain: readonly Holder[]): readonly string[] {
  return chain.map((_, k) => (k === 0 ? LOCK : successorOf(chain[k - 1]!)));
}
