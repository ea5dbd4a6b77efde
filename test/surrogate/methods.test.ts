import { describe, expect, it } from "vitest";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { checkSurrogateMethod } from "../checks/surrogate-checks.js";

for (const make of Object.values(surrogateMethods)) checkSurrogateMethod(make, referenceKernels);

describe("surrogateMethods", () => {
  it("lists each method under its own name", () => {
    for (const [name, make] of Object.entries(surrogateMethods)) expect(make().name).toBe(name);
  });
});
