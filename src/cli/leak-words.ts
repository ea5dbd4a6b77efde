import { percent, points } from "../document/format.js";
import type { LeakFile } from "../findings/leak-file.js";
import type { Estimate } from "../math/interval.js";
import {
  armName,
  conditionWords,
  leakGlance,
  mitigationName,
  reachRangeWords,
  reachWords,
  validityCell,
  validityWords,
} from "../reports/text/en/leak.js";
import { plain } from "../reports/text/name.js";
import type { Page } from "./page.js";

function shareCell(estimate: Estimate | null): string {
  return estimate === null ? "–" : `${percent(estimate.value)} (${percent(estimate.low)} to ${percent(estimate.high)})`;
}

function pointsCell(estimate: Estimate | null): string {
  return estimate === null ? "–" : `${points(estimate.value)} (${points(estimate.low)} to ${points(estimate.high)})`;
}

function numberCell(value: number | null): string {
  return value === null ? "–" : value.toFixed(2).replace("-0.00", "0.00").replace("-", "−");
}

/** What was measured, for a terminal. */
export function describeLeak(sheet: Page, file: LeakFile): void {
  for (const { lead, text } of leakGlance(file)) sheet.text(`${lead}: ${plain(text)}`, 2);

  sheet.heading("Fidelity by people per class (95 % interval)");
  sheet.table({
    head: ["rebuilt by", "people", "letters", "fidelity"],
    rows: file.curves.flatMap(({ arm, method, points: all }) =>
      all.map(({ n, letters, fidelity }) => [
        armName(arm, method),
        String(n),
        String(Math.round(letters)),
        shareCell(fidelity),
      ]),
    ),
  });

  sheet.heading("What letters add, and how many decisions they are worth");
  sheet.table({
    head: ["people", "letters add (points)", "equals without letters", "over the repeats", "per letter"],
    rows: file.gains.map(({ n, gain }) => {
      const own = file.worth.find((entry) => entry.n === n);
      return own === undefined
        ? [String(n), pointsCell(gain), "–", "–", "–"]
        : [String(n), pointsCell(gain), reachWords(own.equivalent), reachRangeWords(own), reachWords(own.perLetter)];
    }),
  });

  if (file.fields.length > 0) {
    sheet.heading(`Which fields leak, at ${file.settings.at} people per class (points of fidelity)`);
    sheet.table({
      head: ["field", "letters", "lost when not told", "added by it alone"],
      rows: file.fields.map(({ field, changed, drop, reveals }) => [
        field,
        percent(changed.share),
        pointsCell(drop),
        pointsCell(reveals),
      ]),
    });
  }

  sheet.heading(`Mitigations, at ${file.settings.at} people per class`);
  sheet.table({
    head: ["mitigation", "fidelity", "sent", "distance", "fields", "not valid"],
    rows: file.mitigations.map((one) => [
      mitigationName(one),
      shareCell(one.fidelity),
      percent(one.sent.share),
      numberCell(one.addedDistance),
      numberCell(one.addedFields),
      validityCell(one),
    ]),
  });
  sheet.text(plain(validityWords(file)), 0, "dim");
  for (const { text } of file.notes) sheet.text(text, 2, "yellow");

  if (file.conditions.length > 0) {
    sheet.heading("Conditions");
    for (const condition of file.conditions) {
      const words = `${condition.failed ? "FAILED" : "passed"}  ${conditionWords(condition)}`;
      if (condition.failed) sheet.text(words, 8, "red");
      else sheet.text(words, 8);
    }
  }
}
