// The public surface, in the order of the data path. Adding a name is a decision: test/public-api.test.ts notices.

// the whole path in one call
export { type AuditOptions, type AuditResult, audit, type PersonResults } from "./audit.js";
export type { AuditReport } from "./findings/audit-file.js";
export type { AuditSettings } from "./findings/settings.js";
export { resolveAuditOptions } from "./audit-options.js";

// evidence: two files become typed, joined rows
export { inspectCsv, type TableSource } from "./input/csv.js";
export type { RawColumn, RawTable, TableInspection } from "./input/raw-table.js";
export type { ColumnSummary } from "./findings/evidence.js";
export { type Decisions, type DecisionsInspection, inspectDecisions, parseDecisions } from "./input/decisions.js";
export type { DecisionsOptions } from "./input/decisions-options.js";
export type { Evidence, FeatureSchema, Schema } from "./input/evidence.js";
export { joinEvidence } from "./input/join.js";
export {
  inspectLetters,
  type Letters,
  type LettersInspection,
  type LettersOptions,
  noLettersProblem,
  parseLetters,
} from "./input/letters.js";
export { type LongHeader, longHeader } from "./input/letters-long.js";
export { type Population, type PopulationOptions, parsePopulation } from "./input/population.js";
export type { Problem, Severity } from "./input/problem.js";
export type { CategoryColumn, Column, ColumnType, NumberColumn, Table } from "./input/table.js";

// encode: rows become points
export { type Encoder, type EncoderOptions, fitEncoder } from "./encode/encoder.js";
export { reviveEncoder } from "./encode/encoder-file.js";
export type { Scaling } from "./encode/scaling.js";
export { type Matrix, matrix } from "./math/matrix.js";

// transport: distances between clouds of points
export type { Kernels, TransportPlan } from "./kernels/kernels.js";
export { loadKernels } from "./kernels/load.js";
export { type ExactTransportOptions, type ExactTransportResult, exactTransport } from "./transport/exact.js";
export { interpolate, type Measure } from "./transport/interpolate.js";
export { type MmdOptions, squaredMmd } from "./transport/mmd.js";
export { type Wasserstein1Options, wasserstein1 } from "./transport/one-dimensional.js";
export { type SinkhornOptions, type SinkhornResult, sinkhornDivergence } from "./transport/sinkhorn.js";

// prototypes: one measure per class
export {
  type EvidenceClouds,
  fitPrototypes,
  type PrototypeFit,
  type PrototypeOptions,
  type PrototypeSolver,
} from "./prototypes/fit.js";
export { type Geodesic, geodesic } from "./prototypes/geodesic.js";
export { mixingWeights } from "./prototypes/mixing-weights.js";
export type { Prototype } from "./prototypes/prototype.js";

// surrogates: rebuilt models
export { type BracketOptions, bracket } from "./surrogate/bracket.js";
export { encodeClouds } from "./surrogate/clouds.js";
export { majority } from "./surrogate/majority.js";
export { type SurrogateName, surrogateMethods } from "./surrogate/methods.js";
export { fitModel, type Model, type ModelOptions, type Predictions, type RowStatus } from "./surrogate/model.js";
export { parseModel, reviveModel } from "./surrogate/model-file.js";
export { nearest } from "./surrogate/nearest.js";
export { type RecastOptions, recast } from "./surrogate/recast.js";
export { type RecastCalibratedOptions, recastCalibrated } from "./surrogate/recast-calibrated.js";
export { type RidgeLettersOptions, type RidgeOptions, ridge, ridgeLetters } from "./surrogate/ridge.js";
export type { Clouds, Surrogate, SurrogateMethod } from "./surrogate/surrogate.js";

// facts and letters: what needs no model
export { gatherFacts } from "./measure/groups/facts.js";
export type { AttributeFacts, Facts, GroupFacts } from "./findings/facts.js";
export {
  applyGrouping,
  type Grouping,
  type GroupingOptions,
  type GroupingRule,
  groupingRules,
} from "./measure/groups/groups.js";
export type { Contradiction, LetterFindings } from "./findings/letters.js";
export { type LetterFindingsOptions, letterFindings } from "./measure/letters/measure-letters.js";

// group differences through a rebuilt model
export { type ModelFairnessInput, modelFairness } from "./measure/groups/model-fairness.js";
export type { ModelFairness } from "./findings/model-fairness.js";

