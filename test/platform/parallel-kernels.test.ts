import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { loadKernels } from "../../src/kernels/load.js";
import type { ParallelKernels } from "../../src/platform/parallel-kernels.js";
import { loadParallelKernels } from "../../src/platform/parallel-kernels.js";
import type { EvidenceClouds, PrototypeFit } from "../../src/prototypes/fit.js";
import { fitPrototypes } from "../../src/prototypes/fit.js";
import { madeUpClouds } from "../checks/made-up-clouds.js";
import { built } from "../support/built.js";

/** The built package's own kernels, which have a thread; code run from source has none. */
async function builtParallelKernels(): Promise<ParallelKernels> {
  const module: { loadParallelKernels(): Promise<ParallelKernels> } = await import(
    /* @vite-ignore */ pathToFileURL(built("node/index.js")).href
  );
  return module.loadParallelKernels();
}

const clouds: EvidenceClouds = madeUpClouds();
const points = (fit: PrototypeFit) => fit.prototypes.map((prototype) => [...prototype.points.values]);

describe("loadParallelKernels", () => {
  it("gives the bits of one thread, with the thread and after it has ended", async () => {
    const alone = fitPrototypes(clouds, await loadKernels(), { solver: "sinkhorn", epochs: 20 });
    const kernels = await builtParallelKernels();
    const together = fitPrototypes(clouds, kernels, { solver: "sinkhorn", epochs: 20 });
    await kernels.close();
    const after = fitPrototypes(clouds, kernels, { solver: "sinkhorn", epochs: 20 });
    for (const fit of [together, after]) {
      expect(points(fit)).toEqual(points(alone));
      expect([...fit.losses]).toEqual([...alone.losses]);
    }
  });

  it("does one fit here, and repeats here what the thread could not do", async () => {
    const kernels = await builtParallelKernels();
    const { rejected, counterfactual } = clouds;
    const problem = {
      ...{ initial: rejected, cloud: rejected, anchor: counterfactual },
      ...{ lambda: 0.3, blur: 0.05, scaling: 0.5, epochs: 2, learningRate: 0.01 },
    };
    expect(kernels.fitBarycenters([problem])).toHaveLength(1);
    const tooLarge = { ...problem, cloud: { rows: 40_000, columns: 4, values: rejected.values } };
    expect(() => kernels.fitBarycenters([tooLarge, problem])).toThrow("use fewer rows");
    await kernels.close();
  });

  it("works without a thread where its file is not there", async () => {
    const kernels = await loadParallelKernels();
    expect(fitPrototypes(clouds, kernels, { solver: "sinkhorn", epochs: 1 }).losses).toHaveLength(1);
    await kernels.close();
  });
});
