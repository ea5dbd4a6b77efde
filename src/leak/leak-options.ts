import { requireOneOf, withDefaults } from "../options.js";
import { type LeakSettings, leakSettings } from "../settings/leak-settings.js";
import type { Setting } from "../settings/settings.js";
import { surrogateMethods } from "../surrogate/methods.js";
import type { SurrogateMethod } from "../surrogate/surrogate.js";

/** How leakage is measured; docs/leak.md names the defaults. Null stands for a default that depends on the evidence. */
export type LeakOptions = Partial<LeakSettings>;

/** The methods that read letters, each with what it becomes where there are none. */
const WITHOUT_LETTERS = {
  bracket: "bracket",
  recast: "recast-no-letters",
  "recast-calibrated": "recast-no-letters",
  "ridge-letters": "ridge",
  "samples-lr": "no-cf-lr",
  "samples-mlp": "no-cf-mlp",
  "samples-dt": "no-cf-dt",
  cca: "no-cf-mlp",
} as const;

/** A method of which leakage can be measured: it reads letters, and has a counterpart that does not. */
export type LeakMethod = keyof typeof WITHOUT_LETTERS;

/** The names of those methods. */
export const LEAK_METHODS = Object.keys(WITHOUT_LETTERS) as readonly LeakMethod[];

/** Defaults filled in, every value checked. */
export function resolveLeakOptions(given: LeakOptions = {}): LeakSettings & { readonly method: LeakMethod } {
  const table = Object.entries<Setting>(leakSettings);
  const usual = Object.fromEntries(table.map(([name, setting]) => [name, setting.default])) as LeakSettings;
  const options = withDefaults("leak", usual, given);
  requireOneOf("method", options.method, LEAK_METHODS);
  for (const [name, { kind }] of table) kind.check(name, options[name as keyof LeakSettings]);
  return { ...options, method: options.method as LeakMethod };
}

/** The settings among other flags. */
export function leakOptionsOf(flags: object): LeakOptions {
  return Object.fromEntries(
    Object.entries(flags).filter(([name, value]) => Object.hasOwn(leakSettings, name) && value !== undefined),
  );
}

/** The method with its seed, where it draws. */
export function leakMethod(name: LeakMethod, seed: number): SurrogateMethod {
  switch (name) {
    case "bracket":
    case "recast":
    case "samples-mlp":
    case "cca":
      return surrogateMethods[name]({ seed });
    default:
      return surrogateMethods[name]();
  }
}

/** What the method becomes without letters. */
export function withoutLetters(name: LeakMethod, seed: number): SurrogateMethod {
  const other = WITHOUT_LETTERS[name];
  switch (other) {
    case "bracket":
    case "no-cf-mlp":
      return surrogateMethods[other]({ seed });
    default:
      return surrogateMethods[other]();
  }
}
