import { describe, expect, it } from "vitest";
import type { CollectSession } from "../../src/collect/ask.js";
import { type CollectOptions, collect, collected } from "../../src/collect/collect.js";
import { type LedgerBook, ledgerBook, questionKey } from "../../src/collect/ledger.js";
import { readPeople } from "../../src/collect/people.js";
import { type CellRow, type OutsideTarget, type Reply, rowCells } from "../../src/lab/targets/outside.js";
import { seededRandom } from "../../src/math/random.js";

function madeUp(rows: number): string {
  const random = seededRandom(2, "collect test");
  const lines = Array.from({ length: rows }, (_, i) => `p${i},${random.integer(100)},${random.integer(100)}`);
  return `id,x,y\n${lines.join("\n")}\n`;
}

const people = readPeople(madeUp(80), { file: "people.csv" });
const rule = (row: CellRow) => (Number(row["x"]) + Number(row["y"]) >= 100 ? "yes" : "no");

interface Session extends CollectSession {
  readonly book: LedgerBook;
  readonly waits: number[];
  stop(): void;
}

function session(book = ledgerBook()): Session {
  let stopped = false;
  const waits: number[] = [];
  return {
    book,
    waits,
    get state() {
      return book.state;
    },
    append: async (event) => void book.add(event),
    pace: async () => undefined,
    wait: async (ms) => void waits.push(ms),
    interrupted: () => stopped,
    stop: () => {
      stopped = true;
    },
  };
}

/** A target that answers by the rule, unless `trouble` has something else to say about the question of that number. */
function target(
  trouble: (count: number) => Reply<string> | null = () => null,
  letter?: OutsideTarget["letter"],
): OutsideTarget & { asked: CellRow[] } {
  const asked: CellRow[] = [];
  return {
    name: "rule",
    asked,
    async decide(rows) {
      const row = rowCells(rows, 0);
      asked.push(row);
      return [trouble(asked.length) ?? { status: "answered", answer: rule(row) }];
    },
    ...(letter === undefined ? {} : { letter }),
  };
}

const asking = { seed: 0, favourable: null, balanced: false };
const failed: Reply<string> = { status: "failed", reason: "500", waitMs: null };
const plain: CollectOptions = { decisions: 30, letters: 0, budget: 100 };

