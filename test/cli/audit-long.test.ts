import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { columnarBytes, type OutputColumn } from "../../src/document/columnar.js";
import type { AuditFile } from "../../src/findings/audit-file.js";
import { parsePeople } from "../../src/folder/people-table.js";
import { selectTableRows } from "../../src/input/table.js";
import { loadKernels } from "../../src/kernels/load.js";
import { measureShare } from "../../src/math/interval.js";
import { seededRandom } from "../../src/math/random.js";
import { readDecisions } from "../../src/platform/read-evidence.js";
import { parseModel } from "../../src/surrogate/model-file.js";
import { freshFolder, recast } from "./support.js";

// A small file with the limit lowered, so that it is scanned.

const folder = freshFolder();
const random = seededRandom(3, "long audit");
const rows = Array.from({ length: 3000 }, (_, i) => {
  const sex = random.uniform() < 0.5 ? "f" : "m";
  const income = 1000 + random.integer(4000);
  const points = income / 1000 + (sex === "m" ? 0.5 : 0) + random.normal() / 4;
  const asked = random.uniform() < 0.02 ? "" : (["car", "home", "other"][random.integer(3)] ?? "");
  return { id: `P${i}`, sex, age: 18 + random.integer(60), income, asked, approved: points > 3.2 ? "yes" : "no" };
});
const NAMES = ["id", "sex", "age", "income", "asked", "approved"] as const;
const csv = [NAMES.join(","), ...rows.map((row) => NAMES.map((name) => row[name]).join(","))].join("\n");
const columns = NAMES.map((name): OutputColumn => {
  const type = typeof rows[0]![name] === "number" ? "number" : "text";
  return { name, type, values: rows.map((row) => row[name] || null) } as OutputColumn;
});

const FLAGS = [
  ...["--decision", "approved", "--favourable", "yes", "--sensitive", "sex,age", "--id", "id", "--sample", "300"],
  ...["--methods", "recast,ridge,majority", "--refits", "3", "--resamples", "100", "--no-sensitivity"],
];

const LONG = { mostHeld: 1000 };
const HELD = {};

async function audited(name: string, bytes: string | Uint8Array, more: readonly string[] = [], how: object = LONG) {
  await writeFile(join(folder(), name), bytes);
  const out = `of-${name}`;
  const said = await recast(["audit", name, ...FLAGS, ...more, "--out", out, "-q", "--force"], {
    cwd: folder(),
    ...how,
  });
  expect(said).toMatchObject({ exitCode: 0, stderr: "" });
  const file = JSON.parse(await readFile(join(folder(), out, "audit.json"), "utf8")) as AuditFile;
  return { out, file, codes: file.problems.map(({ code }) => code) };
}

async function filesIn(out: string): Promise<readonly (readonly [string, string])[]> {
  const paths = await readdir(join(folder(), out), { recursive: true });
  const files = paths.filter((path) => /\.\w+$/.test(path)).sort();
  return Promise.all(files.map(async (path) => [path, await readFile(join(folder(), out, path), "latin1")] as const));
}

