import { cheapest } from "./cheapest.js";
import type { GeneratedLetters, Generator, LetterRequest } from "./generator.js";
import { indices, letterSpace } from "./letter-space.js";
import { nearestAccepted } from "./nearest-rows.js";

/**
 * The nearest accepted row of the pool, by ℓ1 distance of scaled numbers plus 1 per category that differs. It keeps
 * the person's unchangeable features and must still be accepted with them.
 */
export function oneNearest(): Generator {
  return { name: "1nn", generate };
}

function generate(request: LetterRequest): GeneratedLetters {
  const space = letterSpace(request);
  const { rows, found } = cheapest(space, [nearestAccepted(space, indices(space.people.rows), space.accepts, 1)]);
  return space.letters(rows, found);
}
