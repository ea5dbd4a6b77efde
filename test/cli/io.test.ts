import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { calledAs } from "../../src/cli/io.js";

describe("calledAs", () => {
  const home = join("/", "home", "ana");

  it("is the name where the program was found by it", () => {
    expect(calledAs(join("/", "usr", "bin", "recast"), home)).toBe("recast");
    expect(calledAs(join(home, "node_modules", ".bin", "recast"), home)).toBe("npx recast");
  });

  it("is node with a path where a script was started, short where it can be", () => {
    const main = join(home, "dist", "cli", "main.js");
    expect(calledAs(main, home)).toBe(`node ${join("dist", "cli", "main.js")}`);
    expect(calledAs(main, join("/", "tmp"))).toBe(`node ${main}`);
    expect(calledAs(join(home, "my tools", "main.js"), home)).toBe(`node "${join("my tools", "main.js")}"`);
  });
});
