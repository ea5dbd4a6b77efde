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
    flip: { status: "not found", changes: [], distance: 0, least: false, kept: [] },
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
      "Of 1 refit on people drawn anew that had not seen this person, 1 accepts: determined, accepted by all.",
      "accepts with some weights of the letters and rejects with others: it leaves this answer open",
      "is 0.000, in units",
      "(missing)",
      "30.1235",
      "−0.088",
      "+0.200",
      "± 0.010",
      "Letter 1 of 2",
      "changes nothing the rebuilt model looks at",
      "an indication that it errs here",
      "No change was found that, of the features that may change",
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
    expect(words("rejected by all")).toContain("Here it answers otherwise than the rebuilt model.");
    expect(words("accepted by all")).not.toContain("otherwise");
  });

  it("writes large numbers whole", () => {
    const changes = [{ feature: "value", from: 1234567, to: 20240115.4 }];
    const flip = { status: "found", changes, distance: 1, kept: [], least: true } as const;
    const text = JSON.stringify(personDocument({ ...page, flip }));
    expect(text).toContain('{"text":"1234567","as":"given"},{"text":"20240115","as":"given"}');
  });

  it("shows what the file holds as text, never as HTML", () => {
    const text = personHtml(page);
    expect(text).toContain("&lt;b&gt;age&lt;/b&gt; (immutable)");
    expect(text).not.toContain("<b>");
  });

  it("says whether a change is known to be the smallest", () => {
    const changes = [{ feature: "note", from: null, to: "x" }];
    const found = { status: "found", changes, distance: 1, kept: ["<b>age</b>"] } as const;
    const words = (least: boolean) => JSON.stringify(personDocument({ ...page, flip: { ...found, least } }));
    expect(words(true)).toContain("no smaller change within the values seen does");
    expect(words(false)).toContain("a smaller one may exist");
    const none = JSON.stringify(personDocument({ ...page, flip: { ...page.flip, least: true } }));
    expect(none).toContain("No change of the features that may change");
  });
});
