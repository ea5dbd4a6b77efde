import { plain } from "../../document/names.js";
import type { Page } from "../../document/terminal.js";
import type { LeakFile } from "../../findings/leak-file.js";
import { leakTable } from "./leak-document.js";
import { leakTables } from "./leak-tables.js";
import { conditionWords, leakGlance, validityWords } from "./leak-words.js";

/** What was measured, for a terminal. */
export function describeLeak(sheet: Page, file: LeakFile): void {
  const tables = leakTables(file);
  const { at } = file.settings;
  for (const { lead, text } of leakGlance(file)) sheet.text(`${lead}: ${plain(text)}`, 2);

  sheet.heading("Fidelity by people per class");
  sheet.table(leakTable(tables, "curves"));
  sheet.heading("What letters add, and how many decisions they are worth");
  sheet.table(leakTable(tables, "worth"));
  if (file.fields.length > 0) {
    sheet.heading(`Which fields leak, at ${at} people per class`);
    sheet.table(leakTable(tables, "fields"));
  }
  sheet.heading(`Mitigations, at ${at} people per class`);
  sheet.table(leakTable(tables, "mitigations", ["change"]));
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
