import { describe, expect, it } from "vitest";
import { type Scorer, type ScoringOptions, scoreRows, scoresCsv, scoresHead } from "../../src/cli/scoring.js";
import { csvBatches } from "../../src/input/row-batches.js";

// A stand-in model whose margin is x − 10: what comes out can be told by looking at what goes in.
const SCORER: Scorer = {
  features: [{ name: "x", type: "number", immutable: false }],
  decision: { column: "answer", favourable: "yes, please", unfavourable: "no" },
  predict(table) {
    const [x] = table.columns;
    const margins =
      x?.type === "number" ? x.values.map((value) => (Number.isNaN(value) ? -10 : value - 10)) : new Float64Array();
    return {
      margins,
      scores: margins.map((margin) => (margin >= 0 ? 0.75 : 0.25)),
      unfamiliar: new Uint8Array(margins.length),
    };
  },
};
const TABLE = { file: "rows.csv", delimiter: null };
const OPTIONS: ScoringOptions = { file: "rows.csv", missing: ["?"], id: null, abstain: 0 };

async function score(text: string, options: Partial<ScoringOptions> = {}, cut = text.length) {
  let output = "";
  const id = options.id ?? null;
  async function* pieces() {
    for (let at = 0; at < text.length; at += cut) yield text.slice(at, at + cut);
  }
  const batches = csvBatches(pieces(), TABLE);
  const { counts, problems } = await scoreRows(batches, SCORER, { ...OPTIONS, ...options }, async (batch) => {
    output += (output === "" ? scoresHead(id) : "") + scoresCsv(batch, SCORER.decision);
  });
  return { output, counts, problems };
}

describe("scoreRows", () => {
  const text = 'who,x\nana,12\n"b, ""c""",9.5\n,?\n\nbad\ndora,many\neve,10\n';

  it("neutralises ids and decisions that a spreadsheet would take for a formula", async () => {
    const ids = ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", '"=HYPERLINK(""http://x"")"', "\uff1d1", "a=b"];
    const { output } = await score(`who,x\n${ids.map((id) => `${id},1\n`).join("")}`, { id: "who" });
    const cells = output
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.replace(/,no,.*$/, ""));
    const shown = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "''=1", `"'=HYPERLINK(""http://x"")"`, "'\uff1d1", "a=b"];
    expect(cells).toEqual(shown);
    const batch = {
      labels: ["a", "\t=1"],
      answers: Uint8Array.of(0, 1),
      scores: Float64Array.of(0.5, 0.5),
      margins: Float64Array.of(0, 0),
      statuses: new Uint8Array(2),
    };
    const words = { column: "d", favourable: "=yes", unfavourable: "-no" };
    expect(scoresCsv(batch, words)).toBe("a,'-no,0.5,0,decided\n'\t=1,'=yes,0.5,0,decided\n");
  });

  it("answers every row in order, in the words of the decisions file", async () => {
    const { output, counts } = await score(text);
    expect(output).toBe(
      'row,decision,score,margin,status\n2,"yes, please",0.75,2,decided\n3,no,0.25,-0.5,decided\n4,no,0.25,-10,decided\n' +
        '6,,,,unreadable\n7,,,,unreadable\n8,"yes, please",0.75,0,decided\n',
    );
    expect(counts).toEqual({
      rows: 6,
      favourable: 2,
      unfavourable: 2,
      undecided: 0,
      unreadable: 2,
      incomplete: 1,
      unfamiliar: 0,
    });
  });

  it("copies ids as they are, quoted where CSV needs it", async () => {
    const { output } = await score(text, { id: "who" });
    expect(output.split("\n").map((line) => line.replace(/,(?:no|,|"yes).*/, ""))).toEqual([
      "id,decision,score,margin,status",
      "ana",
      '"b, ""c"""',
      "",
      "bad",
      "dora",
      "eve",
      "",
    ]);
  });

  it("leaves a margin undecided when it is closer to 0 than asked, with its numbers", async () => {
    const { output, counts } = await score(text, { abstain: 1 });
    expect(output).toContain("3,,0.25,-0.5,undecided\n");
    expect(output).toContain("8,,0.75,0,undecided\n");
    expect(counts).toMatchObject({ undecided: 2, favourable: 1 });
  });

  it("gives the same bytes wherever the text is cut", async () => {
    const long = `x,y\n${Array.from({ length: 400 }, (_, i) => `${i % 20},"a\n${i}"`).join("\r\n")}\n`;
    const whole = await score(long);
    for (const cut of [1, 7, 100, 4096]) expect(await score(long, {}, cut)).toEqual(whole);
  });

  it("refuses an empty text, and a header without rows, before it writes anything", async () => {
    await expect(score("")).rejects.toMatchObject({ code: "FILE_EMPTY" });
    let written = 0;
    async function* header() {
      yield "x\n";
    }
    const scored = scoreRows(csvBatches(header(), TABLE), SCORER, OPTIONS, async () => {
      written++;
    });
    await expect(scored).rejects.toMatchObject({ code: "FILE_NO_ROWS", place: { file: "rows.csv" } });
    expect(written).toBe(0);
  });

  it("says why rows could not be read, once for each reason, wherever the text is cut", async () => {
    for (const cut of [1, 9, text.length]) {
      expect((await score(text, {}, cut)).problems).toMatchObject([
        { code: "ROW_RAGGED", count: 1, rows: [6] },
        { code: "VALUE_UNPARSABLE", count: 1, rows: [7], column: "x" },
      ]);
    }
  });

  it("says which column it lacks", async () => {
    await expect(score("y\n1\n")).rejects.toMatchObject({ code: "COLUMN_MISSING", place: { column: "x" } });
    await expect(score("x\n1\n", { id: "who" })).rejects.toThrow("no column 'who' (--id). Its columns are 'x'");
  });

  it("waits for the writer: never more than one piece ahead", async () => {
    let asked = 0;
    let written = 0;
    async function* pieces() {
      yield `x\n${"1\n".repeat(200_000)}`;
      for (let k = 0; k < 20; k++) {
        asked++;
        expect(asked - written).toBeLessThanOrEqual(1);
        yield "1\n".repeat(1000);
      }
    }
    await scoreRows(csvBatches(pieces(), TABLE), SCORER, OPTIONS, async ({ labels }) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (asked > 0 && labels.length > 0) written++;
    });
    expect(written).toBe(20);
  });
});
