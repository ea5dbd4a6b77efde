import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { tableCsv } from "../../../src/document/csv.js";
import type { Table } from "../../../src/document/table.js";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import { auditTables } from "../../../src/reports/audit/tables/audit-tables.js";
import { CELL_WORDS } from "../../../src/reports/audit/tables/words.js";
import { sampleAudit } from "../samples/sample-audit.js";

function tableOf(file: AuditFile, id: string, attribute: string | null = null): Table {
  const found = auditTables(file).find((table) => table.id === id && table.attribute === attribute);
  if (found === undefined) throw new Error(`no table ${id}`);
  return found;
}

/** Cells of one column. */
function cellsOf(table: Table, key: string) {
  const place = table.columns.findIndex((column) => column.key === key);
  if (place < 0) throw new Error(`no column ${key} in ${table.id}`);
  return table.rows.map((row) => row[place]);
}

const FULL = sampleAudit({ weights: true, population: true, outcome: true });

describe("auditTables", () => {
  it("makes every table for an audit that has everything", () => {
    expect(new Set(auditTables(FULL).map(({ id }) => id)).size).toBe(35);
  });

  it("gives every row one cell per column and one emphasis, and every column its own key", () => {
    for (const { id, columns, rows, emphasis } of auditTables(FULL)) {
      expect(emphasis, id).toHaveLength(rows.length);
      for (const row of rows) expect(row, id).toHaveLength(columns.length);
      expect(new Set(columns.map(({ key }) => key)).size, id).toBe(columns.length);
    }
  });

  it("holds finite numbers in columns of numbers, and shares within [0, 1]", () => {
    for (const { id, columns, rows } of auditTables(FULL)) {
      columns.forEach(({ key, kind }, k) => {
        for (const row of rows) {
          const cell = row[k] ?? null;
          if (cell === null || kind === "text") continue;
          expect(typeof cell, `${id}.${key}`).toBe(kind === "word" ? "string" : "number");
          if (typeof cell === "number") expect(Number.isFinite(cell), `${id}.${key}`).toBe(true);
          if (kind === "count") expect(cell, `${id}.${key}`).toBeGreaterThanOrEqual(0);
        }
      });
    }
  });

  it("puts the ends of an interval behind the number they belong to", () => {
    for (const { id, columns } of auditTables(FULL)) {
      columns.forEach(({ interval, key }, k) => {
        if (interval === null) return;
        const before = columns[k - 1];
        if (interval.end === "high") expect(before?.interval, `${id}.${key}`).toEqual({ of: interval.of, end: "low" });
        expect(key).toBe(`${interval.of}${interval.end === "low" ? "Low" : "High"}`);
      });
    }
  });

  it("repeats the facts: groups, then people of unknown group", () => {
    const facts = FULL.facts.attributes.find(({ unknown }) => unknown !== null);
    if (facts === undefined) throw new Error("the sample has nobody of unknown group");
    const table = tableOf(FULL, "group-rates", facts.attribute);
    expect(cellsOf(table, "group")).toEqual([...facts.groups.map(({ group }) => group), "(group not known)"]);
    expect(cellsOf(table, "n")).toEqual([...facts.groups.map(({ n }) => n), facts.unknown?.n]);
    expect(cellsOf(table, "rate")).toEqual([...facts.groups.map(({ rate }) => rate.share), facts.unknown?.rate.share]);
    expect(cellsOf(table, "adjusted")).toEqual([...facts.groups.map(({ test }) => test?.adjusted ?? null), null]);
    expect(cellsOf(table, "boundRateLow").slice(0, -1)).toEqual(facts.groups.map(({ bounds }) => bounds?.rateLow));
    expect(table.emphasis.map((emphasis) => emphasis?.as)).toEqual(
      [...facts.groups.map(({ status }) => status), "unknown"].map((status) =>
        status === "insufficient" ? "insufficient" : undefined,
      ),
    );
  });

  it("marks the recommended method", () => {
    const table = tableOf(FULL, "methods");
    const place = FULL.methods.findIndex(({ method }) => method === FULL.recommendation.method);
    expect(table.emphasis.map((emphasis) => emphasis?.as === "highlight")).toEqual(
      FULL.methods.map((_, k) => k === place),
    );
    expect(cellsOf(table, "status")[place]).toBe("recommended");
  });

  it("lists every distance, and marks one worst pair per measure", () => {
    const [first] = FULL.fairness;
    const ofMethod = FULL.fairness.filter(({ method }) => method === first?.method);
    const rows = ofMethod
      .flatMap(({ attributes }) => attributes)
      .flatMap(({ dtidp, dtieo }) =>
        [dtidp, ...dtieo.map(({ distances }) => distances)].flatMap((distances) =>
          distances === null ? [] : [...distances.pairs, ...distances.againstRest],
        ),
      );
    const table = tableOf(FULL, "model-distances");
    const methods = cellsOf(table, "method").filter((method) => method === first?.method);
    expect(methods).toHaveLength(rows.length);
    expect(table.emphasis.filter((emphasis) => emphasis?.as === "highlight").length).toBe(
      FULL.fairness
        .flatMap((model) => model.attributes)
        .flatMap(({ dtidp, dtieo }) => [dtidp, ...dtieo.map(({ distances }) => distances)])
        .filter((distances) => distances !== null).length,
    );
  });

  it("has English for every stable word that is not English", () => {
    for (const { columns, rows } of auditTables(FULL)) {
      columns.forEach(({ kind, key }, k) => {
        if (kind !== "word" || !["quantity", "rule", "kind", "comparison", "test"].includes(key)) return;
        for (const row of rows) {
          const word = row[k];
          if (typeof word === "string" && /[-0-9]/.test(word)) expect(CELL_WORDS, word).toHaveProperty([word]);
        }
      });
    }
  });

  it("leaves out what there is nothing of", () => {
    const made = auditTables(sampleAudit({ letters: false, attributes: [], sensitivity: false })).map(({ id }) => id);
    expect(made).not.toContain("group-rates");
    expect(
      made.filter((id) => id.startsWith("letter") || id.startsWith("burden") || id.startsWith("sensitivity")),
    ).toEqual([]);
    expect(made).toContain("columns");
  });

  it("names files by ASCII stems that differ even where attributes read alike", () => {
    const groups = [{ group: "a", n: 20, favourable: 5 }];
    const attributes = ["A b", "a-b", "מין", "../../etc/passwd", "x".repeat(300)].map((attribute) => ({
      attribute,
      groups,
    }));
    const names = auditTables(sampleAudit({ attributes })).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    for (const name of names) expect(name.length).toBeLessThan(80);
  });
});

