import { seededRandom, shuffled } from "../../math/random.js";
import { type FlatRows, pickRows } from "./flat-rows.js";
import type { Generator, LetterRequest } from "./generator.js";
import { mccf } from "./least-change.js";
import { indices, type LetterSpace, letterSpace, type OwnedRows } from "./letter-space.js";

const TRIES = 20; // rows pasted on a person before there is no letter

/**
 * Offers of the least change, each sent to somebody else: what a letter asks has nothing to do with its reader. A
 * person keeps the features that cannot change, and gets the first of 20 offers that the target accepts with them.
 */
export function shuffledOffers(): Generator {
  return {
    name: "shuffled",
    generate(request, kernels) {
      const space = letterSpace(request);
      const { rows, found } = mccf().generate(request, kernels);
      const written = indices(found.length).filter((p) => found[p] === 1);
      const offers = space.flatten(rows);
      return space.letters(pasteUntilAccepted(space, request, (p) => written.filter((w) => w !== p), offers));
    },
  };
}

/** Rows that the target accepts, drawn from its training rows for each person: near nobody and near no border. */
export function acceptedRows(): Generator {
  return {
    name: "accepted-rows",
    generate(request) {
      const space = letterSpace(request);
      const taken = space.accepts(space.pool);
      const rows = indices(space.pool.rows).filter((i) => taken[i] === 1);
      return space.letters(pasteUntilAccepted(space, request, () => rows, space.pool));
    },
  };
}

/** Puts drawn rows in place of what a person may change, until the target accepts one. */
function pasteUntilAccepted(
  space: LetterSpace,
  { seed }: LetterRequest,
  choices: (person: number) => Int32Array,
  source: FlatRows,
): OwnedRows {
  const owners: number[] = [];
  const rows: FlatRows[] = [];
  for (const p of indices(space.people.rows)) {
    const drawn = shuffled([...choices(p)], seededRandom(seed, `useless-${p}`)).slice(0, TRIES);
    const pasted = paste(space, p, drawn, source);
    const accepted = space.accepts(pasted);
    const first = accepted.indexOf(1);
    if (first < 0) continue;
    owners.push(p);
    rows.push(pickRows(pasted, [first]));
  }
  const { columns } = space.people;
  const values = Float64Array.from(rows.flatMap((row) => [...row.values]));
  return { owners: Int32Array.from(owners), rows: { rows: owners.length, columns, values } };
}

function paste(space: LetterSpace, person: number, from: readonly number[], source: FlatRows): FlatRows {
  const rows = pickRows(
    space.people,
    from.map(() => person),
  );
  const { columns } = rows;
  for (const [k, i] of from.entries()) {
    for (const { column, type } of space.moves) {
      const cell = source.values[i * columns + column]!;
      if (type === "number" ? !Number.isNaN(cell) : cell >= 0) rows.values[k * columns + column] = cell;
    }
  }
  return rows;
}
