import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { demoLending } from "recast-audit/lab";
import { type Program, runCommand } from "./child.js";
import { openCluster } from "./cluster.js";
import type { Service } from "./service.js";

/** What a round runs in: the words that differ by round, and what is there beside the command. */
export interface Setting {
  readonly args: readonly string[];
  /** Does something to the processes beside the command. */
  disturb?(what: string): void;
  /** Ends what was opened; gives what was wrong with it. */
  close(): Promise<readonly string[]>;
}

/** A command that is disturbed. It runs in a folder of its own, the round's place. */
export interface Trial {
  readonly name: string;
  readonly args: readonly string[];
  /** How often it is disturbed where others are disturbed once. @default 2 */
  readonly weight?: number;
  /** What the command writes: a file or a folder of the place. */
  readonly target: string;
  /**
   * What must be whole after a fault: the `folder`, old or new; each `file` by itself; or what a `run` has done so far,
   * which the next one continues.
   */
  readonly unit: "folder" | "file" | "run";
  /** Words to add where the target is complete, because the command would refuse to replace it. */
  readonly again: readonly string[];
  /** Puts into a new place what is there before. */
  readonly prepare?: (place: string) => Promise<void>;
  /** Files whose bytes are the same in every run. @default all */
  readonly stable?: readonly string[];
  /** A file of lines that only grows. */
  readonly lines?: string;
  /** A command that must be content with the target whenever it is there; a folder that was being replaced is finished by it. */
  readonly look?: readonly string[];
  readonly open?: (round: string) => Promise<Setting>;
  /** Whether there are workers and a queue to disturb. */
  readonly hasWorkers?: boolean;
}

const INPUTS = "../inputs";
const ROLES = ["--decision", "decision", "--favourable", "granted", "--id", "id"];
const QUICK = [
  "--methods",
  "recast",
  "--refits",
  "2",
  "--folds",
  "2",
  "--resamples",
  "100",
  "--no-sensitivity",
  "--no-intersections",
];
const STUDY = {
  format: "recast-study/1",
  name: "small",
  title: "A small study",
  datasets: ["lending"],
  targets: ["lr", "dt"],
  generators: ["1nn"],
  sizes: [10],
  methods: ["ridge", "recast"],
  seeds: 2,
};
const BUDGET = 120;

const audit = (people: string, ...more: string[]) => [
  "audit",
  `${INPUTS}/${people}.csv`,
  "--letters",
  `${INPUTS}/${people}-letters.csv`,
  ...ROLES,
  ...QUICK,
  "--out",
  "out",
  "-q",
  ...more,
];
const leak = (people: string, ...more: string[]) => [
  "leak",
  `${INPUTS}/${people}.csv`,
  "--letters",
  `${INPUTS}/${people}-letters.csv`,
  ...ROLES,
  "--sizes",
  "8",
  "--repeats",
  "2",
  "--method",
  "recast",
  "--out",
  "out",
  "-q",
  ...more,
];
const study = [
  "study",
  "run",
  `${INPUTS}/study.json`,
  "--data",
  `${INPUTS}/lending.csv`,
  "--label",
  "decision",
  "--favourable",
  "granted",
  "--sensitive",
  "sex,origin",
  "--out",
  "out",
  "-q",
];

/** Files that all rounds read, and results that some begin with. */
export async function makeInputs(program: Program, work: string): Promise<void> {
  const inputs = join(work, "inputs");
  await mkdir(inputs, { recursive: true });
  for (const [name, seed] of Object.entries({ people: 3, others: 4 })) {
    const { decisionsCsv, lettersCsv } = demoLending(seed, { people: 60, population: 1 });
    await writeFile(join(inputs, `${name}.csv`), decisionsCsv);
    await writeFile(join(inputs, `${name}-letters.csv`), lettersCsv);
  }
  const { populationCsv } = demoLending(5, { people: 1, population: 200 });
  await writeFile(join(inputs, "lending.csv"), populationCsv);
  await writeFile(join(inputs, "asked.csv"), withoutLast(populationCsv));
  await writeFile(join(inputs, "study.json"), JSON.stringify(STUDY));
  // the results that are there before differ in people, columns and files
  const earlier: Readonly<Record<string, readonly string[]>> = {
    "was-audit": audit("others", "--sensitive", "sex,origin", "--with-inputs"),
    "was-leak": leak("others", "--fields", "2"),
    "was-study": [...study, "--jobs", "1"],
    "is-audit": audit("people", "--sensitive", "sex"),
  };
  for (const [name, args] of Object.entries(earlier)) {
    const cwd = join(work, name);
    await mkdir(cwd);
    const { code, said } = await runCommand(program, args, { cwd });
    if (code !== 0) throw new Error(`recast ${args.join(" ")} ended with ${code}: ${said}`);
  }
}

