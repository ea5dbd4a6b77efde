import { copyNames } from "../../../src/certificate/paths.js";
import type { OpenedAudit } from "./session.js";

export const ZIP_FOLDER = "recast-audit";

/** The earliest time a ZIP archive knows, in any time zone: when the files were packed does not matter. */
const TIME = new Date(1980, 0, 1);

/** What of an open audit its folder is made from. */
export type Folder = Pick<OpenedAudit, "outputs" | "manifest" | "evidence">;

/** Every file of an audit by its path in the folder, with the audited files in `inputs/` where they are there. */
export function folderFiles({ outputs, manifest, evidence }: Folder): Map<string, string | Uint8Array> {
  const files = new Map(outputs);
  const sources = Object.values(evidence?.sources ?? {}).flatMap((source) => source ?? []);
  const inputs = manifest?.inputs ?? [];
  const copies = copyNames(inputs);
  for (const [k, { sha256, name }] of inputs.entries()) {
    const source = sources.find((each) => each.sha256 === sha256);
    if (source !== undefined) files.set(`inputs/${copies[k] ?? name}`, source.raw);
  }
  return files;
}

/** The folder of an audit as a ZIP archive; the same files give the same bytes. */
export async function zipAudit(opened: Folder): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import("fflate");
  const files = [...folderFiles(opened)].sort(([a], [b]) => (a < b ? -1 : 1));
  const packed = Object.fromEntries(
    files.map(([path, content]) => [`${ZIP_FOLDER}/${path}`, typeof content === "string" ? strToU8(content) : content]),
  );
  return zipSync(packed, { mtime: TIME, level: 6 });
}
