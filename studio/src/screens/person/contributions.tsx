import { useState } from "preact/hooks";
import { withSign } from "../../../../src/document/format.js";
import type { PersonPage } from "../../../../src/measure/explain/explain-person.js";
import { Pager, ScrollBox } from "../../parts/index.js";
import { en } from "../../text/en.js";
import { valueWords } from "./figures.js";

const PAGE_SIZE = 12;

/** What each value adds to the score: a bar to the left or the right of a line, and the number. */
export function ContributionBars({ page }: { page: PersonPage }) {
  const { contributions, values } = page;
  const [shown, setShown] = useState(0);
  const entryOf = new Map(values.map((entry) => [entry.feature, entry]));
  const largest = Math.max(...contributions.features.map(({ contribution }) => Math.abs(contribution)), 0) || 1;
  const first = shown * PAGE_SIZE;
  const label = en.person.contributions.label;
  return (
    <div class="stack-tight">
      <ScrollBox label={label}>
        <table class="data-table contribution-table">
          <thead>
            <tr>
              <th scope="col">{en.person.contributions.feature}</th>
              <th scope="col">{en.person.contributions.value}</th>
              <th scope="col" class="number">
                {en.person.contributions.adds}
              </th>
              <th scope="col">
                <span class="contribution-sides">
                  <span>{en.person.contributions.against}</span>
                  <span>{en.person.contributions.speaksFor}</span>
                </span>
              </th>
            </tr>
          </thead>
          <tbody>
            {contributions.features.slice(first, first + PAGE_SIZE).map(({ feature, contribution, error }) => (
              <tr key={feature}>
                <th scope="row">{feature}</th>
                <td>{valueWords(entryOf.get(feature)?.value ?? null)}</td>
                <td class="number">
                  {withSign(contribution, 3)}
                  {!contributions.exact && <small class="soft"> ± {error.toFixed(3)}</small>}
                </td>
                <td class="contribution-cell">
                  {Number(contribution.toFixed(3)) === 0 ? (
                    <span class="hidden">{en.person.contributions.neither}</span>
                  ) : (
                    <>
                      <span class="hidden">
                        {contribution < 0 ? en.person.contributions.against : en.person.contributions.speaksFor}
                      </span>
                      <span
                        class={`contribution-bar ${contribution < 0 ? "contribution-against" : "contribution-for"}`}
                        style={{ "--share": Math.abs(contribution) / largest }}
                      />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <Pager label={label} page={shown} pageSize={PAGE_SIZE} total={contributions.features.length} onPage={setShown} />
    </div>
  );
}