describe("recast audit of a long file", () => {
  it("has the facts of everybody, and says that it was read in pieces", async () => {
    const held = await audited("held.csv", csv, [], HELD);
    const long = await audited("long.csv", csv);
    expect(held.codes).not.toContain("FILE_SCANNED");
    expect(long.codes).toContain("FILE_SCANNED");
    expect(long.file.facts).toEqual(held.file.facts);
    const { observations, rejected, accepted } = long.file.evidence;
    expect(held.file.evidence).toMatchObject({ observations, rejected, accepted });
    expect({ ...long.file.files.decisions, name: "held.csv" }).toEqual(held.file.files.decisions);
    const [own, other] = [long.file.sample!, held.file.sample!];
    expect([own.people, own.of]).toEqual([300, 3000]);
    const sizes = ({ strata }: typeof own) =>
      strata.map(({ decision, groups, people }) => ({ decision, groups, people }));
    expect(sizes(own)).toEqual(sizes(other));
    expect(own.strata.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(300);
    expect(own.learning.map(({ people, right }) => [people, right.n])).toEqual(
      [38, 75, 150, 300].map((n) => [n, 2700]),
    );
    expect(own.learning.at(-1)!.right).toEqual(own.right.overall);
  });

  it("counts what surrogate.json says about everybody outside the sample", async () => {
    const { out, file } = await audited("long.csv", csv);
    const at = (path: string) => readFile(join(folder(), out, path), "utf8");
    const model = parseModel(await at("surrogate.json"), await loadKernels());
    const sampled = new Set(parsePeople(await at("tables/people.csv")).map(({ row }) => row));
    expect(sampled.size).toBe(300);
    const whole = await readDecisions(join(folder(), "long.csv"), {
      ...{ decision: "approved", favourable: "yes", sensitive: ["sex", "age"], id: "id" },
    });
    const others = [...whole.decisions.keys()].filter((i) => !sampled.has(whole.rowNumbers[i]!));
    const answers = model.predict(selectTableRows(whole.observations, others)).decisions;
    const share = (among: (k: number) => boolean) => {
      const asked = [...others.keys()].filter(among);
      return measureShare(asked.filter((k) => answers[k] === whole.decisions[others[k]!]).length, asked.length);
    };
    const decided = (side: number) => (k: number) => whole.decisions[others[k]!] === side;
    const { usual, ...shares } = file.sample!.right;
    expect(shares).toEqual({ overall: share(() => true), rejected: share(decided(0)), accepted: share(decided(1)) });
    expect(usual).toBeGreaterThan(0.5);
    const answered = answers.reduce((sum, answer) => sum + answer, 0) / others.length;
    expect(file.errors?.rebuiltRate).toBeCloseTo(answered, 14);
    const [bySex] = file.identification.agreementByGroup;
    const [sexes] = whole.groups;
    for (const { group, share: own } of bySex!.groups) {
      const code = sexes!.type === "category" ? sexes!.levels.indexOf(group) : -1;
      expect(own).toEqual(share((k) => sexes!.type === "category" && sexes!.codes[others[k]!] === code));
    }
  });

  it("gives the same bytes in one thread and in two, and can be verified", async () => {
    const one = await audited("long.csv", csv, ["--jobs", "1"]);
    const before = await filesIn(one.out);
    await audited("long.csv", csv, ["--jobs", "2"]);
    expect(await filesIn(one.out)).toEqual(before);
    const verify = (how: object) => recast(["verify", one.out, "--jobs", "1", "-q"], { cwd: folder(), ...how });
    expect(await verify(LONG)).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("is verified by reading the file as it was read, whatever is large here", async () => {
    for (const [name, how, elsewhere] of [
      ["long.csv", LONG, HELD],
      ["held.csv", HELD, LONG],
    ] as const) {
      const { out } = await audited(name, csv, [], how);
      const verified = await recast(["verify", out, "-q"], { cwd: folder(), ...elsewhere });
      expect(verified).toMatchObject({ exitCode: 0, stderr: "" });
    }
  });

  it("reads gzip and Parquet alike", async () => {
    const { file } = await audited("long.csv", csv);
    const parts = ({ facts, sample, evidence, errors }: AuditFile) => ({ facts, sample, evidence, errors });
    const packed = await audited("long.csv.gz", gzipSync(csv));
    const columnar = await audited("long.parquet", await columnarBytes("parquet", columns));
    for (const other of [packed, columnar]) {
      expect(other.codes).toContain("FILE_SCANNED");
      expect(parts(other.file)).toEqual(parts(file));
    }
  });

  it("leaves a fifth outside of few more people than the sample", async () => {
    const { file } = await audited("long.csv", csv, ["--sample", "2900"]);
    expect([file.sample?.people, file.sample?.of]).toEqual([2400, 3000]);
  });

  it("fits on everybody where the sample is as large as the file", async () => {
    const { file, codes } = await audited("long.csv", csv, ["--sample", "3000"]);
    expect([file.sample, file.evidence.observations]).toEqual([null, 3000]);
    expect(codes).not.toContain("FILE_SCANNED");
  });

  it("is made in memory with letters, without repeated rows, and of text in another encoding", async () => {
    await writeFile(
      join(folder(), "letters.csv"),
      `id,income\n${rows.find(({ approved }) => approved === "no")!.id},5000\n`,
    );
    const withLetters = await audited("long.csv", csv, ["--letters", "letters.csv"]);
    expect(withLetters.codes).not.toContain("FILE_SCANNED");
    const skipping = await audited("long.csv", csv, ["--skip", "repeated"]);
    expect(skipping.codes).not.toContain("FILE_SCANNED");
    const latin = await audited("latin.csv", Buffer.from(csv.replaceAll("home", "hôtel"), "latin1"));
    expect(latin.codes).not.toContain("FILE_SCANNED");
  });

  it("is made in memory where the sample has too few with a rare decision", async () => {
    const yes = csv.split("\n").filter((line) => line.endsWith("yes"));
    const few = csv.split("\n").filter((line) => !line.endsWith("yes") || yes.indexOf(line) < 12);
    const { file, codes } = await audited("long.csv", few.join("\n"), ["--sample", "100"]);
    expect(codes).not.toContain("FILE_SCANNED");
    expect(file.evidence.accepted).toBe(12);
  });

  it("weighs everybody outside by weights and a known rate", async () => {
    const weighted = csv.split("\n").map((line, i) => `${line},${i === 0 ? "weight" : 1 + (i % 3) / 2}`);
    const more = ["--weight", "weight", "--acceptance-rate", "0.3"];
    const { file } = await audited("long.csv", weighted.join("\n"), more);
    const sampled = new Set(
      parsePeople(await readFile(join(folder(), "of-long.csv/tables/people.csv"), "utf8")).map(({ row }) => row),
    );
    expect(file.errors).toMatchObject({ weighted: true, knownRate: 0.3 });
    expect(file.errors?.observedRate).toBeCloseTo(0.3, 12);
    expect(sampled.size).toBe(300);
  });
});
