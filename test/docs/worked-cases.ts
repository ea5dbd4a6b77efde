import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AuditFile } from "../../src/findings/audit-file.js";
import { selectTableRows } from "../../src/input/table.js";
import { loadAdultFull } from "../../src/lab/data/tables.js";
import { splitRows } from "../../src/lab/study/split.js";
import { trainTarget } from "../../src/lab/targets/train-target.js";
import { recast } from "../cli/support.js";
import { dataText } from "../lab/data/real-data.js";
import { preparedDemo } from "../support/prepared.js";

/** A person of the population file: their columns by name, and whether the target accepts them. */
interface Other {
  readonly cells: Readonly<Record<string, string>>;
  readonly accepted: boolean;
  readonly good: boolean;
}

/** What `recast demo` wrote and said about one case, and what is known of the others in it. */
export interface WorkedCase {
  readonly audit: AuditFile;
  readonly counts: { readonly letters: number; readonly refused: number };
  /** Share of the others each method answers like the target. */
  readonly fidelity: Readonly<Record<string, number>>;
  readonly others: readonly Other[];
  readonly explain: (id: string) => Promise<PersonPage>;
}

/** What a page may use of `recast explain --json`; values of a person are read and not shown. */
export interface PersonPage {
  readonly observed: { readonly answer: string };
  readonly rebuilt: { readonly answer: string; readonly score: number };
  readonly certainty: {
    readonly determined: string;
    readonly refits: { readonly asked: number; readonly accepted: number };
  };
  readonly contributions: { readonly features: readonly { readonly feature: string; readonly contribution: number }[] };
  readonly letters: readonly {
    readonly accepted: boolean;
    readonly changes: readonly { readonly feature: string; readonly from: unknown; readonly to: unknown }[];
  }[];
  readonly flip: {
    readonly changes: readonly object[];
    readonly chance: number | null;
    readonly status: string;
  } | null;
}

/** What `recast demo NAME` made. */
export async function readCase(name: "compas" | "adult"): Promise<WorkedCase> {
  const { folder, stdout } = await preparedDemo(name);
  const { audit, counts, fidelity } = JSON.parse(stdout) as WorkedCase;
  const text = await readFile(join(folder, "population.csv"), "utf8");
  const { columns, rows } = cells(text);
  const others = rows.map((row) => {
    const own = Object.fromEntries(columns.map((column, j) => [column, row[j] ?? ""]));
    return { cells: own, accepted: own["decision"] === "accepted", good: own["outcome"] === "good" };
  });
  const explain = async (id: string) => {
    const { exitCode, stdout: page, stderr } = await recast(["explain", id, "--audit", ".", "--json"], { cwd: folder });
    if (exitCode !== 0) throw new Error(stderr);
    return (JSON.parse(page) as { page: PersonPage }).page;
  };
  return { audit, counts, fidelity, others, explain };
}

/** Plain CSV: no cell of these files holds a quote, a comma or a line end. */
function cells(text: string): { columns: string[]; rows: string[][] } {
  const [head = [], ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  if (rows.some((row) => row.length !== head.length)) throw new Error("a line has another number of cells");
  return { columns: head, rows };
}

/** The scores of the net behind the Adult case, trained once more, for the people of its population file. */
export function adultTargetScores(seed: number, others: WorkedCase["others"]): Float64Array {
  const data = loadAdultFull(dataText("adult/adult.data"));
  const { train, test } = splitRows(data.labels, seed);
  const labels = Uint8Array.from(train, (i) => data.labels[i]!);
  const net = trainTarget(
    "mlp",
    { features: data.features, table: selectTableRows(data.table, train), labels },
    { seed },
  );
  const scores = net.score(selectTableRows(data.table, test));
  if (scores.length !== others.length || others.some(({ accepted }, i) => accepted !== scores[i]! >= 0.5)) {
    throw new Error("the net trained again is not the one of the case");
  }
  return scores;
}
