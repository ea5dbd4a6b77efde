import { beforeAll, describe, expect, it } from "vitest";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { loadKernels } from "../../../src/kernels/load.js";
import type { DataSet } from "../../../src/lab/data/data-set.js";
import { cellId, expandStudy } from "../../../src/lab/study/cells.js";
import { checkNames, studyRegistry } from "../../../src/lab/study/registry.js";
import type { CellResult } from "../../../src/lab/study/result.js";
import { checkStudy } from "../../../src/lab/study/spec.js";
import { computeTexts } from "../../../src/lab/study/texts.js";
import type { GroupWork, TextServices } from "../../../src/lab/study/work.js";
import { deletingRewriter } from "../../../src/text/rewriter.js";
import { messages, wordEmbedder } from "../../text/word-embedder.js";
import { lendingData } from "./small-study.js";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const { texts, labels } = messages(240);
const data: DataSet = {
  name: "messages",
  features: [],
  table: { rows: texts.length, columns: [] },
  labels,
  sensitive: [],
  texts,
};
const spec = checkStudy(
  {
    format: "recast-study/1",
    name: "small",
    title: "Messages",
    kind: "texts",
    datasets: ["messages"],
    targets: ["lr"],
    generators: ["rewriter", { name: "timid", generator: "rewriter", options: { mostDeleted: 0 } }],
    sizes: [8, 12],
    methods: ["recast", "no-cf-lr"],
    seeds: 1,
    scaling: "none",
  },
  "small.json",
);
const own = { generators: new Map(), methods: new Map() };
const outside = (): TextServices => ({ embedder: wordEmbedder(), rewriter: (options) => deletingRewriter(options) });

async function compute(
  changes: Partial<GroupWork> = {},
  registry: Partial<TextServices> | null = {},
): Promise<CellResult[]> {
  const group = expandStudy(spec)[0]!;
  const texts = registry === null ? {} : { texts: { ...outside(), ...registry } };
  const work = {
    spec,
    group,
    data,
    registry: { ...studyRegistry(own), ...texts },
    kernels,
    done: new Set<string>(),
    now: () => 0,
  };
  const cells: CellResult[] = [];
  for await (const { cell } of computeTexts({ ...work, ...changes })) cells.push(cell);
  return cells;
}

describe("a study of texts", () => {
  it("knows the rewriter by name, in studies of texts alone", () => {
    expect(() => checkNames(spec)).not.toThrow();
    expect(() => checkNames({ ...spec, kind: "fidelity" })).toThrow("there is no generator 'rewriter'");
  });

  it("measures every cell, with letters that the target accepts to rejected texts alone", async () => {
    const cells = await compute();
    expect(cells.map(cellId)).toEqual(expandStudy(spec)[0]!.cells.map(cellId));
    for (const { generator, n, method, measures, evidence, failure } of cells) {
      if (generator === "rewriter") {
        expect(failure).toBeNull();
        expect(evidence).toMatchObject({ rejected: n, accepted: n });
        expect(evidence?.letters).toBeGreaterThan(n / 2);
        expect(measures?.fidelity).toBeGreaterThan(0.65); // eight people of each answer, fourteen words that matter
      } else
        expect([evidence?.letters, method === "recast" ? failure?.code : failure]).toEqual([
          0,
          method === "recast" ? "NO_LETTERS" : null,
        ]);
    }
  });

  it("gives the same cells again, embeds a data set once, and skips what is done", async () => {
    const embedder = wordEmbedder();
    const first = await compute({ data: { ...data } }, { embedder });
    expect(embedder.asked.filter((text) => text === texts[0]).length).toBeGreaterThan(0);
    expect(await compute()).toEqual(first);
    expect(await compute({ done: new Set(first.map(cellId)) })).toEqual([]);
    expect(await compute({ done: new Set(first.slice(1).map(cellId)) })).toEqual(first.slice(0, 1));
  });

  it("refuses rows that are no texts, and passes on what the embedder says", async () => {
    await expect(compute({ data: lendingData(60) })).rejects.toMatchObject({ code: "STUDY_INVALID" });
    await expect(compute({}, null)).rejects.toThrow("where texts can be embedded");
    const broken = { ...wordEmbedder(), embed: () => Promise.reject(new Error("out of reach")) };
    const fresh = { ...data };
    await expect(compute({ data: fresh }, { embedder: broken })).rejects.toThrow("out of reach");
    expect((await compute({ data: fresh })).length).toBe(8);
  });
});
