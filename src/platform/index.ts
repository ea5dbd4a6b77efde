// recast-audit/node: what needs a disk. Everything else is in recast-audit and runs in a browser too.

export type { FileStamp } from "../input/rows-of.js";
export { dataFolder, readDataSet } from "./lab/data-folder.js";
export { loadOnnx } from "./onnx-session.js";
export { loadParallelKernels, type ParallelKernels } from "./parallel-kernels.js";
export { type DecisionsFile, inspectDecisionsFile, readDecisions } from "./read-decisions.js";
export { inspectLettersFile, type LettersFile, readLetters } from "./read-letters.js";
export { readModel } from "./read-model.js";
export { type PopulationFile, readPopulation } from "./read-population.js";
export { chatRewriter } from "./text/chat-rewriter.js";
export { cachedEmbedder } from "./text/embedding-cache.js";
export { httpEmbedder } from "./text/http-embedder.js";
export { localEmbedder } from "./text/local-embedder.js";
export { writeFiles } from "./write-file.js";
