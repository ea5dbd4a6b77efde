import { csvCell } from "../document/csv.js";
import { amountWords, type UnderstoodText } from "../input/understood-text.js";

/** The name of the file with what was understood of letters in free text. */
export const UNDERSTOOD_NAME = "letters-understood.csv";

/**
 * What was understood of letters in free text as a letters file in the other forms, one line per statement: whoever
 * reads it, corrects it and names it as the letters file has confirmed it. `id` is what the decisions call the id.
 */
export function understoodCsv({ letters }: UnderstoodText, id: string): string {
  const line = (...cells: readonly string[]) => cells.map(csvCell).join(",");
  const rows = letters.flatMap((letter) =>
    letter.statements.map(({ option, field, said, direction }) => {
      if (said === null) {
        const way = direction > 0 ? "higher" : direction < 0 ? "lower" : "";
        return line(letter.id, "", "", "", "", field, way);
      }
      const isDifference = typeof said !== "string" && said.relative !== null && said.bound === null;
      const [value, difference] = isDifference ? ["", amountWords(said)] : [amountWords(said), ""];
      return line(letter.id, String(option), field, value, difference, "", "");
    }),
  );
  return `${[line(id, "option", "field", "new_value", "difference", "reason", "direction"), ...rows].join("\n")}\n`;
}
