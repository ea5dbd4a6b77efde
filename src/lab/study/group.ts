import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import type { EncoderScaling } from "../../encode/scaling.js";
import { selectTableRows } from "../../input/table.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClouds } from "../../surrogate/clouds.js";
import type { Clouds } from "../../surrogate/surrogate.js";
import type { DataSet } from "../data/data-set.js";
import type { GeneratedLetters } from "../generators/generator.js";
import { type CellKey, type CellSize, cellId, sizesOf } from "./cells.js";
import { peopleAsked, studyEvidence } from "./evidence.js";
import { type KeptResult, keepResult, orThrow, stopwatch } from "./kept-result.js";
import type { LetterBook } from "./letters.js";
import { levelSeries, type NoiseLevels, noiseLevels } from "./levels.js";
import { measure } from "./measures.js";
import { asCellFailure, type CellEvidence, type TimedCell } from "./result.js";
import { type GroupWork, openBook, type Shared, shareTarget } from "./work.js";

/** The evidence of one generator and size, and the encoded forms of it that were asked for so far. */
interface Case {
  readonly counts: CellEvidence;
  encoded(scaling: EncoderScaling): EncodedCase;
}

interface EncodedCase {
  readonly encoder: Encoder;
  readonly clouds: Clouds;
  /** The same with letters of letters, which are written when first asked for. */
  cloudsWithSecond(): Clouds;
}

/**
 * Computes the cells of a group one by one and yields each when done. Never throws for a cell: what goes wrong with the
 * target fails all its cells, with a generator the generator's, with a method only its own.
 */
export function* computeGroup(work: GroupWork): Generator<TimedCell, void, void> {
  const { spec, group, done, now } = work;
  const open = group.cells.filter((cell) => !done.has(cellId(cell)));
  if (open.length === 0) return;
  const clock = stopwatch(now);
  const shared = keepResult(() => shareTarget(work));
  const levels = keepResult(() => noiseLevels(work, orThrow(shared)));
  const targetSeconds = clock();
  for (const entry of spec.generators) {
    const ofGenerator = open.filter(({ generator }) => generator === entry.name);
    if (ofGenerator.length === 0) continue;
    const book = keepResult(() => openBook(work, orThrow(shared), entry));
    for (const size of sizesOf(spec)) {
      const cells = ofGenerator.filter((cell) => cell.n === size.n && cell.balance === size.balance);
      if (cells.length === 0) continue;
      clock();
      const current = keepResult(() => makeCase(work.data, orThrow(shared), orThrow(book), size));
      const letterSeconds = clock();
      for (const cell of cells) {
        const { measures, series, failure, ...seconds } = computeCell(work, cell, { shared, levels, current });
        const evidence = current.ok ? current.value.counts : null;
        yield {
          cell: { ...cell, evidence, measures, series, failure },
          seconds: { target: targetSeconds, letters: letterSeconds, ...seconds },
        };
      }
    }
  }
}

function makeCase(data: DataSet, { observed }: Shared, book: LetterBook, size: CellSize): Case {
  const asked = peopleAsked(size);
  const [rejected, accepted] = asked;
  const given = studyEvidence(data, observed, book.first(rejected), asked);
  const { evidence, letters } = canonicalEvidence(given);
  const known = new Map<EncoderScaling, EncodedCase>();
  return {
    counts: {
      rejected: Math.min(rejected, observed.rejected.length),
      accepted: Math.min(accepted, observed.accepted.length),
      letters: evidence.letters.rows,
    },
    encoded(scaling) {
      const found = known.get(scaling);
      if (found !== undefined) return found;
      const encoder = fitEncoder(data.features, [evidence.observations, evidence.letters], { scaling });
      const clouds = encodeClouds(encoder, evidence);
      const people = letters.map((letter) => given.letterOf[letter]!);
      const cloudsWithSecond = () => withSecondLetters(clouds, encoder, book.second(rejected), people);
      const made: EncodedCase = { encoder, clouds, cloudsWithSecond };
      known.set(scaling, made);
      return made;
    },
  };
}

/** The clouds with a letter of the letter for each letter that has one; `people` has the person of each letter. */
function withSecondLetters(clouds: Clouds, encoder: Encoder, second: GeneratedLetters, people: Int32Array): Clouds {
  const answered = Int32Array.from(people.keys()).filter((k) => second.found[people[k]!] === 1);
  const rows = encoder.encode(
    selectTableRows(
      second.rows,
      answered.map((k) => people[k]!),
    ),
  );
  return { ...clouds, secondLetters: { rows, pairOf: answered } };
}

interface CellSources {
  readonly shared: KeptResult<Shared>;
  readonly levels: KeptResult<NoiseLevels | null>;
  readonly current: KeptResult<Case>;
}

/** Fits one method and compares its answers; the test rows are encoded by the evidence's own encoder. */
function computeCell(
  { spec, group, registry, kernels, now }: GroupWork,
  cell: CellKey,
  { shared, levels, current }: CellSources,
) {
  const clock = stopwatch(now);
  let fit = 0;
  try {
    const entry = spec.methods.find(({ name }) => name === cell.method);
    if (entry === undefined) throw new Error(`the study has no method '${cell.method}'`);
    const { test, reference } = orThrow(shared);
    const encoded = orThrow(current).encoded(entry.scaling ?? spec.scaling);
    const method = registry.method(entry, group.target);
    const clouds = method.name === "dualcf" ? encoded.cloudsWithSecond() : encoded.clouds;
    clock();
    const surrogate = method.fit(clouds, kernels);
    fit = clock();
    const margins = surrogate.margins(encoded.encoder.encode(test));
    const answers = Uint8Array.from(margins, (margin) => (margin >= 0 ? 1 : 0));
    const predict = clock();
    const probes = orThrow(levels);
    const series = probes === null ? null : levelSeries(probes, surrogate, encoded.encoder);
    return { measures: measure(reference, answers, margins), series, failure: null, fit, predict };
  } catch (error) {
    return { measures: null, series: null, failure: asCellFailure(error), fit, predict: 0 };
  }
}
