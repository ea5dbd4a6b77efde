import { describe, expect, it } from "vitest";
import { LARGEST_FILE } from "../../studio/src/limits.js";
import { entriesOf } from "../../studio/src/worker/audit-entries.js";
import { lyingZip, type ZipMember } from "../support/hostile-files.js";

/** The entries of an archive, each of which was read. */
async function open(bytes: Uint8Array) {
  const entries = await entriesOf([{ path: "a.zip", file: new Blob([bytes as Uint8Array<ArrayBuffer>]) }]);
  for (const entry of entries) await entry.read();
  return entries;
}
const zeros = (bytes: number) => new Uint8Array(bytes);

describe("a ZIP archive", () => {
  it("gives its files, wherever they say they belong", async () => {
    const texts = { "x/audit.json": "{}", "../../up.txt": "up", "/top.txt": "top", "folder/": "", "c:\\w.txt": "w" };
    const entries = await open(lyingZip(Object.entries(texts)));
    expect(entries.map(({ path, bytes }) => [path, bytes])).toEqual([
      ["x/audit.json", 2],
      ["../../up.txt", 2],
      ["top.txt", 3],
      ["c:/w.txt", 1],
    ]);
    expect(Buffer.from(await entries[1]!.read()).toString()).toBe("up");
  });

  it("whose files have other bytes than their sums is damaged", async () => {
    const bytes = lyingZip([["audit.json", "{}"]]);
    bytes.writeUInt32LE(1, bytes.indexOf("PK\u0001\u0002") + 16);
    await expect(open(bytes)).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
  });

  it.each([
    ["less than it says", lyingZip([["audit.json", "{}", 3]])],
    ["more than it says", lyingZip([["audit.json", zeros(2 ** 20), 2]])],
    [
      "a file twice",
      lyingZip([
        ["audit.json", "{}"],
        ["audit.json", "[]"],
      ]),
    ],
    [
      "a file twice, in other words",
      lyingZip([
        ["b/audit.json", "{}"],
        ["/b/audit.json", "[]"],
      ]),
    ],
    ["an end that is missing", lyingZip([["audit.json", zeros(2 ** 20)]]).subarray(0, 600)],
  ])("with %s is damaged", async (_, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject({ code: "FILE_UNREADABLE", place: { file: "a.zip" } });
  });

  it.each([
    ["it says so", LARGEST_FILE, "TOO_LARGE"],
    ["it says that it has ten bytes", 10, "FILE_UNREADABLE"],
  ])("that unpacks to more than the page takes is refused where %s", async (_, claimed, code) => {
    const part = zeros(LARGEST_FILE);
    const many = Array.from({ length: 9 }, (__, i): ZipMember => [`${i}.json`, part, claimed]);
    await expect(open(lyingZip(many))).rejects.toMatchObject({ code });
    const large: ZipMember = ["audit.json", zeros(LARGEST_FILE + 1), claimed + 1];
    await expect(open(lyingZip([large]))).rejects.toMatchObject({ code });
  });

  it("of too many files is refused", async () => {
    const many = Array.from({ length: 50_001 }, (_, i): ZipMember => [`${i}`, ""]);
    await expect(open(lyingZip(many))).rejects.toMatchObject({ code: "TOO_LARGE" });
    await expect(open(lyingZip(many.slice(0, 500)))).resolves.toHaveLength(500);
  });
});
