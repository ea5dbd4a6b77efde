import { type Body, bullets, type Chapter, chapter, type Document, type TableBlock } from "../document/document.js";
import { amount, fixed, withSign } from "../document/format.js";
import { documentHtml } from "../document/html.js";
import { type ColumnOf, column, tableOf } from "../document/table.js";
import { tableBlock } from "../document/table-view.js";
import type { PersonPage, Settled, Value } from "../measure/explain/explain-person.js";

/** A person's page as one HTML file that needs nothing else: no script, no outside request. */
export function personHtml(page: PersonPage): string {
  return documentHtml(personDocument(page));
}

/**
 * One person's page in words: indications about the rebuilt model, never a verdict. Its sections are "decision",
 * "certainty", "contributions", "letter" (the second "letter-2", and so on), "reasons", "flip", "others" and
 * "researchers".
 */
export function personDocument(page: PersonPage): Document {
  const chapters = [
    decision(page),
    chapter("certainty", "How sure this is", { body: certainty(page) }),
    contributions(page),
    ...letters(page),
    ...reasonsChapter(page),
    flipChapter(page),
    others(page),
    ...researchers(page),
  ];
  return {
    title: `Person ${nameOf(page.person)}`,
    kicker: null,
    facts: [],
    glance: [],
    sections: chapters.map((one) => ({ ...one, number: "" })),
    appendix: null,
    footer:
      "This page describes the rebuilt model, one of many that fit the evidence. " +
      "It is not the system's own model, names no causes, and promises no decision.",
  };
}

function nameOf({ id, row }: PersonPage["person"]): string {
  if (id !== null) return row === null ? id : `${id} (row ${row})`;
  return row === null ? "without an id" : `in row ${row}`;
}

function decision({ observed, rebuilt, method, certainty: known }: PersonPage): Chapter {
  const side = observed.favourable ? "favourable" : "not favourable";
  const sure = rebuilt.status === "undecided" ? ", too close to the boundary to be called decided" : "";
  const answer = rebuilt.agrees
    ? "answers the same"
    : `answers '${rebuilt.answer}', so it does not reproduce this decision`;
  const without =
    known === null
      ? ""
      : known.outOfFold.margin >= 0 === observed.favourable
        ? " A model fitted without them answers the same too."
        : " A model fitted without them gives the other decision.";
  return chapter("decision", "Decision", {
    body: [
      `Observed: '${observed.answer}' (${side}).`,
      `The rebuilt model (${method}) ${answer}: score ${score(rebuilt.score)}, where 0.5 and above accepts; ` +
        `margin ${score(rebuilt.margin)}${sure}. It was fitted on this person among others.${without}`,
      rebuilt.unfamiliar ? "The person has a category the model was not fitted on; it cannot see that one." : null,
    ],
  });
}

const SETTLED_WORDS: Readonly<Record<Settled, string>> = {
  "accepted by all": "RECAST’s rule of two prototypes accepts, whatever weight it gives the letters.",
  "rejected by all": "RECAST’s rule of two prototypes refuses, whatever weight it gives the letters.",
  contested: "RECAST’s rule of two prototypes accepts with some weights of the letters and refuses with others.",
};

function certainty({ certainty: known, observed }: PersonPage): Body {
  if (known === null) {
    return ["Not known here: name the audit's folder with --audit to see what models without this person answer."];
  }
  const { outOfFold, refits, determined } = known;
  const accepts = outOfFold.margin >= 0;
  const own = accepts === observed.favourable ? "the decision that was observed" : "the other decision";
  const clear =
    determined === "contested"
      ? "the answer is open"
      : `clear, ${determined === "accepted by all" ? "accepted" : "refused"}`;
  return [
    `A model fitted without this person gives ${own} (score ${score(outOfFold.score)}).`,
    `Of ${amount(refits.asked, "refit")} on people drawn at random that had not seen this person, ${refits.accepted} ` +
      `${refits.accepted === 1 ? "accepts" : "accept"}: ${clear}.`,
  ];
}

