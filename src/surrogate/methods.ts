import { majority, nearest } from "./baselines.js";
import { bracket } from "./bracket.js";
import { prototypeMmd } from "./prototype-mmd.js";
import { prototypeMean, prototypeMedoid } from "./prototype-rule.js";
import { recast, recastCalibrated, recastFixedRatio, recastNoLetters } from "./recast.js";
import { ridge, ridgeLetters } from "./ridge.js";
import { tra } from "./tra.js";
import { cca, dualcf, noCfDt, noCfLr, noCfMlp, noCfRf, samplesDt, samplesLr, samplesMlp } from "./trained.js";

/** Every way to rebuild a model, by name. The shared check suite runs over this record. */
export const surrogateMethods = {
  bracket,
  recast,
  "recast-calibrated": recastCalibrated,
  ridge,
  "ridge-letters": ridgeLetters,
  nearest,
  majority,
  "samples-lr": samplesLr,
  "samples-mlp": samplesMlp,
  "samples-dt": samplesDt,
  cca,
  dualcf,
  tra,
  "no-cf-lr": noCfLr,
  "no-cf-mlp": noCfMlp,
  "no-cf-dt": noCfDt,
  "no-cf-rf": noCfRf,
  "recast-fixed-ratio": recastFixedRatio,
  "recast-no-letters": recastNoLetters,
  "prototype-mean": prototypeMean,
  "prototype-medoid": prototypeMedoid,
  "prototype-mmd": prototypeMmd,
} as const;

/** The name of a method. */
export type SurrogateName = keyof typeof surrogateMethods;
