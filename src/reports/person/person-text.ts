import { amount } from "../../document/format.js";
import type {
  PersonCertainty,
  PersonLetter,
  PersonPage,
  Settled,
  Value,
} from "../../measure/explain/explain-person.js";

/** A part of a page, for the terminal, for HTML and for a screen alike. */
export type TextBlock =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Columns set flush left. */
      readonly left: readonly number[];
    };

/** What a section is about. */
export type SectionTopic = "decision" | "certainty" | "contributions" | "letter" | "flip" | "others";

export interface TextSection {
  readonly topic: SectionTopic;
  readonly heading: string;
  readonly blocks: readonly TextBlock[];
}

/** A person's page in words. */
export interface PersonText {
  readonly title: string;
  readonly sections: readonly TextSection[];
  /** What the page does not say. */
  readonly closing: string;
}

/** A row, the rebuilt model's answer to it, and what would change that answer. */
export interface FlippedPerson {
  readonly flip: PersonPage["flip"];
  readonly rebuilt: Pick<PersonPage["rebuilt"], "favourable">;
}

/** One person's page in words: indications about the rebuilt model, never a verdict. */
export function personText(page: PersonPage): PersonText {
  return {
    title: `Person ${nameOf(page.person)}`,
    sections: [decision(page), certainty(page), contributions(page), ...letters(page), flipText(page), others(page)],
    closing:
      "This page describes the rebuilt model, which is consistent with the evidence as far as the audit shows. It is not the platform's model, names no causes, and promises no decision.",
  };
}

function nameOf({ id, row }: PersonPage["person"]): string {
  if (id !== null) return row === null ? id : `${id} (row ${row})`;
  return row === null ? "without an id" : `in row ${row}`;
}

function decision({ observed, rebuilt, method }: PersonPage): TextSection {
  const side = observed.favourable ? "favourable" : "not favourable";
  const sure = rebuilt.status === "undecided" ? ", too close to the boundary to be called decided" : "";
  const sentences = [
    `Observed: '${observed.answer}' (${side}).`,
    `The rebuilt model (${method}) ${rebuilt.agrees ? "answers the same" : `answers '${rebuilt.answer}', so it does not reproduce this decision`}: ` +
      `score ${fixed(rebuilt.score)}, where 0.5 and above accepts; margin ${fixed(rebuilt.margin)}${sure}.`,
    ...(rebuilt.unfamiliar ? ["The person has a category the model was not fitted on; it cannot see that one."] : []),
  ];
  return { topic: "decision", heading: "Decision", blocks: sentences.map(asText) };
}

const SETTLED_WORDS: Readonly<Record<Settled, string>> = {
  "accepted by all": "The rule of two prototypes accepts whatever weight the letters have, from none to a half.",
  "rejected by all": "The rule of two prototypes rejects whatever weight the letters have, from none to a half.",
  contested:
    "The rule of two prototypes accepts with some weights of the letters and rejects with others: it leaves this answer open.",
};

function certainty(page: PersonPage): TextSection {
  const topic = "certainty";
  const heading = "How sure this is";
  if (page.certainty === null) {
    const text = "Not known here: name the audit's folder with --audit to see what models without this person answer.";
    return { topic, heading, blocks: [asText(text)] };
  }
  return { topic, heading, blocks: certaintySentences(page.certainty, page).map(asText) };
}

function certaintySentences({ outOfFold, refits, determined, band, certificate }: PersonCertainty, page: PersonPage) {
  const accepts = outOfFold.margin >= 0;
  const own = accepts === page.observed.favourable ? "the decision that was observed" : "the other decision";
  const differs = band === (page.rebuilt.margin >= 0 ? "rejected by all" : "accepted by all");
  return [
    `A model fitted without this person gives ${own} (score ${fixed(outOfFold.score)}).`,
    `Of ${amount(refits.asked, "refit", "refits")} on people drawn anew that had not seen this person, ${refits.accepted} ${refits.accepted === 1 ? "accepts" : "accept"}: ` +
      `${determined === "contested" ? "not determined" : `determined, ${determined}`}.`,
    ...(band === null
      ? []
      : [`${SETTLED_WORDS[band]}${differs ? " Here it answers otherwise than the rebuilt model." : ""}`]),
    ...(certificate === null
      ? []
      : [
          `The smallest error of the evidence that would let the prototypes' decision change is ${fixed(certificate)}, in units of the encoded space.`,
        ]),
  ];
}

