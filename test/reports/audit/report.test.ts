import { describe, expect, it } from "vitest";
import { howEntries } from "../../../src/reports/audit/how.js";
import { auditTables } from "../../../src/reports/audit/tables/audit-tables.js";
import { firstWords } from "../../../src/reports/finding-words.js";
import type { TemplateName } from "../../../src/settings/settings.js";
import { samples } from "../samples/named-samples.js";
import { renderPage, renderText, textsOf } from "./rendered.js";

const TEMPLATES: readonly TemplateName[] = ["general", "nyc-ll144", "eu-annex-iv", "model-card"];
const SECTIONS = [
  "Groups in the observed decisions",
  "What letters ask",
  "What reasons say",
  "The rebuilt model",
  "What stays open",
  "Groups through the rebuilt model",
  "What depends on choices",
  "Evidence",
  "Limits of the evidence",
  "Check and repeat",
  "For researchers",
];

const cases = Object.entries(samples).flatMap(([name, make]) =>
  (name === "typical" || name === "no sensitive column" ? TEMPLATES : (["general"] as const)).map((template) => ({
    name,
    template,
    make,
  })),
);

describe.each(cases)("the report of '$name' as $template", ({ template, make }) => {
  const file = make();
  const page = renderPage(file, template);
  const words = textsOf(page, "h1,h2,h3,h4,p,li,dt,dd,th,td,figcaption").join("\n");
  const found = (pattern: RegExp) => words.match(pattern) ?? [];

  it("has the sections of the table of contents, in order, and headings that skip no level", () => {
    const sections = textsOf(page, "main h2:not(#contents)");
    const expected = SECTIONS.filter((title) => file.reasons !== null || title !== "What reasons say");
    expect(sections.filter((title) => /^\d/.test(title))).toEqual(expected.map((title, k) => `${k + 1} ${title}`));
    expect(sections.at(0)).toBe(
      firstWords(file)
        .headline.replace(/[\s\u00a0]+/g, " ")
        .replace(/[\u2068\u2069]/g, ""),
    );
    expect(sections.at(-1)).toBe("A How each number was computed");
    const levels = [...page.querySelectorAll("h1,h2,h3,h4")].map(({ tagName }) => Number(tagName.slice(1)));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1)).toEqual([]);
    expect(textsOf(page, "nav li").length).toBe(sections.length);
  });

  it("runs no script, loads nothing, and says so to the browser", () => {
    expect(page.querySelectorAll("script,link,iframe,object,embed,base,form,img").length).toBe(0);
    const policy = page.querySelector("meta[http-equiv='Content-Security-Policy']")?.getAttribute("content") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
    for (const element of page.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/);
        if (name === "href") expect(value).toMatch(/^(?:#|tables\/[a-z0-9-]+\.csv$)/);
      }
    }
    expect(page.querySelector("style")?.textContent).not.toMatch(/url\(|@import/);
  });

  it("has links that lead somewhere, and every anchor once", () => {
    const ids = [...page.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(ids.map((id) => `#${id}`));
    const links = [...page.querySelectorAll("a[href^='#']")].map((link) => link.getAttribute("href") ?? "");
    expect(links.filter((link) => !known.has(link))).toEqual([]);
    const files = new Set(auditTables(file).map(({ name }) => `tables/${name}.csv`));
    const downloads = [...page.querySelectorAll("a.csv")].map((link) => link.getAttribute("href") ?? "");
    expect(downloads.filter((link) => !files.has(link))).toEqual([]);
  });

  it("labels tables, regions and charts for those who cannot see them", () => {
    for (const region of page.querySelectorAll(".scroll")) {
      expect(region.getAttribute("tabindex")).toBe("0");
      expect(page.getElementById(region.getAttribute("aria-labelledby") ?? "")?.textContent).toBeTruthy();
    }
    for (const picture of page.querySelectorAll("[role='img']")) {
      expect((picture.getAttribute("aria-label") ?? "").length).toBeGreaterThan(20);
    }
    for (const row of page.querySelectorAll("tbody tr")) expect(row.querySelectorAll("th[scope='row']").length).toBe(1);
    for (const row of page.querySelectorAll("table")) {
      const width = row.querySelectorAll("thead th").length;
      for (const body of row.querySelectorAll("tbody tr")) expect(body.children.length).toBe(width);
    }
  });

  it("writes no number or name that is not there, and no verdict", () => {
    expect(found(/\b(?:NaN|undefined|null|Infinity|\[object)\b/g)).toEqual([]);
    expect(found(/\b(?:fair|unfair|unfairly|discriminates|biased|bias-free|compliant|guilty|proves?)\b/gi)).toEqual([]);
    expect(found(/[\u2066-\u2069]/g)).toEqual([]); // marks of names become elements
    expect(found(/.{20}(?: [.,;:](?!\d)|\(\)|\.\.|;\.).{0,20}/g)).toEqual([]); // left-overs of empty parts
  });

  it("says the same in the same bytes", () => {
    expect(renderText(make(), template)).toBe(renderText(file, template));
  });
});

describe("what the report says", () => {
  it("has an entry of the appendix for every kind of number, and refers to it by its own number", () => {
    const page = renderPage(samples["typical"]!());
    expect([...page.querySelectorAll(".entry")].map(({ id }) => id)).toEqual(
      howEntries(samples["typical"]!()).map(({ key }) => `how-${key}`),
    );
    for (const link of page.querySelectorAll("a.how")) {
      const entry = page.getElementById((link.getAttribute("href") ?? "").slice(1));
      expect(entry?.querySelector(".no")?.textContent).toBe(link.textContent);
    }
  });

  it("carries a reference to the appendix on every table of measured numbers", () => {
    const page = renderPage(samples["weights, outcome and population"]!());
    const without = [...page.querySelectorAll("figure.table")].filter((table) => table.querySelector("a.how") === null);
    expect(without.map(({ id }) => id)).toEqual(["table-problems-short", "table-columns", "table-problems"]);
  });

  it("shows small groups greyed and labelled, and never compares them", () => {
    const page = renderPage(samples["typical"]!());
    const row = [...page.querySelectorAll("#table-group-rates-2-origin tbody tr")].find((one) =>
      one.textContent?.includes("stateless"),
    );
    expect(row?.className).toContain("few");
    expect(textsOf(row ?? page, "th")).toEqual(["stateless insufficient (n = 7)"]);
    expect(textsOf(row ?? page, "td").slice(-2)).toEqual(["not defined", "–"]);
    expect(textsOf(page, "#table-group-rates-2-origin .note").join(" ")).toContain(
      "Not defined: “Impact ratio” (too few people in the group",
    );
  });

  it("says what is not stated", () => {
    const page = renderPage(samples["nothing stated"]!());
    expect(textsOf(page, "h1")).toEqual(["Audit of an automated decision"]);
    expect(textsOf(page, ".facts dd")).toEqual([]);
    expect(textsOf(page, "[aria-labelledby='evidence'] dd").filter((text) => text === "not stated")).toHaveLength(5);
    expect(textsOf(page, "#sensitivity ~ .says")[0]).toContain("without this stage");
  });

  it("warns where the sample looks balanced by design", () => {
    const page = renderPage(samples["twelve groups"]!());
    expect(textsOf(page, ".callout")[0]).toContain("The sample looks balanced by design");
    expect(renderPage(samples["typical"]!()).querySelector(".callout")).toBe(null);
  });

  it("shows bounds for people of unknown group", () => {
    const page = renderPage(samples["missing groups"]!());
    expect(textsOf(page, "#table-group-rates-1-sex-bounds tbody th")).toEqual(["female", "male"]);
    expect(textsOf(page, "#table-group-rates-1-sex-bounds tbody td")[0]).toBe("16.4 % to 69.5 %");
  });

  it("refuses a template it does not know, by name", () => {
    expect(() => renderText(samples["typical"]!(), "poster" as TemplateName)).toThrow(
      "template must be one of general, nyc-ll144, eu-annex-iv, model-card, got 'poster'",
    );
  });
});
