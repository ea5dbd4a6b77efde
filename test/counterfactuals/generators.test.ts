import { describe } from "vitest";
import { letterGenerators } from "../../src/counterfactuals/generators.js";
import { blackBox, checkGenerator, madeUpTarget } from "../checks/generator-checks.js";

const lr = madeUpTarget("lr");
const targets = [lr, madeUpTarget("mlp"), blackBox(lr)];

/** The share of people each must find a letter for. */
const LEAST: Readonly<Record<keyof typeof letterGenerators, number>> = { "1nn": 0.95, mccf: 0.95, dice: 0.95 };

describe.each(Object.entries(letterGenerators))("%s", (name, make) => {
  checkGenerator(make, targets, LEAST[name as keyof typeof letterGenerators]);
});