function contributions({ contributions: found, values }: PersonPage): TextSection {
  const { base, score, exact, background, samples, features } = found;
  const way = exact
    ? "computed exactly"
    : `from ${amount(samples, "drawn order", "drawn orders")} of the features, ± one standard error`;
  const intro =
    `From ${fixed(base)}, the mean score of ${amount(background, "observed person", "observed people")}, to ${fixed(score)} ` +
    `for this person: what each value adds to the score, ${way}. Plus speaks for acceptance.`;
  const byFeature = new Map(values.map((entry) => [entry.feature, entry]));
  const rows = features.map(({ feature, contribution, error }) => {
    const entry = byFeature.get(feature);
    return [
      entry?.immutable === true ? `${feature} (immutable)` : feature,
      valueText(entry?.value ?? null),
      signed(contribution),
      ...(exact ? [] : [`± ${fixed(error)}`]),
    ];
  });
  const head = ["feature", "value", "adds", ...(exact ? [] : ["error"])];
  return {
    topic: "contributions",
    heading: "What the rebuilt model sees",
    blocks: [asText(intro), { kind: "table", head, rows, left: [0, 1] }],
  };
}

function letters({ letters: all, observed }: PersonPage): TextSection[] {
  if (all.length === 0) {
    if (observed.favourable) return [];
    return [{ topic: "letter", heading: "Letter", blocks: [asText("No letter to this person is in the evidence.")] }];
  }
  return all.map((letter, k) => ({
    topic: "letter",
    heading: `Letter${all.length > 1 ? ` ${k + 1} of ${all.length}` : ""}${letter.row === null ? "" : ` (row ${letter.row} of the letters)`}`,
    blocks: letterBlocks(letter),
  }));
}

function letterBlocks({ changes, accepted, score, distance }: PersonLetter): TextBlock[] {
  const answer = accepted
    ? `The rebuilt model accepts the offer (score ${fixed(score)}).`
    : `The rebuilt model does not accept the offer (score ${fixed(score)}): an indication that it errs here, or that the letter does.`;
  if (changes.length === 0) return [asText("The letter changes nothing the rebuilt model looks at."), asText(answer)];
  return [
    {
      kind: "table",
      head: ["feature", "now", "offered"],
      rows: changes.map(({ feature, from, to, immutable }) => [
        immutable ? `${feature} (immutable)` : feature,
        valueText(from),
        valueText(to),
      ]),
      left: [0, 1, 2],
    },
    asText(`${answer} Size of the change: ${fixed(distance)}.`),
  ];
}

/** What would give the other answer, in words. */
export function flipText({ flip: found, rebuilt }: FlippedPerson): TextSection {
  const topic = "flip";
  const heading = "Nearest flip";
  const kept = found.kept.length === 0 ? [] : [asText(`Left as they are: ${found.kept.join(", ")}.`)];
  if (found.status === "not found") {
    const known = found.least ? "No change" : "No change was found that,";
    const text = `${known} of the features that may change, within the values people and letters have, ${found.least ? "gives" : "would give"} the other answer of the rebuilt model.`;
    return { topic, heading, blocks: [asText(text), ...kept] };
  }
  const other = rebuilt.favourable ? "rejects" : "accepts";
  const how = found.least
    ? "Rounding aside, no smaller change within the values seen does."
    : "It was found by searching; a smaller one may exist.";
  return {
    topic,
    heading,
    blocks: [
      asText(`The smallest change found with which the rebuilt model ${other}:`),
      {
        kind: "table",
        head: ["feature", "now", "then"],
        rows: found.changes.map(({ feature, from, to }) => [feature, valueText(from), valueText(to)]),
        left: [0, 1, 2],
      },
      asText(`Size of the change: ${fixed(found.distance)}. ${how}`),
      ...kept,
    ],
  };
}

function others({ others: people }: PersonPage): TextSection {
  const topic = "others";
  const heading = "The most similar people with the other decision";
  if (people.length === 0)
    return { topic, heading, blocks: [asText("Nobody in the evidence got the other decision.")] };
  const items = people.map((other) => {
    const differences = other.differences.map(({ feature, theirs }) => `${feature} ${valueText(theirs)}`).join("; ");
    return `${nameOf(other)}, at distance ${fixed(other.distance)}: ${differences || "alike in everything"}`;
  });
  return { topic, heading, blocks: [asText("With what differs from this person's values:"), { kind: "list", items }] };
}

function asText(text: string): TextBlock {
  return { kind: "text", text };
}

/** A value of a feature as people write it; numbers with at most six digits that count, but never fewer than their whole part has. */
function valueText(value: Value): string {
  if (value === null) return "(missing)";
  if (typeof value === "string") return value;
  return String(Math.abs(value) >= 100_000 ? Math.round(value) : Number(value.toPrecision(6)));
}

/** A score or margin with three digits after the point. */
function fixed(value: number): string {
  return Math.abs(value) < 0.0005 ? "0.000" : value.toFixed(3).replace("-", "−");
}

function signed(value: number): string {
  return value >= 0.0005 ? `+${fixed(value)}` : fixed(value);
}
