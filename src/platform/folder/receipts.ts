import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { TextOutput } from "../../certificate/manifest.js";
import { fromHex } from "../../certificate/sha256.js";
import { AuditError } from "../../errors.js";
import { writing } from "../file-errors.js";
import { openRegular, readWhole, realPlace, withFile } from "../open-file.js";
import { makeFolder, writeFiles, writeOnce } from "../write-file.js";

const OWNER_ONLY = 0o600;
const AT_ONCE = 200; // files open at a time
const LARGEST_KEY = 100; // bytes

/** Refuses to put what is secret into the folder that is published, links on the way to either resolved. */
export async function requireApart(secret: string, published: string): Promise<void> {
  const [from, to] = [await realPlace(resolve(published)), await realPlace(resolve(secret))];
  const way = relative(from, to);
  const isInside = way === "" || (!way.startsWith(`..${sep}`) && way !== ".." && resolve(from, way) !== way);
  if (!isInside) return;
  const inside = `${secret} is inside the audit folder ${published}, which others will read`;
  const message = `${inside}. The key and the receipts are secret: name a folder outside it (--commit)`;
  throw new AuditError("INVALID_OPTION", message);
}

export async function writeReceipts(
  folder: string,
  receipts: readonly TextOutput[],
  signal?: AbortSignal,
): Promise<void> {
  const files = receipts.map(({ path, text }) => ({ path: join(folder, path), text, mode: OWNER_ONLY }));
  const kept = new Set(files.map(({ path }) => path));
  for (const place of new Set(files.map(({ path }) => dirname(path)))) {
    await makeFolder(place);
    await writing(place, async () => {
      for (const name of await readdir(place)) {
        const old = join(place, name);
        if (/^(?:letter|decision)-\d+.*\.json$/.test(name) && !kept.has(old)) await rm(old);
      }
    });
  }
  for (let at = 0; at < files.length; at += AT_ONCE) await writeFiles(files.slice(at, at + AT_ONCE), signal);
}

/** The name of the auditor's secret key file. */
export const KEY_NAME = "commitment.key";

/** The auditor's secret key in a file; INVALID_OPTION when the file holds something else. */
export async function readCommitmentKey(path: string): Promise<Uint8Array> {
  const text = await withFile(openRegular(path), async (file) => {
    return file.size > LARGEST_KEY ? "" : (await readWhole(file)).toString("latin1").trim();
  });
  if (/^[0-9a-f]{64}$/.test(text)) return fromHex(text);
  const message =
    `${path} is not a key of commitments, which has 64 hexadecimal digits and nothing else. ` +
    "Use the auditor's key file";
  throw new AuditError("INVALID_OPTION", message, { file: path });
}

/** The key in a file; where there is no file, a new random key, readable by its owner alone. */
export async function openCommitmentKey(path: string): Promise<Uint8Array> {
  await writeOnce(path, `${randomBytes(32).toString("hex")}\n`, OWNER_ONLY);
  return readCommitmentKey(path);
}
