import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalJson } from "../../../src/document/canonical-json.js";
import type { TimedCell } from "../../../src/lab/study/result.js";
import { checkStudy } from "../../../src/lab/study/spec.js";
import { studyTables } from "../../../src/lab/study/tables.js";
import { readStore, type StudyHead } from "../../../src/platform/lab/study-store.js";
import { encode, fuzzTarget, joinParts, must, splitParts } from "../fuzzing.js";
import { chance, jsonOf, jsonText, mutatedBytes, mutatedJson, pick } from "../mutations.js";

const spec = checkStudy(
  {
    ...{ format: "recast-study/1", name: "s", title: "S", datasets: ["moons"], targets: ["lr"], seeds: 2 },
    ...{ generators: ["nearest"], sizes: [5], methods: ["recast", "ridge"] },
  },
  "study.json",
);
const head: StudyHead = {
  ...{ format: "recast-study-folder/1", version: "0.1.0", kernels: "wasm", spec },
  basis: {
    datasets: {},
    generators: {},
    methods: {},
    scaling: "zscore",
    protocol: {},
  } as unknown as StudyHead["basis"],
};
const measures = {
  ...{ fidelity: 0.9, nearFidelity: null, nearRows: 0, balancedFidelity: 0.9, accuracy: 0.8, targetAccuracy: 0.85 },
  ...{ acceptedShare: 0.5, targetAcceptedShare: 0.5, meanMargin: 1 },
};
const cells: readonly TimedCell[] = [0, 1].flatMap((seed) =>
  ["recast", "ridge"].map((method, k) => ({
    cell: {
      ...({ dataset: "moons", target: "lr", generator: "nearest", n: 5, method, seed } as const),
      evidence: { rejected: 5, accepted: 5, letters: 5 },
      measures: { ...measures, fidelity: 0.9 - 0.1 * k - 0.01 * seed },
      ...{ series: null, failure: null },
    },
    seconds: { target: 0.1, letters: 0.1, fit: 0.1, predict: 0.1 },
  })),
);

type Store = Awaited<ReturnType<typeof readStore>>;

/** A case: study.json, then cells.jsonl. */
export const studyTarget = fuzzTarget<Store, number>(
  "study",
  "cells that were written; every number of the tables of what was read is finite",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "recast-fuzz-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    const [headJson, cellJson] = [jsonOf(JSON.parse(canonicalJson(head))), cells.map((cell) => jsonOf(cell))];
    const linesOf = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join("");
    return {
      make(random) {
        const kind = random.integer(10);
        const lines = linesOf(cellJson.map(jsonText));
        const whole = joinParts(encode(jsonText(headJson)), encode(lines));
        if (kind === 0) return { bytes: whole, expected: cells.length };
        if (kind === 1) return { bytes: mutatedBytes(random, whole) };
        if (kind < 4) return { bytes: joinParts(encode(jsonText(mutatedJson(random, headJson))), encode(lines)) };
        const changed = cellJson.map((json) =>
          chance(random, 0.4) ? mutatedJson(random, json, ['"mlp"', "0.5"]) : json,
        );
        if (chance(random, 0.2)) changed.push(pick(random, changed));
        return { bytes: joinParts(encode(jsonText(headJson)), encode(linesOf(changed.map(jsonText)))) };
      },
      read(bytes) {
        const [study, lines] = splitParts(bytes, 2);
        writeFileSync(join(folder, "study.json"), study!);
        writeFileSync(join(folder, "cells.jsonl"), lines!);
        return readStore(folder);
      },
      judge(store, { expected }) {
        must(expected === undefined || store.cells.size === expected, "as many cells as were written");
        const results = new Map([...store.cells].map(([id, { cell }]) => [id, cell]));
        const tables = studyTables(store.head.spec, results, { measure: null, published: null, against: null });
        const text = JSON.stringify(tables, (_, value) =>
          Number.isFinite(value ?? 0) || typeof value !== "number" ? value : "NOT FINITE",
        );
        must(!text.includes("NOT FINITE"), "every number of the tables is finite");
      },
    };
  },
);
