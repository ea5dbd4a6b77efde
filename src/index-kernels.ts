// recast-audit/kernels: rows as points, distances between clouds of points, prototypes, and the loops they run on.

// kernels: the compiled loops, and the same in plain TypeScript
export type { Kernels, TransportPlan } from "./kernels/kernels.js";
export { loadKernels } from "./kernels/load.js";
export { referenceKernels } from "./kernels/reference/index.js";

// points: rows become numbers
export { type Matrix, matrix } from "./math/matrix.js";
export { type Encoder, type EncoderOptions, fitEncoder } from "./encode/encoder.js";
export { reviveEncoder } from "./encode/encoder-data.js";
export type { Scaling } from "./encode/scaling.js";
export { encodeClouds } from "./surrogate/clouds.js";
export type { Clouds } from "./surrogate/surrogate.js";

// transport: distances and plans
export { type ExactTransportOptions, type ExactTransportResult, exactTransport } from "./transport/exact.js";
export { type SinkhornOptions, type SinkhornResult, sinkhornDivergence } from "./transport/sinkhorn.js";
export { type Wasserstein1Options, wasserstein1 } from "./transport/one-dimensional.js";
export { type MmdOptions, squaredMmd } from "./transport/mmd.js";
export { interpolate, type Measure } from "./transport/interpolate.js";

// prototypes: one measure per class
export { type EvidenceClouds, fitPrototypes, type PrototypeFit, type PrototypeOptions } from "./prototypes/fit.js";
export type { Prototype } from "./prototypes/prototype.js";
export { mixingWeights } from "./prototypes/mixing-weights.js";
export { type Geodesic, geodesic } from "./transport/interpolate.js";

// what prototypes decide, and what they leave open
export { impliedLambda, lipschitzConstant, type RiskTerms, riskBound } from "./measure/trust/lens.js";
export {
  type FrameSettings,
  type GeometryFrame,
  type LiveGeometry,
  type LiveGeometryOptions,
  type LivePlane,
  openGeometry,
} from "./measure/trust/live-geometry.js";

// more than two classes
export { encodeClassClouds } from "./surrogate/class-clouds.js";
export type { ClassClouds } from "./surrogate/class-clouds.js";
export { classBand, settledClasses } from "./measure/trust/class-band.js";
export { measureClasses } from "./surrogate/class-clouds.js";
