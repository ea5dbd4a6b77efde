import { readFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseHTML } from "linkedom";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../src/document/canonical-json.js";
import { tableCsv } from "../../../src/document/csv.js";
import { documentMarkdown } from "../../../src/document/markdown.js";
import { type LeakFile, leakFileSchema } from "../../../src/findings/leak-file.js";
import { leakDocument, renderLeak } from "../../../src/reports/leak/leak-document.js";
import { leakSarif } from "../../../src/reports/leak/leak-sarif.js";
import { leakTables } from "../../../src/reports/leak/leak-tables.js";
import {
  conditionWords,
  leakGlance,
  mitigationName,
  noticeSentences,
  reachWords,
  validityWords,
  worthSentence,
} from "../../../src/reports/leak/leak-words.js";
import { validateSarif } from "../sarif-structure.js";
import { sampleLeak } from "./sample-leak.js";

const NOTHING: Partial<LeakFile> = {
  curves: [
    { arm: "letters", method: "bracket", points: [{ n: 50, letters: 50, fidelity: null }] },
    { arm: "no-letters", method: "bracket", points: [{ n: 50, letters: 0, fidelity: null }] },
  ],
  letterCurve: { n: 50, points: [{ n: 50, letters: 0, fidelity: null }] },
  gains: [{ n: 50, gain: null }],
  worth: [],
  fields: [],
  fieldsLeftOut: 0,
  mitigations: [],
  notices: [],
  conditions: [],
  notes: [],
};

/** Reasons of the decisions file and no letters. */
const NO_LETTERS: Partial<LeakFile> = {
  ...NOTHING,
  files: { ...sampleLeak().files, letters: null },
  evidence: { ...sampleLeak().evidence, letters: 0, paired: 0, answered: 0 },
  curves: sampleLeak().curves.filter(({ arm }) => arm === "no-letters"),
  letterCurve: { n: 50, points: [] },
  gains: [],
  notices: sampleLeak().notices.filter(({ base }) => base !== "letters"),
};

function glance(changes: Partial<LeakFile>, lead: string): string {
  return (
    leakGlance(sampleLeak(changes))
      .find((line) => line.lead === lead)
      ?.text.replaceAll("\u00A0", " ") ?? ""
  );
}

describe("leak-2.schema.json", () => {
  it("says what the sources say", async () => {
    const made = toJsonSchema(leakFileSchema, { errorMode: "ignore", target: "draft-2020-12" });
    const text = canonicalJson({
      ...made,
      title: "recast-leak/2",
      description: "What decisions and letters give away, as recast leak writes it.",
    });
    await expect(text).toMatchFileSnapshot("../../../schemas/leak-2.schema.json");
  });

  it("holds for a report, and not for one with a part missing or added", () => {
    const check = new Ajv2020({ strict: true }).compile(
      JSON.parse(readFileSync("schemas/leak-2.schema.json", "utf8")) as object,
    );
    for (const file of [sampleLeak(), sampleLeak(NOTHING), sampleLeak(NO_LETTERS)]) {
      const data = JSON.parse(canonicalJson(file)) as Record<string, unknown>;
      expect(v.safeParse(leakFileSchema, data).issues).toBeUndefined();
      expect(check(data)).toBe(true);
      expect(check({ ...data, more: 1 })).toBe(false);
      const { worth: _, ...without } = data;
      expect(check(without)).toBe(false);
    }
  });
});

