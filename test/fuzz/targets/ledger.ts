import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LedgerEvent, ledgerBook } from "../../../src/collect/ledger.js";
import type { CellRow } from "../../../src/lab/targets/outside.js";
import type { Random } from "../../../src/math/random.js";
import { checkCollect, LEDGER_NAME } from "../../../src/platform/collect/collect-ledger.js";
import { decode, encode, fuzzTarget, must } from "../fuzzing.js";
import { chance, jsonOf, jsonText, mutatedBytes, mutatedJson, pick, times } from "../mutations.js";

type State = Awaited<ReturnType<typeof checkCollect>>["state"];

/** A folder whose ledger vouches for one file. */
const DECISIONS = "id,x,decision\np1,1,yes\n";
const hash = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const ANSWERS = ["yes", "no", "", "é", "\uFFFD", "a\u2028b", "\u0000", "1"];

/** What an honest run may have written. */
function story(random: Random): string[] {
  const book = ledgerBook();
  const lines: string[] = [];
  const add = (event: LedgerEvent) => lines.push(book.add(event));
  const asked = new Set<string>();
  let query = 0;
  for (const run of times(1 + random.integer(2), (k) => k)) {
    const budget = query + 1 + random.integer(6);
    add({ event: "begun", budget, decisions: 1 + run, letters: random.integer(2) });
    while (query < budget && chance(random, 0.9)) {
      const row: CellRow = { age: random.integer(50), city: pick(random, ["Ulm", null, "=1+1", "\uFFFD"]) };
      const ask = pick(random, ["decision", "letter"] as const);
      const key = `${ask} ${JSON.stringify(row)}`;
      if (asked.has(key)) continue;
      add({ event: "sent", query: ++query, ask, row });
      const kind = random.integer(6);
      if (kind < 3) {
        asked.add(key);
        const answer =
          ask === "letter" ? { letter: chance(random, 0.5) ? null : row } : { decision: pick(random, ANSWERS) };
        add({ event: "answered", query, answer });
      } else if (kind === 3) add({ event: "failed", query, reason: "500" });
      else if (kind === 4) add({ event: "refused", query, reason: "422" });
      else add({ event: "lost", query });
      if (chance(random, 0.2)) add({ event: "letter", person: `p${query}`, row: chance(random, 0.5) ? null : row });
    }
  }
  if (chance(random, 0.5)) add({ event: "ended", why: "done", files: { "decisions.csv": hash(DECISIONS) } });
  return lines;
}

/** Some lines with a change in each, chained again so that only what they say is wrong. */
function changedStory(random: Random, lines: readonly string[]): string[] {
  const trees = lines.map((line) => jsonOf(JSON.parse(line)));
  const at = random.integer(trees.length);
  const kind = random.integer(4);
  if (kind === 0) trees.splice(at, 1);
  else if (kind === 1) trees.splice(at, 0, pick(random, trees));
  else trees[at] = mutatedJson(random, trees[at]!, ['"../decisions.csv"', '"answered"', '"sent"', '"decisions.csv"']);
  let previous = "0".repeat(64);
  return trees.map((tree, k) => {
    if (!("entries" in tree)) return jsonText(tree);
    const entries = tree.entries.map(([key, value]) => {
      if (key === "line" && kind < 2) return [key, jsonOf(k + 1)] as const;
      return key === "previous" && chance(random, 0.98) ? ([key, jsonOf(previous)] as const) : ([key, value] as const);
    });
    const line = jsonText({ entries });
    previous = hash(line);
    return line;
  });
}

type Line = Readonly<
  Record<"line" | "query" | "budget", number> & Record<"previous" | "event" | "ask", string> & { row: object }
>;

/** What a few lines find in a ledger by its bytes: the chain, the counts, and one outcome per question. */
function plainReading(bytes: Uint8Array) {
  const complete = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  const open = new Map<number, string>();
  const answered = new Set<string>();
  let [previous, start, count, budget, sent] = ["0".repeat(64), 0, 0, 0, 0];
  while (start < complete.length) {
    const end = complete.indexOf(0x0a, start);
    const raw = complete.subarray(start, end);
    const line = JSON.parse(decode(raw)) as Line;
    const { query, event } = line;
    must(line.previous === previous, "each line has the SHA-256 of the bytes before it");
    must(line.line === ++count, "lines are counted");
    must(count > 1 || event === "begun", "the first line has the budget");
    if (event === "begun") budget = line.budget;
    else if (event === "sent") {
      const key = `${line.ask} ${JSON.stringify(line.row)}`;
      must(query === ++sent && query <= budget && !answered.has(key), "each question is new and within the budget");
      open.set(query, key);
    } else if (["answered", "failed", "refused", "lost"].includes(event)) {
      must(open.has(query), "an outcome belongs to an open question");
      if (event === "answered") answered.add(open.get(query)!);
      open.delete(query);
    }
    [previous, start] = [hash(raw), end + 1];
  }
  return { lines: count, sent, digest: previous, answers: answered.size, open: open.size };
}

export const ledgerTarget = fuzzTarget<{ readonly state: State; readonly files: readonly string[] }, string>(
  "ledger",
  "a second reading of chain and counts by the bytes; ledgers that were written; no file outside the folder",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "recast-fuzz-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "decisions.csv"), DECISIONS);
    return {
      make(random) {
        const lines = story(random);
        const text = (from: readonly string[]) => encode(from.map((line) => `${line}\n`).join(""));
        const kind = random.integer(8);
        if (kind === 0) return { bytes: text(lines), expected: hash(lines.at(-1)!) };
        if (kind < 3) return { bytes: mutatedBytes(random, text(lines)) };
        return { bytes: text(changedStory(random, lines)) };
      },
      read(bytes) {
        writeFileSync(join(folder, LEDGER_NAME), bytes);
        return checkCollect(folder);
      },
      judge({ state, files }, { bytes, expected }) {
        const { lines, sent, digest, answers, open } = plainReading(bytes);
        must(lines === state.lines && sent === state.sent && digest === state.digest, "lines, questions and digest");
        must(answers === state.answers.size && open === state.open.size, "answers and open questions");
        must(expected === undefined || state.digest === expected, "the ledger as it was written");
        must(
          files.every((name) => /^[^/\\]+$/.test(name) && name !== ".."),
          `a ledger vouches for files of its folder, not ${files}`,
        );
      },
    };
  },
);
