export type {
  BarycenterFit,
  BarycenterProblem,
  Kernels,
  SinkhornProblem,
  SinkhornSolution,
  TransportPlan,
} from "./kernels.js";
export { loadKernels } from "./load.js";
export { referenceKernels } from "./reference/index.js";
