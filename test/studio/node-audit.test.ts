import { describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { firstDifferentFile, nodeAudit, nodeVerify } from "./node-audit.js";

const demo = demoLending(2, { people: 60, population: 50 });
const FILES = { "decisions.csv": demo.decisionsCsv, "letters.csv": demo.lettersCsv };
const FLAGS = ["--letters", "letters.csv", "--methods", "ridge,majority", "--refits", "1", "--resamples", "100"];

describe("nodeAudit", () => {
  it("gives the files of an audit that verifies, and notices a changed one", async () => {
    const audit = await nodeAudit(FILES, [...FLAGS, "--no-sensitivity"]);
    expect([...audit.keys()]).toEqual(
      expect.arrayContaining(["audit.json", "manifest.json", "inputs/letters.csv", "tables/people.csv"]),
    );
    expect(await nodeVerify(audit, ["--quick"])).toMatchObject({ exitCode: 0 });
    const changed = new Map(audit).set("report.html", Buffer.from("nothing"));
    expect(await nodeVerify(changed, ["--quick"])).toMatchObject({ exitCode: 6 });
    expect([firstDifferentFile(audit, new Map(audit)), firstDifferentFile(audit, changed)]).toEqual([
      null,
      "report.html",
    ]);
  });

  it("passes on what the command says", async () => {
    await expect(nodeAudit({ "d.csv": "a,b\n" }, [])).rejects.toThrow("d.csv");
  });
});
