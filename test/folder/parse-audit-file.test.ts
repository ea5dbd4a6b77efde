import { describe, expect, it } from "vitest";
import { parseAuditFile } from "../../src/folder/parse-audit-file.js";
import { EVERYBODY } from "../../src/settings/work-limits.js";
import { sampleAudit } from "../reports/samples/sample-audit.js";

const { reasons: _, reasonWorth: __, sample: ___, ...before } = sampleAudit();
const everybody = { sample: null, settings: { ...before.settings, sample: EVERYBODY } };

describe("parseAuditFile", () => {
  it.each(["recast-audit/4", "recast-audit/5"])(
    "reads %s, which knows no reasons, and changes nothing else",
    (format) => {
      const read = parseAuditFile(JSON.stringify({ ...before, format }));
      expect(read).toEqual({ ...before, ...everybody, format, reasons: null, reasonWorth: null });
    },
  );

  it("reads recast-audit/6, whose methods were fitted on everybody", () => {
    const { sample: _sample, settings, ...rest } = sampleAudit({ reasons: true });
    const { sample: _most, ...others } = settings;
    const earlier = { ...rest, settings: others, format: "recast-audit/6" };
    expect(parseAuditFile(JSON.stringify(earlier))).toEqual({ ...earlier, ...everybody });
  });

  it("reads whom methods were fitted on, and refuses a file of today's format that does not say", () => {
    const sampled = sampleAudit({ sampled: true });
    expect(parseAuditFile(JSON.stringify(sampled))).toEqual(sampled);
    expect(() => parseAuditFile(JSON.stringify({ ...sampled, sample: undefined }))).toThrow("sample");
  });

  it("reads what people were told, and refuses a file of today's format that does not say", () => {
    const told = sampleAudit({ reasons: true });
    expect(parseAuditFile(JSON.stringify(told))).toEqual(told);
    expect(() => parseAuditFile(JSON.stringify({ ...before, sample: null, format: "recast-audit/7" }))).toThrow(
      "reasons",
    );
  });
});
