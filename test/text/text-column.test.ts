import { describe, expect, it } from "vitest";
import { inspectCsv } from "../../src/input/csv.js";
import type { RawTable } from "../../src/input/raw-table.js";
import { matrix } from "../../src/math/matrix.js";
import { fitPca } from "../../src/math/pca.js";
import { embeddingRows } from "../../src/text/embedder.js";
import { reviveTextCode, type TextCode, textCodeData } from "../../src/text/text-code.js";
import { embedColumn, embedTable, fitTextCode, textFeatures } from "../../src/text/text-column.js";
import { batchesOf, cellsOf } from "../input/raw-cells.js";
import { wordCounts, wordEmbedder } from "./word-embedder.js";

/** Keeps the first two numbers of the embedding as they are. */
const size = wordCounts("x").length;
const code: TextCode = {
  column: "note",
  embedder: "word counts",
  service: null,
  pca: {
    mean: new Float64Array(size),
    components: matrix(
      2,
      size,
      Array.from({ length: 2 * size }, (_, at) => (at === 0 || at === size + 1 ? 1 : 0)),
    ),
  },
};

const tableOf = (text: string, file: string): RawTable => inspectCsv(text, { file, delimiter: null }).table!;
const decisions = tableOf(
  'id;note;last\n1;"thanks; ""kind""\nparcel";a,b\n\n2;silly river;c\n3;lazy box market;d\n',
  "d.csv",
);
const letters = tableOf("id;note\n2;good river\n3;NA\n", "l.csv");
const setting = { column: "note", service: null, embedder: wordEmbedder() };

describe("fitTextCode", () => {
  it("finds directions in all files that have the column, whatever the order of their rows", async () => {
    const fitted = await fitTextCode([decisions, letters, tableOf("id;other\n1;x\n", "none.csv")], setting);
    expect(fitted).toMatchObject({ column: "note", embedder: "word counts", service: null });
    expect(fitted.pca.components.rows).toBe(3); // four texts
    const turned = tableOf('note\nlazy box market\nsilly river\ngood river\nthanks; "kind" parcel\n', "t.csv");
    expect((await fitTextCode([turned], setting)).pca).toEqual(fitted.pca);
  });

  it("refuses texts that are all the same", async () => {
    await expect(fitTextCode([tableOf("note\nkind\nkind\n", "t.csv")], setting)).rejects.toMatchObject({
      code: "COLUMN_CONSTANT",
    });
  });
});

describe("embedColumn", () => {
  const fitted = { code, embedder: wordEmbedder() };

  it("puts one column per direction in place of the texts, and leaves missing ones and broken rows alone", async () => {
    const [batch] = await batchesOf("id, note ,last\n1,thanks parcel,x\n2, NA ,y\n3\n4,kind kind kind river,z\n");
    const done = await embedColumn(batch!, fitted, { file: "f.csv" });
    expect(cellsOf(done)).toEqual([
      ["id", "note·01", "note·02", "last"],
      ["1", "0.5", "0", "x"],
      ["2", "", "", "y"],
      ["3", "", "", ""],
      ["4", "0", "0.75", "z"],
    ]);
    expect(done.columns[1]?.numbers).toEqual(Float64Array.of(0.5, Number.NaN, 0));
    expect(done.broken).toEqual(new Map([[2, 1]]));
  });

  it("says when the column is not there, or there twice", async () => {
    const embed = async (header: string) => embedColumn((await batchesOf(header))[0]!, fitted, { file: "f.csv" });
    await expect(embed("id\n")).rejects.toMatchObject({
      code: "COLUMN_MISSING",
      place: { file: "f.csv", column: "note" },
    });
    await expect(embed("note,note\n")).rejects.toMatchObject({ code: "COLUMN_DUPLICATE" });
  });
});

describe("embedTable", () => {
  const fitted = { code, embedder: wordEmbedder() };

  it("keeps rows under their own numbers", async () => {
    const done = await embedTable(decisions, fitted, {});
    expect(Array.from(done.rowNumbers)).toEqual([2, 4, 5]); // row 3 is blank
    expect(done.columns.map(({ name }) => name)).toEqual(["id", "note·01", "note·02", "last"]);
  });

  it("leaves a file alone that has no such column, and refuses letters that name it as a field", async () => {
    const other = tableOf("id;age\n1;3\n", "l.csv");
    expect(await embedTable(other, fitted, {})).toBe(other);
    const long = tableOf("id;field;new_value\n1;note;kind words\n", "l.csv");
    await expect(embedTable(long, fitted, {})).rejects.toMatchObject({
      code: "LETTER_FIELD_UNKNOWN",
      place: { file: "l.csv", column: "note" },
    });
  });
});

describe("text codes", () => {
  it("come back from plain data bit for bit", async () => {
    const texts = ["thanks parcel", "silly market box", "kind river", "lazy monday letter"];
    const { mean, components } = fitPca(await wordEmbedder().embed(texts), 3);
    const fitted: TextCode = {
      ...code,
      service: { address: "https://host/v1", model: "m" },
      pca: { mean, components },
    };
    expect(reviveTextCode(JSON.parse(JSON.stringify(textCodeData(fitted))))).toEqual(fitted);
  });

  it("are refused where directions and mean do not fit", () => {
    const data = textCodeData(code);
    expect(() => reviveTextCode({ ...data, mean: [1] })).toThrow(expect.objectContaining({ code: "MODEL_INVALID" }));
  });

  it("have names that sort as they count, in one unit", () => {
    const names = textFeatures("note", 50).map(({ name }) => name);
    expect(names.toSorted()).toEqual(names);
    expect(new Set(textFeatures("note", 3).map(({ unit }) => unit))).toEqual(new Set(["note"]));
  });
});

describe("embeddingRows", () => {
  it("rounds to single precision and refuses what is no row of numbers", () => {
    expect(embeddingRows("e", [[0.1]]).values[0]).toBe(Math.fround(0.1));
    expect(() => embeddingRows("e", [[1, 2], [1]])).toThrow("e gave 2 numbers for one text and 1 for another");
    expect(() => embeddingRows("e", [[Number.NaN]])).toThrow(expect.objectContaining({ code: "NOT_FINITE" }));
  });
});
