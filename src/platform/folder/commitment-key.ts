import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { fromHex } from "../../certificate/sha256.js";
import { AuditError } from "../../errors.js";
import { cannotRead } from "../file-errors.js";

/** The name of the auditor's secret key file. */
export const KEY_NAME = "commitment.key";

/** The auditor's secret key in a file; INVALID_OPTION when the file holds something else. */
export async function readCommitmentKey(path: string): Promise<Uint8Array> {
  let text: string;
  try {
    const handle = await open(path, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
      text = buffer.toString("latin1", 0, bytesRead).trim();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw cannotRead(error, path);
  }
  if (/^[0-9a-f]{64}$/.test(text)) return fromHex(text);
  throw new AuditError(
    "INVALID_OPTION",
    `${path} is not a key of commitments: it must hold 64 hexadecimal digits and nothing else`,
    { file: path },
  );
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
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (code !== "EEXIST") {
      throw new AuditError(
        "WRITE_FAILED",
        `cannot write ${path}: the system answered ${code}`,
        { file: path },
        { cause: error },
      );
    }
  }
  return readCommitmentKey(path);
}
