import { describe, expect, it } from "vitest";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import type { TemplateName } from "../../../src/settings/settings.js";
import { samples } from "../samples/named-samples.js";
import { poisoned } from "../samples/poisoned.js";
import { renderPage, renderText } from "./rendered.js";

const ATTACKS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' x='",
  '" style="position:fixed" onfocus="alert(1)',
  "</style><style>*{display:none}</style>",
  "</title></head><body onload=alert(1)>",
  "<svg onload=alert(1)><a xlink:href=javascript:alert(1)>x</a></svg>",
  "<!-- --!> <![CDATA[",
  "javascript:alert(1)",
  "&lt;b&gt;&#60;i&#62;&amp;",
  "</table></figure><iframe src=//example.test>",
  "\u2069\u202e<b>\u2068",
];

/** How often each element occurs, and every attribute name in use. */
function shape(page: Document): { elements: Record<string, number>; attributes: string[] } {
  const elements: Record<string, number> = {};
  const attributes = new Set<string>();
  for (const element of page.querySelectorAll("*")) {
    const name = element.tagName.toLowerCase();
    if (name === "bdi") continue; // one more or less around the user's words does no harm
    elements[name] = (elements[name] ?? 0) + 1;
    for (const attribute of element.attributes) attributes.add(`${name} ${attribute.name}`);
  }
  return { elements, attributes: [...attributes].sort() };
}

function styleOf(page: Document): string {
  return page.querySelector("style")?.textContent ?? "";
}

const HARMLESS = "harmless words of the same kind ";
const TEMPLATES = ["general", "nyc-ll144", "eu-annex-iv", "model-card"] as const;

/** Asks that the hostile page has the very elements of a harmless one, no attribute more, and no address of the user's. */
function expectHarmless(template: TemplateName, attack: string): void {
  const file = samples["weights, outcome and population"]!();
  const page = renderPage(poisoned(file, attack), template);
  const calm = renderPage(poisoned(file, HARMLESS), template);
  const [found, expected] = [shape(page), shape(calm)];
  expect(found.elements).toEqual(expected.elements);
  expect(found.attributes.filter((name) => !expected.attributes.includes(name))).toEqual([]);
  expect(styleOf(page)).toBe(styleOf(calm));
  const links = [...page.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
  expect(links.filter((link) => !/^(?:#[\w-]+|tables\/[a-z0-9-]+\.csv)$/.test(link))).toEqual([]);
}

describe("hostile words", () => {
  it.each(ATTACKS)("are shown as text: %s", (attack) => expectHarmless("general", attack));

  it.each(TEMPLATES)("all at once are shown as text by the template %s", (template) => {
    expectHarmless(template, ATTACKS.join(" "));
  });
});

describe("words of the user", () => {
  it("all reach the page, letter by letter", () => {
    const attack = '<b title="x">&amp;';
    const text = renderPage(poisoned(samples["typical"]!(), attack)).querySelector("body")?.textContent ?? "";
    for (const word of [
      "female",
      "income",
      "decisions.csv",
      "Consumer Ombudsman, audit unit",
      "approved",
      "yes",
      "north",
    ]) {
      expect(text).toContain(`${attack}${word}`);
    }
  });

  it("never reach an address, an anchor or a file name", () => {
    const file: AuditFile = poisoned(samples["typical"]!(), "../../etc/");
    const addresses = renderText(file, "general" satisfies TemplateName).match(/(?:href|id)="[^"]*"/g) ?? [];
    expect(addresses.length).toBeGreaterThan(100);
    expect(addresses.filter((address) => address.includes(".."))).toEqual([]);
  });
});
