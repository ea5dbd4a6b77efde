import { describe, expect, it } from "vitest";
import { type CsvBatch, csvReader } from "../../src/input/csv-reader.js";

function readAll(pieces: readonly string[], delimiter: string | null = null) {
  const reader = csvReader({ file: "people.csv", delimiter });
  const batches: CsvBatch[] = [...pieces.map((piece) => reader.push(piece)), reader.end()];
  return {
    records: batches.flatMap((batch) => batch.records),
    rows: batches.flatMap((batch) => batch.rows),
    badQuotes: batches.flatMap((batch) => batch.badQuotes),
    delimiter: reader.delimiter,
  };
}

describe("csvReader", () => {
  it.each([
    [",", "a,b\n1,2\n"],
    [";", "a;b\n1,5;2,5\n"],
    ["\t", "a\tb\n1\t2\n"],
    ["|", "a|b\n1|2\n"],
  ])("detects %j", (delimiter, text) => {
    const read = readAll([text]);
    expect(read.delimiter).toBe(delimiter);
    expect(read.records.map((record) => record.length)).toEqual([2, 2]);
  });

  it("takes a comma when nothing can be detected, and obeys a given delimiter", () => {
    expect(readAll(["a\n1\n"]).delimiter).toBe(",");
    expect(readAll(["a;b,c\n1;2,3\n"], ";").records).toEqual([
      ["a", "b,c"],
      ["1", "2,3"],
    ]);
  });

  it.each([
    [";", "sep=;\na;b\n1;2\n"],
    ["\t", "\uFEFFSEP=\t\r\na\tb\r\n1\t2\r\n"],
    ["|", '"sep=|"\ra|b\r1|2\r'],
    [",", "sep=,\na,b\n1,2"],
  ])("takes %j from a first line that says so, and does not count that line", (delimiter, text) => {
    for (const given of [null, delimiter]) {
      const read = readAll([...text], given);
      expect(read.delimiter).toBe(delimiter);
      expect(read.records.map((record) => record.map((cell) => cell.trim()))).toEqual([
        ["a", "b"],
        ["1", "2"],
      ]);
      expect(read.rows).toEqual([1, 2]);
    }
  });

  it("detects nothing else in a file whose first line says the delimiter, and takes such words elsewhere as they are", () => {
    expect(readAll(["sep=;\na,b;c\n1,5;2\n"]).records[0]).toEqual(["a,b", "c"]);
    expect(readAll(["sep=;\n"])).toMatchObject({ records: [], rows: [] });
    expect(readAll(["sep=;,b\n1,2\n"]).records[0]).toEqual(["sep=;", "b"]);
    expect(readAll(["a;b\nsep=;\n"]).records[1]).toEqual(["sep=", ""]);
    expect(readAll(["sep=;\n1,2\n"], ",").records[0]).toEqual(["sep=;"]);
  });

  it("skips a byte-order mark and understands every kind of line end", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const { records } = readAll([`\uFEFFa,b${end}1,"x${end}y"${end}`]);
      expect(records.map((record) => record.map((cell) => cell.trim()))).toEqual([
        ["a", "b"],
        ["1", `x${end}y`],
      ]);
    }
  });

  it("reads quotes, doubled quotes and delimiters inside quotes", () => {
    expect(readAll(['a,b\n"x, y","say ""hi"""\n']).records[1]).toEqual(["x, y", 'say "hi"']);
    expect(readAll(['a,b\r\n1,"x"\r']).records[1]).toEqual(["1", "x"]);
  });

  it("counts rows as a spreadsheet does: blank lines count, line ends inside quotes do not", () => {
    const read = readAll(['a,b\n\n"1\n1",2\n  \n3,4\n']);
    expect(read.records).toEqual([
      ["a", "b"],
      ["1\n1", "2"],
      ["3", "4"],
    ]);
    expect(read.rows).toEqual([1, 3, 5]);
  });

  it("gives the same records however the text is cut, also before the delimiter is known", () => {
    const text = `\uFEFFname;note\r\n${Array.from({ length: 9 }, (_, i) => `p${i};"a;""b""\r\n${i}"`).join("\r\n")}\r\n`;
    const whole = readAll([text]);
    expect(whole.records).toHaveLength(10);
    for (const size of [1, 2, 3, 7, 50]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, k) =>
        text.slice(k * size, (k + 1) * size),
      );
      expect(readAll(pieces)).toEqual(whole);
    }
  });

  it("gives the same records when the text is longer than what it detects from", () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => (i % 3 === 0 ? `${i},"x ""${i}""\n,"` : `${i},y`));
    const text = `a,b\n${rows.join("\n")}\n`;
    expect(text.length).toBeGreaterThan(1 << 18);
    const whole = readAll([text]);
    expect(whole.records).toHaveLength(rows.length + 1);
    const pieces = Array.from({ length: Math.ceil(text.length / 9973) }, (_, k) =>
      text.slice(k * 9973, (k + 1) * 9973),
    );
    expect(readAll(pieces)).toEqual(whole);
  });

  it("names the row of a quote that is left open or followed by text", () => {
    expect(readAll(['a,b\n1,2\n3,"4\n5,6\n']).badQuotes).toEqual([3]);
    expect(readAll(['a,b\n\n"1"x,2\n3,4\n']).badQuotes).toEqual([3]);
    expect(readAll(['a,b\n1,"x"\n']).badQuotes).toEqual([]);
  });

  it("gives up on a quote left open in a long file instead of filling the memory", () => {
    const reader = csvReader({ file: "people.csv" });
    reader.push('a,b\n1,2\n3,"');
    const piece = "x,".repeat(1 << 19);
    const fill = () => {
      for (let k = 0; k < 40; k++) reader.push(piece);
    };
    expect(fill).toThrow(
      expect.objectContaining({ code: "QUOTE_UNCLOSED", place: { file: "people.csv", row: 3 } }) as unknown as Error,
    );
  });
});
