import { describe, expect, it } from "vitest";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { checkSurrogateMethod } from "../checks/surrogate-checks.js";
import { kernelSets } from "../kernels/kernel-sets.js";

for (const { kernels } of kernelSets) {
  for (const make of Object.values(surrogateMethods)) checkSurrogateMethod(make, kernels);
}

describe("surrogateMethods", () => {
  it("lists each method under its own name", () => {
    for (const [name, make] of Object.entries(surrogateMethods)) expect(make().name).toBe(name);
  });
});
