import type { LeakFile } from "../../../src/findings/leak-file.js";

const about = (value: number, half: number) => ({ value, low: value - half, high: value + half });
const share = (successes: number, n: number) => ({ share: successes / n, low: 0, high: 1, successes, n });

/** A leakage report with one of everything. */
export function sampleLeak(changes: Partial<LeakFile> = {}, word = "income"): LeakFile {
  const stamp = { bytes: 10, sha256: "a".repeat(64), rows: 100 };
  const row = { empty: 0, sent: share(50, 50), addedDistance: 0.125, addedFields: 0, invalid: null };
  return {
    format: "recast-leak/2",
    version: "0.0.0",
    files: {
      decisions: { name: `${word}.csv`, ...stamp },
      letters: { name: "letters.csv", ...stamp },
      reference: { name: "others.csv", ...stamp },
    },
    settings: {
      method: "bracket",
      withoutLetters: "bracket",
      sizes: [25, 50],
      sizesWithoutLetters: [25, 50, 80],
      at: 50,
      repeats: 5,
      holdOut: null,
      seed: 0,
      scaling: "robust",
      failBy: "point",
    },
    evidence: { rejected: 80, accepted: 80, letters: 50, paired: 50, answered: 50, toldReasons: 40, features: 4 },
    reference: { kind: "file", rows: 100, rejected: 40, accepted: 60, alsoObserved: 3 },
    fits: 100,
    majority: 0.6,
    curves: [
      {
        arm: "letters",
        method: "bracket",
        points: [
          { n: 25, letters: 25, fidelity: about(0.9, 0.02) },
          { n: 50, letters: 50, fidelity: about(0.95, 0.02) },
        ],
      },
      {
        arm: "no-letters",
        method: "bracket",
        points: [25, 50, 80].map((n) => ({ n, letters: 0, fidelity: about(0.7 + n / 1000, 0.03) })),
      },
      { arm: "recast", method: "recast", points: [{ n: 25, letters: 25, fidelity: null }] },
      { arm: "ridge", method: "ridge", points: [{ n: 25, letters: 0, fidelity: about(0.72, 0.03) }] },
    ],
    letterCurve: {
      n: 50,
      points: [
        { n: 50, letters: 0, fidelity: about(0.75, 0.03) },
        { n: 50, letters: 50, fidelity: about(0.95, 0.02) },
      ],
    },
    gains: [
      { n: 25, gain: about(0.175, 0.05) },
      { n: 50, gain: about(0.2, 0.05) },
    ],
    worth: [25, 50].map((n) => ({
      n,
      letters: n,
      equivalent: { status: "more-than", decisions: 80 },
      least: { status: "measured", decisions: 71.25 },
      most: { status: "more-than", decisions: 80 },
      perLetter: { status: "more-than", decisions: (2 * (80 - n)) / n },
    })),
    fields: [
      {
        field: word,
        changed: share(30, 50),
        masked: about(0.85, 0.02),
        drop: about(0.1, 0.03),
        alone: about(0.9, 0.02),
        reveals: about(0.15, 0.04),
      },
      { field: "age", changed: share(5, 50), masked: null, drop: null, alone: null, reveals: null },
    ],
    fieldsLeftOut: 2,
    mitigations: [
      {
        ...row,
        kind: "rounding",
        strength: 0.1,
        fidelity: about(0.9, 0.02),
        change: about(-0.05, 0.02),
        left: about(0.15, 0.03),
      },
      {
        ...row,
        kind: "binning",
        strength: 5,
        fidelity: about(0.88, 0.02),
        change: about(-0.07, 0.02),
        left: about(0.13, 0.03),
        invalid: share(2, 50),
      },
      {
        ...row,
        kind: "sparse",
        strength: 1,
        fidelity: about(0.8, 0.02),
        change: about(-0.15, 0.2),
        left: about(0.05, 0.03),
        addedDistance: -0.2,
        addedFields: -1,
      },
      {
        ...row,
        kind: "once",
        strength: 1,
        fidelity: about(0.94, 0.02),
        change: about(-0.01, 0.02),
        left: about(0.19, 0.03),
        addedDistance: 0,
      },
      {
        ...row,
        kind: "fewer",
        strength: 0.5,
        fidelity: null,
        change: null,
        left: null,
        sent: share(25, 50),
        addedDistance: null,
        addedFields: null,
      },
    ],
    notices: [
      {
        name: "reasons",
        base: null,
        mostReasons: null,
        reasonsFrom: "files",
        told: share(40, 80),
        reasonsEach: 2.5,
        points: [{ n: 50, told: 40, fidelity: about(0.78, 0.02), gain: about(0.03, 0.04), beyond: null }],
      },
      {
        name: "letters-reasons-1",
        base: "letters",
        mostReasons: 1,
        reasonsFrom: "files",
        told: share(60, 80),
        reasonsEach: 1,
        points: [{ n: 50, told: 50, fidelity: about(0.96, 0.02), gain: about(0.21, 0.05), beyond: about(0.01, 0.02) }],
      },
      {
        name: "thresholds",
        base: "thresholds",
        mostReasons: 0,
        reasonsFrom: null,
        told: share(70, 80),
        reasonsEach: 0,
        points: [{ n: 50, told: 48, fidelity: null, gain: null, beyond: null }],
      },
    ],
    validity: null,
    conditions: [
      {
        text: "fidelity(50) > 0.9",
        holds: true,
        clear: true,
        failed: true,
        values: [{ call: "fidelity(50)", value: 0.95, low: 0.93, high: 0.97, status: "measured" }],
      },
      {
        text: "worth(50) > 9",
        holds: null,
        clear: false,
        failed: true,
        values: [{ call: "worth(50)", value: 1.2, low: 0.85, high: null, status: "more-than" }],
      },
      {
        text: "gain(50) > 0.3",
        holds: false,
        clear: true,
        failed: false,
        values: [{ call: "gain(50)", value: 0.2, low: 0.15, high: 0.25, status: "measured" }],
      },
    ],
    notes: [{ code: "PARTLY_PAIRED", text: "2 letters are of nobody known." }],
    ...changes,
  };
}
