import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hashFiles } from "../../scripts/files.mjs";
import { nodeComplaint, setUpSteps } from "../../scripts/set-up.mjs";

describe("nodeComplaint", () => {
  it("accepts the oldest version package.json allows, and newer ones", () => {
    expect(JSON.parse(readFileSync("package.json", "utf8")).engines.node).toBe(">=20.19");
    for (const version of ["20.19.0", "20.20.2", "22.0.0", "26.1.0"]) expect(nodeComplaint(version)).toBeNull();
  });

  it("says what is needed and what is there", () => {
    expect(nodeComplaint("20.18.3")).toContain("needs Node.js 20.19 or newer, and this is 20.18.3");
    expect(nodeComplaint("18.20.0")).toContain("this is 18.20.0");
  });
});

describe("set-up", () => {
  it("builds before it packs: the package depends on the kernels' output", () => {
    const [, kernels, dist] = setUpSteps;
    expect(kernels?.outputs).toContain("src/kernels/wasm/binary.ts");
    expect(dist?.inputs).toContain("src");
  });

  it("hashes names and contents, so a renamed or missing file is a change", () => {
    const one = hashFiles(".", ["package.json"]);
    expect(hashFiles(".", ["package.json"])).toBe(one);
    expect(hashFiles(".", ["tsconfig.json"])).not.toBe(one);
    expect(hashFiles(".", ["package.json", "no-such-file"])).not.toBe(one);
  });
});
