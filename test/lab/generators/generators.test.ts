import { describe } from "vitest";
import { letterGenerators } from "../../../src/lab/generators/generators.js";
import { blackBox, checkGenerator, madeUpTarget } from "../../checks/generator-checks.js";

const lr = madeUpTarget("lr");
const targets = [lr, madeUpTarget("mlp"), madeUpTarget("dt"), madeUpTarget("gb"), blackBox(lr)];

describe.each(Object.entries(letterGenerators))("%s", (_, make) => {
  checkGenerator(make, targets, 0.9);
});
