import type { FuzzTarget } from "./fuzzing.js";
import { auditJsonTarget } from "./targets/audit-json.js";
import { decisionsTarget } from "./targets/decisions.js";
import { ledgerTarget } from "./targets/ledger.js";
import { lettersTarget } from "./targets/letters.js";
import { manifestTarget } from "./targets/manifest.js";
import { populationTarget } from "./targets/population.js";
import { surrogateJsonTarget } from "./targets/surrogate-json.js";
import { yamlTarget } from "./targets/yaml.js";

/** Every reader of files, and of what other programs wrote. */
export const fuzzTargets: readonly FuzzTarget[] = [
  decisionsTarget,
  lettersTarget,
  populationTarget,
  yamlTarget,
  manifestTarget,
  auditJsonTarget,
  surrogateJsonTarget,
  ledgerTarget,
];