/** What RECAST itself says of the person, over all its mixing weights. */
function researchers({ certainty: known, rebuilt }: PersonPage): Chapter[] {
  if (known === null || (known.band === null && known.certificate === null)) return [];
  const { band, certificate } = known;
  const differs = band === (rebuilt.margin >= 0 ? "rejected by all" : "accepted by all");
  return [
    chapter("researchers", "For researchers", {
      body: [
        band && `${SETTLED_WORDS[band]}${differs ? " The rebuilt model answers otherwise." : ""}`,
        certificate === null
          ? null
          : "The smallest error of the evidence that could change RECAST’s answer is " +
            `${score(certificate)}, in units of the encoded space.`,
      ],
    }),
  ];
}

function contributions({ contributions: found, values, flip }: PersonPage): Chapter {
  const { base, score: own, exact, background, samples, features } = found;
  const way = exact
    ? "computed exactly"
    : `from ${amount(samples, "drawn order")} of the features, ± one standard error`;
  const byFeature = new Map(values.map((entry) => [entry.feature, entry]));
  const rows = features.map((entry) => ({ ...entry, ...byFeature.get(entry.feature) }));
  const error = column<(typeof rows)[number]>("error", "word", (row) => `± ${score(row.error)}`, "error");
  const table = written("What each value adds to the score", rows, [
    column("feature", "text", featureName, "feature"),
    column("value", "text", ({ value }) => valueText(value ?? null), "value"),
    column("adds", "word", ({ contribution }) => withSign(contribution, 3), "adds"),
    exact ? [] : error,
  ]);
  const look = (head: TableBlock["columns"][number], k: number) =>
    k < 2 ? head : { ...head, look: "number" as const };
  return chapter("contributions", "What the rebuilt model sees", {
    body: [
      flip?.status === "unreliable" && flip.refits.asked > 0
        ? "Do not rely on this: the rebuilt model is not right often enough in this audit."
        : null,
      `From ${score(base)}, the mean score of ${amount(background, "observed person", "observed people")}, to ` +
        `${score(own)} for this person: what each value adds to the score, ${way}. Plus raises the score.`,
      table && { ...table, columns: table.columns.map(look) },
    ],
  });
}

function written<Row>(title: string, rows: readonly Row[], columns: readonly (readonly ColumnOf<Row>[])[]) {
  const id = title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  const block = tableBlock(tableOf({ id, title }, rows, columns));
  return block && { ...block, name: null };
}

function featureName({ feature, immutable }: { readonly feature: string; readonly immutable?: boolean }): string {
  return immutable === true ? `${feature} (immutable)` : feature;
}

function letters({ letters: all, observed }: PersonPage): Chapter[] {
  if (all.length === 0) {
    if (observed.favourable) return [];
    return [chapter("letter", "Letter", { body: ["No letter to this person is in the evidence."] })];
  }
  return all.map((letter, k) => {
    const which = all.length > 1 ? ` ${k + 1} of ${all.length}` : "";
    const where = letter.row === null ? "" : ` (row ${letter.row} of the letters)`;
    return chapter(k === 0 ? "letter" : `letter-${k + 1}`, `Letter${which}${where}`, { body: letterBody(letter, k) });
  });
}

function reasonsChapter({ reasons }: PersonPage): Chapter[] {
  if (reasons.length === 0) return [];
  return [chapter("reasons", "What the person was told", { body: [bullets(reasons.map(reasonLine))] })];
}

type PersonReason = PersonPage["reasons"][number];

/** One reason, and whether the person's own value speaks against it. */
function reasonLine({ reason, fields, direction, check, unchecked }: PersonReason): string {
  const helped = direction === null ? "" : ` (${direction} would have helped)`;
  const said = `'${reason}'${helped}`;
  if (check === null) return `${said}: ${UNCHECKED[unchecked ?? "not-told"]}.`;
  const { value, median, speaksAgainst, noBetter } = check;
  const own = `${fields[0] ?? ""} is ${valueText(value)}, and the median of the accepted people ${valueText(median)}`;
  if (!speaksAgainst) return `${said}: ${own}. The value agrees with the reason.`;
  return (
    `${said}: ${own}. The value is at least as good as what ${fixed(100 * noBetter, 0)} % of them have, which ` +
    "speaks against the reason. It can still be right if the system weighs fields together."
  );
}

const UNCHECKED: Readonly<Record<NonNullable<PersonReason["unchecked"]>, string>> = {
  "not-told": "it could not be checked",
  "not-in-file": "it is about something that is not in the file",
  "several-fields": "it stands for several fields, so it cannot be checked by one value",
  category: "it is about a category, which is neither too high nor too low",
  "no-direction": "it does not say whether the value is too high or too low",
  "no-values": "there is no value to check it by",
};

