import type { KindName } from "./kinds.js";
import { type Setting, type SettingName, settings } from "./settings.js";

/** What holds where nothing is said, in words; null where there is nothing to say. */
export function defaultText({
  kind,
  default: usual,
  defaultWords,
}: Pick<Setting, "kind" | "default" | "defaultWords">) {
  if (defaultWords !== undefined) return defaultWords;
  if (usual === undefined || kind.name === "onOff") return null;
  return Array.isArray(usual) ? usual.join(", ") : String(usual);
}

/** The limits of a whole number, in words; null where a seed or another kind has none worth a word. */
export function limitsText({ limits }: Pick<Setting["kind"], "limits">): string | null {
  return limits === null || limits.most === Number.MAX_SAFE_INTEGER ? null : `${limits.least} to ${limits.most}`;
}

/** The long name of a flag, as in `--no-sensitivity`. */
export function flagName(flag: string | null): string {
  return /--[a-z-]+/.exec(flag ?? "")?.[0] ?? "";
}

/** Whether the flag is given once for each entry. */
export function isRepeatable(kind: KindName): boolean {
  return (
    kind === "columnWords" ||
    kind === "columnCuts" ||
    kind === "reasonMap" ||
    kind === "conditions" ||
    kind === "values"
  );
}

/** What a setting is, as the label of a field. */
export function labelOf(name: SettingName): string {
  const { help } = settings[name];
  return `${help.charAt(0).toUpperCase()}${help.slice(1)}`;
}
