import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { count, percent as formatted } from "../../src/document/format.js";
import type { AuditFile } from "../../src/findings/audit-file.js";
import { inspectTable } from "../../src/input/csv.js";
import { cellAt } from "../../src/input/raw-table.js";
import { recast } from "../cli/support.js";
import { dataPath, dataText, hasData } from "../lab/data/real-data.js";
import { root } from "../support/built.js";
import { BLOCKS } from "./worked-blocks.js";
import type { WorkedCase } from "./worked-cases.js";

const BLOCK = /(<!-- from: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g;
const STATES = { Wyoming: "hmda/hmda-2019-wy.csv", California: "hmda/hmda-2019-ca.csv" } as const;
const PAGE = join(root, "docs/hmda.md");

const percent = (value: number) => formatted(value, " ");

type Row = (column: string) => string;

function rowsOf(path: string): readonly Row[] {
  const { table } = inspectTable(dataText(path), { file: path, delimiter: null });
  const columns = new Map(table?.columns.map((column) => [column.name, column]));
  return Array.from({ length: table?.rows ?? 0 }, (_, i) => (name: string) => cellAt(columns.get(name)!, i));
}

function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), `|${"---|".repeat(header.length)}`, ...rows.map(line)].join("\n");
}

const isDenied = (row: Row) => row("action_taken") === "3";
const isApproved = (row: Row) => ["1", "2"].includes(row("action_taken"));
const isAbsent = (cell: string) => cell === "" || cell === "Exempt";
const share = (part: number, whole: number) => `${count(part)} (${percent(part / whole)})`;

const REASONS = [
  "debt-to-income ratio",
  "employment history",
  "credit history",
  "collateral",
  "insufficient cash",
  "unverifiable information",
  "application incomplete",
  "mortgage insurance denied",
  "other",
];

function tables(states: Readonly<Record<string, readonly Row[]>>, audit: AuditFile): Readonly<Record<string, string>> {
  const each = Object.entries(states);
  const files = each.map(([state, rows]) => {
    const [yes, no] = [rows.filter(isApproved).length, rows.filter(isDenied).length];
    const lenders = new Set(rows.map((row) => row("lei"))).size;
    return [state, count(rows.length), count(lenders), count(yes), count(no), count(rows.length - yes - no)];
  });
  const missing = each.flatMap(([state, rows]) =>
    ["loan_to_value_ratio", "debt_to_income_ratio", "income"].map((column) => {
      const absent = (people: readonly Row[]) =>
        share(people.filter((row) => isAbsent(row(column))).length, people.length);
      return [state, `\`${column}\``, absent(rows.filter(isApproved)), absent(rows.filter(isDenied))];
    }),
  );
  const reasons = REASONS.map((words, k) => [
    `${k + 1}: ${words}`,
    ...each.map(([, rows]) => {
      const denied = rows.filter(isDenied);
      const gives = (row: Row) => [1, 2, 3, 4].some((place) => Number(row(`denial_reason-${place}`)) === k + 1);
      return share(denied.filter(gives).length, denied.length);
    }),
  ]);
  const worked = { audit } as WorkedCase;
  const methods = audit.methods
    .filter(({ agreement }) => agreement !== null)
    .map(({ method, agreement }) => [
      method === audit.recommendation.method ? `**${method}**` : method,
      percent(agreement!.overall.share),
    ]);
  return {
    files: markdown(["state", "rows", "lenders", "approved", "denied", "no decision, left out"], files),
    missing: markdown(["state", "column", "missing among approved", "missing among denied"], missing),
    reasons: markdown(["reason for the denial", ...Object.keys(states)], reasons),
    methods: markdown(["method", "right about people it had not seen"], methods),
    problems: BLOCKS["problems"]!(worked, ""),
    differences: BLOCKS["differences"]!(worked, ""),
  };
}

describe.runIf(Object.values(STATES).every(hasData))("the worked audit of mortgages (needs RECAST_DATA)", () => {
  let page = "";
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "recast-hmda-"));
    const run = async (...argv: string[]) => {
      const outcome = await recast(argv, { cwd: folder });
      expect(outcome, outcome.stderr).toMatchObject({ exitCode: 0 });
    };
    await run("init", dataPath(STATES.Wyoming), "--preset", "hmda");
    await run("check", "audit.yaml");
    await run("audit", "audit.yaml");
    const audit = JSON.parse(await readFile(join(folder, "audit/audit.json"), "utf8")) as AuditFile;
    const states = Object.fromEntries(Object.entries(STATES).map(([state, path]) => [state, rowsOf(path)]));
    const made = tables(states, audit);
    page = (await readFile(PAGE, "utf8")).replace(BLOCK, (_, start: string, kind: string, end: string) => {
      if (made[kind] === undefined) throw new Error(`no table is called '${kind}'`);
      return `${start}${made[kind]}\n${end}`;
    });
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("has the commands' own numbers in its tables; 'npx vitest run test/docs/hmda.test.ts -u' writes them again", async () => {
    await expect(page).toMatchFileSnapshot(PAGE);
  });

  it("prepares the Californian file as well, in which some rows decide nothing", async () => {
    const made = await recast(["init", dataPath(STATES.California), "--preset", "hmda", "--out", "ca.yaml"], {
      cwd: folder,
    });
    expect(made).toMatchObject({ exitCode: 0 });
    const { stdout } = await recast(["check", "ca.yaml", "--json"], { cwd: folder });
    const { problems, usable } = JSON.parse(stdout);
    expect(usable).toBe(true);
    expect(problems.find(({ code }: { code: string }) => code === "DECISION_NONE")).toMatchObject({ count: 1998 });
  });
});
