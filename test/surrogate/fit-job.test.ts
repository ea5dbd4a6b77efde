import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../src/encode/encoder.js";
import { loadKernels } from "../../src/kernels/load.js";
import { methodNamed, resolveAuditOptions } from "../../src/settings/audit-options.js";
import { encodeClouds } from "../../src/surrogate/clouds.js";
import { jobDoer, packFit, unpackAnswer } from "../../src/surrogate/fit-job.js";
import { doFit, type Fit, type Fitted, keptSurrogate } from "../../src/surrogate/fitting.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { ridge } from "../../src/surrogate/ridge.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";

const kernels = await loadKernels();
const settings = resolveAuditOptions({ seed: 3, acceptanceRate: 0.4, solver: "closed-form" });
const evidence = madeUpEvidence({ people: 40 });
const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters], {});
const clouds = encodeClouds(encoder, evidence);
const rows = [clouds.rejected, clouds.accepted];

/** The fit as another thread does it: everything that goes there and comes back is copied. */
function elsewhere(fit: Fit, doJob = jobDoer(kernels)) {
  const job = packFit(fit);
  if (job === null) throw new Error("the fit cannot leave this thread");
  return unpackAnswer(fit, structuredClone(doJob(structuredClone(job))), kernels);
}

function same(there: ReturnType<typeof elsewhere>, here: ReturnType<typeof doFit>) {
  const plain = (one: typeof here) => ("failure" in one ? one : { ...one, surrogate: one.surrogate?.toJSON() ?? null });
  expect(plain(there)).toEqual(plain(here));
}

describe("a fit that leaves its thread", () => {
  it.each(Object.keys(surrogateMethods))("of %s gives the same bits", (name) => {
    const fit = { method: methodNamed(name, settings), clouds, rows, keep: true };
    const [here, there] = [doFit(fit, kernels), elsewhere(fit)];
    same(there, here);
    if ("failure" in there) return; // dualcf: there are no letters of letters
    const revived = keptSurrogate(there);
    for (const [k, x] of rows.entries()) expect(revived.margins(x)).toEqual((here as Fitted).margins[k]);
  });

  it("keeps what a surrogate chose, with and without letters, in threads that know it and that do not", () => {
    const all = methodNamed("bracket", settings);
    for (const method of [all, all.withoutLetters!()]) {
      const first = doFit({ method, clouds, rows: [], keep: true }, kernels) as Fitted;
      const revived = elsewhere({ method, clouds, rows: [], keep: true }) as Fitted;
      const doJob = jobDoer(kernels);
      const few = {
        ...clouds,
        accepted: {
          ...clouds.accepted,
          rows: 12,
          values: clouds.accepted.values.slice(0, 12 * clouds.accepted.columns),
        },
      };
      for (const training of [clouds, few]) {
        const here = doFit(
          { method: method.keeping!(keptSurrogate(first)), clouds: training, rows, keep: true },
          kernels,
        );
        for (const kept of [first, revived]) {
          const again = { method: method.keeping!(keptSurrogate(kept)), clouds: training, rows, keep: true };
          same(elsewhere(again, doJob), here);
          same(elsewhere(again), here);
        }
      }
    }
  });

  it("stays here where no recipe says how to make its method", () => {
    expect(packFit({ method: ridge(), clouds, rows })).toBeNull();
  });

  it("fails as it would here", () => {
    const nobody = { ...clouds, rejected: { ...clouds.rejected, rows: 0, values: new Float64Array(0) } };
    const fit = { method: methodNamed("ridge", settings), clouds: nobody, rows };
    expect(elsewhere(fit)).toEqual(doFit(fit, kernels));
    expect(elsewhere(fit)).toMatchObject({ failure: { code: expect.any(String) } });
  });
});
