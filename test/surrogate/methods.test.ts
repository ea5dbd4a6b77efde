import { describe, expect, it } from "vitest";
import { loadKernels } from "../../src/kernels/load.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { checkSurrogateMethod } from "../checks/surrogate-checks.js";

const kernels = await loadKernels();
for (const make of Object.values(surrogateMethods)) checkSurrogateMethod(make, kernels);

// what methods take from kernels is held against the reference in test/kernels; these two use the most of it
for (const name of ["recast", "cca"] as const) checkSurrogateMethod(surrogateMethods[name], referenceKernels);

describe("surrogateMethods", () => {
  it("lists each method under its own name", () => {
    for (const [name, make] of Object.entries(surrogateMethods)) expect(make().name).toBe(name);
  });
});
