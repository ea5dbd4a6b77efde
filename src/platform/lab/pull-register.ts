import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { AuditError, requireRunning } from "../../errors.js";
import {
  REGISTER_COLUMNS,
  type RegisterRequest,
  registerAddress,
  registerPath,
} from "../../lab/data/mortgage-register.js";
import { sha256Of } from "../hash-file.js";
import { makeFolder } from "../write-file.js";
import { download, type PullOptions, savePulled } from "./data-folder.js";

/**
 * Downloads a part of the mortgage register and gives it its name once all of it is there. The register has no checksum
 * to compare with; what has not its columns is refused.
 */
export async function pullRegister(
  request: RegisterRequest,
  folder: string,
  options: PullOptions = {},
): Promise<{ readonly path: string; readonly bytes: number; readonly sha256: string; readonly address: string }> {
  const published = registerAddress(request);
  const path = join(folder, registerPath(request));
  if (existsSync(path)) {
    throw new AuditError("FILE_EXISTS", `${path} already exists. Move it away to download it again`, { file: path });
  }
  const address = options.address ?? published;
  const bytes = await download(address, options);
  const header = new TextDecoder().decode(bytes.subarray(0, 1 << 14)).split(/\r?\n/, 1)[0] ?? "";
  const columns = header.split(",").map((name) => name.replaceAll('"', ""));
  const absent = REGISTER_COLUMNS.filter((name) => !columns.includes(name));
  if (absent.length > 0) {
    const message = `what ${address} sent has no column ${absent.join(", ")}, so it is not the register`;
    throw new AuditError("DATA_CHANGED", `${message}. Nothing was saved; look at the address in a browser`);
  }
  requireRunning(options.signal);
  await makeFolder(dirname(path));
  await savePulled(path, bytes, options);
  return { path, bytes: bytes.length, sha256: sha256Of(bytes), address };
}
