import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../src/encode/encoder.js";
import { loadKernels } from "../../src/kernels/load.js";
import { selectRows } from "../../src/math/matrix.js";
import { encodeClouds } from "../../src/surrogate/clouds.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 60 });
const encoder = fitEncoder(evidence.schema.features, [evidence.observations]);
const told = encodeClouds(encoder, evidence);
const silent = { ...told, counterfactual: selectRows(told.counterfactual, []), pairOf: new Int32Array(0) };
const everybody = encoder.encode(evidence.observations);
const methods = Object.entries(surrogateMethods).map(([name, make]) => ({ name, method: make() }));

describe("withoutLetters", () => {
  it("is there for every method that reads letters but is something without them", () => {
    const readers = methods.filter(({ method }) => method.usesLetters);
    expect(readers.filter(({ method }) => method.withoutLetters === undefined).map(({ name }) => name)).toEqual([
      "dualcf",
      "tra",
      "prototype-mean",
      "prototype-medoid",
      "prototype-mmd",
    ]);
    const others = methods.filter(({ method }) => !method.usesLetters);
    expect(others.filter(({ method }) => method.withoutLetters !== undefined)).toEqual([]);
  });

  it.each(methods.filter(({ method }) => method.withoutLetters !== undefined))(
    "gives what $name can be fitted as without letters, and reads back",
    ({ method }) => {
      const without = method.withoutLetters!();
      const fitted = without.fit(silent, kernels);
      const revived = without.revive(JSON.parse(JSON.stringify(fitted.toJSON())), kernels);
      expect(revived.margins(everybody)).toEqual(fitted.margins(everybody));
      if (!without.usesLetters) expect(without.fit(told, kernels).toJSON()).toEqual(fitted.toJSON());
    },
  );

  it.each([
    ["samples-lr", "no-cf-lr"],
    ["samples-mlp", "no-cf-mlp"],
    ["samples-dt", "no-cf-dt"],
    ["ridge-letters", "ridge"],
    ["recast", "recast-no-letters"],
  ] as const)("makes %s what %s is", (reader, plain) => {
    const margins = surrogateMethods[reader]().withoutLetters!().fit(silent, kernels).margins(everybody);
    expect(margins).toEqual(surrogateMethods[plain]().fit(silent, kernels).margins(everybody));
  });

  it("keeps the offset of recast-calibrated, which letters are not compared with", () => {
    const calibrated = surrogateMethods["recast-calibrated"]().withoutLetters!().fit(silent, kernels);
    const plain = surrogateMethods["recast-no-letters"]().fit(silent, kernels);
    const [own, other] = [calibrated.toJSON(), plain.toJSON()] as { means: number[][]; offset: number }[];
    expect(own!.means).toEqual(other!.means);
    expect(own!.offset).not.toBe(0);
    expect(other!.offset).toBe(0);
  });
});
