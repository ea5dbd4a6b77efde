import { own, type Table, tableOf } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";
import { evidenceTables } from "./evidence-tables.js";
import { explainTables } from "./explain-tables.js";
import { factTables } from "./fact-tables.js";
import { identifyTables } from "./identify-tables.js";
import { letterTables } from "./letter-tables.js";
import { modelTables } from "./model-tables.js";
import { sensitivityTables } from "./sensitivity-tables.js";

/** Every table of an audit, in the order of the report; a table that would have no row is left out. */
export function auditTables(file: AuditFile): readonly Table[] {
  return [
    ...evidenceTables(file),
    ...factTables(file.facts),
    ...letterTables(file.letters),
    ...identifyTables(file),
    ...modelTables(file.fairness),
    ...sensitivityTables(file.sensitivity),
    ...explainTables(file.attributions),
    tableOf({ id: "caveats", title: "Limits" }, file.caveats, [own({ code: "word", text: "text" })]),
  ].filter(({ rows }) => rows.length > 0);
}
