import * as v from "valibot";
import { requireWidth } from "../classifiers/classifier.js";
import { count, invalidModel, readModelPart } from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, stackRows, zeros } from "../math/matrix.js";
import { requireOneOf } from "../options.js";
import { majority, nearest } from "./baselines.js";
import { type BracketOptions, bracket } from "./bracket.js";
import type { ClassClouds, ClassMethod, ClassSurrogate } from "./class-clouds.js";
import { letterClouds, pairClouds, requireClasses, settleLetters } from "./class-clouds.js";
import { recastClasses } from "./recast-classes.js";
import type { Clouds, Surrogate, SurrogateMethod } from "./surrogate.js";
import { noCfDt, noCfLr, noCfRf, samplesDt, samplesLr } from "./trained.js";

/** Every way to rebuild a model of K classes, by name. With two classes each is the binary method of that name. */
export const classMethods = {
  bracket: (options: BracketOptions = {}): ClassMethod => ({
    ...eachPair(bracket(options)),
    withoutLetters: () => eachPair(bracket(options)),
  }),
  recast: recastClasses,
  "samples-lr": (): ClassMethod => ({
    ...oneAgainstRest(samplesLr(), noCfLr()),
    withoutLetters: classMethods["no-cf-lr"],
  }),
  "samples-dt": (): ClassMethod => ({
    ...oneAgainstRest(samplesDt(), noCfDt()),
    withoutLetters: classMethods["no-cf-dt"],
  }),
  "no-cf-lr": (): ClassMethod => oneAgainstRest(null, noCfLr()),
  "no-cf-dt": (): ClassMethod => oneAgainstRest(null, noCfDt()),
  "no-cf-rf": (): ClassMethod => oneAgainstRest(null, noCfRf()),
  nearest: (): ClassMethod => againstFirst(nearest()),
  majority: (): ClassMethod => againstFirst(majority()),
} as const;

/** The name of a method of K classes. */
export type ClassMethodName = keyof typeof classMethods;

export function classMethodsNamed(names: readonly string[]): readonly ClassMethod[] {
  return names.map((name) => {
    requireOneOf("methods", name, Object.keys(classMethods));
    return classMethods[name as ClassMethodName]();
  });
}

/** A binary surrogate that tells two classes apart, or one from the rest. */
interface Part {
  /** The class its margin speaks against; −1 for all but `accepted`. */
  readonly rejected: number;
  readonly accepted: number;
  readonly surrogate: Surrogate;
}

/** What `toJSON` of a composed surrogate gives, as a schema around its parts' schemas. */
export const composedData = v.strictObject({
  classes: v.pipe(count, v.minValue(2), v.maxValue(255)),
  columns: count,
  parts: v.array(
    v.strictObject({ rejected: v.nullable(count), accepted: count, method: v.string(), surrogate: v.unknown() }),
  ),
});

/** How the margins of the parts become points of the classes. */
type Combine = (parts: readonly Part[], x: Matrix, classes: number) => Matrix;

/**
 * Each class against the first: for methods whose margin is a difference of two amounts, one per class (distances,
 * counts), so that points compare any two classes as the method itself would.
 */
function againstFirst(method: SurrogateMethod): ClassMethod {
  return composed(method, [method], differences, (clouds, kernels) =>
    clouds.classes.slice(1).map((_, k) => ({
      rejected: 0,
      accepted: k + 1,
      surrogate: method.fit(pairClouds(clouds, 0, k + 1, undefined), kernels),
    })),
  );
}

/**
 * Each class against all others together; points are the margins. Where letters count, each is one more row of the
 * class it offers: `reader` is fitted where the class itself was offered, `plain` where it was not. Two classes need
 * one fit, the binary one.
 */
function oneAgainstRest(reader: SurrogateMethod | null, plain: SurrogateMethod): ClassMethod {
  const usesLetters = reader !== null;
  const name = reader?.name ?? plain.name;
  const known = reader === null ? [plain] : [reader, plain];
  return composed({ name, usesLetters }, known, differences, (clouds, kernels) => {
    const fitOne = (c: number) => {
      const part = restClouds(clouds, c, usesLetters);
      const method = reader !== null && part.counterfactual.rows > 0 ? reader : plain;
      return { rejected: clouds.classes.length === 2 ? 0 : -1, accepted: c, surrogate: method.fit(part, kernels) };
    };
    return clouds.classes.length === 2 ? [fitOne(1)] : clouds.classes.map((_, c) => fitOne(c));
  });
}

/**
 * Each pair of classes by a binary surrogate of its own, with the letters between them as the binary method reads
 * letters; letters in both directions give two surrogates, whose margins are averaged. A class has half of its smallest
 * margin as points, so the class that wins all its pairs wins; if there is none, the one whose worst pair is the least
 * bad. Two classes give the binary margin.
 */
