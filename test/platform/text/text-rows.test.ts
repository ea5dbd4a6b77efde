import { describe, expect, it } from "vitest";
import { fitTextCode, textToNumbers } from "../../../src/platform/text/text-rows.js";
import { wordEmbedder } from "../../text/word-embedder.js";

const rows = (text: string) => ({ text, sha256: "0", bytes: text.length, delimiter: null });
const decisions = rows('id;note;last\n1;"thanks; ""kind""\nparcel";a,b\n\n2;silly river;c\n3;lazy box market;d\n');
const letters = rows("id;note\n2;good river\n3;NA\n");

describe("texts in files", () => {
  it("finds directions in all files that have the column, whatever the order of their rows", async () => {
    const files = [
      { rows: decisions, name: "d.csv" },
      { rows: letters, name: "l.csv" },
      { rows: rows("id;other\n1;x\n"), name: "none.csv" },
    ];
    const code = await fitTextCode(files, "note", wordEmbedder(), null);
    expect(code).toMatchObject({ column: "note", embedder: "word counts", service: null });
    expect(code.pca.components.rows).toBe(3); // four texts
    const turned = [
      { rows: rows('note\nlazy box market\nsilly river\ngood river\nthanks; "kind" parcel\n'), name: "t.csv" },
    ];
    expect((await fitTextCode(turned, "note", wordEmbedder(), null)).pca).toEqual(code.pca);
  });

  it("writes rows that are read as before, with numbers for texts and rows under their own numbers", async () => {
    const files = [{ rows: decisions, name: "d.csv" }];
    const embedder = wordEmbedder();
    const code = await fitTextCode(files, "note", embedder, null);
    const { text, sha256, delimiter } = await textToNumbers(code, embedder, "d.csv")(decisions);
    const lines = text.split("\n");
    expect([sha256, delimiter, lines[0]]).toEqual(["0", ",", "id,note·01,note·02,last"]);
    expect(lines[1]).toMatch(/^1,[-\d.e]+,[-\d.e]+,"a,b"$/);
    expect([lines[2], lines[3]?.startsWith("2,"), lines[4]?.endsWith(",d")]).toEqual(["", true, true]);
  });

  it("leaves a file alone that has no such column or a quote too many, and refuses letters that name it as a field", async () => {
    const embedder = wordEmbedder();
    const code = await fitTextCode([{ rows: decisions, name: "d.csv" }], "note", embedder, null);
    const prepare = textToNumbers(code, embedder, "l.csv");
    for (const text of ["id;age\n1;3\n", 'id;note\n1;"open\n', ""])
      expect(await prepare(rows(text))).toEqual(rows(text));
    await expect(prepare(rows("id;field;new_value\n1;note;kind words\n"))).rejects.toMatchObject({
      code: "LETTER_FIELD_UNKNOWN",
      place: { file: "l.csv", column: "note" },
    });
  });
});