// identify: how far to trust one
export type { BandRegion } from "./measure/trust/band-region.js";
export { type CrossValidation, type CrossValidationOptions, crossValidate } from "./measure/trust/cross-validate.js";
export type { Identification } from "./findings/identification.js";
export { identification } from "./measure/trust/identify.js";
export { impliedLambda, lipschitzConstant, type RiskTerms, riskBound } from "./measure/trust/lens.js";
export {
  type ContestedShare,
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
  type ShareCurve,
  type ShareForecast,
  type SharesAt,
  shareOnCurve,
} from "./measure/trust/letters-needed.js";
export {
  type FrameSettings,
  type GeometryFrame,
  type LiveGeometry,
  type LiveGeometryOptions,
  type LivePlane,
  openGeometry,
  type PlaneAxes,
} from "./measure/trust/live-geometry.js";
export { axisNames, type Bounds } from "./measure/trust/plane.js";
export type { Recommendation } from "./findings/trust.js";
export { recommend } from "./measure/trust/recommend.js";
export { sensitivity, type SensitivityOptions } from "./measure/trust/sensitivity.js";
export type { Sensitivity } from "./findings/sensitivity.js";
export { settlingRule, type SettledRows, type SettlingRule } from "./measure/trust/settled-people.js";
export { type RefitOptions, type Refits, refitStability } from "./measure/trust/stability.js";
export type { MethodTrust } from "./measure/trust/trust.js";
export { type Interval, wilsonInterval } from "./math/interval.js";

// explain: what a rebuilt model looks at
export { type AttributionsOptions, attributions } from "./measure/explain/attributions.js";
export type { Attributions } from "./findings/attributions.js";
export type { NearestFlip } from "./measure/explain/nearest-flip.js";
export {
  type ExplainPersonOptions,
  explainPerson,
  type PersonCertainty,
  type PersonPage,
  type Settled,
  type Value,
} from "./measure/explain/explain-person.js";
export { type FeatureRange, featureRanges } from "./measure/explain/feature-ranges.js";
export { type NearestFlipOptions, nearestFlip } from "./measure/explain/nearest-flip.js";
export { personRow, type RowValues, rowValues } from "./measure/explain/person-row.js";
export { type Contributions, type ShapleyOfOptions, shapleyOf } from "./measure/explain/person-shapley.js";

// export: a rebuilt model in the words of other programs
export { EXPORT_FORMATS, type ExportFormat, exportModel } from "./export/export-model.js";
export { type OnnxFile, toOnnx } from "./export/onnx.js";
export { toPmml } from "./export/pmml.js";
export { type Sentence, toSentence } from "./export/sentence.js";
export { type SheetFormula, type SheetOptions, toSheetFormula } from "./export/sheet.js";
export { type SqlOptions, toSql } from "./export/sql.js";

// report: what is written
export { type AuditFile, auditFile, type Provenance } from "./findings/audit-file.js";
export type { EvidenceFile } from "./findings/evidence.js";
export { canonicalJson } from "./document/canonical-json.js";
export { type Chart, type Charts, loadCharts } from "./reports/charts/charts.js";
export { type RenderOptions, renderReport, type TemplateName } from "./reports/html/report.js";
export type { Identity } from "./findings/evidence.js";
export { personHtml } from "./reports/person/person-html.js";
export {
  flipText,
  type PersonText,
  personText,
  type TextBlock,
  type TextSection,
} from "./reports/person/person-text.js";
export { auditSarif, type SarifLog } from "./reports/sarif.js";
export {
  type AuditOverview,
  type AuditSections,
  auditOverview,
  auditSections,
} from "./reports/sections/audit-sections.js";
export type {
  Block as ReportBlock,
  ChartBlock,
  Section as ReportSection,
  TableBlock,
  Words as ReportWords,
} from "./reports/sections/block.js";
export type { KeyFigure } from "./reports/sections/figures.js";
export type { GlanceLine } from "./reports/sections/glance.js";
export type { ComputedBy } from "./reports/sections/how-entries.js";
export type { Statement } from "./reports/text/statement.js";
export { auditTables } from "./reports/tables/audit-tables.js";
export type { ReportTable } from "./reports/tables/report-table.js";
export { tableCsv } from "./document/table-csv.js";

// certificate: what anybody can check
export { buildManifest, type Manifest, type ManifestParts, type OutputFile } from "./certificate/manifest.js";
export { parseManifest } from "./certificate/parse-manifest.js";
export { copyNames } from "./certificate/paths.js";
export { sha256Hex } from "./certificate/sha256.js";

