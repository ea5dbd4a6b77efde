// recast-audit/lab: the laboratory. Targets and letters of our own making, so that a rebuilt model can be compared with
// the model it was rebuilt from. No part of an audit needs any of it.

// demonstrations
export { type DemoCase, type DemoOptions, demoLending } from "./lab/demo/lending.js";
export { demoTiers, type TiersCase, type TiersOptions } from "./lab/demo/tiers.js";

// data sets: rows with true outcomes
export type { DataSet } from "./lab/data/data-set.js";
export { dataSetFromCsv, type OwnCsvOptions } from "./lab/data/own-csv.js";

// classifiers: what targets and surrogates are trained with
export type { Classifier, DifferentiableClassifier, FittedClassifier } from "./classifiers/classifier.js";
export { type FittedLogistic, type LogisticOptions, logistic } from "./classifiers/logistic.js";
export { type FittedMlp, type MlpOptions, mlp, reviveMlp } from "./classifiers/net.js";
export { type FittedTree, reviveTree, type TreeOptions, tree } from "./classifiers/trees.js";
export { type FittedForest, type ForestOptions, forest, reviveForest } from "./classifiers/trees.js";
export { type BoostingOptions, boosting, type FittedBoosting, reviveBoosting } from "./classifiers/trees.js";
export { reviveVae, type TabularVae, type TabularVaeOptions, tabularVae } from "./classifiers/vae.js";

// targets: models on raw rows
export type { Target, TargetFamily, TrainedTarget } from "./lab/targets/target.js";
export { type TrainTargetOptions, trainTarget } from "./lab/targets/train-target.js";
export { type HttpTargetOptions, httpTarget } from "./lab/targets/http.js";
export { type OnnxSession, type OnnxTargetOptions, onnxTarget } from "./lab/targets/onnx.js";
export type { OutsideTarget, Reply } from "./lab/targets/outside.js";
export { answersTarget, recordTarget } from "./lab/targets/recorded.js";

// letters: generators, and how many letters it takes
export type { GeneratedLetters, Generator, LetterRequest } from "./lab/generators/generator.js";
export { type GeneratorName, letterGenerators } from "./lab/generators/generators.js";
export { type LetterQuality, letterQuality } from "./lab/generators/letter-quality.js";
export {
  type LetterStream,
  type LetterStreamOptions,
  letterOrders,
  letterStream,
  type StreamedLetters,
  streamSizes,
} from "./measure/trust/letter-stream.js";
export {
  forecastShare,
  type LettersNeeded,
  lettersNeeded,
  type ShareForecast,
  type SharesAt,
} from "./measure/trust/letters-needed.js";

// texts
export type { Embedder } from "./text/embedder.js";
export { acceptedRewrites, type DeletingOptions, deletingRewriter } from "./text/rewriter.js";
export type { Rewriter, TextTarget } from "./text/rewriter.js";

// leakage: what a platform's decisions and letters give away
export { type Condition, parseCondition } from "./leak/condition.js";
export { leak } from "./leak/leak.js";
export type { LeakOptions } from "./leak/leak-plan.js";
export { type LeakPlan, planLeak } from "./leak/leak-plan.js";
export type { LeakReport } from "./findings/leak-file.js";

// studies: many fits, measured against their targets
export { parseStudy, type StudySpec } from "./lab/study/spec.js";
export { type CellGroup, expandStudy } from "./lab/study/cells.js";
export { computeOfKind, type OwnFactories, studyRegistry } from "./lab/study/registry.js";
export type { GroupWork } from "./lab/study/work.js";
export type { TimedCell } from "./lab/study/result.js";
