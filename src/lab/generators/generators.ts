import { cchvae } from "./cchvae.js";
import { dice } from "./dice.js";
import { mccf } from "./least-change.js";
import { oneNearest } from "./nearest-rows.js";
import { roar } from "./roar.js";

/** Every way to write letters, by name. The shared check suite runs over this record. */
export const letterGenerators = { "1nn": oneNearest, mccf, dice, roar, cchvae } as const;

/** The name of a generator. */
export type GeneratorName = keyof typeof letterGenerators;
