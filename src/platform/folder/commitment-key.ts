import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { fromHex } from "../../certificate/sha256.js";
import { AuditError } from "../../errors.js";
import { cannotWrite, codeOf, reading } from "../file-errors.js";

/** The name of the auditor's secret key file. */
export const KEY_NAME = "commitment.key";

/** The auditor's secret key in a file; INVALID_OPTION when the file holds something else. */
export async function readCommitmentKey(path: string): Promise<Uint8Array> {
  const text = await reading(path, async () => {
    const handle = await open(path, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
      return buffer.toString("latin1", 0, bytesRead).trim();
    } finally {
      await handle.close();
    }
  });
  if (/^[0-9a-f]{64}$/.test(text)) return fromHex(text);
  const message = `${path} is not a key of commitments: it must hold 64 hexadecimal digits and nothing else`;
  throw new AuditError("INVALID_OPTION", message, { file: path });
}

/** The key in a file; where there is no file, a new random key, readable by its owner alone. */
export async function openCommitmentKey(path: string): Promise<Uint8Array> {
  try {
    const handle = await open(path, "wx", 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString("hex")}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw cannotWrite(error, path);
  }
  return readCommitmentKey(path);
}
