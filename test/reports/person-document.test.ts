import { describe, expect, it } from "vitest";
import type { PersonPage } from "../../src/measure/explain/explain-person.js";
import { personDocument, personHtml } from "../../src/reports/person-document.js";

describe("personDocument and personHtml", () => {
  const page: PersonPage = {
    person: { id: null, row: null },
    method: "bracket",
    values: [
      { feature: "<b>age</b>", value: 41, immutable: true },
      { feature: "note", value: null, immutable: false },
    ],
    observed: { answer: "no", favourable: false },
    rebuilt: {
      answer: "yes",
      favourable: true,
      score: 0.61234,
      margin: 0.4,
      status: "undecided",
      unfamiliar: true,
      agrees: false,
    },
    certainty: {
      outOfFold: { score: 0.7, margin: 1 },
      refits: { asked: 1, accepted: 1 },
      determined: "accepted by all",
      band: "contested",
      certificate: 0.00001,
    },
    letters: [
      { row: null, changes: [], distance: 0, accepted: false, score: 0.2 },
      {
        row: 3,
        changes: [{ feature: "<b>age</b>", from: 41, to: 30.123456789, immutable: true }],
        distance: 0.5,
        accepted: true,
        score: 0.8,
      },
    ],
    reasons: [],
    contributions: {
      exact: false,
      samples: 640,
      background: 64,
      base: 0.5,
      score: 0.61234,
      features: [
        { feature: "<b>age</b>", contribution: 0.2, error: 0.01 },
        { feature: "note", contribution: -0.08766, error: 0.01 },
      ],
    },
    flip: {
      status: "not found",
      changes: [],
      chance: null,
      distance: 0,
      refits: { asked: 25, agree: 0 },
      kept: [],
    },
    others: [],
  };

  it("says what is not known, what differs and what may err", () => {
    const text = JSON.stringify(personDocument(page));
    for (const words of [
      "Person without an id",
      "answers 'yes', so it does not reproduce this decision",
      "too close to the boundary",
      "it cannot see that one",
      "gives the other decision (score 0.700)",
      "Of 1 refit on people drawn at random that had not seen this person, 1 accepts: clear, accepted.",
      "accepts with some weights of the letters and refuses with others",
      "is 0.000, in units",
      "(missing)",
      "30.1235",
      "−0.088",
      "+0.200",
      "± 0.010",
      "Letter 1 of 2",
      "changes nothing the rebuilt model looks at",
      "an indication that it errs here",
      "the evidence does not say what would have changed this decision",
      "Nobody in the evidence got the other decision",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/\bfair|unfair|discriminat/i);
  });

  it("says where the rule of two prototypes answers otherwise than the rebuilt model", () => {
    const words = (band: "accepted by all" | "rejected by all") =>
      JSON.stringify(personDocument({ ...page, certainty: { ...page.certainty!, band } }));
    expect(page.rebuilt.margin).toBeGreaterThanOrEqual(0);
    expect(words("rejected by all")).toContain("The rebuilt model answers otherwise.");
    expect(words("accepted by all")).not.toContain("otherwise");
  });

  it("says what the person was told, and whether their value speaks against it", () => {
    const told = { reason: "income too low", fields: ["income"], direction: "higher", unchecked: null } as const;
    const check = { value: 25, median: 25, speaksAgainst: true, noBetter: 0.5 };
    const other = { reason: "<i>", fields: [], direction: null, check: null, unchecked: "not-in-file" } as const;
    const below = { ...check, value: 24, speaksAgainst: false };
    const html = personHtml({ ...page, reasons: [{ ...told, check }, { ...told, check: below }, other] });
    expect(html).toContain("income is 25, and the median of the accepted people 25. The value is at least as good");
    expect(html).toContain("as what 50 % of them have, which speaks against the reason");
    expect(html).toContain("income is 24, and the median of the accepted people 25. The value agrees with the reason.");
    expect(html).toContain("it is about something that is not in the file");
    expect(html).not.toContain("<i>");
    expect(personHtml(page)).not.toContain("What the person was told");
  });

  it("writes large numbers whole", () => {
    const changes = [{ feature: "value", from: 1234567, to: 20240115.4 }];
    const refits = { asked: 25, agree: 25 };
    const flip = { status: "found", changes, chance: 0.84, distance: 1, refits, kept: [] } as const;
    const text = JSON.stringify(personDocument({ ...page, flip }));
    expect(text).toContain('{"text":"1234567","as":"given"},{"text":"20240115","as":"given"}');
  });

  it("shows what the file holds as text, never as HTML", () => {
    const text = personHtml(page);
    expect(text).toContain("&lt;b&gt;age&lt;/b&gt; (immutable)");
    expect(text).not.toContain("<b>");
  });

  it("gives the chance of a change, and says why there is none", () => {
    const changes = [{ feature: "note", from: null, to: "x" }];
    const refits = { asked: 25, agree: 24 };
    const found = { status: "found", changes, chance: 0.841, distance: 1, refits, kept: ["<b>age</b>"] } as const;
    const words = (flip: PersonPage["flip"]) => JSON.stringify(personDocument({ ...page, flip }));
    expect(words(found)).toContain("estimated chance of about 84 %");
    expect(words(found)).toContain("24 of its 25 refits agree");
    expect(words(null)).toContain("The rebuilt model is wrong about this person");
    expect(words({ ...page.flip!, refits: { asked: 0, agree: 0 } })).toContain("Name the audit’s folder");
    const none = { changes: [], chance: null, distance: 0, refits: { asked: 25, agree: 0 }, kept: [] };
    expect(words({ ...none, status: "not found" })).toContain("No change was found");
    expect(words({ ...none, status: "unreliable" })).toContain("not right often enough");
  });
});
