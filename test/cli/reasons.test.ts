import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { demoLending } from "../../src/lab/demo/lending.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
const demo = demoLending(1, { people: 60, population: 100 });
const run = (...argv: string[]) => recast(argv, { cwd: folder() });
const QUICK = ["--methods", "majority,nearest", "--refits", "1", "--no-sensitivity", "--resamples", "100"];

/** The demo's people with a column of codes: the refused have one or two, the others "10". */
function withCodes(text: string): string {
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const decision = header.split(",").indexOf("decision");
  const coded = lines.map((line, i) => {
    const isRefused = line.split(",")[decision] === "refused";
    return `${line},${isRefused ? `${1 + (i % 3)},${i % 2 === 0 ? "9" : ""}` : "10,"}`;
  });
  return [`${header},denial_reason-1,denial_reason-2`, ...coded].join("\n");
}

beforeEach(async () => {
  await writeFile(join(folder(), "decisions.csv"), withCodes(demo.decisionsCsv));
});

describe("an audit of notices with reasons", () => {
  it("asks what codes mean, takes a map from the command line, records it and is verified", async () => {
    const [header = ""] = demo.decisionsCsv.split("\n");
    const features = header.split(",").filter((name) => !["id", "decision", "sex", "origin"].includes(name));
    const [first = "", second = ""] = features;
    const unknown = await run("check", "decisions.csv");
    expect(unknown.exitCode).toBe(3);
    expect(unknown.stdout).toContain("error REASON_UNKNOWN");
    expect(unknown.stdout.replace(/\s+/g, " ")).toContain('"9": other');
    const map = [`1=${first} lower`, `2=${first},${second}`, "3=other", "9=other", "10=none"];
    const flags = map.flatMap((entry) => ["--reasons", entry]);
    const check = await run("check", "decisions.csv", ...flags);
    expect(check.exitCode).toBe(0);
    expect(check.stdout).toMatch(/\d+ reasons to \d+ people/);
    const audit = await run("audit", "decisions.csv", ...flags, ...QUICK, "--out", "out");
    expect(audit.stderr).toBe("");
    expect(audit.exitCode).toBe(0);
    const yaml = await readFile(join(folder(), "out", "audit.yaml"), "utf8");
    expect(yaml).toContain("direction: lower");
    const verified = await run("verify", "out", "--inputs", ".");
    expect(verified.stdout + verified.stderr).toContain("Verified");
    const again = await run("audit", "out/audit.yaml", "--out", "again");
    expect(again.exitCode).toBe(0);
    expect(await readFile(join(folder(), "again", "audit.json"), "utf8")).toBe(
      await readFile(join(folder(), "out", "audit.json"), "utf8"),
    );
  });

  it("takes reasons without letters from a letters file", async () => {
    await writeFile(join(folder(), "decisions.csv"), demo.decisionsCsv);
    const [header = "", ...lines] = demo.decisionsCsv.trimEnd().split("\n");
    const place = header.split(",").indexOf("decision");
    const refused = lines.filter((line) => line.split(",")[place] === "refused");
    const feature = header.split(",").find((name) => !["id", "decision", "sex", "origin"].includes(name));
    const notices = refused.map((line) => `${line.split(",")[0]},${feature} too low`);
    await writeFile(join(folder(), "notices.csv"), ["id,reason", ...notices].join("\n"));
    const audit = await run("audit", "decisions.csv", "--letters", "notices.csv", ...QUICK, "--out", "out");
    expect(audit.stderr).toBe("");
    expect(audit.exitCode).toBe(0);
  });
});
