// recast-audit/node: what needs a disk. Everything else is in recast-audit and runs in a browser too.

export type { FileStamp } from "../folder/rows-of.js";
export { chatRewriter } from "./chat-rewriter.js";
export { dataFolder, readDataSet } from "./data-folder.js";
export { cachedEmbedder } from "./embedding-cache.js";
export { httpEmbedder } from "./http-embedder.js";
export { localEmbedder } from "./local-embedder.js";
export { loadOnnx } from "./onnx-session.js";
export { loadParallelKernels, type ParallelKernels } from "./parallel-kernels.js";
export { type DecisionsFile, inspectDecisionsFile, readDecisions } from "./read-decisions.js";
export { inspectLettersFile, type LettersFile, readLetters } from "./read-letters.js";
export { readModel } from "./read-model.js";
export { type PopulationFile, readPopulation } from "./read-population.js";
export { writeFiles } from "./write-file.js";
