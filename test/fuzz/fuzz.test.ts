import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { corpusOf } from "./corpus.js";
import { caseAt, encode, fuzzTarget, joinParts, must, outcomeOf, splitParts } from "./fuzzing.js";
import { fuzzTargets } from "./targets.js";

// The command that tries 100,000 cases a night tries 1,000 here, and every case that ever failed. It runs each reader
// in a process of its own, so that a case that never ends is found as well.

const CASES = 1000;

const names = fuzzTargets.map(({ name }) => name);

interface Result {
  readonly name: string;
  readonly cases: number;
  readonly read: number;
  readonly refused: number;
  readonly unexpected: number;
  readonly corpus: number;
  readonly findings: readonly object[];
}

describe("every reader", () => {
  let results: readonly Result[] = [];
  beforeAll(async () => {
    const file = "build/fuzz/gate.json";
    const args = ["scripts/fuzz.mjs", "--cases", String(CASES), "--only", names.join(","), "--json", file];
    await promisify(execFile)(process.execPath, args).catch(() => undefined); // what it found is in the file
    results = (JSON.parse(readFileSync(file, "utf8")) as { readonly targets: readonly Result[] }).targets;
  });

  it.each(names)("%s reads rightly or refuses in words", (name) => {
    const result = results.find((each) => each.name === name);
    expect(result?.findings).toEqual([]);
    expect(result).toMatchObject({ cases: CASES, unexpected: 0, corpus: corpusOf(name).length });
    expect(result?.read, "read").toBeGreaterThan(CASES / 50); // cases must reach what is behind the first check
    expect(result?.refused, "refused").toBeGreaterThan(CASES / 50);
  });
});

describe("the harness", () => {
  const echo = fuzzTarget<number, number>("echo", "the number itself", () => ({
    make: (random) => ({ bytes: Uint8Array.of(random.integer(256)) }),
    read: ([byte = 0]) => {
      if (byte > 200) throw new RangeError("too large");
      return byte;
    },
    judge: (value, { expected }) => must(expected === undefined || value === expected, "the number that was written"),
  }));

  it("makes the same case of the same seed", async () => {
    const reader = await echo.open();
    const bytes = (seed: number, k: number) => caseAt(echo, reader, { seed, k }).bytes;
    expect(bytes(3, 7)).toEqual(bytes(3, 7));
    expect([0, 1, 2, 3, 4, 5].map((k) => bytes(3, k)[0])).not.toEqual([0, 1, 2, 3, 4, 5].map((k) => bytes(4, k)[0]));
  });

  it("calls an exception without a code and a wrong value unexpected", async () => {
    const reader = await echo.open();
    expect(await outcomeOf(reader, { bytes: Uint8Array.of(7), expected: 7 })).toEqual({ kind: "read" });
    const wrong = await outcomeOf(reader, { bytes: Uint8Array.of(7), expected: 8 });
    expect(wrong).toEqual({ kind: "unexpected", reason: "the number that was written" });
    expect(await outcomeOf(reader, { bytes: Uint8Array.of(201) })).toMatchObject({ kind: "unexpected" });
  });

  it("keeps the parts of a case apart", () => {
    const parts = ["a", "", "b"].map(encode);
    expect(splitParts(joinParts(...parts), 3)).toEqual(parts);
    expect(splitParts(encode("a"), 2)).toEqual([encode("a"), encode("")]);
  });
});
