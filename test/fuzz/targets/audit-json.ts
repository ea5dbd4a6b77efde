import { canonicalJson } from "../../../src/document/canonical-json.js";
import { AUDIT_FORMAT, type AuditFile } from "../../../src/findings/audit-file.js";
import { parseAuditFile } from "../../../src/folder/parse-audit-file.js";
import { textOf } from "../../../src/input/file-rows.js";
import { encode, fuzzTarget, must } from "../fuzzing.js";
import { chance, jsonOf, jsonText, mutatedBytes, mutatedJson, pick, withJson } from "../mutations.js";
import { schemaJudge } from "../schemas.js";
import { smallAuditFile } from "../small-audit.js";

export const auditJsonTarget = fuzzTarget<AuditFile, string>(
  "audit.json",
  "the published schema by ajv; what was read, written and read again is the same",
  async () => {
    const judgeSchema = schemaJudge("audit-7.schema.json");
    const whole = canonicalJson(await smallAuditFile());
    const base = jsonOf(JSON.parse(whole));
    const bytes = encode(whole);
    return {
      make(random) {
        const kind = random.integer(20);
        if (kind === 0) return { bytes, expected: whole };
        if (kind === 1) return { bytes: mutatedBytes(random, bytes) };
        const format = chance(random, 0.25)
          ? pick(random, ["recast-audit/2", "recast-audit/3", "recast-audit/4", "recast-audit/5"])
          : null;
        const start = format === null ? base : withJson(base, ["format"], format);
        return { bytes: encode(jsonText(mutatedJson(random, start))) };
      },
      read: async (given) => parseAuditFile((await textOf(given, "audit.json")).text),
      judge(file, { expected }) {
        judgeSchema(file);
        const text = canonicalJson(file);
        if (expected !== undefined) must(text === expected, "the file as it was written");
        if (file.format === AUDIT_FORMAT)
          must(canonicalJson(parseAuditFile(text)) === text, "the same after writing and reading");
      },
    };
  },
);