function letterBody({ changes, accepted, score: own, distance }: PersonPage["letters"][number], k: number): Body {
  const answer = accepted
    ? `The rebuilt model accepts the offer (score ${score(own)}).`
    : `The rebuilt model does not accept the offer (score ${score(own)}): an indication that it errs here, or that ` +
      "the letter does.";
  if (changes.length === 0) return ["The letter changes nothing the rebuilt model looks at.", answer];
  const table = changesTable("What the letter asks for", changes, "offered");
  return [
    table && { ...table, anchor: `${table.anchor}-${k + 1}` },
    `${answer} Size of the change: ${score(distance)} scaled units.`,
  ];
}

interface Change {
  readonly feature: string;
  readonly from: Value;
  readonly to: Value;
  readonly immutable?: boolean;
}

function changesTable(title: string, changes: readonly Change[], then: string): TableBlock | null {
  return written(title, changes, [
    column("feature", "text", featureName, "feature"),
    column("now", "text", ({ from }) => valueText(from), "now"),
    column("then", "text", ({ to }) => valueText(to), then),
  ]);
}

const FLIP_TITLE = "What would probably change the decision";

/** What would probably bring the other answer, in words. */
export function flipChapter({
  flip,
  rebuilt: { favourable },
  letters: sent = [],
}: Pick<PersonPage, "flip"> & {
  readonly rebuilt: Pick<PersonPage["rebuilt"], "favourable">;
  readonly letters?: PersonPage["letters"];
}): Chapter {
  if (flip === null) {
    const text = "The rebuilt model is wrong about this person, so it cannot say what would have changed the decision.";
    return chapter("flip", FLIP_TITLE, { body: [text] });
  }
  const kept = flip.kept.length === 0 ? null : `Left as they are: ${flip.kept.join(", ")}.`;
  const { asked, agree } = flip.refits;
  if (asked === 0) {
    const text =
      "Not looked for: how far to trust the rebuilt model is not known here. Name the audit’s folder with --audit.";
    return chapter("flip", FLIP_TITLE, { body: [text] });
  }
  if (flip.status === "unreliable") {
    const text = "The rebuilt model is not right often enough in this audit to say what would change a decision.";
    return chapter("flip", FLIP_TITLE, { body: [text] });
  }
  if (flip.chance === null) {
    const text =
      `No change was found that would probably have led to ${favourable ? "a refusal" : "an approval"}: the evidence ` +
      "does not say what would have changed this decision.";
    return chapter("flip", FLIP_TITLE, { body: [text, kept] });
  }
  return chapter("flip", FLIP_TITLE, {
    body: [
      `With this change the system would have ${favourable ? "refused" : "approved"} with an estimated chance of ` +
        `about ${fixed(100 * flip.chance, 0)} %:`,
      changesTable("What would probably change the decision", flip.changes, "then"),
      sent.some(({ changes }) => isSameChange(changes, flip.changes))
        ? "The letter to this person names the same change."
        : null,
      `Such values were seen with the other decision. The rebuilt model and ${agree} of its ${asked} refits agree; ` +
        "the system itself was not asked.",
      kept,
    ],
  });
}

function isSameChange(a: readonly Change[], b: readonly Change[]): boolean {
  return (
    a.length === b.length && a.every(({ feature, to }) => b.some((one) => one.feature === feature && one.to === to))
  );
}

function others({ others: people }: PersonPage): Chapter {
  const items = people.map((other) => {
    const differences = other.differences.map(({ feature, theirs }) => `${feature} ${valueText(theirs)}`).join("; ");
    return `${nameOf(other)}, at distance ${score(other.distance)}: ${differences || "alike in everything"}`;
  });
  const body =
    items.length === 0
      ? ["Nobody in the evidence got the other decision."]
      : ["With what differs from this person's values:", bullets(items)];
  return chapter("others", "The most similar people with the other decision", { body });
}

/** A value as people write it; numbers with at most six significant digits, but all digits of their whole part. */
function valueText(value: Value): string {
  if (value === null) return "(missing)";
  if (typeof value === "string") return value;
  return String(Math.abs(value) >= 100_000 ? Math.round(value) : Number(value.toPrecision(6)));
}

/** A score, margin or distance with three digits after the point. */
function score(value: number): string {
  return fixed(value, 3);
}
