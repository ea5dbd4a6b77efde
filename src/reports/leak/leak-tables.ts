import { column, estimate, measuredShare, own, type Table, tableOf, yesNo } from "../../document/table.js";
import type { LeakFile, LetterWorth } from "../../findings/leak-file.js";
import { armName, conditionWords, mitigationName, reachRangeWords, reachWords, validityCell } from "./leak-words.js";

interface Worth {
  readonly worth: LetterWorth | undefined;
}

export function leakTables(file: LeakFile): Table[] {
  return [...curveTables(file), worthTable(file), fieldTable(file), mitigationTable(file), conditionTable(file)].filter(
    ({ rows }) => rows.length > 0,
  );
}

function curveTables({ curves, letterCurve }: LeakFile): Table[] {
  const points = curves.flatMap(({ arm, method, points: all }) => all.map((point) => ({ arm, method, ...point })));
  return [
    tableOf({ id: "curves", title: "Fidelity by people per class" }, points, [
      column("curve", "word", ({ arm, method }) => armName(arm, method), "Rebuilt by"),
      own({ arm: "word", method: "word" }),
      column("n", "count", ({ n }) => n, "People per class"),
      column("letters", "rounded", ({ letters }) => letters),
      estimate("fidelity", "share", ({ fidelity }) => fidelity),
    ]),
    tableOf({ id: "letter-curve", title: "Fidelity by number of letters" }, letterCurve.points, [
      column("n", "count", ({ n }) => n, "People per class"),
      column("letters", "rounded", ({ letters }) => letters),
      estimate("fidelity", "share", ({ fidelity }) => fidelity),
    ]),
  ];
}

function worthTable({ gains, worth: all }: LeakFile): Table {
  const reach = (key: "equivalent" | "least" | "most" | "perLetter") => [
    ...column<Worth>(key, "number", ({ worth }) => worth?.[key].decisions ?? null),
    ...column<Worth>(`${key}Status`, "word", ({ worth }) => worth?.[key].status ?? null),
  ];
  const words = (key: string, write: (worth: LetterWorth) => string, label: string) =>
    column<Worth>(key, "word", ({ worth }) => (worth === undefined ? null : write(worth)), label);
  return tableOf(
    { id: "worth", title: "What letters add, and what they are worth in decisions" },
    gains.map(({ n, gain }) => ({ n, gain, worth: all.find((entry) => entry.n === n) })),
    [
      column("n", "count", ({ n }) => n, "People per class"),
      column("letters", "rounded", ({ worth }) => worth?.letters ?? null),
      estimate("gain", "points", ({ gain }) => gain, "Letters add"),
      words("equivalentWords", ({ equivalent }) => reachWords(equivalent), "Decisions per class without letters"),
      words("rangeWords", reachRangeWords, "Over the repeats"),
      words("perLetterWords", ({ perLetter }) => reachWords(perLetter), "Decisions per letter"),
      reach("equivalent"),
      reach("least"),
      reach("most"),
      reach("perLetter"),
    ],
  );
}

function fieldTable({ fields }: LeakFile): Table {
  return tableOf({ id: "fields", title: "What each field of the letters gives away" }, fields, [
    column("field", "text", ({ field }) => field),
    measuredShare("changed", ({ changed }) => changed, "Letters that change it"),
    estimate("drop", "points", ({ drop }) => drop, "Lost when not told"),
    estimate("reveals", "points", ({ reveals }) => reveals, "Added by it alone"),
    estimate("masked", "share", ({ masked }) => masked, "Fidelity without it"),
    estimate("alone", "share", ({ alone }) => alone, "Fidelity with it alone"),
  ]);
}

function mitigationTable({ mitigations }: LeakFile): Table {
  return tableOf({ id: "mitigations", title: "Mitigations and their cost" }, mitigations, [
    column("mitigation", "word", mitigationName),
    own({ kind: "word", strength: "number" }),
    estimate("fidelity", "share", ({ fidelity }) => fidelity),
    estimate("change", "points", ({ change }) => change),
    estimate("left", "points", ({ left }) => left, "Letters still add"),
    column("sent", "share", ({ sent }) => sent.share, "Letters sent"),
    own({ empty: "count", addedDistance: "rounded", addedFields: "rounded" }),
    column("validity", "word", validityCell, "No longer valid"),
    measuredShare("invalid", ({ invalid }) => invalid),
  ]);
}

function conditionTable({ conditions }: LeakFile): Table {
  return tableOf({ id: "conditions", title: "Conditions" }, conditions, [
    column("condition", "text", ({ text }) => text),
    column("holds", "word", ({ holds }) => (holds === null ? null : yesNo(holds))),
    column("clear", "word", ({ clear }) => yesNo(clear)),
    column("failed", "word", ({ failed }) => yesNo(failed), "Run fails"),
    column("words", "text", conditionWords, "What came of it"),
  ]);
}
