import type { Encoder } from "../../encode/encoder.js";
import type { BurdenByAttribute, FieldFindings, GroupBurden } from "../../findings/letters.js";
import type { Evidence } from "../../input/evidence.js";
import { selectTableRows } from "../../input/table.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { measureShare } from "../../math/interval.js";
import { seededRandom } from "../../math/random.js";
import type { NeedsTwo } from "../../options.js";
import type { Grouping } from "../groups/groups.js";
import type { LetterChanges } from "./letter-changes.js";
import {
  gapOfMeans,
  meanInterval,
  medianInterval,
  type PersonSums,
  type ResampledMean,
  resampleMean,
} from "./resampled.js";

export const burdenNeedsTwo: NeedsTwo = {
  what: "recourse burden",
  reason: "they read one boundary; letters here lie at several",
};

/** What the burden is measured from: letters compared with their people, and how far apart the two lie. */
interface Asked {
  readonly evidence: Evidence;
  readonly changes: LetterChanges;
  readonly distances: Float64Array;
  readonly fields: readonly FieldFindings[];
  readonly resamples: number;
  readonly seed: number;
}

/** Euclidean distance between each compared letter and its person in the encoded space. */
export function encodedDistances(
  { observations, letters }: Evidence,
  encoder: Encoder,
  changes: LetterChanges,
): Float64Array {
  const offered = encoder.encode(selectTableRows(letters, changes.letters));
  const present = encoder.encode(selectTableRows(observations, changes.people));
  const width = offered.columns;
  return Float64Array.from({ length: offered.rows }, (_, r) => {
    let squared = 0;
    for (let j = r * width; j < (r + 1) * width; j++) {
      const step = offered.values[j]! - present.values[j]!;
      squared += step * step;
    }
    return Math.sqrt(squared);
  });
}

export function burdenByAttribute(asked: Asked, { attribute, columns, labels, groupOf }: Grouping): BurdenByAttribute {
  const rowsOf = labels.map((): number[] => []);
  for (const [r, person] of asked.changes.people.entries()) rowsOf[groupOf[person]!]?.push(r);
  const measured: { group: string; mean: ResampledMean }[] = [];
  const groups = labels.map((group, g) => {
    const { burden, mean } = groupBurden(asked, `${attribute}\n${group}`, group, rowsOf[g] ?? []);
    if (mean !== null && burden.status === "measured") measured.push({ group, mean });
    return burden;
  });
  if (measured.length < 2) return { attribute, columns, groups, distanceGap: null };
  const gap = gapOfMeans(measured.map(({ mean }) => mean));
  const [highest, lowest] = [measured[gap.highest]!.group, measured[gap.lowest]!.group];
  return { attribute, columns, groups, distanceGap: { ...gap, highest, lowest } };
}

function groupBurden(
  asked: Asked,
  stream: string,
  group: string,
  rows: readonly number[],
): { burden: GroupBurden; mean: ResampledMean | null } {
  const { changes, distances, resamples, seed } = asked;
  const { owners, people } = numberOwners(rows, changes.people);
  const random = (name: string) => seededRandom(seed, `letters/${name}\n${stream}`);
  const several = people > 1;
  const sumsOf = (values: Float64Array | Int32Array) => sumByOwner(rows, owners, people, values);
  const mean = several ? resampleMean(sumsOf(distances), resamples, random("distance")) : null;
  const fields = several ? resampleMean(sumsOf(changes.fields), resamples, random("fields"), 1) : null;
  const burden: GroupBurden = {
    group,
    letters: rows.length,
    status: people < LEAST_GROUP ? "insufficient" : "measured",
    distance: mean && meanInterval(mean, Number.MAX_VALUE),
    fields: fields && meanInterval(fields, changes.features),
    immutable: measureShare(rows.filter((r) => changes.immutable[r] === 1).length, rows.length),
    changes: medianChanges(asked, rows, (field) => random(`median\n${field}`)),
  };
  return { burden, mean };
}

/** The median size of the change of each number, among the letters at `rows` that change it. */
function medianChanges(
  { evidence, changes, fields, resamples }: Asked,
  rows: readonly number[],
  random: (field: string) => ReturnType<typeof seededRandom>,
): GroupBurden["changes"] {
  const { difference, features: d } = changes;
  const position = new Map(evidence.schema.features.map(({ name }, f) => [name, f]));
  return fields.flatMap(({ field, type }) => {
    const f = position.get(field);
    const stepping = type === "number" && f !== undefined ? rows.filter((r) => difference[r * d + f] !== 0) : [];
    if (f === undefined || stepping.length === 0) return [];
    const { owners, people } = numberOwners(stepping, changes.people);
    const values = Float64Array.from(stepping, (r) => Math.abs(difference[r * d + f]!));
    const median = people > 1 ? medianInterval({ values, owners, people }, resamples, random(field)) : null;
    return [{ field, letters: stepping.length, median }];
  });
}

/** The people behind the letters at `rows`, numbered from 0 in the order they are met. */
function numberOwners(rows: readonly number[], people: Int32Array): { owners: Int32Array; people: number } {
  const numbers = new Map<number, number>();
  const owners = Int32Array.from(rows, (r) => {
    const person = people[r]!;
    const known = numbers.get(person) ?? numbers.size;
    numbers.set(person, known);
    return known;
  });
  return { owners, people: numbers.size };
}

function sumByOwner(
  rows: readonly number[],
  owners: Int32Array,
  people: number,
  values: Float64Array | Int32Array,
): PersonSums {
  const sums = new Float64Array(people);
  const letters = new Float64Array(people);
  rows.forEach((r, k) => {
    sums[owners[k]!]! += values[r]!;
    letters[owners[k]!]! += 1;
  });
  return { sums, letters };
}
