import { basename, join, relative } from "node:path";
import { locateInputs, readManifest } from "../platform/folder/audit-folder.js";
import { type CliIo, pathFrom } from "./io.js";
import { flagsOf, shellWord } from "./options.js";

/** What is to be different in another audit of the same files. */
interface Changed {
  readonly methods: { readonly withLetters: readonly string[]; readonly withoutLetters: readonly string[] };
  /** Added to the name of the folder. */
  readonly suffix: string;
}

/** A command that audits again, and the folder it writes. */
interface AuditAgain {
  readonly command: string;
  readonly out: string;
}

/** The command that audits the files of `folder` again with other methods; null where they are not to be found. */
export async function auditAgain(folder: string, { methods, suffix }: Changed, io: CliIo): Promise<AuditAgain | null> {
  const absolute = pathFrom(io.cwd, folder);
  const found = await readManifest(absolute).catch(() => null);
  if (found === null) return null;
  const inputs = await locateInputs(absolute, found.manifest, null);
  const pathOf = (role: string) => {
    const file = inputs.find((input) => input.role === role)?.file ?? null;
    return file === null ? null : relative(io.cwd, file) || basename(file);
  };
  const out = `${join(folder)}-${suffix}`;
  const [config, decisions, letters, population] = ["config", "decisions", "letters", "population"].map(pathOf);
  const { configuration } = found.manifest;
  const others = flagsOf({ ...(configuration.data as Record<string, unknown>), methods: undefined });
  if (config == null && decisions == null) return null;
  const words =
    config != null
      ? [shellWord(config)]
      : [
          shellWord(decisions ?? ""),
          ...(letters == null ? [] : [`--letters ${shellWord(letters)}`]),
          ...(population == null ? [] : [`--population ${shellWord(population)}`]),
          ...others,
        ];
  const names = inputs.some(({ role }) => role === "letters") ? methods.withLetters : methods.withoutLetters;
  const changed = [`--methods ${names.join(",")}`, `--out ${shellWord(out)}`];
  return { command: [io.command, "audit", ...words, ...changed].join(" "), out };
}
