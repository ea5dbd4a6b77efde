// recast-audit/node: what needs a disk. Everything else is in recast-audit and runs in a browser too.

export type { FileStamp } from "../input/file-rows.js";
export { dataFolder, readDataSet } from "./lab/data-folder.js";
export { loadOnnx } from "./onnx-session.js";
export { loadParallelKernels, type ParallelKernels } from "./parallel-kernels.js";
export {
  type DecisionsFile,
  inspectDecisionsFile,
  inspectLettersFile,
  type LettersFile,
  type PopulationFile,
  readDecisions,
  readLetters,
  readPopulation,
} from "./read-evidence.js";
export { readModel } from "./read-model.js";
export { chatRewriter } from "./text/chat-rewriter.js";
export { cachedEmbedder } from "./text/embedding-cache.js";
export { httpEmbedder } from "./text/http-embedder.js";
export { localEmbedder } from "./text/local-embedder.js";
export { writeFiles } from "./write-file.js";