describe("collect", () => {
  it("asks people in an order that the seed decides, until it has enough", async () => {
    const first = target();
    const here = session();
    expect(await collect(people, first, here, plain)).toBe("done");
    expect(first.asked).toHaveLength(30);
    const second = target();
    await collect(people, second, session(), plain);
    expect(second.asked).toEqual(first.asked);
    const third = target();
    await collect(people, third, session(), { ...plain, seed: 1 });
    expect(third.asked).not.toEqual(first.asked);
    const list = collected(people, here.state, asking);
    expect(list).toHaveLength(30);
    for (const { person, decision, favourable } of list) {
      expect(decision).toBe(rule(rowCells(people.table, person)));
      expect(favourable).toBe(decision === "yes");
    }
  });

  it("goes on until both decisions are there often enough", async () => {
    const here = session();
    expect(await collect(people, target(), here, { ...plain, decisions: 20, balanced: true })).toBe("done");
    const yes = collected(people, here.state, { ...asking, balanced: true }).filter(
      ({ favourable }) => favourable,
    ).length;
    const no = collected(people, here.state, { ...asking, balanced: true }).length - yes;
    expect(Math.min(yes, no)).toBe(20);
  });

  it("says when there is nobody left", async () => {
    expect(await collect(people, target(), session(), { decisions: 81, letters: 1, budget: 400 })).toBe("people");
    expect(await collect(people, target(), session(), { decisions: 80, letters: 80, budget: 5000 })).toBe("people");
  });

  it("searches for letters that the target accepts, and finds the same ones when all answers are known", async () => {
    const here = session();
    const options = { decisions: 40, letters: 10, budget: 400 };
    const progress: number[] = [];
    const onProgress = ({ letters }: { letters: number }) => progress.push(letters);
    const ending = await collect(people, target(), here, { ...options, onProgress });
    expect(ending).toBe("done");
    expect(progress.at(-1)).toBe(10);
    const letters = collected(people, here.state, asking).flatMap(({ letter }) => (letter === null ? [] : [letter]));
    expect(letters).toHaveLength(10);
    expect(letters.map(rule)).toEqual(letters.map(() => "yes"));
    const silent = target(() => ({ status: "closed", reason: "nothing more may be asked" }));
    const { sent } = here.state;
    expect(await collect(people, silent, here, options)).toBe("done");
    expect(here.state.sent).toBe(sent);
  });

  it("keeps the best letter of a search that its share or the budget cuts short", async () => {
    const here = session();
    await collect(people, target(), here, { decisions: 40, letters: 5, budget: 400, perLetter: 2 });
    const short = collected(people, here.state, asking).flatMap(({ letter }) => (letter === null ? [] : [letter]));
    expect(short.map(rule)).toEqual(["yes", "yes", "yes", "yes", "yes"]);
    const poor = session();
    expect(await collect(people, target(), poor, { decisions: 40, letters: 5, budget: 47 })).toBe("budget");
    expect(poor.state.sent).toBe(47);
    const kept = collected(people, poor.state, asking).flatMap(({ letter }) => (letter === null ? [] : [letter]));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.map(rule)).toEqual(kept.map(() => "yes"));
  });

  it("asks the target for letters where it writes them", async () => {
    const here = session();
    const source = target(undefined, async (rows) => {
      const row = rowCells(rows, 0);
      if (Number(row["x"]) < 30) return { status: "answered", answer: null };
      if (Number(row["x"]) < 35) return { status: "refused", reason: "no" };
      return { status: "answered", answer: { y: 100 - Number(row["x"]), thanks: "you" } };
    });
    expect(await collect(people, source, here, { decisions: 60, letters: 8, budget: 200 })).toBe("done");
    const letters = collected(people, here.state, asking).filter(({ letter }) => letter !== null);
    expect(letters).toHaveLength(8);
    for (const { letter, unread } of letters) {
      expect(Number(letter?.["x"]) + Number(letter?.["y"])).toBe(100);
      expect(unread).toEqual(["thanks"]);
    }
    expect(await collect(people, source, session(), { decisions: 60, letters: 60, budget: 200 })).toBe("people");
    expect(await collect(people, source, session(), { decisions: 60, letters: 10, budget: 70 })).toBe("budget");
    const mute = target(undefined, async () => ({ status: "closed", reason: "no letters today" }));
    await expect(collect(people, mute, session(), { decisions: 60, letters: 1, budget: 70 })).rejects.toThrow(
      "no letters today",
    );
  });

  it("tries again, ever later, counts every try, and never goes beyond the budget", async () => {
    const here = session();
    const bad = target((count) => (count % 3 === 0 ? null : failed));
    expect(await collect(people, bad, here, { ...plain, backoffMs: 100 })).toBe("done");
    expect(here.state).toMatchObject({ sent: 90, failed: 60 });
    for (let k = 0; k < here.waits.length; k += 2) {
      expect(here.waits[k]).toBeGreaterThanOrEqual(50);
      expect(here.waits[k]).toBeLessThan(100);
      expect(here.waits[k + 1]).toBeGreaterThanOrEqual(100);
      expect(here.waits[k + 1]).toBeLessThan(200);
    }
    expect(new Set(here.waits).size).toBe(60);
    const poor = session();
    expect(
      await collect(
        people,
        target(() => failed),
        poor,
        { ...plain, tries: 1000 },
      ),
    ).toBe("budget");
    expect(poor.state.sent).toBe(100);
    expect(Math.max(...poor.waits)).toBeLessThanOrEqual(60_000);
  });

  it("waits as long as the target asks for, but not for ever", async () => {
    const here = session();
    const slow = target((count) => (count === 1 ? { ...failed, status: "failed", waitMs: 7000 } : null));
    await collect(people, slow, here, plain);
    expect(here.waits).toEqual([7000]);
    const away = target(() => ({ status: "failed", reason: "429", waitMs: 3_600_000 }));
    await expect(collect(people, away, session(), plain)).rejects.toThrow("asks to wait 3600 s");
  });

  it("stops when a question stays without an answer, and goes on from there", async () => {
    const here = session();
    const broken = target((count) => (count > 10 ? failed : null));
    await expect(collect(people, broken, here, plain)).rejects.toMatchObject({
      code: "TARGET_FAILED",
      message:
        "rule did not answer in 5 tries: 500. 10 answers are saved, and 15 of 100 questions are used. Run the same command again to continue",
    });
    const mended = target();
    expect(await collect(people, mended, here, plain)).toBe("done");
    expect(mended.asked).toHaveLength(20);
    expect(here.state.sent).toBe(35);
  });

  it("stops at once where no question will be answered, and lets the question be asked later", async () => {
    const here = session();
    const locked = target(() => ({ status: "closed", reason: "answered 401" }));
    await expect(collect(people, locked, here, plain)).rejects.toMatchObject({ code: "TARGET_REFUSED" });
    expect(here.state.sent).toBe(1);
    expect(await collect(people, target(), here, plain)).toBe("done");
    expect(here.state.sent).toBe(31);
  });

  it("writes down a question whose target breaks", async () => {
    const here = session();
    const broken = target(() => {
      throw new Error("out of order");
    });
    await expect(collect(people, broken, here, plain)).rejects.toThrow("out of order");
    expect(here.state).toMatchObject({ sent: 1, failed: 1 });
    expect(here.state.open.size).toBe(0);
  });

  it("leaves out a row that is refused, does not ask about it again, and stops after five in a row", async () => {
    const here = session();
    const picky = target((count) => (count === 2 ? { status: "refused", reason: "422" } : null));
    expect(await collect(people, picky, here, plain)).toBe("done");
    expect(picky.asked).toHaveLength(31);
    expect(collected(people, here.state, asking)).toHaveLength(30);
    const again = target();
    await collect(people, again, here, { ...plain, decisions: 31 });
    expect(again.asked).toHaveLength(1);
    const no = target(() => ({ status: "refused", reason: "422" }));
    await expect(collect(people, no, session(), plain)).rejects.toThrow("refused 5 rows one after another: 422");
  });

  it("counts a question that a dead run left open, and asks it again", async () => {
    const book = ledgerBook();
    book.add({ event: "begun", budget: 100, decisions: 30, letters: 0 });
    const [first] = target().asked.concat(rowCells(people.table, 0));
    book.add({ event: "sent", query: 1, ask: "decision", row: first ?? {} });
    const here = session(book);
    expect(await collect(people, target(), here, plain)).toBe("done");
    expect(here.state).toMatchObject({ sent: 31, lost: 1 });
  });

  it("records the answer that is under way when it is interrupted", async () => {
    const here = session();
    const source = target((count) => {
      if (count === 5) here.stop();
      return null;
    });
    await expect(collect(people, source, here, plain)).rejects.toMatchObject({ code: "ABORTED" });
    expect(here.state.answers.size).toBe(5);
    expect(here.state.open.size).toBe(0);
  });

  it("asks about two equal people once", async () => {
    const twins = readPeople("id,x,y\na,1,2\nb,1,2\nc,99,99\n");
    const source = target();
    const here = session();
    await collect(twins, source, here, { decisions: 3, letters: 0, budget: 3 });
    expect(source.asked).toHaveLength(2);
    expect(collected(twins, here.state, asking)).toHaveLength(3);
  });

  it("keeps to those whose turn came, and drops none when less is asked for later", async () => {
    const here = session();
    await collect(people, target(), here, { decisions: 40, letters: 10, budget: 400 });
    const before = collected(people, here.state, asking);
    const all = people.ids.filter((_, i) => here.state.answers.has(questionKey("decision", rowCells(people.table, i))));
    expect(all.length).toBeGreaterThanOrEqual(before.length);
    expect(before).toHaveLength(40);
    await collect(people, target(), here, { decisions: 5, letters: 0, budget: 400 });
    expect(collected(people, here.state, asking)).toEqual(before);
  });

  it("refuses what cannot be", async () => {
    await expect(collect(people, target(), session(), { decisions: 50, letters: 10, budget: 59 })).rejects.toThrow(
      "a budget of 59 is too small for 50 decisions and 10 letters, which need at least 60 questions",
    );
    const here = session();
    await collect(people, target(), here, plain);
    await expect(collect(people, target(), here, { ...plain, decisions: 10, budget: 20 })).rejects.toThrow(
      "the folder has 30 questions already, more than --budget 20",
    );
    const odd = target(() => ({ status: "answered", answer: "B" }));
    await expect(collect(people, odd, session(), plain)).rejects.toMatchObject({ code: "FAVOURABLE_UNKNOWN" });
  });
});
