import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AuditError } from "../../src/errors.js";
import { HEADINGS, knownSettings, parseConfig } from "../../src/folder/parse-config.js";
import { nearestName } from "../../src/input/nearest-name.js";
import { errorOf } from "../input/samples.js";

const parse = (text: string) => parseConfig(text, "audit.yaml");
const refusal = (text: string) => errorOf(() => parse(text));

describe("parseConfig", () => {
  it("reads a small file, and everything not said is left out", () => {
    expect(parse("decisions: d.csv\n")).toEqual({ decisions: "d.csv", roles: {}, method: {}, identity: {} });
  });

  it("reads every setting of the page's example", () => {
    const page = readFileSync("docs/config.md", "utf8");
    const example = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    const config = parse(example);
    expect(Object.keys(config).sort()).toEqual([...knownSettings("")].sort());
    for (const part of HEADINGS) expect(Object.keys(config[part]).sort()).toEqual([...knownSettings(part)].sort());
    expect(config.bins).toEqual({ age: [25, 45] });
    expect(config.method).toMatchObject({ folds: 5, abstain: 0, sensitivity: true });
  });

  it("takes values as they are written, whatever YAML thinks they are", () => {
    const roles = "favourable: 1.0\n  outcome: no\n  id: 007\n  sensitive: [yes, 2024-01-01, null]";
    expect(parse(`decisions: d.csv\nroles:\n  ${roles}`).roles).toEqual({
      favourable: "1.0",
      outcome: "no",
      id: "007",
      sensitive: ["yes", "2024-01-01", ""],
    });
  });

  it("takes one name for a list of one, and an empty value for nothing said", () => {
    const text =
      'decisions: d.csv\nletters: ~\nout:\nroles:\n  sensitive: sex\n  decision:\n  weight: "null"\n  delimiter: tab';
    expect(parse(text)).toEqual({
      decisions: "d.csv",
      roles: { sensitive: ["sex"], weight: "null", delimiter: "\t" },
      method: {},
      identity: {},
    });
  });
});

describe("what parseConfig refuses", () => {
  it.each([
    ["decisions: d.csv\nroles:\n  decison: x", 3, "'roles.decison' is not a setting; did you mean 'decision'?"],
    ["decisions: d.csv\nroles:\n  folds: 3", 3, "'roles.folds' is not a setting; it belongs under 'method'"],
    ["decisions: d.csv\nzzzzzz: 1", 2, "'zzzzzz' is not a setting; known here: decisions, letters, population"],
    ["decisions: d.csv\nidentity:\n  zzzzzz: 1", 3, "known under 'identity': system, purpose"],
    ["letters: l.csv", 1, "'decisions' is missing"],
    ["decisions: d.csv\nmethod:\n  folds: 1", 3, "'method.folds' must be a whole number of at least 2, got '1'"],
    ["decisions: d.csv\nmethod:\n  folds: many", 3, "'method.folds' must be a whole number of at least 2, got 'many'"],
    ["decisions: d.csv\nmethod:\n  abstain: -1", 3, "'method.abstain' must be a number of at least 0, got '-1'"],
    [
      "decisions: d.csv\nmethod:\n  scaling: log",
      3,
      "'method.scaling' must be one of robust, zscore, minmax, rank, got 'log'",
    ],
    ["decisions: d.csv\nmethod:\n  sensitivity: maybe", 3, "'method.sensitivity' must be true or false, got 'maybe'"],
    ["decisions: [a, b]", 1, "'decisions' must be a text, got a list"],
    ["decisions: d.csv\nroles: sex", 2, "'roles' must be settings under it, one per line, got 'sex'"],
    ["decisions: d.csv\nbins:\n  age: 25", 3, "'bins.age' must be a list of numbers such as [25, 45], got '25'"],
    ["decisions: d.csv\nbins:\n  age: [25, old]", 3, "'bins.age.1' must be a number, got 'old'"],
    [
      "decisions: d.csv\nroles:\n  types:\n    zip: text",
      4,
      "'roles.types.zip' must be one of number, category, got 'text'",
    ],
    ["decisions: d.csv\nroles:\n  sensitive: {a: b}", 3, "'roles.sensitive' must be a text or a list of texts"],
    ["decisions: d.csv\ndecisions: e.csv", 2, "a setting appears twice; keep one"],
    ["decisions: d.csv\nroles:\n\tid: x", 3, "a tab is used to indent; use spaces"],
    ["decisions: d.csv\n---\ndecisions: e.csv", 2, "more than one document"],
    ["decisions: &a d.csv\nletters: *a", 1, "anchors (&name) and aliases (*name) are not allowed"],
    ['decisions: "d.csv', 1, "it is not YAML"],
    ["just a text", 1, "the file must be settings, one per line, got 'just a text'"],
    ["- a\n- b", 1, "the file is a list; write one setting per line"],
  ])("%j", (text, line, words) => {
    const error = refusal(text);
    expect(error.code).toBe("CONFIG_INVALID");
    expect(error.message).toContain(words);
    expect(error.message).toContain(`audit.yaml, line ${line}: `);
    expect(error.place).toEqual({ file: "audit.yaml", row: line });
  });

  it("an empty file, saying how to get one", () => {
    expect(refusal("# nothing\n").message).toContain("audit.yaml: it is empty; `recast init decisions.csv` writes one");
  });

  it.each(["__proto__", "constructor"])("the column name %s, which an object cannot hold safely", (name) => {
    const error = refusal(`decisions: d.csv\nroles:\n  types:\n    ${name}: number`);
    expect(error.message).toBe(`audit.yaml: '${name}' cannot be a name here; rename the column in the file`);
  });

  it("bombs of aliases, of size and of depth, at once", () => {
    const aliases = [
      "a: &a [x, x, x, x, x, x, x, x, x]",
      ..."bcdefghij".split("").map((name, k) => {
        const before = "abcdefghij"[k];
        return `${name}: &${name} [${Array(9).fill(`*${before}`).join(", ")}]`;
      }),
    ].join("\n");
    expect(refusal(aliases).message).toContain("anchors (&name)");
    expect(refusal(`decisions: ${"x".repeat(2_000_000)}`).message).toContain("more than 1048576");
    expect(refusal(`decisions: ${"[".repeat(50_000)}`).code).toBe("CONFIG_INVALID");
    expect(refusal(`decisions: ${"[".repeat(20)}a${"]".repeat(20)}`).message).toContain("nests deeper than 8 levels");
  });

  it("anything else thrown at it, as an AuditError and nothing worse", () => {
    for (const text of [
      "? [a]: b",
      "!!js/function 'x'",
      "decisions: !custom x",
      "%YAML 9.9\n---\na: b",
      "\u0000",
      "{",
      "*x",
      "a: b: c",
      "<<: {decisions: x}",
    ]) {
      try {
        parse(text);
      } catch (error) {
        expect(error, text).toBeInstanceOf(AuditError);
      }
    }
  });
});

describe("nearestName", () => {
  it("finds slips and swapped letters, and nothing for other words", () => {
    expect(nearestName("sensitve", ["sensitive", "sensitivity"])).toBe("sensitive");
    expect(nearestName("fodls", ["folds", "seed"])).toBe("folds");
    expect(nearestName("Id", ["id", "out"])).toBe("id");
    expect(nearestName("colour", ["folds", "seed"])).toBeNull();
  });
});
