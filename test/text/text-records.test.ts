import { describe, expect, it } from "vitest";
import { matrix } from "../../src/math/matrix.js";
import { fitPca } from "../../src/math/pca.js";
import { embeddingRows } from "../../src/text/embedder.js";
import { reviveTextCode, type TextCode, textCodeData } from "../../src/text/text-code.js";
import { textFeatures } from "../../src/text/text-features.js";
import { embedRecords } from "../../src/text/text-records.js";
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

describe("embedRecords", () => {
  it("puts one column per direction in place of the texts, and leaves missing ones and short records alone", async () => {
    const records = [["1", "thanks parcel", "x"], ["2", " NA ", "y"], ["3"], ["4", "kind kind kind river", "z"]];
    const given = { header: ["id", " note ", "last"], records };
    const done = await embedRecords(given, code, wordEmbedder(), { file: "f.csv" });
    expect(done.header).toEqual(["id", "note·01", "note·02", "last"]);
    expect(done.records).toEqual([["1", "0.5", "0", "x"], ["2", "", "", "y"], ["3"], ["4", "0", "0.75", "z"]]);
  });

  it("says when the column is not there, or there twice", async () => {
    const embed = (header: string[]) => embedRecords({ header, records: [] }, code, wordEmbedder(), { file: "f.csv" });
    await expect(embed(["id"])).rejects.toMatchObject({
      code: "COLUMN_MISSING",
      place: { file: "f.csv", column: "note" },
    });
    await expect(embed(["note", "note"])).rejects.toMatchObject({ code: "COLUMN_DUPLICATE" });
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
