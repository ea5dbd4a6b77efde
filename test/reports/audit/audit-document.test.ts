import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/document/document.js";
import { documentMarkdown } from "../../../src/document/markdown.js";
import { auditDocument } from "../../../src/reports/audit/audit-document.js";
import { briefDocument } from "../../../src/reports/audit/brief.js";
import { samples } from "../samples/named-samples.js";
import { sampleAudit } from "../samples/sample-audit.js";

const IDS =
  "facts letters reasons surrogate determined fairness sensitivity evidence caveats reproduce researchers".split(" ");

describe.each(Object.entries(samples))("sections of an audit: %s", (_name, make) => {
  const file = make();
  const document = auditDocument(file);
  const { sections } = document;

  it("are those of the report, as plain data, without drawings where none are given", () => {
    expect(sections.map(({ id }) => id)).toEqual(IDS.filter((id) => file.reasons !== null || id !== "reasons"));
    expect(structuredClone(sections)).toEqual(sections);
    const kinds = new Set(sections.flatMap(({ body, tables }) => [...body, ...tables].map(({ kind }) => kind)));
    expect([...kinds].filter((kind) => kind === "figure" || kind === "figures")).toEqual([]);
  });

  it("have tables with a cell for each column, one of which names the row", () => {
    const tables = sections.flatMap(({ body, tables: full }) =>
      [...body, ...full].filter((block) => block.kind === "table"),
    );
    for (const { columns, rows, head } of tables as Extract<Block, { kind: "table" }>[]) {
      expect(columns[head]).toBeDefined();
      for (const { cells, emphasis, label } of rows) {
        expect(cells).toHaveLength(columns.length);
        expect(label === null).toBe(emphasis === "normal");
      }
    }
  });

  it("refer to entries that say how a number was computed", () => {
    const known = document.appendix?.entries.map(({ key }) => key) ?? [];
    expect(known).toHaveLength(37 + (file.reasons === null ? 0 : 3) + (file.sample === null ? 0 : 3));
    const hows = (block: Block): readonly { readonly how: string | null }[] =>
      block.kind === "table" ? [block] : block.kind === "paragraph" ? block.statements : [];
    const used = sections.flatMap(({ says, body, tables }) =>
      [...says, ...[...body, ...tables].flatMap((block) => [...hows(block)])].flatMap(({ how }) => how ?? []),
    );
    for (const key of used) expect(known).toContain(key);
  });
});

describe("the words of the report", () => {
  it("are those of the golden page where methods were fitted on a sample", async () => {
    const file = sampleAudit({ sampled: true });
    const whole = auditDocument(file);
    const document = {
      ...whole,
      sections: whole.sections.filter(({ id }) => ["surrogate", "determined", "caveats"].includes(id)),
      appendix: whole.appendix && {
        ...whole.appendix,
        entries: whole.appendix.entries.filter(({ key }) => /sample|learning|^agreement$/.test(key)),
      },
    };
    await expect(documentMarkdown(document)).toMatchFileSnapshot("../../fixtures/reports/audit-sample.md");
  });

  it("are those of the golden page, with the front parts of the templates and the brief after them", async () => {
    const file = sampleAudit({ weights: true, population: true, outcome: true, reasons: true });
    const fronts = (["nyc-ll144", "eu-annex-iv", "model-card"] as const).map((template) => {
      const document = auditDocument(file, template);
      const { first: _, ...rest } = document;
      return documentMarkdown({ ...rest, sections: document.sections.slice(0, 1), appendix: null });
    });
    const brief = documentMarkdown(briefDocument(file));
    const words = [documentMarkdown(auditDocument(file)), ...fronts, brief].join("\n");
    await expect(words).toMatchFileSnapshot("../../fixtures/reports/audit.md");
  });
});
