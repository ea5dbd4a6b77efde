import type { Failed } from "../findings/quantities.js";
import type { Kernels } from "../kernels/kernels.js";
import { doFit, type Fit, type Fitted } from "./fitting.js";
import { methodOf } from "./method-recipe.js";
import type { MethodRecipe, Surrogate } from "./surrogate.js";

/** A fit as plain data: what another thread gets. */
export interface FitJob extends Omit<Fit, "method"> {
  readonly recipe: Omit<MethodRecipe, "keeping">;
  /** The surrogate whose choices are kept: its method, a number that stands for it in this thread, and its data. */
  readonly keeping: { readonly key: number; readonly text: string } | null;
}

/** What came of it, as plain data. */
export type FitAnswer = (Omit<Fitted, "surrogate"> & { readonly surrogate: string | null }) | Failed;

const texts = new WeakMap<Surrogate, { readonly key: number; readonly text: string }>();
let nextKey = 0;

/** The fit as plain data; null for a method that cannot be made again elsewhere. */
export function packFit({ method, ...fit }: Fit): FitJob | null {
  if (method.recipe === undefined) return null;
  const { keeping, ...recipe } = method.recipe;
  return { ...fit, recipe, keeping: keeping && textOf(keeping) };
}

/** Many fits keep the choices of one surrogate, which is written once. */
function textOf(surrogate: Surrogate) {
  const known = texts.get(surrogate) ?? { key: nextKey++, text: JSON.stringify(surrogate.toJSON()) };
  texts.set(surrogate, known);
  return known;
}

/** Does jobs of one thread that sends them; remembers the last surrogate whose choices were kept. */
export function jobDoer(kernels: Kernels): (job: FitJob) => FitAnswer {
  let last: { readonly key: number; readonly surrogate: Surrogate } | null = null;
  return ({ recipe, keeping, ...fit }) => {
    if (keeping !== null && last?.key !== keeping.key) {
      const { revive } = methodOf({ ...recipe, keeping: null });
      last = { key: keeping.key, surrogate: revive(JSON.parse(keeping.text), kernels) };
    }
    const method = methodOf({ ...recipe, keeping: keeping === null ? null : (last?.surrogate ?? null) });
    const done = doFit({ ...fit, method }, kernels);
    if ("failure" in done) return done;
    return { ...done, surrogate: done.surrogate && JSON.stringify(done.surrogate.toJSON()) };
  };
}

/** What came of a fit that another thread did: the same, bit for bit. */
export function unpackAnswer({ method }: Fit, answer: FitAnswer, kernels: Kernels): Fitted | Failed {
  if ("failure" in answer) return answer;
  const { surrogate } = answer;
  return { ...answer, surrogate: surrogate === null ? null : method.revive(JSON.parse(surrogate), kernels) };
}
