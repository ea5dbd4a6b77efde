import { count, percent, ratio } from "../../document/format.js";
import type { AttributeFacts } from "../../findings/facts.js";
import { howLink } from "../html/how-link.js";
import { html, type Markup } from "../html/markup.js";
import type { Context } from "../sections/context.js";
import { subheading } from "../sections/pieces.js";
import { statement } from "../text/statement.js";
import type { Front } from "./front.js";

type Kind = "sex" | "race" | "intersection" | "other";

const SEX = /\b(?:sex|gender)\b/;
const RACE = /\b(?:race|ethnic|ethnicity|ethnicities)\b/;

/** Below this share of the data an auditor may leave a category out of impact ratios (6 RCNY § 5-301(d)). */
const SMALL_SHARE = 0.02;

/** Selection rates and impact ratios by category, as 6 RCNY § 5-301 asks for them, and what they need beyond the file. */
export function localLaw144Front({ file, text }: Context): Front {
  const words = text.localLaw144;
  const attributes = file.facts.attributes.map((facts) => ({ facts, kind: kindOf(facts) }));
  const order: readonly Kind[] = ["sex", "race", "intersection", "other"];
  const sorted = order.flatMap((kind) => attributes.filter((one) => one.kind === kind));
  const missing = (["sex", "race", "intersection"] as const).filter((kind) =>
    attributes.every((one) => one.kind !== kind),
  );
  const columns = [...new Set(file.facts.attributes.flatMap((facts) => facts.columns))];
  const date = (file.identity.date ?? "").trim();
  const { decisions } = file.files;
  const bullets = (items: readonly string[]) => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  return {
    id: "local-law-144",
    title: words.title,
    says: [statement(words.says(file.facts.overall.n), "selection-rate"), statement(words.noMark)],
    body: [
      ...sorted.flatMap(({ facts, kind }, k) => categoryTable(facts, kind, k + 1, file.facts.overall.n, text)),
      subheading(words.dataHeading),
      html`<p>${words.data(decisions.name, decisions.rows, columns.length === 0 ? [words.noColumns] : columns)}</p>`,
      subheading(words.dateHeading),
      html`<p>${date === "" ? html`<span class="undefined">${text.frame.notStated}</span>` : html`<bdi>${date}</bdi>`}</p>`,
      subheading(words.suppliedHeading),
      bullets(words.supplied),
      subheading(words.notSuppliedHeading),
      bullets([...missing.map((kind) => words.missing[kind]), ...words.notSupplied]),
    ],
    limits: [words.limits],
  };
}

function kindOf({ columns, kind }: AttributeFacts): Kind {
  const about = columns.map((name) => {
    const spoken = name
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replace(/[_\W]+/g, " ")
      .toLowerCase();
    return SEX.test(spoken) ? "sex" : RACE.test(spoken) ? "race" : "other";
  });
  if (kind === "intersection") return about.includes("sex") && about.includes("race") ? "intersection" : "other";
  return about[0] ?? "other";
}

function categoryTable(
  { attribute, groups, unknown }: AttributeFacts,
  kind: Kind,
  place: number,
  all: number,
  text: Context["text"],
): Markup[] {
  const words = text.localLaw144;
  const large = groups.filter(({ n }) => n / all >= SMALL_SHARE);
  const highest = Math.max(0, ...large.map(({ rate }) => rate.share));
  const anchor = `ll144-${place}`;
  const rows = groups.map(({ group, n, rate }) => {
    const small = n / all < SMALL_SHARE;
    const label = small ? html` <span class="label">${words.below(n / all)}</span>` : null;
    return html`<tr class="row${small ? " few" : ""}"><th scope="row" class="words"><bdi>${group}</bdi>${label}</th><td class="number">${count(n)}</td><td class="number">${count(rate.successes)}</td><td class="number">${percent(rate.share)}</td><td class="number">${highest === 0 ? html`<span class="undefined">${words.noRatio}</span>` : ratio(rate.share / highest)}</td></tr>
`;
  });
  const headings = [words.applicants, words.selected, words.rate, words.ratio];
  return [
    html`<figure class="table" id="${anchor}">
<figcaption id="${anchor}-title"><strong>${words.tableTitle(words.kinds[kind], attribute)}</strong> ${howLink(text, "impact-ratio")}</figcaption>
<div class="scroll" role="region" tabindex="0" aria-labelledby="${anchor}-title"><table aria-labelledby="${anchor}-title">
<thead><tr><th scope="col" class="words">${words.category}</th>${headings.map((heading) => html`<th scope="col" class="number">${heading}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
<p class="note">${words.unknown(unknown?.n ?? 0, attribute)}</p>
<p class="note">${highest === 0 ? words.noneSelected : words.compared}</p>
</figure>`,
  ];
}
