import { describe, expect, it } from "vitest";
import { AuditError } from "../../src/errors.js";
import { EXPORT_FORMATS, exportModel } from "../../src/export/export-model.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { joinClassEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import type { Table } from "../../src/input/table.js";
import { loadKernels } from "../../src/kernels/load.js";
import { demoTiers, TIERS } from "../../src/lab/demo/tiers.js";
import { seededRandom } from "../../src/math/random.js";
import { checksumOf } from "../../src/surrogate/checksum.js";
import { classMethods } from "../../src/surrogate/class-methods.js";
import { fitClassModel, parseAnyModel } from "../../src/surrogate/class-model.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { fitModel, type Model } from "../../src/surrogate/model.js";
import { withSecondLetters } from "../checks/made-up-clouds.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";

// Somebody who edits a model file can compute its checksum again: no edit may lead to an answer that is no number.

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 40 });
const { observations } = evidence;

const demo = demoTiers(2, { people: 60 });
const rated = parseDecisions(demo.decisionsCsv, { decision: "tier", classes: TIERS });
const tiers = joinClassEvidence(rated, parseLetters(demo.lettersCsv, rated));

const LARGE = 30_000; // characters of a file, of which fewer edits are tried
const FEW = 10;
const NUMBERS = [1e308, -1e308, 1e200, 5e-324, -5e-324, 0, -0, -1, 1.5, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN];

type Place = { readonly holder: Record<string, unknown>; readonly key: string };

/** Every number and list in data, with what holds it. */
function* places(data: unknown): Generator<Place> {
  if (typeof data !== "object" || data === null) return;
  const holder = data as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    if (typeof holder[key] === "number" || Array.isArray(holder[key])) yield { holder, key };
    yield* places(holder[key]);
  }
}

/** The text of a file with one place, or every number of a part, edited, and the checksum made to fit. */
function* edits(file: Record<string, unknown>, most: number): Generator<string> {
  const written = () => {
    const { checksum: _, ...contents } = file;
    return JSON.stringify({ ...contents, checksum: checksumOf(contents) });
  };
  const random = seededRandom(1, "edits");
  const all = [...places({ encoder: file["encoder"], surrogate: file["surrogate"] })];
  for (let k = 0; k < most; k++) {
    const { holder, key } = all[random.integer(all.length)]!;
    const before = holder[key];
    const lists = Array.isArray(before) ? [[], before.slice(1), [...before, ...before], [null], ["1"], [1e308]] : null;
    const values: readonly unknown[] = lists ?? NUMBERS;
    for (const value of values) {
      holder[key] = value;
      yield written();
    }
    holder[key] = before;
  }
  for (const part of ["encoder", "surrogate"]) {
    const numbers = [...places(file[part])].filter(({ holder, key }) => typeof holder[key] === "number");
    for (const value of most < FEW ? [1e308, 5e-324] : NUMBERS) {
      const before = numbers.map(({ holder, key }) => holder[key]);
      for (const sign of [1, -1]) {
        for (const [k, { holder, key }] of numbers.entries()) {
          if (!Number.isInteger(before[k])) holder[key] = k % 2 === 0 ? value : sign * value;
        }
        yield written();
      }
      for (const [k, { holder, key }] of numbers.entries()) holder[key] = before[k];
    }
  }
}

/** What a text leads to: a refusal that names the model, or numbers. */
function outcome(text: string, people: Table): "refused" | "answered" {
  try {
    const model = parseAnyModel(text, kernels, "m.json");
    const { margins, scores } = model.predict(people);
    expect([...margins, ...scores].every(Number.isFinite)).toBe(true);
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    if (!("classes" in model.decision)) {
      for (const format of EXPORT_FORMATS) {
        const written = exported(model as Model, format);
        if (typeof written === "string") expect(written).not.toMatch(/\b(NaN|Infinity|INF)\b/);
      }
    }
    return "answered";
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    expect(error.code).toMatch(/^MODEL_(INVALID|TRUNCATED)$/);
    return "refused";
  }
}

function exported(...[model, format]: Parameters<typeof exportModel>): string | Uint8Array {
  try {
    return exportModel(model, format);
  } catch (error) {
    if (error instanceof AuditError && error.code === "EXPORT_UNSUPPORTED") return "";
    throw error;
  }
}

function outcomes(model: object, people: Table, most: number): Set<string> {
  const found = new Set<string>();
  const text = JSON.stringify(model);
  for (const edited of edits(JSON.parse(text), text.length > LARGE ? 4 : most)) found.add(outcome(edited, people));
  return found;
}

describe("an edited model file", () => {
  it.each(Object.entries(surrogateMethods))("%s gives numbers or is refused", (_name, make) => {
    const model = fitModel(evidence, withSecondLetters(make()), kernels);
    expect(outcomes(model, observations, 40)).toContain("refused");
  });

  it.each(["rank", "zscore"] as const)("with %s scaling gives numbers or is refused", (scaling) => {
    const model = fitModel(evidence, surrogateMethods.ridge(), kernels, { scaling });
    expect(outcomes(model, observations, 40)).toContain("refused");
  });

  it.each(Object.entries(classMethods))("%s of three classes gives numbers or is refused", (_name, make) => {
    const model = fitClassModel(tiers, make(), kernels);
    expect(outcomes(model, tiers.observations, 20)).toContain("refused");
  });
});
