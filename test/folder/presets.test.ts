import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { presetsModule, SHIPPED } from "../../scripts/write-presets.mjs";
import { configText } from "../../src/folder/config-text.js";
import { parseConfig, parsePreset } from "../../src/folder/parse-config.js";
import { fitPreset, shippedPreset, suggestedPreset } from "../../src/folder/presets.js";
import { SHIPPED_PRESETS } from "../../src/folder/shipped-presets.js";
import { inspectTable } from "../../src/input/csv.js";
import { guessRoles } from "../../src/input/guess/guess-roles.js";

const OWN = `title: Loans of our bank
match: [loan_id, verdict]
roles:
  decision: verdict
  favourable: [A, B]
  unfavourable: [C, D]
  notDecided: [X]
  sensitive: [sex, region]
  ignore: [branch, clerk]
  types: {branch_code: category, gone: category}
  missing: ["-1"]
bins: {age: [30, 60], gone: [1]}
method: {folds: 4}
identity: {system: The bank's scorecard}
template: model-card
`;

const ROWS = Array.from({ length: 40 }, (_, i) =>
  [`L${i}`, "fm"[i % 2], 20 + i, `b${i % 3}`, i % 4, i % 9 === 0 ? -1 : 1000 + i, "ACX"[i % 3]].join(","),
);
const FILE = ["loan_id,sex,age,branch,branch_code,income,verdict", ...ROWS].join("\n");

function fitted(text: string, file: string) {
  const found = inspectTable(file, { file: "loans.csv", delimiter: null });
  const preset = { ...parsePreset(text, "own.yaml"), name: "own" };
  return fitPreset(preset, guessRoles({ decisions: found, letters: null }), found.table!, "loans.csv");
}

const written = ({ guess, fitted: preset }: ReturnType<typeof fitted>) =>
  configText({ decisions: "loans.csv", letters: null, out: "audit", guess, preset });

describe("presets that come with Recast", () => {
  it("are in the source as they are in presets/", () => {
    // after a change of presets/*.yaml: node scripts/write-presets.mjs
    expect(readFileSync(SHIPPED, "utf8")).toBe(presetsModule());
    const files = readdirSync("presets").filter((name) => name.endsWith(".yaml"));
    expect(SHIPPED_PRESETS.map(({ name }) => `${name}.yaml`)).toEqual(files.sort());
  });

  for (const { name, title, match, text } of SHIPPED_PRESETS) {
    it(`${name} can be read, and is suggested for its own columns`, () => {
      const preset = parsePreset(text, name);
      expect(preset).toMatchObject({ title, match });
      expect(preset.match).toContain(preset.roles.decision);
      expect(suggestedPreset([...match, "another"])?.name).toBe(name);
      expect(suggestedPreset(match.slice(1))).toBeNull();
      const { decision, ignore = [], sensitive = [] } = preset.roles;
      expect(new Set(ignore).size).toBe(ignore.length);
      expect([...ignore, ...sensitive]).not.toContain(decision);
    });
  }

  it("names them where another is asked for", () => {
    expect(() => shippedPreset("hdma")).toThrow("there is no preset 'hdma'. There are 'compas' and 'hmda'.");
  });
});

describe("a preset fitted to a file", () => {
  it("keeps what the file has, before any guess", () => {
    const { guess, fitted: rest } = fitted(OWN, FILE);
    expect(guess.decision).toMatchObject({ value: "verdict", confidence: "high", reason: "preset own" });
    expect(guess.sensitive.map(({ value }) => value)).toEqual(["sex", "age"]);
    expect(guess.ignore.map(({ value }) => value)).toEqual(["branch"]);
    expect(guess.types.map(({ value }) => value)).toEqual([{ column: "branch_code", type: "category" }]);
    expect(guess.missing?.value).toEqual(["-1"]);
    expect(guess.questions).toEqual([]);
    expect(rest).toMatchObject({
      roles: { favourable: ["A"], unfavourable: ["C"], notDecided: ["X"] },
      bins: { age: [30, 60] },
      method: { folds: 4 },
      identity: { system: "The bank's scorecard" },
      report: { template: "model-card" },
    });
    expect(rest.bins).not.toHaveProperty("gone");
  });

  it("gives an audit.yaml that says the same", () => {
    const config = parseConfig(written(fitted(OWN, FILE)), "audit.yaml");
    expect(config).toMatchObject({
      roles: {
        decision: "verdict",
        favourable: ["A"],
        unfavourable: ["C"],
        notDecided: ["X"],
        sensitive: ["sex", "age"],
        ignore: ["branch"],
        id: "loan_id",
        types: { branch_code: "category" },
        missing: ["?", "NA", "N/A", "-1"],
      },
      bins: { age: [30, 60] },
      method: { folds: 4 },
      identity: { system: "The bank's scorecard" },
      template: "model-card",
    });
  });

  it("refuses a file without the decision", () => {
    expect(() => fitted(OWN, FILE.replace("verdict", "answer"))).toThrow(
      "loans.csv has no column 'verdict', which the preset 'own' takes for the decision",
    );
  });

  it("says where a preset is wrong", () => {
    expect(() => parsePreset(OWN.replace("roles:", "rolls:"), "own.yaml")).toThrow(
      "own.yaml, line 3: 'rolls' is not a setting; did you mean 'roles'?",
    );
    expect(() => parsePreset("title: x\n", "own.yaml")).toThrow("'match' is missing");
    expect(() => parsePreset(`decisions: d.csv\n${OWN}`, "own.yaml")).toThrow("'decisions' is not a setting");
    expect(() => parsePreset("", "own.yaml")).toThrow("it is empty");
  });
});
