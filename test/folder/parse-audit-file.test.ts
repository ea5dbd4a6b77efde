import { describe, expect, it } from "vitest";
import { parseAuditFile } from "../../src/folder/parse-audit-file.js";
import { sampleAudit } from "../reports/samples/sample-audit.js";

const { reasons: _, reasonWorth: __, ...before } = sampleAudit();

describe("parseAuditFile", () => {
  it.each(["recast-audit/4", "recast-audit/5"])(
    "reads %s, which knows no reasons, and changes nothing else",
    (format) => {
      const read = parseAuditFile(JSON.stringify({ ...before, format }));
      expect(read).toEqual({ ...before, format, reasons: null, reasonWorth: null });
    },
  );

  it("reads what people were told, and refuses a file of today's format that does not say", () => {
    const told = sampleAudit({ reasons: true });
    expect(parseAuditFile(JSON.stringify(told))).toEqual(told);
    expect(() => parseAuditFile(JSON.stringify({ ...before, format: "recast-audit/6" }))).toThrow("reasons");
  });
});
