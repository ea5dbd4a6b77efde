import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kernelBase64 } from "../../src/kernels/wasm/binary.js";
import { root } from "../support/built.js";

describe("the compiled kernels", () => {
  const bytes = Buffer.from(kernelBase64, "base64");
  const module = new WebAssembly.Module(bytes);

  it("are embedded as they were compiled", () => {
    expect(bytes.equals(readFileSync(join(root, "build/recast.wasm")))).toBe(true);
  });

  it("need nothing from outside and share their memory", () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
    expect(WebAssembly.Module.exports(module)).toContainEqual({ name: "memory", kind: "memory" });
  });

  it("carry no names, so that no path of the machine that built them is in them", () => {
    expect(WebAssembly.Module.customSections(module, "name")).toEqual([]);
    expect(WebAssembly.Module.customSections(module, "sourceMappingURL")).toEqual([]);
  });
});
