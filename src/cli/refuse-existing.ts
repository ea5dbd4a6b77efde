import { access } from "node:fs/promises";
import { AuditError } from "../errors.js";

/** Throws FILE_EXISTS where there is something at `path`, which the user calls `name`. */
export async function refuseExisting(path: string, name: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (!exists) return;
  const message = `${name} exists; choose another name, or --force to replace it`;
  throw new AuditError("FILE_EXISTS", message, { file: name });
}
