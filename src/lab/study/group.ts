import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import { AuditError } from "../../errors.js";
import { selectTableRows } from "../../input/table.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClouds } from "../../surrogate/clouds.js";
import type { Clouds } from "../../surrogate/surrogate.js";
import type { DataSet } from "../data/data-set.js";
import type { GeneratedLetters } from "../generators/generator.js";
import type { CellSize } from "./cells.js";
import { computeCells, kept, perScaling } from "./compute-cells.js";
import { peopleAsked, studyEvidence } from "./evidence.js";
import type { LetterBook } from "./letters.js";
import { levelSeries, noiseLevels } from "./levels.js";
import { measure } from "./measures.js";
import type { TimedCell } from "./result.js";
import { type GroupWork, openBook, type Shared, shareTarget } from "./work.js";

/** Fits each method on the evidence and compares its answers; test rows are encoded by the evidence's own encoder. */
export function computeGroup(work: GroupWork): Generator<TimedCell, void, void> {
  const { spec, group, registry, kernels } = work;
  return computeCells(work, {
    share() {
      const shared = shareTarget(work);
      return { ...shared, levels: kept(() => noiseLevels(work, shared)) };
    },
    open: (shared, entry) => openBook(work, shared, entry),
    prepare: (shared, book, size) => makeCase(work.data, shared, book, size),
    measure({ test, reference, levels }, { encoded }, entry, lap) {
      const { encoder, clouds, withSecond } = encoded(entry.scaling ?? spec.scaling);
      const method = registry.method(entry, group.target);
      const given = method.name === "dualcf" ? withSecond() : clouds;
      lap();
      const surrogate = method.fit(given, kernels);
      lap("fit");
      const margins = surrogate.margins(encoder.encode(test));
      const answers = Uint8Array.from(margins, (margin) => (margin >= 0 ? 1 : 0));
      lap("predict");
      const probes = levels();
      const series = probes === null ? null : levelSeries(probes, surrogate, encoder);
      return { measures: measure(reference, answers, margins), series };
    },
  });
}

/** The evidence of one generator and size. */
function makeCase(data: DataSet, { observed }: Shared, book: LetterBook, size: CellSize) {
  const asked = peopleAsked(size);
  const rejected = observed.rejected.subarray(0, asked[0]);
  const accepted = observed.accepted.subarray(0, asked[1]);
  if (rejected.length === 0 || accepted.length === 0) {
    const counts = `rejects ${rejected.length} and accepts ${accepted.length} of the people that can be observed`;
    throw new AuditError("SINGLE_CLASS", `the target ${counts}; a study needs both`);
  }
  const given = studyEvidence(data, [rejected, accepted], [book.first(asked[0])], ["0", "1"]);
  const { evidence, letters } = canonicalEvidence(given);
  return {
    counts: { rejected: rejected.length, accepted: accepted.length, letters: evidence.letters.rows },
    encoded: perScaling((scaling) => {
      const encoder = fitEncoder(data.features, [evidence.observations, evidence.letters], { scaling });
      const clouds = encodeClouds(encoder, evidence);
      const people = letters.map((letter) => given.letterOf[letter]!);
      // letters of letters are written when first asked for
      const withSecond = () => withSecondLetters(clouds, encoder, book.second(asked[0]), people);
      return { encoder, clouds, withSecond };
    }),
  };
}

/** The clouds with a letter of the letter for each letter that has one; `people` has the person of each letter. */
function withSecondLetters(clouds: Clouds, encoder: Encoder, second: GeneratedLetters, people: Int32Array): Clouds {
  const answered = Int32Array.from(people.keys()).filter((k) => second.found[people[k]!] === 1);
  const asked = answered.map((k) => people[k]!);
  const rows = encoder.encode(selectTableRows(second.rows, asked));
  return { ...clouds, secondLetters: { rows, pairOf: answered } };
}
