import type { Population } from "../input/population.js";
import { requireInteger, requireOneOf, withDefaults } from "../options.js";
import { resolvePrototypeOptions } from "../prototypes/fit.js";
import { methodOf } from "../surrogate/method-recipe.js";
import { type SurrogateName, surrogateMethods } from "../surrogate/methods.js";
import type { SurrogateMethod } from "../surrogate/surrogate.js";
import { type AuditSettings, defaultSettings, type Given, type MethodName, picked, settingsIn } from "./settings.js";

/** The people of a population file, as `parsePopulation` gives them. */
export type PopulationPeople = Pick<Population, "people" | "groups" | "outcomes" | "weights">;

/** What an audit takes besides its settings. */
interface RunOptions {
  /**
   * People the system decides on, without decisions: group differences are then also estimated for them. @default
   * none
   */
  readonly population?: PopulationPeople | null;
  /** Rows of people and letters in their files, for examples. @default counted from 2, below a header */
  readonly rows?: { readonly people: Int32Array; readonly letters: Int32Array } | null;
  /** Called as work goes on, the last time with done = total. */
  readonly onProgress?: ((done: number, total: number, label: string) => void) | undefined;
  /** Looked at between fits: aborted → ABORTED. */
  readonly signal?: AbortSignal | undefined;
}

/** The settings of an audit, each with the default that docs/config.md names, and what else an audit takes. */
export type AuditOptions = Given<MethodName> & RunOptions;

const RUN: Required<RunOptions> = { population: null, rows: null, onProgress: undefined, signal: undefined };

/** Fills in the defaults, which differ for two decisions and for more, and checks every value. */
export function resolveAuditOptions(
  given: AuditOptions = {},
  hasClasses = false,
): AuditSettings & Required<RunOptions> {
  const usual = picked({ ...defaultSettings(), ...defaultSettings(hasClasses) }, "method", "bins") as AuditSettings;
  const options = withDefaults<AuditSettings & Required<RunOptions>>("audit", { ...usual, ...RUN }, given);
  for (const [name, { kind }] of settingsIn("method", "bins")) kind.check(name, options[name]);
  for (const name of options.methods) requireOneOf("methods", name, Object.keys(surrogateMethods));
  requireInteger("number of methods", options.methods.length, 1);
  resolvePrototypeOptions(prototypeOptions(options));
  return { ...options, methods: [...new Set(options.methods)] };
}

/** The part of the settings that prototypes depend on. */
export function prototypeOptions({ solver, blur, epochs, points, seed }: AuditSettings) {
  return { solver, blur, epochs, points, seed };
}

/** The method with the audit's settings: the prototypes' where it has prototypes, the seed where it draws. */
export function methodNamed(given: string, settings: AuditSettings): SurrogateMethod {
  const name = given as SurrogateName;
  return methodOf({ name, options: optionsOf(name, settings), isSilent: false, keeping: null });
}

function optionsOf(name: SurrogateName, settings: AuditSettings): object {
  const { seed } = settings;
  switch (name) {
    case "bracket":
      return { rate: settings.acceptanceRate };
    case "recast":
    case "recast-calibrated":
    case "recast-fixed-ratio":
      return prototypeOptions(settings);
    case "samples-mlp":
    case "no-cf-mlp":
    case "no-cf-rf":
    case "cca":
    case "dualcf":
      return { seed };
    default:
      return {};
  }
}
