import { requireOneOf } from "../options.js";
import { type BracketOptions, bracket } from "./bracket.js";
import type { ClassMethod } from "./class-surrogate.js";
import { againstFirst, eachPair, oneAgainstRest } from "./compose.js";
import { majority } from "./majority.js";
import { nearest } from "./nearest.js";
import { recastClasses } from "./recast-classes.js";
import { noCfDt, noCfLr, noCfRf, samplesDt, samplesLr } from "./trained.js";

/** Every way to rebuild a model of K classes, by name. With two classes each is the binary method of that name. */
export const classMethods = {
  bracket: (options: BracketOptions = {}): ClassMethod => eachPair(bracket(options)),
  recast: recastClasses,
  "samples-lr": (): ClassMethod => oneAgainstRest(samplesLr(), noCfLr()),
  "samples-dt": (): ClassMethod => oneAgainstRest(samplesDt(), noCfDt()),
  "no-cf-lr": (): ClassMethod => oneAgainstRest(null, noCfLr()),
  "no-cf-dt": (): ClassMethod => oneAgainstRest(null, noCfDt()),
  "no-cf-rf": (): ClassMethod => oneAgainstRest(null, noCfRf()),
  nearest: (): ClassMethod => againstFirst(nearest()),
  majority: (): ClassMethod => againstFirst(majority()),
} as const;

/** The name of a method of K classes. */
export type ClassMethodName = keyof typeof classMethods;

/** The methods of these names. */
export function classMethodsNamed(names: readonly string[]): readonly ClassMethod[] {
  return names.map((name) => {
    requireOneOf("methods", name, Object.keys(classMethods));
    return classMethods[name as ClassMethodName]();
  });
}