// an audit folder in memory: bytes in, every file that `recast audit` writes out
export type { ColumnLook } from "./input/guess/column-look.js";
export {
  type Answers,
  type Confidence,
  type Guess,
  type GuessInput,
  guessRoles,
  type Question,
  type RolesGuess,
} from "./input/guess/guess-roles.js";
export {
  type AuditConfiguration,
  checkConfiguration,
  decisionsOptions,
  lettersOptions,
} from "./folder/configuration.js";
export {
  type AuditRequest,
  type MakeAuditOptions,
  makeAudit,
  type PackageIdentity,
  type ProducedAudit,
} from "./folder/make-audit.js";
export { parseAuditFile } from "./folder/parse-audit-file.js";
export { type PeopleTable, type PersonRow, parsePeople } from "./folder/people-table.js";
export { readSources, type SourcesRead } from "./folder/read-sources.js";
export { type FileStamp, type RowsFile, rowsOf } from "./input/file-rows.js";
export { type AuditSource, type ByRole, type InputPlace, withCopies } from "./folder/sources.js";

// texts: how a column of texts becomes features, and how letters to texts are written
export { type DeletingOptions, deletingRewriter } from "./text/deleting-rewriter.js";
export type { Embedder } from "./text/embedder.js";
export { acceptedRewrites, type Rewriter, type TextTarget } from "./text/rewriter.js";

// leakage: what decisions and letters give away
export { parseCondition } from "./leak/condition.js";
export { leak } from "./leak/leak.js";
export type { LeakOptions } from "./leak/leak-options.js";
export { type LeakPlan, planLeak } from "./leak/leak-plan.js";
export type { LeakReport } from "./findings/leak-file.js";

// more than two classes
export { auditClasses, type ClassAuditOptions } from "./multiclass/class-audit.js";
export { classBand, settledClasses } from "./measure/trust/class-band.js";
export { encodeClassClouds } from "./surrogate/class-clouds.js";
export type { ClassEvidence } from "./surrogate/class-evidence.js";
export { measureClasses } from "./surrogate/class-geometry.js";
export { type ClassMethodName, classMethods } from "./surrogate/class-methods.js";
export { type ClassModel, fitClassModel, parseClassModel } from "./surrogate/class-model.js";
export { renderClassReport } from "./reports/class-page.js";
export type { ClassAuditFile, ClassReport } from "./findings/class-file.js";
export type { ClassClouds, ClassMethod, ClassSurrogate } from "./surrogate/class-surrogate.js";
export { classTables } from "./reports/class-tables.js";
export { joinClassEvidence } from "./multiclass/read-classes.js";

// classifiers: models to train targets and surrogates with
export { type BoostingOptions, boosting, type FittedBoosting, reviveBoosting } from "./classifiers/boosting.js";
export type { Classifier, DifferentiableClassifier, FittedClassifier } from "./classifiers/classifier.js";
export { type FittedForest, type ForestOptions, forest, reviveForest } from "./classifiers/forest.js";
export { type FittedLogistic, type LogisticOptions, logistic } from "./classifiers/logistic.js";
export { type FittedMlp, type MlpOptions, mlp, reviveMlp } from "./classifiers/mlp.js";
export { type FittedTree, reviveTree, type TreeOptions, tree } from "./classifiers/tree.js";
export type { TreeNodes } from "./classifiers/tree-nodes.js";
export { reviveVae, type TabularVae, type TabularVaeOptions, tabularVae } from "./classifiers/vae.js";

// targets and letters: for studies only
export type { GeneratedLetters, Generator, LetterRequest } from "./lab/generators/generator.js";
export { type GeneratorName, letterGenerators } from "./lab/generators/generators.js";
export { type LetterQuality, letterQuality } from "./lab/generators/letter-quality.js";
export type { DataSet } from "./lab/data/data-set.js";
export { answersTarget } from "./lab/targets/answers.js";
export { type HttpAnswer, httpTarget, type HttpTargetOptions, type PostJson } from "./lab/targets/http.js";
export { type OnnxSession, onnxTarget, type OnnxTargetOptions } from "./lab/targets/onnx.js";
export { type OutsideTarget, recordTarget, type Reply } from "./lab/targets/outside.js";
export type { Target, TargetFamily, TrainedTarget } from "./lab/targets/target.js";
export { type TrainTargetOptions, trainTarget } from "./lab/targets/train-target.js";

// a made-up case to try it on
export { type DemoCase, type DemoOptions, demoLending } from "./lab/demo/lending.js";

// what went wrong
export { AuditError, type ErrorCode, type ErrorPlace } from "./errors.js";
