import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import { loadKernels } from "../../src/kernels/load.js";
import { type DemoCase, demoLending } from "../../src/lab/demo/lending.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { fitModel, type Model } from "../../src/surrogate/model.js";
import { textRows, xlsxFile } from "../support/spreadsheets.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const put = (name: string, text: string) => writeFile(join(folder(), name), text);
const take = (name: string) => readFile(join(folder(), name), "utf8");
const predict = (...args: string[]) => recast(["predict", ...args, "--model", "model.json"], { cwd: folder() });

let demo: DemoCase;
let model: Model;
let modelText: string;
beforeAll(async () => {
  demo = demoLending(3, { people: 80, population: 400 });
  const decisions = parseDecisions(demo.decisionsCsv, demo.roles);
  const evidence = joinEvidence(decisions, parseLetters(demo.lettersCsv, decisions));
  model = fitModel(evidence, surrogateMethods.recast(), await loadKernels());
  modelText = canonicalJson(model);
});
beforeEach(async () => {
  await put("model.json", modelText);
  await put("rows.csv", demo.populationCsv);
});

interface Line {
  readonly label: string;
  readonly decision: string;
  readonly score: string;
  readonly margin: string;
  readonly status: string;
}

function lines(csv: string): Line[] {
  const [, ...rows] = csv.trimEnd().split("\n");
  return rows.map((row) => {
    const [label = "", decision = "", score = "", margin = "", status = ""] = row.split(",");
    return { label, decision, score, margin, status };
  });
}

