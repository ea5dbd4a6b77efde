import { bracket } from "./bracket.js";
import { cca } from "./cca.js";
import { dualcf } from "./dualcf.js";
import { majority } from "./majority.js";
import { nearest } from "./nearest.js";
import { noCfDt, noCfLr, noCfMlp, noCfRf } from "./no-cf.js";
import { prototypeMmd } from "./prototype-mmd.js";
import { prototypeMean, prototypeMedoid } from "./prototype-points.js";
import { recast } from "./recast.js";
import { recastFixedRatio, recastNoLetters } from "./recast-ablations.js";
import { recastCalibrated } from "./recast-calibrated.js";
import { ridge, ridgeLetters } from "./ridge.js";
import { samplesDt, samplesLr, samplesMlp } from "./samples.js";
import { tra } from "./tra.js";

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
