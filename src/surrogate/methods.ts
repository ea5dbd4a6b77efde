import { majority } from "./majority.js";
import { nearest } from "./nearest.js";
import { recast } from "./recast.js";
import { recastCalibrated } from "./recast-calibrated.js";
import { ridge, ridgeLetters } from "./ridge.js";

/** Every way to rebuild a model, by name. The shared check suite runs over this record. */
export const surrogateMethods = {
  recast,
  "recast-calibrated": recastCalibrated,
  ridge,
  "ridge-letters": ridgeLetters,
  nearest,
  majority,
} as const;

/** The name of a method. */
export type SurrogateName = keyof typeof surrogateMethods;
