import { tableCsv } from "../../../src/document/csv.js";
import { column, tableOf } from "../../../src/document/table.js";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import { comparedWithRest } from "../../../src/findings/compared.js";

/** Every compared group with its rate, its interval and how sure its difference from the others is, as CSV. */
export function groupsCsv({ facts }: AuditFile): string {
  const everybody = facts.overall.weightedRate?.value ?? facts.overall.rate.share;
  const rows = facts.attributes.flatMap((attribute) =>
    attribute.groups.flatMap((entry) => {
      const compared = comparedWithRest(entry, attribute);
      if (compared === null) return [];
      const { group, n, rate, weightedRate } = entry;
      const own = weightedRate ?? { value: rate.share, low: rate.low, high: rate.high };
      return { attribute: attribute.attribute, group, n, ...own, everybody, difference: compared.strength };
    }),
  );
  const table = tableOf({ id: "groups", title: "Groups" }, rows, [
    column("attribute", "text", (row) => row.attribute),
    column("group", "text", (row) => row.group),
    column("n", "count", (row) => row.n),
    column("rate", "share", (row) => row.value),
    column("low", "share", (row) => row.low),
    column("high", "share", (row) => row.high),
    column("everybody", "share", (row) => row.everybody),
    column("difference", "word", (row) => row.difference),
  ]);
  return tableCsv(table);
}
