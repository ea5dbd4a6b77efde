import { matrix, selectRows, stackRows } from "../../src/math/matrix.js";
import { seededRandom, shuffled } from "../../src/math/random.js";
import type { ClassClouds } from "../../src/surrogate/class-clouds.js";
import type { Clouds } from "../../src/surrogate/surrogate.js";
import { cloud } from "./made-up-clouds.js";

/** Classes on a bent line; each row of a class but the last has a letter most of the way to the next class, some to the one before. */
export function madeUpClasses(seed: number, sizes: readonly number[], columns = 3): ClassClouds {
  const random = seededRandom(seed, "made-up-classes");
  const classes = sizes.map((rows, c) => {
    const own = cloud(rows, columns, 1.4 * c, 0.7, random);
    for (let i = 0; i < rows; i++) own.values[i * columns]! += (c % 2) * 1.2;
    return own;
  });
  const from: number[] = [];
  const to: number[] = [];
  const pairOf: number[] = [];
  const rows: number[] = [];
  classes.forEach((own, c) => {
    for (let i = 0; i < own.rows; i++) {
      const next = c === sizes.length - 1 ? -1 : i % 4 === 3 && c > 0 ? c - 1 : c + 1;
      if (next < 0) continue;
      from.push(c);
      to.push(next);
      pairOf.push(i);
      for (let j = 0; j < columns; j++) {
        const value = own.values[i * columns + j]!;
        rows.push(value + 0.6 * (1.4 * (next - c)) + 0.1 * random.normal());
      }
    }
  });
  return {
    classes,
    letters: matrix(from.length, columns, rows),
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    pairOf: Int32Array.from(pairOf),
    ordered: true,
  };
}

/** Two-class clouds in the form of K classes. */
export function asClasses({ rejected, accepted, counterfactual, pairOf, numeric }: Clouds): ClassClouds {
  return {
    classes: [rejected, accepted],
    letters: counterfactual,
    from: new Int32Array(counterfactual.rows),
    to: new Int32Array(counterfactual.rows).fill(1),
    pairOf,
    ...(numeric && { numeric }),
    ordered: true,
  };
}

/** The same clouds with the rows of each class and the letters in another order. */
export function shuffledClasses(clouds: ClassClouds, seed: number): ClassClouds {
  const random = seededRandom(seed, "shuffled-classes");
  const order = (rows: number) =>
    shuffled(
      Array.from({ length: rows }, (_, i) => i),
      random,
    );
  const people = clouds.classes.map((own) => order(own.rows));
  const letters = order(clouds.letters.rows);
  return {
    ...clouds,
    classes: clouds.classes.map((own, c) => selectRows(own, people[c]!)),
    letters: selectRows(clouds.letters, letters),
    from: Int32Array.from(letters, (k) => clouds.from[k]!),
    to: Int32Array.from(letters, (k) => clouds.to[k]!),
    pairOf: Int32Array.from(letters, (k) => {
      const person = clouds.pairOf[k]!;
      return person < 0 ? -1 : people[clouds.from[k]!]!.indexOf(person);
    }),
  };
}

/** Every observed row, class by class. */
export function allRows({ classes }: ClassClouds) {
  return stackRows(...classes);
}
