import { crc32, inflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import { entriesOf } from "../../../studio/src/worker/audit-entries.js";
import { decode, encode, fuzzTarget, must } from "../fuzzing.js";
import { chance, mutatedBytes, pick } from "../mutations.js";

const PUT = ["PK\u0001\u0002", "PK\u0003\u0004", "PK\u0005\u0006", "PK\u0006\u0006", "../", "\\", "/", "a.json"].map(
  encode,
);

type Files = ReadonlyMap<string, Uint8Array>;

/** What the central directory of an archive lists, by a reader of thirty lines; null where it finds anything odd. */
function listed(archive: Uint8Array): Files | null {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) return null;
  const files = new Map<string, Uint8Array>();
  try {
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== 0x02014b50 || view.getUint16(at + 8, true) % 2 === 1) return null;
      const [method, size, length] = [10, 20, 24].map((place, k) =>
        k === 0 ? view.getUint16(at + place, true) : view.getUint32(at + place, true),
      ) as [number, number, number];
      const crc = view.getUint32(at + 16, true);
      const [nameLength, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
        number,
        number,
        number,
      ];
      if (at + 46 + nameLength + extra + comment > end) return null;
      const rawName = archive.subarray(at + 46, at + 46 + nameLength);
      const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0;
      const name = isUtf8 ? decode(rawName) : String.fromCharCode(...rawName);
      const local = view.getUint32(at + 42, true);
      if (view.getUint32(local, true) !== 0x04034b50) return null;
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      at += 46 + nameLength + extra + comment;
      const packed = archive.subarray(start, start + size);
      if (name.endsWith("/") && packed.length === size) continue; // a folder, whatever is in it
      if (packed.length !== size || files.has(name)) return null;
      const bytes = method === 0 ? packed : method === 8 ? inflateRawSync(packed, { maxOutputLength: 1 << 20 }) : null;
      if (bytes === null || bytes.length !== length || crc32(bytes) !== crc) return null;
      files.set(name, new Uint8Array(bytes));
    }
    return files;
  } catch {
    return null;
  }
}

export const zipTarget = fuzzTarget<ReadonlyMap<string, Uint8Array>, Files>(
  "zip",
  "a second reader of the central directory; archives that were written",
  () => {
    const words = encode('{"format":"recast-manifest/2","a":[1,2,3,1,2,3,1,2,3,1,2,3]}');
    const contents = [
      { "audit/manifest.json": words, "audit/audit.json": encode("{}"), "audit/tables/a.csv": encode("a,b\n1,2\n") },
      { "manifest.json": words },
      { "é.csv": encode("a\n".repeat(200)), "x/": new Uint8Array(), "x/y.txt": new Uint8Array() },
    ];
    const bases = contents.flatMap((files) =>
      ([0, 6] as const).map((level) => ({
        bytes: zipSync(files, { level, mtime: new Date(1980, 0, 1) }),
        files: new Map<string, Uint8Array>(Object.entries(files).filter(([name]) => !name.endsWith("/"))),
      })),
    );
    return {
      make(random) {
        const { bytes, files } = pick(random, bases);
        if (chance(random, 0.05)) return { bytes, expected: files };
        return { bytes: mutatedBytes(random, bytes, PUT) };
      },
      async read(bytes) {
        const entries = await entriesOf([{ path: "audit.zip", file: new Blob([bytes as Uint8Array<ArrayBuffer>]) }]);
        const read = new Map<string, Uint8Array>();
        for (const entry of entries) read.set(entry.path, await entry.read());
        return read;
      },
      judge(files, { bytes, expected }) {
        const wanted = expected ?? listed(bytes);
        must(wanted !== null, "an archive that a second reader finds damaged was read without a word");
        const names = [...wanted.keys()].map((name) => name.replaceAll("\\", "/").replace(/^\/+/, ""));
        must([...files.keys()].sort().join("\n") === [...new Set(names)].sort().join("\n"), "the files it lists");
        for (const [name, content] of wanted) {
          const found = files.get(name);
          if (found !== undefined) must(Buffer.compare(found, content) === 0, `the bytes of ${name}`);
        }
      },
    };
  },
);
