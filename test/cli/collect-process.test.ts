import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { seededRandom } from "../../src/math/random.js";
import { built } from "../support/built.js";
import { type LoopbackService, loopbackService, type ReceivedQuestion } from "../support/loopback-service.js";
import { freshFolder } from "./support.js";

// The built command against a service that fails, hangs and cuts the line, killed twice with SIGKILL.

const folder = freshFolder();
const BUDGET = 180;

interface Line {
  readonly event: string;
  readonly query?: number;
  readonly row?: ReceivedQuestion["row"];
  readonly answer?: { readonly decision: string };
}

function rule({ income, debt, housing }: ReceivedQuestion["row"]): string {
  return Number(income) - 2 * Number(debt) + (housing === "owner" ? 5000 : 0) >= 30000 ? "yes" : "no";
}

function peopleCsv(): string {
  const random = seededRandom(5, "people");
  const lines = Array.from({ length: 150 }, (_, i) => {
    const housing = random.uniform() < 0.4 ? "owner" : "rent";
    return `p${i},${20000 + random.integer(40) * 1000},${random.integer(15) * 1000},${housing}`;
  });
  return `id,income,debt,housing\n${lines.join("\n")}\n`;
}

function start(address: string): ChildProcess {
  const settings = ["--decisions", "100", "--letters", "30", "--budget", String(BUDGET), "--seed", "3"];
  const manners = ["--timeout", "0.6", "--backoff", "0.005", "--tries", "30", "--json"];
  const args = [built("cli/main.js"), "collect", "people.csv", "--target", address, "--out", "answers"];
  return spawn(process.execPath, [...args, ...settings, ...manners], {
    cwd: folder(),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function ledgerLines(): Promise<Line[]> {
  const text = await readFile(join(folder(), "answers/ledger.jsonl"), "utf8");
  return text
    .slice(0, text.lastIndexOf("\n"))
    .split("\n")
    .map((line) => JSON.parse(line));
}

it("never asks more than the budget, loses no answer and repeats no answered question, though killed twice", async () => {
  await writeFile(join(folder(), "people.csv"), peopleCsv());
  const random = seededRandom(11, "trouble");
  let child: ChildProcess | null = null;
  const answered: { readonly query: number; readonly row: ReceivedQuestion["row"]; readonly decision: string }[] = [];
  const troubles = { failed: 0, hung: 0, dropped: 0 };
  const service: LoopbackService = await loopbackService(
    ({ row, headers }, count) => {
      if (count === 45) {
        child?.kill("SIGKILL"); // while it waits for this answer
        return "hang";
      }
      const luck = random.uniform();
      if (luck < 0.2) {
        troubles.failed++;
        return { status: 500, body: { error: "out of luck" } };
      }
      if (luck < 0.23) {
        troubles.hung++;
        return "hang";
      }
      if (luck < 0.28) {
        troubles.dropped++;
        return "drop";
      }
      const decision = rule(row);
      answered.push({ query: Number(headers["x-recast-query"]), row, decision });
      return { body: { decision } };
    },
    (count) => {
      if (count >= 90 && kills === 1) child?.kill("SIGKILL"); // an answer is on its way to it
    },
  );
  let kills = 0;
  try {
    for (let run = 1; run <= 3; run++) {
      child = start(service.address);
      let said = "";
      child.stderr?.on("data", (text) => {
        said += text;
      });
      const [code, signal] = await once(child, "exit");
      if (run < 3) {
        expect({ code, signal, said }).toEqual({ code: null, signal: "SIGKILL", said: "" });
        kills++;
      } else expect({ code, said }).toEqual({ code: 0, said: "" });
    }
  } finally {
    await service.close();
  }
  expect(kills).toBe(2);
  expect(Math.min(troubles.failed, troubles.hung, troubles.dropped)).toBeGreaterThan(0);

  const lines = await ledgerLines();
  const of = (event: string) => lines.filter((line) => line.event === event);
  const lost = new Set(of("lost").map(({ query }) => query));
  const sent = of("sent").length;
  expect(sent).toBe(BUDGET);
  expect(lost.size).toBeGreaterThan(0);
  // The service's own count: never more than was written down, and less only by what a kill cut off between writing and sending.
  const queries = service.received.map(({ headers }) => Number(headers["x-recast-query"]));
  expect(queries.length).toBeLessThanOrEqual(BUDGET);
  expect(new Set(queries).size).toBe(queries.length);
  const missing = of("sent").filter(({ query }) => query !== undefined && !queries.includes(query));
  expect(missing.every(({ query }) => lost.has(query))).toBe(true);
  expect(queries.length).toBe(sent - missing.length);
  // All answers are kept but those that a kill, or the time-out on a slow machine, kept from arriving.
  const kept = new Map(of("answered").map(({ query, answer }) => [query, answer?.decision]));
  const gone = new Set([...lost, ...of("failed").map(({ query }) => query)]);
  for (const { query, decision } of answered) {
    if (!gone.has(query)) expect(kept.get(query)).toBe(decision);
  }
  // No question is asked again once its answer is kept.
  const questions = new Map(of("sent").map(({ query, row }) => [query, JSON.stringify(row)]));
  const answeredQuestions = [...kept.keys()].map((query) => questions.get(query));
  expect(new Set(answeredQuestions).size).toBe(answeredQuestions.length);
  const settled = new Set<string | undefined>();
  for (const line of lines) {
    if (line.event === "sent") expect(settled.has(JSON.stringify(line.row))).toBe(false);
    if (line.event === "answered") settled.add(questions.get(line.query));
  }

  // What the files say is what the service answered.
  const [header = "", ...rows] = (await readFile(join(folder(), "answers/decisions.csv"), "utf8"))
    .trimEnd()
    .split("\n");
  expect(header).toBe("id,income,debt,housing,decision");
  expect(rows.length).toBeGreaterThanOrEqual(100);
  for (const row of rows) {
    const [, income = "", debt = "", housing = "", decision] = row.split(",");
    expect(decision).toBe(rule({ income: Number(income), debt: Number(debt), housing }));
  }
  const letters = (await readFile(join(folder(), "answers/letters.csv"), "utf8")).trimEnd().split("\n").slice(1);
  expect(letters.length).toBeGreaterThan(0);
  for (const row of letters) {
    const [, income = "", debt = "", housing = ""] = row.split(",");
    expect(rule({ income: Number(income), debt: Number(debt), housing })).toBe("yes");
  }

  const check = spawn(process.execPath, [built("cli/main.js"), "collect", "--check", "answers", "--json"], {
    cwd: folder(),
  });
  let printed = "";
  check.stdout.on("data", (text) => {
    printed += text;
  });
  expect(await once(check, "exit")).toEqual([0, null]);
  expect(JSON.parse(printed)).toMatchObject({
    verified: true,
    budget: BUDGET,
    sent: BUDGET,
    answered: kept.size,
    lost: lost.size,
    open: 0,
    files: ["decisions.csv", "letters.csv"],
  });
});
