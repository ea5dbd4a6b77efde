import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AuditFlags } from "../../../src/cli/commands/audit.js";
import { configurationText } from "../../../src/folder/config-text.js";
import { isConfigPath, readConfigFile } from "../../../src/platform/folder/read-config.js";
import { freshFolder } from "../../cli/support.js";

describe("readConfigFile", () => {
  const folder = freshFolder();

  async function read(text: string) {
    await mkdir(join(folder(), "case"), { recursive: true });
    const path = join(folder(), "case", "audit.yaml");
    await writeFile(path, text);
    return readConfigFile(path);
  }

  it("gives the flags of an audit, with paths from where the file is", async () => {
    const { decisions, flags } = await read(
      "decisions: d.csv\nletters: ../l.csv\npopulation: /p.csv\nout: out\nroles:\n  types: {zip: category}\n  sensitive: sex\n" +
        "bins: {age: [30]}\nmethod: {seed: 3, sensitivity: no}\nidentity: {system: S}\ntemplate: model-card",
    );
    expect(decisions).toBe(join(folder(), "case", "d.csv"));
    const asFlags: AuditFlags = flags; // what the command line gives has the same shape
    expect(asFlags).toEqual({
      letters: join(folder(), "l.csv"),
      population: "/p.csv",
      out: join(folder(), "case", "out"),
      type: { zip: "category" },
      sensitive: ["sex"],
      bins: { age: [30] },
      seed: 3,
      sensitivity: false,
      system: "S",
      template: "model-card",
    });
  });

  it("reads back the configuration an audit writes into its folder", async () => {
    const configuration: AuditFlags = {
      decision: "approved",
      favourable: "1.0",
      sensitive: ["sex", "yes", "null", "# x", "a: b"],
      missing: ["?", ""],
      delimiter: "\t",
      type: { "1": "number" },
      bins: { age: [-1.5, 1e21] },
      folds: 3,
      abstain: 1e-7,
      intersections: false,
      notes: `long ${"words ".repeat(40)}\nand a second line`,
      template: "general",
    };
    const input = { path: "/d.csv", name: "d.csv", recorded: "../d.csv" };
    const text = await configurationText({ decisions: input, letters: null, population: null }, configuration);
    const { decisions, flags } = await read(text);
    expect(decisions).toBe(join(folder(), "d.csv"));
    expect(flags).toEqual(configuration);
  });

  it("names the file as it was given", async () => {
    const path = join(folder(), "case", "audit.yaml");
    await expect(read("decision: x")).rejects.toMatchObject({ code: "CONFIG_INVALID", place: { file: path, row: 1 } });
    await expect(readConfigFile(join(folder(), "none.yaml"))).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  it("knows configuration files by their ending", () => {
    expect(["a.yaml", "b.YML", "c.csv", "yaml"].map(isConfigPath)).toEqual([true, true, false, false]);
  });
});
