import * as kind from "./kinds.js";
import { under } from "./setting.js";

const identity = under("identity", ["audit"]);

/** What the report is told about the audit itself. */
export const identitySettings = {
  system: identity("--system <words>", kind.words, { help: "the audited system, for the report's title" }),
  purpose: identity("--purpose <words>", kind.words, { help: "what is decided" }),
  period: identity("--period <words>", kind.words, { help: "when the decisions were made" }),
  auditor: identity("--auditor <words>", kind.words, { help: "who makes the audit" }),
  date: identity("--date <words>", kind.words, {
    help: "date to print",
    note: "as given: Recast never reads the clock",
  }),
  notes: identity("--notes <words>", kind.words, { help: "a remark to print" }),
};
