import type { Manifest } from "../../../src/certificate/manifest.js";
import { sha256Hex } from "../../../src/certificate/sha256.js";
import type { Folder } from "./zip-audit.js";

/** How a file compares with what the certificate names. */
export interface FileCheck {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** `absent`: it was not given. */
  readonly state: "same" | "changed" | "absent";
  /** The SHA-256 of the file that was given, where it is another. */
  readonly found: string | null;
}

/** An input of the audit, and whether it is here. */
export interface InputCheck extends Omit<FileCheck, "found"> {
  readonly role: Manifest["inputs"][number]["role"];
}

/** What the certificate names, compared with what is here. */
export interface Checks {
  readonly outputs: readonly FileCheck[];
  readonly inputs: readonly InputCheck[];
}

/** Compares every file of an open audit with its certificate; null without one. */
export function checkFiles({ manifest, outputs, evidence }: Folder): Checks | null {
  if (manifest === null) return null;
  const sources = Object.values(evidence?.sources ?? {}).flatMap((source) => source ?? []);
  return {
    outputs: manifest.outputs.map((recorded) => compare(recorded, outputs.get(recorded.path))),
    inputs: manifest.inputs.map(({ role, name, bytes, sha256 }) => {
      const isHere = sources.some((source) => source.sha256 === sha256);
      return { role, path: name, bytes, sha256, state: isHere ? "same" : "absent" };
    }),
  };
}

/** Compares one file with its recorded size and SHA-256. */
export function compare(
  { path, bytes, sha256 }: { path: string; bytes: number; sha256: string },
  content: string | Uint8Array | undefined,
): FileCheck {
  if (content === undefined) return { path, bytes, sha256, state: "absent", found: null };
  const found = sha256Hex(content);
  return { path, bytes, sha256, state: found === sha256 ? "same" : "changed", found: found === sha256 ? null : found };
}
