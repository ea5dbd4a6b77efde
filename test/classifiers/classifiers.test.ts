import { mlp, reviveMlp } from "../../src/classifiers/net.js";
import { boosting, forest, reviveBoosting, reviveForest, reviveTree, tree } from "../../src/classifiers/trees.js";
import { checkClassifier } from "../checks/classifier-checks.js";

type Data = Record<string, unknown>;
type Trees = { feature: number[]; left: number[]; threshold: number[]; value: number[] }[];
type NetData = { inputs: number; hidden: number[]; parameters: number[] };

const treeDamage = [
  (data: Data) => (data["trees"] as Trees)[0]!.feature.fill(99, 0, 1),
  (data: Data) => (data["trees"] as Trees)[0]!.left.fill(0, 0, 1), // a circle
  (data: Data) => (data["trees"] as Trees)[0]!.threshold.pop(),
  (data: Data) => (data["trees"] as Trees)[0]!.feature.fill(-1, 0, 1), // a leaf with children
  (data: Data) => (data["trees"] as Trees)[0]!.value.fill(Number.NaN, 0, 1),
  (data: Data) => (data["trees"] as Trees).pop(),
  (data: Data) => delete data["columns"],
].map((damage) => (data: Data) => void damage(data));

checkClassifier({
  name: "mlp",
  options: { hidden: [8, 4], epochs: 200, batchSize: null, learningRate: 0.02, seed: 3 },
  make: mlp,
  revive: reviveMlp,
  weightsCount: true,
  damage: [
    (data) => void (data["net"] as NetData).parameters.pop(),
    (data) => void (data["net"] as NetData).hidden.push(3),
    (data) => void (data["net"] as NetData).parameters.fill(Number.NaN, 0, 1),
    (data) => void Object.assign(data["net"] as NetData, { inputs: 5 }),
  ],
});
checkClassifier({
  name: "tree",
  options: { depth: 4 },
  make: tree,
  revive: reviveTree,
  weightsCount: true,
  damage: treeDamage,
});
checkClassifier({
  name: "forest",
  options: { trees: 15, seed: 2 },
  make: forest,
  revive: reviveForest,
  weightsCount: false, // which rows are drawn depends on how many there are
  damage: treeDamage.slice(0, 5),
});
checkClassifier({
  name: "boosting",
  options: { trees: 25, rate: 0.2 },
  make: boosting,
  revive: reviveBoosting,
  weightsCount: true,
  damage: treeDamage.slice(0, 5),
});
