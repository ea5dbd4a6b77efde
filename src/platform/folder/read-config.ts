import { dirname, isAbsolute, join } from "node:path";
import { parseConfig } from "../../folder/parse-config.js";
import { type Given, type Setting, type SettingName, settings } from "../../settings/settings.js";
import { readText } from "../read-file.js";

export interface ConfigFile {
  /** As seen from where `path` is seen. */
  readonly decisions: string;
  /** Under the names the command line uses; only what was said is there. */
  readonly flags: Given<SettingName>;
}

/** Whether a path names a configuration file rather than a CSV: by its ending. */
export function isConfigPath(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

/**
 * Reads an audit.yaml; its paths, relative to the file, become paths from where `path` starts. Throws CONFIG_INVALID,
 * and what reading throws.
 */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const { text } = await readText(path);
  const { decisions, roles, method, identity, ...top } = parseConfig(text, path);
  const said: Readonly<Record<string, unknown>> = { ...top, ...roles, ...method, ...identity };
  const folder = dirname(path);
  const from = (given: string) => (isAbsolute(given) ? given : join(folder, given));
  const flags = (Object.entries(settings) as [SettingName, Setting][]).flatMap(([name, { kind, yaml = name }]) => {
    const value = said[yaml];
    if (value === undefined) return [];
    return [[name, kind.name === "path" ? from(String(value)) : value] as const];
  });
  return { decisions: from(decisions), flags: Object.fromEntries(flags) };
}