describe("the page", () => {
  it("needs nothing beside it: no script, no address but its own tables", () => {
    const text = renderLeak(sampleLeak());
    expect(text).toContain("default-src &#39;none&#39;");
    expect(text).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    const { document } = parseHTML(text);
    const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
    for (const link of links) {
      if (link.startsWith("#")) expect(document.querySelector(link), link).not.toBeNull();
      else expect(leakTables(sampleLeak()).map(({ name }) => `tables/${name}.csv`)).toContain(link);
    }
  });

  it("draws five charts, each with words in its place", () => {
    const { document } = parseHTML(renderLeak(sampleLeak()));
    const drawings = [...document.querySelectorAll(".picture")];
    expect(drawings.map((one) => one.getAttribute("aria-label")?.split(".")[0])).toEqual([
      "Fidelity against people per class",
      "Fidelity against letters, with 50 people per class",
      "Loss of fidelity when a field is not told",
      "Fidelity after each mitigation",
      "Fidelity with each notice",
    ]);
    expect(drawings.every((one) => one.querySelector("svg") !== null)).toBe(true);
  });

  it("shows every number of its tables, and what is not known as that", () => {
    const text = renderLeak(sampleLeak()).replaceAll("\u00A0", " ");
    for (const words of [
      "95.0 %",
      "93.0 % to 97.0 %",
      "more than 80",
      "−15.0",
      "not known",
      "not checked",
      "as before",
      "4.0 %",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/NaN|undefined<|Infinity/);
  });

  it("shows hostile names as text", () => {
    const attack = '"><script>alert(1)</script><b>';
    const elements = (word: string) =>
      [...parseHTML(renderLeak(sampleLeak({}, word))).document.querySelectorAll("*")].map(({ tagName }) => tagName);
    expect(elements(attack)).toEqual(elements("harmless"));
  });

  it("can be written when hardly anything could be measured", () => {
    const text = renderLeak(sampleLeak(NOTHING));
    expect(text).not.toContain("<svg");
    expect(text).toContain("No mitigation could be measured.");
    expect(text).not.toContain('id="fields"');
  });

  it("gives the same bytes twice", () => {
    expect(renderLeak(sampleLeak())).toBe(renderLeak(sampleLeak()));
  });
});

describe("the words", () => {
  it("say how surely letters add something", () => {
    const gain = (low: number, high: number) => [{ n: 50, gain: { value: (low + high) / 2, low, high } }];
    expect(glance({}, "What letters add")).toContain(
      "Letters add 20.0 percentage points (95 % interval 15.0 to 25.0).",
    );
    expect(glance({ gains: gain(-0.02, 0.06) }, "What letters add")).toContain(
      "whether they add anything is not clear",
    );
    expect(glance({ gains: gain(-0.06, -0.02) }, "What letters add")).toContain("with them the rebuilt model is worse");
  });

  it("say what reasons and thresholds add, to decisions and to what they come with", () => {
    const [reasons, both, thresholds] = noticeSentences(sampleLeak()).map((text) => text.replaceAll("\u00A0", " "));
    expect(reasons).toBe(
      "The reasons of the files, without a letter, add 3.0 percentage points (95 % interval −1.0 to 7.0) to decisions " +
        "alone with 50 people of each decision, so whether they add anything is not clear: fidelity is 78.0 % " +
        "(95 % interval 76.0 % to 80.0 %).",
    );
    expect(both).toContain("Letters and up to 1 reason add 21.0 percentage points (95 % interval 16.0 to 26.0)");
    expect(both).toContain(
      "Of this the reasons add 1.0 percentage points (95 % interval −1.0 to 3.0) to the letters alone.",
    );
    expect(thresholds).toBe("What thresholds give away could not be measured.");
  });

  it("say nothing of letters where there are none", () => {
    const file = sampleLeak(NO_LETTERS);
    expect(leakGlance(file).map(({ lead }) => lead)).toEqual(["Decisions alone", "Reasons and thresholds"]);
    const { document } = parseHTML(renderLeak(file));
    const has = (id: string) => document.querySelector(`#${id}`) !== null;
    expect(["curves", "worth", "mitigations", "notices", "method"].filter(has)).toEqual([
      "curves",
      "notices",
      "method",
    ]);
    expect(leakSarif(file).runs[0].results[0]).toMatchObject({
      ruleId: "recast/notices-add",
      locations: [{ physicalLocation: { artifactLocation: { uri: "income.csv" } } }],
    });
  });

  it("name the fields whose loss is clear", () => {
    expect(glance({}, "Fields")).toContain("The loss is clear for “");
    const [first] = sampleLeak().fields;
    const unclear = { ...first, drop: { value: 0.01, low: -0.1, high: 0.1 } } as LeakFile["fields"][number];
    expect(glance({ fields: [unclear] }, "Fields")).toContain("The loss is clear for no field.");
    expect(glance({ fields: [{ ...unclear, drop: null }] }, "Fields")).toBe("Which fields leak could not be measured.");
  });

  it("do not praise a mitigation whose letters may be refused", () => {
    expect(glance({}, "Mitigations")).toContain("letters that change at most 1 field");
    expect(glance({}, "Mitigations")).toContain(
      "asking 0.2 ranges less of their recipients on average, and nobody knows whether the platform would accept them",
    );
    const { mitigations } = sampleLeak();
    expect(glance({ mitigations: mitigations.slice(0, 2) }, "Mitigations")).toContain(
      "with letters told as one of 5 bins: a change of −7.0",
    );
    expect(glance({ mitigations: mitigations.slice(3, 4) }, "Mitigations")).toContain("sent once per person");
  });

  it("name each mitigation", () => {
    expect(sampleLeak().mitigations.map(mitigationName)).toEqual([
      "rounded to 10 % of range",
      "told as one of 5 bins",
      "at most 1 changed field",
      "one letter per person",
      "letters to 50 % of people",
    ]);
  });

  it("say of a condition what was found, and whether the interval agrees", () => {
    const said = sampleLeak().conditions.map((one) => conditionWords(one).replaceAll("\u00A0", " "));
    expect(said).toEqual([
      "fidelity(50) > 0.9: fidelity(50) is 95.0 % (interval 93.0 % to 97.0 %); it is met, over the whole interval.",
      "worth(50) > 9: worth(50) is more than 1.2; whether it is met is not known; a limit that cannot be checked makes the run fail.",
      "gain(50) > 0.3: gain(50) is 20.0 points (interval 15.0 points to 25.0 points); it is not met, over the whole interval.",
    ]);
    const [first] = sampleLeak().conditions;
    if (first === undefined) throw new Error("no condition");
    expect(conditionWords({ ...first, clear: false })).toContain("it is met by the estimate, but the interval crosses");
    expect(conditionWords({ ...first, holds: false, clear: false })).toContain(
      "it is not met by the estimate, but the interval",
    );
    expect(
      conditionWords({
        ...first,
        values: [{ call: "gain(2)", value: null, low: null, high: null, status: "unknown" }],
      }),
    ).toContain("gain(2) is not known");
  });

  it("say who was asked about validity, or that nobody was", () => {
    expect(validityWords(sampleLeak())).toContain("was not checked: name it with --target");
    const asked = {
      target: "model.onnx",
      asked: 300,
      acceptedBefore: { share: 1, low: 0.9, high: 1, successes: 50, n: 50 },
    };
    expect(validityWords(sampleLeak({ validity: asked }))).toContain("300 rows");
    expect(validityWords(sampleLeak({ mitigations: [] }))).toBe("No mitigation changes what a letter says.");
  });

  it("count decisions and letters", () => {
    expect(reachWords({ status: "at-most", decisions: 25 })).toBe("at most 25");
    expect(reachWords({ status: "unknown", decisions: null })).toBe("not known");
    const [first] = sampleLeak().worth;
    if (first === undefined) throw new Error("no worth");
    expect(worthSentence({ ...first, equivalent: { status: "unknown", decisions: null } })).toContain(
      "could not be measured",
    );
    expect(worthSentence(first)).toContain(
      "71.3 to more than 80 over the repeats): a letter replaces more than 4.4 decisions.",
    );
  });
});

describe("the tables", () => {
  it("are files with every number", () => {
    const tables = leakTables(sampleLeak());
    expect(tables.map(({ name }) => name)).toEqual([
      "curves",
      "letter-curve",
      "worth",
      "fields",
      "mitigations",
      "notices",
      "conditions",
    ]);
    const csv = tables.map(tableCsv);
    expect(csv[3]?.split("\n").slice(0, 2)).toEqual([
      "field,changed,changedLow,changedHigh,drop,dropLow,dropHigh,reveals,revealsLow,revealsHigh,masked,maskedLow,maskedHigh,alone,aloneLow,aloneHigh",
      expect.stringContaining("income,0.6,0,1,0.1,0.07,0.13,0.15,"),
    ]);
    expect(leakTables(sampleLeak(NOTHING)).map(({ name }) => name)).toEqual(["curves", "letter-curve", "worth"]);
  });
});

it("has the words of the golden page", async () => {
  const nothing = { curves: null, letters: null, fields: null, mitigations: null, notices: null };
  const words = documentMarkdown(leakDocument(sampleLeak(), nothing));
  await expect(words).toMatchFileSnapshot("../../fixtures/reports/leak.md");
});

describe("leakSarif", () => {
  it("has one result per failed condition, and notes on what leaks", () => {
    const log = leakSarif(sampleLeak());
    expect(validateSarif(JSON.parse(JSON.stringify(log))) ? [] : validateSarif.errors).toEqual([]);
    expect(log.runs[0].results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ["recast/leak-condition", "error"],
      ["recast/leak-condition", "error"],
      ["recast/letters-add", "note"],
      ["recast/leaking-field", "note"],
      ["recast/notices-add", "note"],
      ["recast/notices-add", "note"],
    ]);
    expect(log.runs[0].results[0]?.message.text).toContain("fidelity(50) > 0.9");
    expect(log.runs[0].artifacts).toHaveLength(3);
  });

  it("has no result where nothing was found", () => {
    expect(leakSarif(sampleLeak(NOTHING)).runs[0].results).toEqual([]);
  });

  it("names the first field even where its loss is not clear, and says so", () => {
    const [first] = sampleLeak().fields;
    const field = { ...first, drop: { value: 0.01, low: -0.1, high: 0.1 } } as LeakFile["fields"][number];
    const found = leakSarif(sampleLeak({ fields: [field] })).runs[0].results.filter(
      ({ ruleId }) => ruleId === "recast/leaking-field",
    );
    expect(found[0]?.message.text).toContain("This is not clear: the interval includes 0.");
    const gained = sampleLeak({ fields: [{ ...field, drop: { value: -0.01, low: -0.1, high: 0.1 } }] });
    expect(leakSarif(gained).runs[0].results.map(({ ruleId }) => ruleId)).not.toContain("recast/leaking-field");
    expect(leakGlance(gained).map(({ text }) => String(text))).toContain(
      "Leaving any one field out of the letters does not lower fidelity.",
    );
  });
});
