// recast-audit: read evidence, audit it, fit and explain a model, render what was found. Runs in Node.js and browsers.

// The other entry points are index-node.ts, index-lab.ts and index-kernels.ts. Adding a name is a decision:
// test/public-api.test.ts notices, and asks for a page that mentions it. The comments that divide these files are the
// headings of docs/api/.

// the whole path in one call
export type { AuditOptions } from "./settings/audit-options.js";
export type { AuditReport } from "./findings/audit-file.js";
export { type AuditResult, audit } from "./audit.js";
export type { PersonResults } from "./measure/trust/identify.js";
export { loadKernels } from "./kernels/load.js";
export type { Kernels } from "./kernels/kernels.js";
export { AuditError, type ErrorCode, type ErrorPlace } from "./errors.js";

// read: files become typed, joined rows
export { type Decisions, type DecisionsInspection, inspectDecisions, parseDecisions } from "./input/decisions.js";
export type { DecisionsOptions } from "./input/decisions-options.js";
export {
  inspectLetters,
  type Letters,
  type LettersInspection,
  type LettersOptions,
  parseLetters,
} from "./input/letters.js";
export { type Population, type PopulationOptions, parsePopulation } from "./input/population.js";
export type { Evidence, FeatureSchema, Schema } from "./input/evidence.js";
export { joinEvidence } from "./input/join.js";
export type { CategoryColumn, Column, NumberColumn, Table } from "./input/table.js";
export type { Problem } from "./findings/evidence.js";
export { type GuessInput, guessRoles, type RolesGuess } from "./input/guess/guess-roles.js";

// fit and predict: rebuilt models
export type { Fit, Fitted, Fitters } from "./surrogate/fitting.js";
export { fitModel, type Model, type ModelOptions, type Predictions } from "./surrogate/model.js";
export { parseModel, reviveModel } from "./surrogate/model-file.js";
export { type SurrogateName, surrogateMethods } from "./surrogate/methods.js";
export type { SurrogateMethod } from "./surrogate/surrogate.js";

// measure: groups and letters, without a model and through one
export { gatherFacts } from "./measure/groups/facts.js";
export type { Facts } from "./findings/facts.js";
export {
  applyGrouping,
  type Grouping,
  type GroupingOptions,
  type GroupingRule,
  groupingRules,
} from "./measure/groups/groups.js";
export type { LetterFindings } from "./findings/letters.js";
export { type LetterFindingsOptions, letterFindings } from "./measure/letters/measure-letters.js";
export { type ModelFairnessInput, modelFairness } from "./measure/groups/model-fairness.js";
export type { ModelFairness } from "./findings/model-fairness.js";

// trust: how far a rebuilt model can be believed
export { type CrossValidation, crossValidate } from "./measure/trust/cross-validate.js";
export type { CrossValidationOptions } from "./measure/trust/validation-folds.js";
export type { MethodTrust } from "./measure/trust/trust.js";
export type { Recommendation } from "./findings/trust.js";
export { recommend } from "./measure/trust/recommend.js";
export { type Refit, type RefitOptions, type Refits, refitModels, refitStability } from "./measure/trust/stability.js";
export type { Identification } from "./findings/identification.js";
export { identification } from "./measure/trust/identify.js";
export { sensitivity, type SensitivityOptions } from "./measure/trust/sensitivity.js";
export type { Sensitivity } from "./findings/sensitivity.js";

// explain: what a rebuilt model looks at, and what it says of one person
export { type AttributionsOptions, attributions } from "./measure/explain/attributions.js";
export type { Attributions } from "./findings/attributions.js";
export { type ExplainPersonOptions, explainPerson, type PersonPage } from "./measure/explain/explain-person.js";
export { type LikelyFlip, type LikelyFlipOptions, likelyFlip, mostChance } from "./measure/explain/likely-flip.js";
export { type Contributions, type ShapleyOfOptions, shapleyOf } from "./measure/explain/shapley.js";
export { type FeatureRange, featureRanges } from "./measure/explain/feature-ranges.js";
export { personRow, type RowValues, rowValues } from "./measure/explain/observed-values.js";
export { type SettlingRule, settlingRule } from "./measure/trust/lens.js";

// render: findings and models as files
export type { AuditFile, Provenance } from "./findings/audit-file.js";
export { canonicalJson } from "./document/canonical-json.js";
export { type RenderOptions, renderReport } from "./reports/audit/audit-document.js";
export { renderBrief } from "./reports/audit/brief.js";
export { auditTables } from "./reports/audit/tables/audit-tables.js";
export type { Table as ReportTable } from "./document/table.js";
export { tableCsv } from "./document/csv.js";
export { auditSarif, type SarifLog } from "./reports/sarif.js";
export { type OnnxFile, toOnnx } from "./export/onnx.js";
export { toPmml } from "./export/pmml.js";
export { type Sentence, toSentence } from "./export/sentence.js";
export { type SheetFormula, type SheetOptions, toSheetFormula } from "./export/sheet.js";
export { type SqlOptions, toSql } from "./export/sql.js";

// an audit folder in memory: bytes in, every file that `recast audit` writes out
export {
  type AuditConfiguration,
  checkConfiguration,
  decisionsOptions,
  lettersOptions,
} from "./folder/configuration.js";
export {
  type AuditRequest,
  auditFile,
  type MakeAuditOptions,
  makeAudit,
  type ProducedAudit,
} from "./folder/make-audit.js";
export { parseAuditFile } from "./folder/parse-audit-file.js";
export { type PeopleTable, parsePeople } from "./folder/people-table.js";
export { type AuditSource, type ByRole, withCopies } from "./folder/sources.js";
export { type RowsFile, rowsOf } from "./input/file-rows.js";
export type { Manifest } from "./certificate/manifest.js";
export { parseManifest } from "./certificate/manifest.js";

// more than two decisions
export type { ClassAuditResult } from "./audit.js";
export type { ClassEvidence, DecisionClasses } from "./input/evidence.js";
export { type ClassMethodName, classMethods } from "./surrogate/class-methods.js";
export { type ClassModel, fitClassModel, parseClassModel } from "./surrogate/class-model.js";
export { renderClassReport } from "./reports/classes/class-document.js";
export type { ClassAuditFile, ClassReport } from "./findings/class-file.js";
export { joinClassEvidence } from "./input/join.js";
