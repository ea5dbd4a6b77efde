import { SCALINGS, type Scaling } from "../encode/scaling.js";
import { AuditError } from "../errors.js";
import { requireInteger, requireOneOf, requireWithin, withDefaults } from "../options.js";
import { surrogateMethods } from "../surrogate/methods.js";
import type { SurrogateMethod } from "../surrogate/surrogate.js";

export interface LeakOptions {
  /** How an outsider is taken to rebuild the model; one that reads letters. @default "bracket" */
  readonly method?: string;
  /** People per class to measure at; those that conditions speak of are added. @default 25, 50, 100, 200, 400 as far as there are people */
  readonly sizes?: readonly number[] | null;
  /** People per class at which fields and mitigations are measured. @default the largest size up to 100 */
  readonly at?: number | null;
  /** How often people are drawn anew. @default 5 */
  readonly repeats?: number;
  /** Share of the decisions to compare with, where there are no reference rows of their own. @default 0.3 */
  readonly holdOut?: number;
  /** How many fields are looked at, those that letters change most often. @default 20 */
  readonly fields?: number;
  /** @default 0 */
  readonly seed?: number;
  /** How numbers are brought to one scale. @default "robust" */
  readonly scaling?: Scaling;
}

const DEFAULTS: Required<LeakOptions> = {
  method: "bracket",
  sizes: null,
  at: null,
  repeats: 5,
  holdOut: 0.3,
  fields: 20,
  seed: 0,
  scaling: "robust",
};

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
export function resolveLeakOptions(given: LeakOptions = {}): Required<LeakOptions> & { readonly method: LeakMethod } {
  const options = withDefaults("leak", DEFAULTS, given);
  requireOneOf("method", options.method, LEAK_METHODS);
  requireOneOf("scaling", options.scaling, SCALINGS);
  requireInteger("repeats", options.repeats, 2);
  requireInteger("fields", options.fields, 0);
  requireInteger("seed", options.seed, 0);
  requireWithin("holdOut", options.holdOut, 0.05, 0.9);
  if (options.at !== null) requireInteger("at", options.at, 2);
  if (options.sizes?.length === 0)
    throw new AuditError("INVALID_OPTION", "sizes must name at least one number, got none");
  for (const size of options.sizes ?? []) requireInteger("sizes", size, 2);
  return { ...options, method: options.method as LeakMethod };
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
