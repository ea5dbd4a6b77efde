import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../src/certificate/sha256.js";
import type { LedgerEvent } from "../../src/collect/ledger.js";
import { ledgerBook } from "../../src/collect/ledger.js";

const row = (age: number) => ({ age });
const begun: LedgerEvent = { event: "begun", budget: 3, decisions: 2, letters: 0 };
const sent = (query: number, age: number): LedgerEvent => ({ event: "sent", query, ask: "decision", row: row(age) });
const yes = (query: number): LedgerEvent => ({ event: "answered", query, answer: { decision: "yes" } });

function written(events: readonly LedgerEvent[]): string[] {
  const book = ledgerBook();
  return events.map((event) => book.add(event));
}

function replayed(lines: readonly string[]) {
  const book = ledgerBook("l.jsonl");
  for (const line of lines) book.replay(line);
  return book.state;
}

const story: readonly LedgerEvent[] = [
  begun,
  sent(1, 30),
  { event: "failed", query: 1, reason: "500" },
  sent(2, 30),
  yes(2),
  { event: "letter", person: "a", row: row(31) },
  { event: "letter", person: "b", row: null },
  { event: "begun", budget: 4, decisions: 2, letters: 1 },
  { event: "sent", query: 3, ask: "letter", row: row(30) },
  { event: "lost", query: 3 },
  { event: "sent", query: 4, ask: "letter", row: row(30) },
  { event: "refused", query: 4, reason: "422" },
  { event: "ended", why: "budget", files: { "decisions.csv": "00" } },
];

describe("ledgerBook", () => {
  it("puts the SHA-256 of each line into the next", () => {
    const lines = written(story).map((text) => ({ text, ...JSON.parse(text) }));
    expect(lines[0]).toMatchObject({ line: 1, previous: "0".repeat(64) });
    for (let k = 1; k < lines.length; k++) {
      expect(lines[k]).toMatchObject({ line: k + 1, previous: sha256Hex(lines[k - 1]?.text) });
    }
  });

  it("keeps columns with names that objects have", () => {
    const row = JSON.parse('{"constructor":1,"__proto__":"a","prototype":null}');
    const asked: LedgerEvent = { event: "sent", query: 1, ask: "decision", row };
    expect([...replayed(written([begun, asked, yes(1)])).answers.keys()]).toEqual([`decision ${JSON.stringify(row)}`]);
  });

  it("knows the same after reading as after writing", () => {
    const book = ledgerBook();
    const lines = story.map((event) => book.add(event));
    expect(replayed(lines)).toEqual(book.state);
    const { budget, sent, failed, lost, open, answers, refusals, letters, ended, digest } = book.state;
    expect({ budget, sent, failed, lost, open: open.size }).toEqual({
      budget: 4,
      sent: 4,
      failed: 1,
      lost: 1,
      open: 0,
    });
    expect([...answers]).toEqual([['decision {"age":30}', { decision: "yes" }]]);
    expect([...refusals]).toEqual([['letter {"age":30}', "422"]]);
    expect([...letters.keys()]).toEqual(["a", "b"]);
    expect(ended?.why).toBe("budget");
    expect(digest).toBe(sha256Hex(lines.at(-1) ?? ""));
  });

  it("names no file outside its folder", () => {
    const ended = (name: string): LedgerEvent => ({ event: "ended", why: "done", files: { [name]: "00" } });
    for (const name of ["../decisions.csv", "/x.csv", "a/b.csv", "..", ""]) {
      expect(() => replayed(written([begun, ended(name)])), name).toThrow("a file that a run writes");
    }
    expect(replayed(written([begun, ended("letters.csv")])).ended?.files).toEqual({ "letters.csv": "00" });
  });

  it("notices any line that is changed, taken out, put in or moved", () => {
    const lines = written(story);
    expect(replayed(lines).lines).toBe(story.length);
    for (let k = 0; k < lines.length - 1; k++) {
      const without = [...lines.slice(0, k), ...lines.slice(k + 1)];
      expect(() => replayed(without), `without line ${k + 1}`).toThrow(/l\.jsonl, line/);
      const twice = [...lines.slice(0, k + 1), ...lines.slice(k)];
      expect(() => replayed(twice), `line ${k + 1} twice`).toThrow(/l\.jsonl, line/);
      const changed = lines.map((line, j) => (j === k ? line.replace("{", "{ ") : line));
      expect(() => replayed(changed), `line ${k + 1} changed`).toThrow("lines were changed, removed or added");
    }
  });

  it.each([
    [
      "a question beyond the budget",
      [begun, sent(1, 1), yes(1), sent(2, 2), yes(2), sent(3, 3), yes(3), sent(4, 4)],
      "beyond the budget of 3",
    ],
    ["an answered question again", [begun, sent(1, 1), yes(1), sent(2, 1)], "question 2 was answered before"],
    ["a number left out", [begun, sent(2, 1)], "question 2 follows question 0"],
    [
      "two outcomes of one question",
      [begun, sent(1, 1), yes(1), yes(1)],
      "an outcome of question 1, which is not open",
    ],
    ["a budget below what was asked", [begun, sent(1, 1), { ...begun, budget: 0 }], "a budget of 0 after 1 questions"],
    ["a ledger without a budget", [sent(1, 1)], "a ledger must begin with the budget"],
  ] as const)("refuses %s", (_, events, words) => {
    expect(() => written(events)).toThrow(words);
    try {
      written(events);
    } catch (error) {
      expect(error).toMatchObject({ code: "LEDGER_INVALID", place: { row: events.length } });
    }
  });

  it.each([
    ["{", "it is not JSON"],
    ["7", "Invalid type"],
    ['{"line":1,"previous":"","event":"begun","budget":"x","decisions":1,"letters":0}', ".budget:"],
    ['{"line":1,"previous":"","event":"paid"}', ".event:"],
    ['{"line":2,"previous":"","event":"lost","query":1}', "it calls itself line 2"],
  ])("refuses the line %s", (line, words) => {
    expect(() => ledgerBook().replay(line)).toThrow(words);
  });
});
