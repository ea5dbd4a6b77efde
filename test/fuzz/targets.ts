import type { FuzzTarget } from "./fuzzing.js";
import { auditJsonTarget } from "./targets/audit-json.js";
import { arrowTarget, parquetTarget } from "./targets/columnar.js";
import { decisionsTarget } from "./targets/decisions.js";
import { jsonRowsTarget } from "./targets/json-rows.js";
import { ledgerTarget } from "./targets/ledger.js";
import { lettersTarget } from "./targets/letters.js";
import { manifestTarget } from "./targets/manifest.js";
import { onnxFileTarget } from "./targets/onnx.js";
import { populationTarget } from "./targets/population.js";
import { spreadsheetTarget } from "./targets/spreadsheet.js";
import { studyTarget } from "./targets/study.js";
import { surrogateJsonTarget } from "./targets/surrogate-json.js";
import { yamlTarget } from "./targets/yaml.js";
import { zipTarget } from "./targets/zip.js";

/** Every reader of files, and of what other programs wrote. */
export const fuzzTargets: readonly FuzzTarget[] = [
  decisionsTarget,
  lettersTarget,
  jsonRowsTarget,
  populationTarget,
  yamlTarget,
  manifestTarget,
  auditJsonTarget,
  surrogateJsonTarget,
  parquetTarget,
  arrowTarget,
  onnxFileTarget,
  zipTarget,
  spreadsheetTarget,
  ledgerTarget,
  studyTarget,
];