function eachPair(method: SurrogateMethod): ClassMethod {
  return composed(method, [method], worstPairs, (clouds, kernels) => {
    const directed = letterClouds(clouds);
    const between = (i: number, j: number) => directed.find(({ from, to }) => from === i && to === j);
    const parts: Part[] = [];
    const fitPair = (rejected: number, accepted: number) => {
      const surrogate = method.fit(pairClouds(clouds, rejected, accepted, between(rejected, accepted)), kernels);
      parts.push({ rejected, accepted, surrogate });
    };
    for (let i = 0; i < clouds.classes.length; i++) {
      for (let j = i + 1; j < clouds.classes.length; j++) {
        const back = between(j, i) !== undefined;
        if (!back || between(i, j) !== undefined) fitPair(i, j);
        if (back) fitPair(j, i);
      }
    }
    return parts;
  });
}

/** A method of parts: `known` are the methods they may be of, `combine` makes points of their margins. */
function composed(
  { name, usesLetters }: Pick<ClassMethod, "name" | "usesLetters">,
  known: readonly SurrogateMethod[],
  combine: Combine,
  fitParts: (clouds: ClassClouds, kernels: Kernels) => readonly Part[],
): ClassMethod {
  const around = ({ classes, columns, parts }: FittedParts): ClassSurrogate => ({
    method: name,
    classes,
    columns,
    points(x) {
      requireWidth(name, x, columns);
      return combine(parts, x, classes);
    },
    toJSON: () => ({
      classes,
      columns,
      parts: parts.map(({ rejected, accepted, surrogate }) => ({
        rejected: rejected < 0 ? null : rejected,
        accepted,
        method: surrogate.method,
        surrogate: surrogate.toJSON(),
      })),
    }),
  });
  return {
    name,
    usesLetters,
    fit(given, kernels) {
      requireClasses(name, given);
      const clouds = settleLetters(given);
      const { length: classes, 0: first } = clouds.classes;
      return around({ classes, columns: first!.columns, parts: fitParts(clouds, kernels) });
    },
    revive(data, kernels) {
      const { classes, columns, parts } = readModelPart(composedData, data, "surrogate");
      const revived = parts.map(({ rejected, accepted, method, surrogate }, k): Part => {
        const found = known.find((candidate) => candidate.name === method);
        const place = `surrogate.parts[${k}]`;
        if (found === undefined) throw invalidModel(`${place}.method`, `'${method}' is no part of ${name}`);
        const part = { rejected: rejected ?? -1, accepted, surrogate: found.revive(surrogate, kernels) };
        if (part.surrogate.columns !== columns || Math.max(part.rejected, accepted) >= classes) {
          throw invalidModel(place, `it does not fit ${classes} classes and ${columns} columns`);
        }
        return part;
      });
      return around({ classes, columns, parts: revived });
    },
  };
}

type FittedParts = Pick<ClassSurrogate, "classes" | "columns"> & { readonly parts: readonly Part[] };

/** The margin of each class's part; 0 for a class without one. */
function differences(parts: readonly Part[], x: Matrix, classes: number): Matrix {
  const points = zeros(x.rows, classes);
  for (const { accepted, surrogate } of parts) {
    const margins = surrogate.margins(x);
    for (let i = 0; i < x.rows; i++) points.values[i * classes + accepted] = margins[i]!;
  }
  return points;
}

/** Half of each class's smallest margin over its pairs. */
function worstPairs(parts: readonly Part[], x: Matrix, classes: number): Matrix {
  const margins = new Float64Array(x.rows * classes * classes);
  const times = new Uint8Array(classes * classes);
  for (const { rejected, accepted } of parts) {
    times[accepted * classes + rejected]! += 1;
    times[rejected * classes + accepted]! += 1;
  }
  for (const { rejected, accepted, surrogate } of parts) {
    const voices = times[accepted * classes + rejected]!;
    surrogate.margins(x).forEach((margin, i) => {
      margins[(i * classes + accepted) * classes + rejected]! += margin / voices;
      margins[(i * classes + rejected) * classes + accepted]! -= margin / voices;
    });
  }
  const points = zeros(x.rows, classes);
  for (let i = 0; i < x.rows; i++) {
    for (let c = 0; c < classes; c++) {
      let least = Number.POSITIVE_INFINITY;
      for (let d = 0; d < classes; d++) if (d !== c) least = Math.min(least, margins[(i * classes + c) * classes + d]!);
      points.values[i * classes + c] = least / 2;
    }
  }
  return points;
}

/** Class `c` as accepted and all others as rejected rows; with letters, each joins the class it offers. */
function restClouds(clouds: ClassClouds, c: number, withLetters: boolean): Clouds {
  const others = clouds.classes.filter((_, k) => k !== c);
  const directed = withLetters ? letterClouds(clouds) : [];
  const offered = (own: boolean) => directed.filter(({ to }) => (to === c) === own).map(({ rows }) => rows);
  const letters = offered(true);
  const none = zeros(0, clouds.letters.columns);
  const counterfactual = letters.length === 0 ? none : stackRows(...letters);
  return {
    rejected: stackRows(...others, ...offered(false)),
    accepted: clouds.classes[c]!,
    counterfactual,
    pairOf: new Int32Array(counterfactual.rows).fill(-1),
    ...(clouds.numeric && { numeric: clouds.numeric }),
  };
}
