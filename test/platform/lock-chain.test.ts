import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/math/random.js";
import { type Holder, LOCK, type LockDisk, releaseLock, takeLock } from "../../src/platform/lock-chain.js";

// Processes that want one lock on a disk in memory. Every order of their steps is tried, and so is every moment at
// which one of them can die.

const holder = (token: string): Holder => ({ token, pid: 1, host: "here", started: null });

interface Pending {
  run(): void;
}

/** One world: what is on the disk, and the next step of every process that has one. */
function world(names: readonly string[], stale: readonly string[]) {
  const files = new Map<string, Holder | null>();
  let previous: string | null = null;
  for (const token of stale) {
    files.set(previous === null ? LOCK : `${LOCK}.after-${previous}`, holder(token));
    previous = token;
  }
  const living = new Set(names);
  const next = new Map<string, Pending>();
  const inside = new Set<string>();
  let [most, entries] = [0, 0];

  function start(name: string): void {
    const step = <T>(work: () => T) =>
      new Promise<T>((resolve) => {
        next.set(name, {
          run: () => {
            next.delete(name);
            resolve(work());
          },
        });
      });
    const disk: LockDisk = {
      read: (file) => step(() => files.get(file)),
      create: (file, made) =>
        step(() => {
          if (files.has(file)) return false;
          files.set(file, made);
          return true;
        }),
      remove: (file) => step(() => void files.delete(file)),
    };
    void (async () => {
      const other = await takeLock(disk, holder(name), ({ token }) => living.has(token));
      if (other === null) {
        inside.add(name);
        entries++;
        most = Math.max(most, inside.size);
        await step(() => undefined); // what the lock is for
        inside.delete(name);
        await releaseLock(disk, holder(name));
      }
      living.delete(name); // the process ends
    })();
  }
  for (const name of names) start(name);
  return {
    files,
    /** The choices now: each process that can take its next step. */
    ready: () => [...next.keys()].sort(),
    step: (name: string) => next.get(name)?.run(),
    kill(name: string) {
      next.delete(name);
      living.delete(name);
      inside.delete(name);
    },
    outcome: () => ({ most, entries }),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Plays one order of steps; `choose` picks among so many choices, the deaths allowed last. */
async function play(
  names: readonly string[],
  stale: readonly string[],
  deaths: number,
  choose: (choices: number) => number,
) {
  const { ready, step, kill, files, outcome } = world(names, stale);
  let left = deaths;
  for (;;) {
    await settled();
    const able = ready();
    if (able.length === 0) return { ...outcome(), files };
    const choice = choose(left > 0 ? 2 * able.length : able.length);
    if (choice < able.length) step(able[choice]!);
    else {
      kill(able[choice - able.length]!);
      left--;
    }
  }
}

/** Every order of steps, by going back to the last choice that has another. */
async function everyOrder(names: readonly string[], stale: readonly string[], deaths: number) {
  const path: { taken: number; of: number }[] = [];
  let [orders, most] = [0, 0];
  do {
    let depth = 0;
    const end = await play(names, stale, deaths, (of) => {
      if (depth === path.length) path.push({ taken: 0, of });
      return path[depth++]!.taken;
    });
    orders++;
    most = Math.max(most, end.most);
    if (deaths === 0) expect([end.entries > 0, end.files.size]).toEqual([true, 0]);
    while (path.length > 0 && path.at(-1)!.taken + 1 === path.at(-1)!.of) path.pop();
    if (path.length > 0) path.at(-1)!.taken++;
  } while (path.length > 0);
  return { orders, most };
}

describe("the lock of a folder, in every order of steps", () => {
  it.each([
    { stale: [], deaths: 0 },
    { stale: ["dead"], deaths: 0 },
    { stale: [], deaths: 1 },
    { stale: ["dead"], deaths: 1 },
  ])("never lets two processes in: dead holders $stale, $deaths more deaths", async ({ stale, deaths }) => {
    const { orders, most } = await everyOrder(["a", "b"], stale, deaths);
    expect(orders).toBeGreaterThan(100);
    expect(most).toBe(1);
  });

  it("never lets two of four in, in 5,000 orders drawn at random, with deaths", async () => {
    const random = seededRandom(7, "lock");
    for (let k = 0; k < 5000; k++) {
      const end = await play(["a", "b", "c", "d"], k % 3 === 0 ? [] : ["dead", "too"], k % 4, (choices) =>
        Math.floor(random.uniform() * choices),
      );
      expect(end.most).toBeLessThanOrEqual(1);
    }
  });
});
