import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../src/encode/encoder.js";
import { loadKernels } from "../../src/kernels/load.js";
import { fittingThreads } from "../../src/platform/fitting-threads.js";
import { methodNamed, resolveAuditOptions } from "../../src/settings/audit-options.js";
import { encodeClouds } from "../../src/surrogate/clouds.js";
import { doFit } from "../../src/surrogate/fitting.js";
import { ridge } from "../../src/surrogate/ridge.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 40 });
const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters], {});
const clouds = encodeClouds(encoder, evidence);
const rows = [clouds.rejected];
const settings = resolveAuditOptions();

describe("fittingThreads(count, kernels, signal)", () => {
  it("do fits with the same bits, those that cannot leave this thread too", async () => {
    const threads = fittingThreads(2, kernels, new AbortController().signal);
    try {
      const methods = [...["bracket", "ridge", "nearest"].map((name) => methodNamed(name, settings)), ridge()];
      const fits = methods.map((method) => ({ method, clouds, rows }));
      const done = await Promise.all(fits.map((fit) => threads.fit(fit)));
      expect(done).toEqual(fits.map((fit) => doFit(fit, kernels)));
    } finally {
      await threads.close();
    }
  });

  it("does a fit here when its thread cannot, so that its error is the real one", async () => {
    const threads = fittingThreads(1, kernels, new AbortController().signal);
    try {
      const method = methodNamed("ridge", settings);
      const unknown = { ...method, recipe: { ...method.recipe!, name: "of another version" } };
      expect(await threads.fit({ method: unknown, clouds, rows })).toEqual(doFit({ method, clouds, rows }, kernels));
    } finally {
      await threads.close();
    }
  });

  it("ends at once when asked to stop, in the middle of a fit", async () => {
    const controller = new AbortController();
    const threads = fittingThreads(1, kernels, controller.signal);
    const long = threads.fit({ method: methodNamed("bracket", settings), clouds, rows });
    controller.abort();
    await expect(long).rejects.toMatchObject({ code: "ABORTED" });
    await expect(threads.fit({ method: ridge(), clouds, rows })).rejects.toMatchObject({ code: "ABORTED" });
    await threads.close();
  });
});