/** A CSV without its last column. */
function withoutLast(csv: string): string {
  return csv.replace(/,[^,\n]*$/gm, "");
}

/** Every command that is disturbed; the cluster where there is a redis-server. */
export function allTrials(program: Program, work: string, service: Service, hasRedis: boolean): readonly Trial[] {
  const earlier = (name: string) => (place: string) =>
    cp(join(work, name, "out"), join(place, "out"), { recursive: true });
  const oldFile = (name: string) => (place: string) => writeFile(join(place, name), "what was here before\n");
  const results = ["out/results.json", "out/study.json"];
  const model = "../is-audit/out/surrogate.json";
  const folder = { target: "out", unit: "folder", again: ["--force"] } as const;
  const file = { unit: "file", again: [], weight: 1 } as const;
  const verified = { ...folder, look: ["verify", "--quick", "out", "-q"] };
  const trials: Trial[] = [
    { name: "audit", args: audit("people", "--sensitive", "sex"), ...verified },
    {
      name: "audit --force",
      args: audit("people", "--sensitive", "sex", "--force"),
      ...verified,
      again: [],
      prepare: earlier("was-audit"),
    },
    {
      name: "audit --with-inputs --commit",
      args: audit("people", "--sensitive", "sex", "--with-inputs", "--commit", "secret"),
      ...verified,
      // a new key would give other bytes
      prepare: async (place) => {
        await mkdir(join(place, "secret"));
        await writeFile(join(place, "secret/commitment.key"), `${"1f".repeat(32)}\n`, { mode: 0o600 });
      },
    },
    { name: "leak", args: leak("people", "--fields", "1"), ...folder },
    {
      name: "leak --force",
      args: leak("people", "--fields", "1", "--force"),
      ...folder,
      again: [],
      prepare: earlier("was-leak"),
    },
    {
      name: "study run",
      args: [...study, "--jobs", "2"],
      target: "out",
      unit: "run",
      again: [],
      stable: results,
      lines: "out/cells.jsonl",
    },
    {
      name: "collect",
      args: [],
      target: "out",
      unit: "run",
      again: [],
      stable: ["out/decisions.csv", "out/letters.csv"],
      lines: "out/ledger.jsonl",
      look: ["collect", "--check", "out", "-q"],
      open: async (round) => ({
        args: collectWords(service.address(round)),
        close: async () => {
          const asked = service.asked(round);
          return asked > BUDGET ? [`the service was asked ${asked} times, and the budget is ${BUDGET}`] : [];
        },
      }),
    },
    {
      name: "study table",
      args: ["study", "table", "out", "-q"],
      target: "out",
      ...file,
      prepare: earlier("was-study"),
    },
    {
      name: "predict --force",
      args: ["predict", `${INPUTS}/asked.csv`, "--model", model, "--out", "scored.csv", "--force", "-q"],
      target: "scored.csv",
      ...file,
      prepare: oldFile("scored.csv"),
    },
    {
      name: "export --force",
      args: ["export", model, "--to", "sql", "--out", "model.sql", "--force", "-q"],
      target: "model.sql",
      ...file,
      prepare: oldFile("model.sql"),
    },
    {
      name: "explain --html",
      args: ["explain", "made-up-03", "--audit", "../is-audit/out", "--html", "person.html", "-q"],
      target: "person.html",
      ...file,
      again: ["--force"],
    },
    {
      name: "init",
      args: ["init", `${INPUTS}/people.csv`, `${INPUTS}/people-letters.csv`, "--yes", "--out", "audit.yaml", "-q"],
      target: "audit.yaml",
      ...file,
      again: ["--force"],
    },
  ];
  if (!hasRedis) return trials;
  const cluster: Trial = {
    name: "study run --engine",
    args: [],
    target: "out",
    unit: "run",
    again: [],
    stable: results,
    lines: "out/cells.jsonl",
    hasWorkers: true,
    open: (round) => openCluster(program, { round, work, study }),
  };
  return [...trials, cluster];
}

function collectWords(address: string): string[] {
  const wanted = ["--decisions", "14", "--letters", "2", "--per-letter", "12", "--budget", String(BUDGET)];
  const manners = ["--backoff", "0.01", "--immutable", "age,sex,origin", "--ignore", "id"];
  return ["collect", `${INPUTS}/asked.csv`, "--target", address, "--out", "out", ...wanted, ...manners, "-q"];
}
