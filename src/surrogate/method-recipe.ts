import { surrogateMethods } from "./methods.js";
import type { MethodRecipe, SurrogateMethod } from "./surrogate.js";

/** The method of a recipe. What it becomes without letters, or keeping what a fit chose, has a recipe too. */
export function methodOf(recipe: MethodRecipe): SurrogateMethod {
  const { name, options, isSilent, keeping } = recipe;
  const factory = surrogateMethods[name as keyof typeof surrogateMethods] as (options: object) => SurrogateMethod;
  const made = factory(options);
  const heard = isSilent ? (made.withoutLetters?.() ?? made) : made;
  const method = keeping === null ? heard : (heard.keeping?.(keeping) ?? heard);
  const { keeping: keeps, withoutLetters: silences } = method;
  return {
    ...method,
    recipe,
    ...(keeps && { keeping: (fitted) => methodOf({ ...recipe, keeping: fitted }) }),
    ...(silences && { withoutLetters: () => methodOf({ ...recipe, isSilent: true, keeping: null }) }),
  };
}
