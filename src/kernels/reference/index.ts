import type { Kernels } from "../kernels.js";
import { assignment } from "./assignment.js";
import { fitBarycenter } from "./barycenter.js";
import { squaredDistances } from "./distances.js";
import { trainNet } from "./net.js";
import { prototypeMargins, weightedSums } from "./prediction.js";
import { sinkhorn } from "./sinkhorn.js";
import { softmin } from "./softmin.js";
import { transport } from "./transport.js";

/** Every kernel in plain TypeScript and double precision: slow, readable, and what the fast set is tested against. */
export const referenceKernels: Kernels = {
  name: "reference",
  squaredDistances,
  softmin,
  sinkhorn,
  fitBarycenters: (problems) => problems.map(fitBarycenter),
  assignment,
  transport,
  trainNet,
  prototypeMargins,
  weightedSums,
};
