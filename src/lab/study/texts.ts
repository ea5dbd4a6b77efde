import { AuditError } from "../../errors.js";
import { type Matrix, matrix, selectRows } from "../../math/matrix.js";
import { fitPca, type Pca, projectPca } from "../../math/pca.js";
import { acceptedRewrites, type TextTarget } from "../../text/rewriter.js";
import { TEXT_DIMENSIONS, textColumns, textFeatures } from "../../text/text-column.js";
import type { DataSet } from "../data/data-set.js";
import type { Generator } from "../generators/generator.js";
import type { Target } from "../targets/target.js";
import { cellId, sizesOf } from "./cells.js";
import { peopleAsked } from "./evidence.js";
import { computeGroup } from "./group.js";
import type { TimedCell } from "./result.js";
import type { GeneratorEntry } from "./spec.js";
import { splitRows } from "./split.js";
import { type GroupWork, shareTarget, type TextServices } from "./work.js";

const COLUMN = "text";

/** Embeddings of whole data sets: the same for every seed, and most of the time a study of texts takes. */
const embeddings = new WeakMap<DataSet, Promise<Matrix>>();

/**
 * Computes the cells of a study whose rows are texts: embedded, reduced to 50 directions fitted without the test rows,
 * then treated like any other. Only rejected texts get letters: rewritten texts that the target accepts once embedded.
 */
export async function* computeTexts(work: GroupWork): AsyncGenerator<TimedCell, void, void> {
  if (work.group.cells.every((cell) => work.done.has(cellId(cell)))) return;
  const { registry, spec, group, data } = work;
  const outside = requireTexts(registry.texts, data);
  const embedded = await embeddingsOf(data, outside);
  const { train, validation } = splitRows(data.labels, group.seed, spec.observable);
  const pca = fitPca(selectRows(embedded, [...train, ...validation]), TEXT_DIMENSIONS);
  const numbers = asNumbers(data, pca, embedded);
  let trained: Target | null = null;
  const trainTarget: typeof registry.trainTarget = (...given) => {
    trained ??= registry.trainTarget(...given);
    return trained;
  };
  const once: GroupWork = { ...work, data: numbers, registry: { ...registry, trainTarget } };
  const { target, observed } = shareTarget(once);
  const most = Math.max(...sizesOf(spec).map((size) => peopleAsked(size)[0]));
  const asked = Array.from(observed.rejected.subarray(0, most), (i) => outside.textOf(i));
  const letters = new Map<string, Generator>();
  const source = { texts: asked, target, pca };
  for (const entry of spec.generators) letters.set(entry.name, await writeLetters(entry, source, outside));
  yield* computeGroup({ ...once, registry: { ...once.registry, generator: ({ name }) => letters.get(name)! } });
}

interface Outside extends TextServices {
  textOf(row: number): string;
}

function requireTexts(services: TextServices | undefined, { name, texts }: DataSet): Outside {
  if (texts === undefined) {
    throw new AuditError("STUDY_INVALID", `a study of kind 'texts' needs a data set of texts; ${name} has none`);
  }
  if (services === undefined) throw new Error("a study of texts is computed where texts can be embedded");
  return { ...services, textOf: (row) => texts[row] ?? "" };
}

function embeddingsOf(data: DataSet, { embedder }: Outside): Promise<Matrix> {
  const known = embeddings.get(data);
  if (known !== undefined) return known;
  const asked = embedder.embed(data.texts ?? []);
  embeddings.set(data, asked);
  asked.catch(() => embeddings.delete(data)); // a failure is not kept for the next group
  return asked;
}

/** The data set with directions of the embedding as its features, in the embedding's own unit. */
function asNumbers(data: DataSet, pca: Pca, embedded: Matrix): DataSet {
  const columns = textColumns(COLUMN, projectPca(pca, embedded));
  const features = textFeatures(COLUMN, columns.length);
  return { ...data, features, table: { rows: embedded.rows, columns }, scaling: "none" };
}

/** Rejected texts that may be asked about, who decides on them, and the directions of their embeddings. */
interface RejectedTexts {
  readonly texts: readonly string[];
  readonly target: Target;
  readonly pca: Pca;
}

/** Rewrites the texts and keeps what the target accepts: a generator that looks letters up. */
async function writeLetters(
  { name, options }: GeneratorEntry,
  { texts, target, pca }: RejectedTexts,
  { embedder, rewriter }: Outside,
): Promise<Generator> {
  const project = async (given: readonly string[], signal?: AbortSignal) =>
    projectPca(pca, await embedder.embed(given, signal));
  const judge: TextTarget = {
    async scores(given, signal) {
      const projected = await project(given, signal);
      return target.score({ rows: projected.rows, columns: textColumns(COLUMN, projected) });
    },
  };
  const rewritten = await acceptedRewrites(rewriter(options), texts, judge);
  const found = new Map<string, Float64Array>();
  for (const [k, text] of texts.entries()) {
    const other = rewritten[k];
    if (typeof other === "string") found.set(text, (await project([other])).values);
  }
  return { name, generate: (request) => lookUp(request.texts ?? [], found, pca.components.rows) };
}

function lookUp(texts: readonly string[], letters: ReadonlyMap<string, Float64Array>, directions: number) {
  const values = new Float64Array(texts.length * directions);
  const found = Uint8Array.from(texts, (text, i) => {
    const row = letters.get(text);
    if (row !== undefined) values.set(row, i * directions);
    return row === undefined ? 0 : 1;
  });
  const columns = textColumns(COLUMN, matrix(texts.length, directions, values));
  return { rows: { rows: texts.length, columns }, found };
}
