import { column, estimate, measuredShare, own, type Table, tableOf, yesNo } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import type { LeakFile, LetterWorth } from "../../findings/leak-file.js";
import {
  armName,
  beyondCell,
  conditionWords,
  mitigationName,
  noticeName,
  reachRangeWords,
  reachWords,
  validityCell,
} from "./leak-words.js";

interface Worth {
  readonly worth: LetterWorth | undefined;
}

export function leakTables(file: LeakFile): Table[] {
  const tables = [
    ...curveTables(file),
    worthTable(file),
    fieldTable(file),
    mitigationTable(file),
    noticeTable(file),
    conditionTable(file),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
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

function noticeTable({ notices }: LeakFile): Table {
  const all = notices.flatMap(({ points, ...notice }) => points.map((point) => ({ notice, ...point })));
  return tableOf({ id: "notices", title: "What reasons and thresholds give away" }, all, [
    column("notice", "word", ({ notice }) => noticeName(notice), "Refused people are told"),
    column("name", "word", ({ notice }) => notice.name),
    column("n", "count", ({ n }) => n, "People per class"),
    column("told", "rounded", ({ told }) => told, "People told"),
    estimate("fidelity", "share", ({ fidelity }) => fidelity),
    estimate("gain", "points", ({ gain }) => gain, "Added to decisions alone"),
    column("beyondWords", "word", ({ notice, beyond }) => beyondCell(notice, beyond), "Of this, by the reasons"),
    estimate("beyond", "points", ({ beyond }) => beyond),
    column("base", "word", ({ notice }) => notice.base),
    column("mostReasons", "count", ({ notice }) => notice.mostReasons),
    column("reasonsFrom", "word", ({ notice }) => notice.reasonsFrom),
    column("reasonsEach", "rounded", ({ notice }) => notice.reasonsEach, "Reasons per person"),
    measuredShare("toldOfRefused", ({ notice }) => notice.told, "Refused people told"),
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

const SHOWN = {
  curves: ["curve", "n", "letters", "fidelity"],
  "letter-curve": ["letters", "fidelity"],
  worth: ["n", "letters", "gain", "equivalentWords", "rangeWords", "perLetterWords"],
  fields: ["field", "changed", "drop", "reveals"],
  mitigations: ["mitigation", "fidelity", "change", "sent", "addedDistance", "addedFields", "validity"],
  notices: ["notice", "n", "told", "fidelity", "gain", "beyondWords"],
  conditions: ["condition", "failed"],
} as const;

/** Tables as pages show them, or with fewer columns; null where there are no rows. */
export function leakBlocks(file: LeakFile) {
  const tables = leakTables(file);
  return (id: keyof typeof SHOWN, hide: readonly string[] = []) => {
    const columns = SHOWN[id].filter((key) => !hide.includes(key));
    const words = { cells: {}, unknown: "not known", because: null };
    return tableBlock(
      tables.find((table) => table.id === id),
      { columns },
      words,
    );
  };
}