describe("recast predict", () => {
  it("answers as the model does, to the last bit", async () => {
    const { exitCode, stdout, stderr } = await predict("rows.csv", "--id", "id");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const table = parseDecisions(demo.populationCsv, demo.roles).observations;
    const { margins, scores } = model.predict(table);
    expect(lines(stdout)).toEqual(
      Array.from(margins, (margin, i) => ({
        label: demo.population.people[i]?.id,
        decision: margin >= 0 ? "granted" : "refused",
        score: String(scores[i]),
        margin: String(margin),
        status: "decided",
      })),
    );
  });

  it("writes a file with a summary, or standard input to standard output", async () => {
    const toFile = await predict("rows.csv", "--out", "scored.csv");
    expect(toFile.stdout).toContain("400 rows scored");
    const toOutput = await recast(["predict", "-", "--model", "model.json"], {
      cwd: folder(),
      stdin: [Buffer.from(demo.populationCsv)],
    });
    expect(toOutput.stdout).toBe(await take("scored.csv"));
    expect(toOutput.stdout.startsWith("row,decision,score,margin,status\n2,")).toBe(true);
  });

  it("prints counts and the file as one JSON object", async () => {
    const { stdout } = await predict("rows.csv", "--out", "scored.csv", "--json", "--abstain", "0.1");
    const { counts, files } = JSON.parse(stdout) as { counts: Record<string, number>; files: object };
    const said = lines(await take("scored.csv"));
    expect(files).toEqual({ scores: "scored.csv" });
    expect(counts).toMatchObject({
      rows: 400,
      favourable: said.filter(({ decision }) => decision === "granted").length,
      unfavourable: said.filter(({ decision }) => decision === "refused").length,
      undecided: said.filter(({ status }) => status === "undecided").length,
      unreadable: 0,
    });
    expect(counts["undecided"]).toBeGreaterThan(0);
    for (const { margin, status } of said) expect(status === "undecided").toBe(Math.abs(Number(margin)) < 0.1);
  });

  it("fills missing cells, lives with unknown categories, and marks what it cannot read", async () => {
    const [header = "", first = ""] = demo.populationCsv.split("\n");
    const cells = first.split(",");
    const change = (column: string, value: string) => cells.with(header.split(",").indexOf(column), value).join(",");
    const rows = [
      first,
      change("income", ""),
      change("income", "NA"),
      change("housing", "castle"),
      change("income", "a lot"),
      change("income", "1e999"),
      `${first},more`,
      "just one cell",
      change("id", '"broken" quote'),
    ];
    await put("odd.csv", [header, ...rows].join("\n"));
    const answered = await predict("odd.csv");
    const said = lines(answered.stdout);
    expect(said.map(({ status }) => status)).toEqual([
      "decided",
      "decided",
      "decided",
      "decided",
      "unreadable",
      "unreadable",
      "unreadable",
      "unreadable",
      "unreadable",
    ]);
    expect(said[4]).toEqual({ label: "6", decision: "", score: "", margin: "", status: "unreadable" });
    expect(said[1]?.margin).toBe(said[2]?.margin);
    expect(said[3]?.margin).not.toBe(said[0]?.margin);
    const { stdout } = await predict("odd.csv", "--out", "odd-scored.csv");
    expect(stdout).toContain("2 rows with missing cells");
    expect(stdout).toContain("1 row with a category the audited file does not have");
    const reasons = [
      ["QUOTE_UNCLOSED", 'odd.csv, row 10: a quote (") is not closed'],
      ["ROW_RAGGED", "odd.csv, rows 8 and 9: more or fewer cells (the first has 13 cells) where the header has 12"],
      ["VALUE_UNPARSABLE", "odd.csv, column 'income', rows 6 and 7: 'a lot' and '1e999' cannot be read as a number"],
    ] as const;
    const words = (shown: string) => shown.replace(/\s+/g, " ");
    for (const shown of [stdout, answered.stderr]) {
      for (const [code, reason] of reasons) expect(words(shown)).toContain(`warning ${code}: ${reason}`);
    }
    const { problems } = JSON.parse((await predict("odd.csv", "--json", "--out", "again.csv")).stdout);
    expect(problems.map(({ code }: { code: string }) => code)).toEqual(reasons.map(([code]) => code));
    expect(problems[2]).toMatchObject({ column: "income", rows: [6, 7], count: 2 });
    expect((await predict("odd.csv", "--quiet")).stderr).toBe("");
  });

  it("takes other markers and delimiters", async () => {
    const [header = "", first = ""] = demo.populationCsv.split("\n");
    const place = header.split(",").indexOf("income");
    const row = first.split(",").with(place, "unknown").join(";");
    await put("semicolon.csv", `${header.replaceAll(",", ";")}\n${row}\n`);
    expect(lines((await predict("semicolon.csv", "--delimiter", ";")).stdout)[0]?.status).toBe("unreadable");
    const marked = await predict("semicolon.csv", "--missing", "unknown");
    expect(lines(marked.stdout)[0]?.status).toBe("decided");
  });

  it("reads JSON, and text in other encodings, as audits do, and says how", async () => {
    const plain = await predict("rows.csv");
    const [header = "", ...rows] = demo.populationCsv.trimEnd().split("\n");
    const records = rows.map((row) =>
      Object.fromEntries(row.split(",").map((cell, k) => [header.split(",")[k], cell === "" ? null : cell])),
    );
    await put("rows.json", JSON.stringify(records));
    await put("rows.jsonl", records.map((record) => JSON.stringify(record)).join("\n"));
    for (const name of ["rows.json", "rows.jsonl"]) expect(await predict(name)).toEqual(plain);

    const broken = `${demo.populationCsv.trimEnd()}\nZürich,1\n`;
    await put("broken.csv", broken);
    const expected = await predict("broken.csv");
    expect(lines(expected.stdout).at(-1)?.status).toBe("unreadable");
    await writeFile(join(folder(), "west.csv"), Buffer.from(broken, "latin1"));
    await writeFile(join(folder(), "west.csv.gz"), gzipSync(Buffer.from(broken, "latin1")));
    await writeFile(join(folder(), "bare.csv"), Buffer.from(broken, "utf16le"));
    for (const [name, encoding] of [
      ["west.csv", "Windows-1252"],
      ["west.csv.gz", "Windows-1252"],
      ["bare.csv", "UTF-16"],
    ] as const) {
      const outcome = await predict(name);
      expect(outcome.stdout).toBe(expected.stdout);
      expect(outcome.stderr).toContain(`note ENCODING_GUESSED: ${name} is not UTF-8 and was read as ${encoding}`);
    }
    const said = await predict("west.csv", "--encoding", "latin-1");
    expect(said).toMatchObject({ stdout: expected.stdout, stderr: expect.not.stringContaining("ENCODING") });
  });

  it("reads the sheet that is named, and says which where none is", async () => {
    const table = textRows(
      demo.populationCsv
        .trimEnd()
        .split("\n")
        .map((row) => row.split(",")),
    );
    const codes = textRows([
      ["code", "meaning"],
      ["1", "one"],
    ]);
    await writeFile(join(folder(), "book.xlsx"), xlsxFile({ sheets: { Codes: codes, People: table } }));
    expect((await predict("book.xlsx")).stderr).toContain("COLUMN_MISSING: book.xlsx has no column");
    expect(await predict("book.xlsx", "--sheet", "People")).toEqual(await predict("rows.csv"));
    expect((await predict("rows.csv", "--sheet", "People")).stderr).toContain("SHEET_UNKNOWN: rows.csv");
  });

  it("ends with 3 for a file that lacks a column, is empty or is no text", async () => {
    await put("less.csv", demo.populationCsv.replace("income", "salary"));
    const lacking = await predict("less.csv");
    expect(lacking.exitCode).toBe(3);
    expect(lacking.stderr).toContain("recast: COLUMN_MISSING: less.csv has no column 'income'");
    await put("empty.csv", "");
    expect((await predict("empty.csv")).stderr).toContain("FILE_EMPTY");
    await put("header.csv", `${demo.populationCsv.split("\n")[0]}\n`);
    expect(await predict("header.csv")).toMatchObject({
      exitCode: 3,
      stdout: "",
      stderr: "recast: FILE_NO_ROWS: header.csv has a header but no rows. Export it again with one row per person.\n",
    });
    await put("binary.csv", "PK\u0000\u0001");
    expect((await predict("binary.csv", "--out", "o.csv")).stderr).toContain("FILE_NOT_TEXT");
    expect((await readdir(folder())).filter((name) => name.startsWith("o.csv") || name.startsWith("."))).toEqual([]);
  });

  it("ends with 5 for a model file that is cut, edited or of another version", async () => {
    for (const [text, code] of [
      [modelText.slice(0, 300), "MODEL_TRUNCATED"],
      [modelText.replace('"abstain": 0', '"abstain": 1'), "MODEL_INVALID"],
      [modelText.replace(/recast-surrogate.\d/, "recast-surrogate/9"), "MODEL_VERSION"],
    ] as const) {
      await put("model.json", text);
      const { exitCode, stdout, stderr } = await predict("rows.csv");
      expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: "" });
      expect(stderr).toContain(`recast: ${code}: `);
      expect(stderr).toContain("model.json");
    }
  });

  it("does not replace a file unless forced", async () => {
    await put("scored.csv", "mine");
    const refused = await predict("rows.csv", "--out", "scored.csv");
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toContain("FILE_EXISTS: scored.csv already exists");
    expect(await take("scored.csv")).toBe("mine");
    expect((await predict("rows.csv", "--out", "scored.csv", "--force", "--quiet")).stdout).toBe("");
    expect(await take("scored.csv")).toContain("row,decision");
  });

  it("leaves the older file and no half one after Ctrl-C in the middle", async () => {
    await put("scored.csv", "older");
    const [header = "", ...rows] = demo.populationCsv.trimEnd().split("\n");
    const piece = Buffer.from(`${Array.from({ length: 20 }, () => rows.join("\n")).join("\n")}\n`);
    let stop = () => undefined as unknown;
    function* endless() {
      yield Buffer.from(`${header}\n`);
      for (let k = 0; ; k++) {
        if (k === 5) stop();
        yield piece;
      }
    }
    const outcome = await recast(["predict", "-", "--model", "model.json", "--out", "scored.csv", "--force"], {
      cwd: folder(),
      stdin: endless(),
      prepare: (source) => {
        stop = () => source.emit("SIGINT");
      },
    });
    expect(outcome.exitCode).toBe(130);
    expect(await take("scored.csv")).toBe("older");
    expect((await readdir(folder())).filter((name) => name.includes("tmp"))).toEqual([]);
  });

  it("scores 50,000 rows from a stream, each as in the first round", async () => {
    const [header = "", ...rows] = demo.populationCsv.trimEnd().split("\n");
    const piece = Buffer.from(`${rows.join("\n")}\n`);
    function* stream() {
      yield Buffer.from(`${header}\n`);
      for (let k = 0; k < 125; k++) yield piece;
    }
    const outcome = await recast(["predict", "-", "--model", "model.json", "--out", "big.csv"], {
      cwd: folder(),
      stdin: stream(),
    });
    expect(outcome.stdout).toContain("50,000 rows scored");
    const said = lines(await take("big.csv"));
    expect(said.map(({ label }) => Number(label))).toEqual(Array.from({ length: 50_000 }, (_, i) => i + 2));
    expect(said.every(({ margin }, i) => margin === said[i % 400]?.margin)).toBe(true);
  });
});
