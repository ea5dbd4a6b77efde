import { cchvae } from "./cchvae.js";
import { dice } from "./dice.js";
import { mccf } from "./least-change.js";
import { oneNearest } from "./nearest-rows.js";
import { reasons } from "./reasons.js";
import { roar } from "./roar.js";
import { thresholds } from "./thresholds.js";

/** Every way to write letters, by name. The shared check suite runs over this record. */
export const letterGenerators = { "1nn": oneNearest, mccf, dice, roar, cchvae } as const;

/** Ways to answer people with less than a full letter: reasons without a value, or one field and its threshold. */
export const noticeGenerators = { reasons, thresholds } as const;

/** The name of a generator. */
export type GeneratorName = keyof typeof letterGenerators | keyof typeof noticeGenerators;
