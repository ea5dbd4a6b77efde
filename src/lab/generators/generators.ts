import { cchvae } from "./cchvae.js";
import { dice } from "./dice.js";
import { mccf } from "./mccf.js";
import { oneNearest } from "./one-nearest.js";
import { roar } from "./roar.js";

/** Every way to write letters, by name. The shared check suite runs over this record. */
export const letterGenerators = {
  "1nn": oneNearest,
  mccf,
  dice,
  roar,
  cchvae,
} as const;

/** The name of a generator. */
export type GeneratorName = keyof typeof letterGenerators;