describe("tableCsv", () => {
  it("reads back to the same cells", () => {
    for (const table of auditTables(FULL)) {
      const { data, errors } = Papa.parse<string[]>(tableCsv(table), { delimiter: ",", newline: "\n" });
      expect(errors).toEqual([]);
      const [header = [], ...lines] = data.slice(0, -1); // the last line end opens an empty line
      expect(header).toEqual(table.columns.map(({ key }) => key));
      expect(lines).toHaveLength(table.rows.length);
      table.rows.forEach((row, i) => {
        row.forEach((cell, k) => {
          const read = lines[i]?.[k];
          if (typeof cell === "number") expect(Object.is(Number(read), cell + 0), `${table.name}: ${cell}`).toBe(true);
          else expect(read?.replace(/^'(?=['\s]*[=+\-@])/, "")).toBe(cell ?? "");
        });
      });
    }
  });

  it("neutralises formulas of the user's, and leaves negative numbers alone", () => {
    const groups = ["=1+1", "+2", "-3", "@A1", "\t=1", "＝1", '=HYPERLINK("http://x")', "plain, with comma"];
    const file = sampleAudit({
      attributes: [
        { attribute: "=cmd|' /C calc'!A0", groups: groups.map((group, k) => ({ group, n: 30, favourable: 5 + k })) },
      ],
    });
    const table = tableOf(file, "group-rates", "=cmd|' /C calc'!A0");
    const read = Papa.parse<Record<string, string>>(tableCsv(table), {
      header: true,
      delimiter: ",",
      newline: "\n",
    }).data;
    expect(read.slice(0, groups.length).map((row) => row["group"])).toEqual([
      ...groups.slice(0, 7).map((group) => `'${group}`),
      "plain, with comma",
    ]);
    expect(read.some((row) => /^-\d/.test(row["correctedDifference"] ?? ""))).toBe(true);
    const parity = tableCsv(tableOf(file, "parity"));
    expect(parity).toContain("'=cmd|' /C calc'!A0");
  });

  it("writes an unknown value as an empty cell, and zero without a sign", () => {
    const table: Table = {
      ...tableOf(FULL, "prototypes"),
      rows: [["lambda-0", null, -0, 0.1 + 0.2]],
    };
    expect(tableCsv(table).split("\n")[1]).toBe("lambda-0,,0,0.30000000000000004");
  });
});
