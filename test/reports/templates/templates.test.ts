import { describe, expect, it } from "vitest";
import { renderPage, textsOf } from "../audit/rendered.js";
import { samples } from "../samples/named-samples.js";
import { sampleAudit } from "../samples/sample-audit.js";

describe("the table set of Local Law 144", () => {
  const page = renderPage(samples["law 144"]!(), "nyc-ll144");
  const rows = (place: number) =>
    [...page.querySelectorAll(`#ll144-${place} tbody tr`)].map((row) => textsOf(row, "th,td"));

  it("gives number, selection rate and impact ratio of each category, sex first", () => {
    expect(textsOf(page, "#ll144-1 strong")).toEqual(["Sex: sex"]);
    expect(rows(1)).toEqual([
      ["Female", "171", "66", "38.6 %", "0.67"],
      ["Male", "229", "131", "57.2 %", "1.00"],
    ]);
  });

  it("shows categories below 2 % of the data, labelled, and does not compare with them", () => {
    expect(textsOf(page, "#ll144-2 strong")).toEqual(["Race/ethnicity: race_ethnicity"]);
    expect(rows(2)).toContainEqual([
      "Native Hawaiian or Pacific Islander below 2 % of the data (1.0 %)",
      "4",
      "3",
      "75.0 %",
      "1.24",
    ]);
    expect(rows(2)).toContainEqual(["White", "151", "91", "60.3 %", "1.00"]);
  });

  it("has intersections, and counts people of unknown category", () => {
    expect(textsOf(page, "#ll144-3 strong")).toEqual(["Sex and race/ethnicity together: sex × race_ethnicity"]);
    expect(textsOf(page, "#ll144-2 .note")[0]).toBe(
      "12 people of unknown category of race_ethnicity are not in the table.",
    );
    expect(textsOf(page, "#ll144-1 .note")[0]).toBe("Nobody is of unknown category of sex.");
  });

  it("says which tables a file cannot supply, and that there is no pass mark", () => {
    const section = renderPage(samples["typical"]!(), "nyc-ll144").querySelector("[aria-labelledby='local-law-144']");
    const words = (section?.textContent ?? "").replace(/\s+/g, " ");
    expect(words).toContain("no sensitive column is named like race or ethnicity");
    expect(words).toContain("no pair of a sex column and a race/ethnicity column");
    expect(words).not.toContain("no sensitive column is named like sex");
    expect(words).toContain("It sets no 0.80 pass mark");
    expect(words).toContain("2026-07-15");
  });

  it("leaves ratios undefined where nobody was selected, and the date unstated where none was given", () => {
    const attribute = {
      attribute: "Gender",
      groups: [
        { group: "f", n: 20, favourable: 0 },
        { group: "m", n: 20, favourable: 0 },
      ],
    };
    const file = sampleAudit({ attributes: [attribute] });
    const none = renderPage({ ...file, identity: { ...file.identity, date: " " } }, "nyc-ll144");
    expect(textsOf(none, "#ll144-1 strong")).toEqual(["Sex: Gender"]);
    expect(textsOf(none, "#ll144-1 td:last-child")).toEqual(["not defined", "not defined"]);
    expect(textsOf(none, "#ll144-1 .note")[1]).toBe("Nobody was selected, so impact ratios are not defined.");
    expect(textsOf(none, "[aria-labelledby='local-law-144'] p")).toContain("not stated");
  });
});

describe("the checklist of Annex IV", () => {
  it("goes through every point, and says of each what the audit and what the provider supplies", () => {
    const page = renderPage(samples["typical"]!(), "eu-annex-iv");
    const section = page.querySelector("[aria-labelledby='annex-iv']") ?? expect.fail("no checklist");
    const headings = textsOf(section, "h3").filter((text) => text.startsWith("Point"));
    expect(headings.map((heading) => heading.charAt(6))).toEqual([..."12222223456789"]);
    const points = [...section.querySelectorAll("dl")];
    for (const [k, point] of points.entries()) {
      const [, supplied = "", provider = ""] = textsOf(point, "dd");
      expect(provider.length).toBeGreaterThan(5);
      expect(headings[k]).toMatch(supplied === "nothing" ? /: not supplied$/ : /: supplied in part$/);
      expect(point.querySelectorAll("a").length > 0).toBe(supplied !== "nothing");
    }
    expect(points.length).toBe(headings.length);
  });
});

describe("the model card", () => {
  const card = (file: ReturnType<typeof sampleAudit>) =>
    textsOf(renderPage(file, "model-card"), "[aria-labelledby='model-card'] dd");

  it("names method, data, agreement and the largest difference", () => {
    const values = card(samples["typical"]!());
    expect(values).toContain("bracket");
    expect(values).toContain("203 refused and 197 accepted people, 152 letters");
    expect(values).toContain("86.5 % (346 of 400; 95 % interval 82.8 % to 89.5 %)");
    expect(values.join(" ")).toContain("accepts “male” most often and “female” least often");
  });

  it("says where there is nothing to compare or to measure", () => {
    const file = sampleAudit({ attributes: [] });
    const unmeasured = { ...file, methods: file.methods.filter(({ method }) => method !== "bracket") };
    const values = card(unmeasured);
    expect(values).toContain("none: no column was named to compare groups by");
    expect(values.filter((value) => value === "not defined").length).toBe(2);
  });
});
