// recast-audit/node: what needs a disk, a network or threads. Everything else runs in a browser too.

// evidence and models from files
export { type DecisionsFile, inspectDecisionsFile, readDecisions } from "./platform/read-evidence.js";
export { inspectLettersFile, type LettersFile, readLetters } from "./platform/read-evidence.js";
export { type PopulationFile, readPopulation } from "./platform/read-evidence.js";
export { readModel } from "./platform/read-model.js";

// fits, and kernels, on several threads
export { type FittingThreads, fittingThreads } from "./platform/fitting-threads.js";
export { loadParallelKernels, type ParallelKernels } from "./platform/parallel-kernels.js";

// data sets and models for the laboratory
export { dataFolder, readDataSet } from "./platform/lab/data-folder.js";
export { loadOnnx } from "./platform/onnx-session.js";

// texts: embedders and rewriters that load packages or ask services
export { localEmbedder } from "./platform/text/open-embedder.js";
export { cachedEmbedder } from "./platform/text/open-embedder.js";
export { chatRewriter, httpEmbedder } from "./platform/text/text-services.js";
