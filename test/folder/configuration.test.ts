import { describe, expect, it } from "vitest";
import { checkConfiguration } from "../../src/folder/configuration.js";
import { parseAuditFile } from "../../src/folder/parse-audit-file.js";
import { withCopies } from "../../src/folder/sources.js";

describe("checkConfiguration", () => {
  it("gives the data itself back", () => {
    const data = JSON.parse('{"decision":"d","type":{"constructor":"number","__proto__":"category"}}');
    expect(checkConfiguration(data)).toBe(data);
  });

  it.each([
    [{ decision: 7 }, "'decision'"],
    [{ colour: "red" }, "'colour'"],
    [{ folds: -1 }, "'folds'"],
    [{ type: { income: "text" } }, "'type.income'"],
    [null, "''"],
  ])("refuses %j with the place", (data, place) => {
    expect(() => checkConfiguration(data)).toThrow(place);
    expect(() => checkConfiguration(data)).toThrow("the configuration in manifest.json cannot be run");
  });
});

describe("parseAuditFile", () => {
  it.each(["", "{", "\u0000", "not json"])("refuses what is no JSON: %j", (text) => {
    expect(() => parseAuditFile(text, "a.json")).toThrow("a.json is not the audit.json of an audit");
  });

  it.each(["null", "[]", '{"format":"recast-audit/1"}', '{"format":"recast-audit/2"}'])(
    "refuses what is no audit of this version: %s",
    (text) => {
      expect(() => parseAuditFile(text, "a.json")).toThrow("a.json is not an audit that this version reads");
    },
  );
});

describe("withCopies", () => {
  it("gives each file a name that travels and a place of its own", () => {
    const inputs = { decisions: { name: "a:b.csv" }, letters: { name: "A_B.csv" }, population: null };
    expect(withCopies(inputs)).toEqual({
      decisions: { name: "a_b.csv", recorded: "inputs/a_b.csv" },
      letters: { name: "A_B.csv", recorded: "inputs/letters-A_B.csv" },
      population: null,
    });
  });

  it("keeps everything else", () => {
    const inputs = { decisions: { name: "d.csv", raw: 1 }, letters: null, population: { name: "p.csv", raw: 2 } };
    expect(withCopies(inputs).population).toEqual({ name: "p.csv", raw: 2, recorded: "inputs/p.csv" });
  });
});
