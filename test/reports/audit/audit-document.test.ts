import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/document/document.js";
import { count, percent, ratio } from "../../../src/document/format.js";
import { documentMarkdown } from "../../../src/document/markdown.js";
import { auditDocument, auditOverview } from "../../../src/reports/audit/audit-document.js";
import { briefDocument } from "../../../src/reports/audit/brief.js";
import { samples } from "../samples/named-samples.js";
import { sampleAudit } from "../samples/sample-audit.js";

const IDS = "identity evidence letters facts surrogate determined fairness sensitivity caveats reproduce".split(" ");

describe.each(Object.entries(samples))("sections of an audit: %s", (_name, make) => {
  const file = make();
  const document = auditDocument(file);
  const { sections } = document;

  it("are those of the report, as plain data, without drawings where none are given", () => {
    expect(sections.map(({ id }) => id)).toEqual(IDS);
    expect(structuredClone(sections)).toEqual(sections);
    const kinds = new Set(sections.flatMap(({ body }) => body.map(({ kind }) => kind)));
    expect([...kinds].filter((kind) => kind === "figure" || kind === "figures")).toEqual([]);
  });

  it("have tables with a cell for each column, one of which names the row", () => {
    const tables = sections.flatMap(({ body }) => body.filter((block) => block.kind === "table"));
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
    expect(known).toHaveLength(37);
    const hows = (block: Block): readonly { readonly how: string | null }[] =>
      block.kind === "table" ? [block] : block.kind === "paragraph" ? block.statements : [];
    const used = sections.flatMap(({ says, body }) =>
      [...says, ...body.flatMap((block) => [...hows(block)])].flatMap(({ how }) => how ?? []),
    );
    for (const key of used) expect(known).toContain(key);
  });
});

describe("the words of the report", () => {
  it("are those of the golden page, with the front parts of the templates and the brief after them", async () => {
    const file = sampleAudit({ weights: true, population: true, outcome: true });
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

describe("auditOverview", () => {
  const file = sampleAudit();
  const { figures, glance, rates } = auditOverview(file);
  const figure = (id: string) => figures.find((one) => one.id === id);

  it("leads with numbers of the audit, each with its interval or how many it is about", () => {
    const { evidence, facts, methods, recommendation, identification } = file;
    const agreement = methods.find(({ method }) => method === recommendation.method)?.agreement?.overall;
    const majority = methods.find(({ method }) => method === "majority")?.agreement?.overall;
    const { contested } = identification.determined;
    expect(figure("decisions")?.value).toBe(count(evidence.observations));
    expect(figure("letters")?.value).toBe(count(evidence.letters));
    expect(figure("rate")?.value).toBe(percent(facts.overall.rate.share));
    expect(figure("rate")?.detail).toContain(percent(facts.overall.rate.low));
    expect(figure("agreement")?.value).toBe(percent(agreement?.share ?? -1));
    expect(figure("agreement")?.detail).toContain(percent(majority?.share ?? -1));
    expect(figure("determined")?.value).toBe(percent(1 - contested.share));
    expect(figure("determined")?.detail).toContain(count(contested.n));
    const ratios = facts.attributes.map(({ parityRatio }) => parityRatio).filter((one) => one !== null);
    const shown = ratios.find((one) => ratio(one.value) === figure("impact")?.value);
    expect(figure("impact")?.detail).toContain(`${ratio(shown?.low ?? -1)} to ${ratio(shown?.high ?? -1)}`);
  });

  it("has the lines of the report's summary and the rates that lie furthest apart", () => {
    expect(glance.map(({ section }) => section)).toContain("caveats");
    expect(rates?.columns.some(({ look }) => look === "interval")).toBe(true);
  });

  it("names what weighs most against the numbers", () => {
    const general = file.caveats.filter(({ code }) => ["NOT_IDENTIFIED", "NO_CAUSE", "SELECTION"].includes(code));
    expect(auditOverview({ ...file, caveats: general }).caveat).toBeNull();
    const little = {
      ...file,
      caveats: [
        ...file.caveats,
        { code: "SMALL_SAMPLE", text: "few" },
        { code: "NOT_ABOVE_MAJORITY", text: "nothing learnt" },
      ],
    } as typeof file;
    expect(auditOverview(little).caveat).toEqual({ title: "Little was learnt", text: "nothing learnt" });
  });

  it("says of a balanced sample that its rate is nobody's", () => {
    const balanced = { ...file, facts: { ...file.facts, balancedByDesign: true } };
    expect(auditOverview(balanced).figures.find(({ id }) => id === "rate")?.detail).toContain("no rate of everybody");
  });

  it("leaves out what could not be measured", () => {
    const overview = auditOverview(sampleAudit({ attributes: [] }));
    expect(overview.figures.map(({ id }) => id)).toEqual(["decisions", "letters", "rate", "agreement", "determined"]);
    expect(overview.rates).toBeNull();
    expect(auditOverview(sampleAudit({ letters: false })).figures[1]).toMatchObject({
      value: "0",
      detail: "none were given",
    });
  });
});
