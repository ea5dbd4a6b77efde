import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { briefDocument, renderBrief } from "../../../src/reports/audit/brief.js";
import { firstPage } from "../../../src/reports/audit/first-page.js";
import { samples } from "../samples/named-samples.js";
import { textsOf } from "./rendered.js";

describe.each(Object.entries(samples))("the brief: %s", (_name, make) => {
  const file = make();
  const page = parseHTML(renderBrief(file)).document as unknown as Document;

  it("is the first page and what a reader asks next", () => {
    expect(briefDocument(file).first).toEqual(firstPage(file));
    expect(textsOf(page, "h2").slice(1)).toEqual([
      ...(file.letters === null && file.reasons !== null ? [] : ["What letters ask"]),
      ...(file.reasons === null ? [] : ["What reasons say"]),
      ...["What stays open", "The method", "How to check"],
    ]);
  });

  it("has every anchor once, and no link that leads nowhere", () => {
    const ids = [...page.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...page.querySelectorAll("a[href^='#']")].map((link) => link.getAttribute("href")?.slice(1));
    expect(links.filter((link) => !ids.includes(link ?? ""))).toEqual([]);
  });

  it("describes the method in 120 words", () => {
    const [method = ""] = textsOf(page, "[aria-labelledby='method'] p");
    expect(method.split(" ").length).toBeLessThanOrEqual(120);
  });
});

describe("what letters ask", () => {
  it("says that nothing is known without letters", () => {
    const page = parseHTML(renderBrief(samples["no letters"]!())).document as unknown as Document;
    expect(textsOf(page, "[aria-labelledby='letters'] p")).toEqual([
      "There are no letters, so what refused people are told is not known.",
    ]);
  });
});
