import { requireOneOf, withDefaults } from "../options.js";
import { type LeakSetting, type LeakSettings, leakSettings } from "../settings/leak-settings.js";
import { surrogateMethods as known } from "../surrogate/methods.js";
import type { SurrogateMethod } from "../surrogate/surrogate.js";

/** How leakage is measured; docs/leak.md names the defaults. Null stands for a default that depends on the evidence. */
export type LeakOptions = Partial<LeakSettings>;

type Make = (seed: number) => SurrogateMethod;

/** The methods that read letters, with a seed where they draw, each beside what it becomes where there are none. */
const METHODS = {
  bracket: [(seed) => known.bracket({ seed }), (seed) => known.bracket({ seed })],
  recast: [(seed) => known.recast({ seed }), () => known["recast-no-letters"]()],
  "recast-calibrated": [() => known["recast-calibrated"](), () => known["recast-no-letters"]()],
  "ridge-letters": [() => known["ridge-letters"](), () => known.ridge()],
  "samples-lr": [() => known["samples-lr"](), () => known["no-cf-lr"]()],
  "samples-mlp": [(seed) => known["samples-mlp"]({ seed }), (seed) => known["no-cf-mlp"]({ seed })],
  "samples-dt": [() => known["samples-dt"](), () => known["no-cf-dt"]()],
  cca: [(seed) => known.cca({ seed }), (seed) => known["no-cf-mlp"]({ seed })],
} as const satisfies Record<string, readonly [Make, Make]>;

/** A method of which leakage can be measured: it reads letters, and has a counterpart that does not. */
export type LeakMethod = keyof typeof METHODS;

/** Defaults filled in, every value checked. */
export function resolveLeakOptions(given: LeakOptions = {}): LeakSettings & { readonly method: LeakMethod } {
  const table = Object.entries<LeakSetting>(leakSettings);
  const usual = Object.fromEntries(table.map(([name, setting]) => [name, setting.default])) as LeakSettings;
  const options = withDefaults("leak", usual, given);
  requireOneOf("method", options.method, Object.keys(METHODS));
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
  return METHODS[name][0](seed);
}

/** What the method becomes without letters. */
export function withoutLetters(name: LeakMethod, seed: number): SurrogateMethod {
  return METHODS[name][1](seed);
}
