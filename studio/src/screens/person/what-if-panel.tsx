import { Button, Definitions, LiveRegion, Notice, Panel, useSearched } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { LiveAnswer, PeopleOverview, ShownPerson } from "../../worker/person-jobs.js";
import { BandScale, MarginScale, marginPlace } from "./answer-scales.js";
import { FeatureControl, FromTo } from "./feature-control.js";
import { figure, valueWords } from "./figures.js";
import { listChanges } from "./kept-changes.js";
import { PersonBlocks } from "./person-blocks.js";
import { useLiveAnswer, useRestingFlip, useSettled } from "./use-answers.js";
import type { WhatIf } from "./use-what-if.js";

const PAGE_SIZE = 10;
const READ_AFTER_MS = 700;

interface WhatIfPanelProps {
  readonly overview: PeopleOverview;
  readonly person: ShownPerson;
  readonly whatIf: WhatIf;
}

/** Moves features of the person and shows at once what the rebuilt model answers. */
export function WhatIfPanel({ overview, person, whatIf }: WhatIfPanelProps) {
  const { changes, values } = whatIf;
  const { answer, failure } = useLiveAnswer(person.answer, values);
  const shown = answer ?? person.answer;
  const list = listChanges(person.values, changes);
  const moved = list.length === 0 ? null : shown;
  const words = en.person.whatIf;
  const spoken = useSettled(
    list.length === 0
      ? words.spokenOwn(shown.answer, figure(shown.margin))
      : words.spoken(shown.answer, figure(shown.margin), shown.isAccepted !== person.answer.isAccepted),
    READ_AFTER_MS,
  );
  return (
    <Panel id="what-if" title={words.title} intro={words.intro}>
      <div class="live-answer stack-tight">
        <p class="soft small">{words.answers}</p>
        <p class="live-answer-words row apart">
          <strong class="answer-word">{shown.answer}</strong>
          <span class="number soft">{words.margin(figure(shown.margin))}</span>
        </p>
        <MarginScale overview={overview} own={person.answer} moved={moved} hidesWords />
      </div>
      <LiveRegion>{spoken}</LiveRegion>
      {failure !== null && <Notice kind="error" isLive title={failure} />}
      {shown.unfamiliar.length > 0 && <Notice kind="warning" title={words.unfamiliar(shown.unfamiliar.join(", "))} />}
      <div class="row screen-only">
        <Button icon="person" onClick={() => whatIf.putBack()} isDisabled={list.length === 0} text={words.putBackAll} />
        <Button kind="quiet" icon="undo" onClick={whatIf.undo} isDisabled={list.length === 0} text={words.undo} />
      </div>
      <FeatureList overview={overview} person={person} whatIf={whatIf} />
      {list.length > 0 && (
        <section class="stack-tight" aria-label={words.changes(list.length)}>
          <h3>{words.changes(list.length)}</h3>
          <ul class="change-list">
            {list.map(({ feature, from, to }) => (
              <li key={feature}>
                {feature}: <FromTo from={from} to={to} />
              </li>
            ))}
          </ul>
          <p class="soft">{decidedWords(shown, person)}</p>
        </section>
      )}
      <FlipFromHere whatIf={whatIf} />
      <section class="stack-tight">
        <h3>{words.reading}</h3>
        <p class="small">{marginPlace(person.answer, moved)}</p>
      </section>
      <details class="panel-fold">
        <summary>{en.person.band.title}</summary>
        <BandScale overview={overview} answer={shown} />
      </details>
    </Panel>
  );
}

/** Whether the answer is still the one to the person as they are. */
function decidedWords(shown: LiveAnswer, { answer }: ShownPerson): string {
  const words = en.person.whatIf;
  return shown.isAccepted === answer.isAccepted ? words.sameAnswer : words.otherAnswer(answer.answer, shown.answer);
}

/** What would probably change the answer from where the person was moved to. */
function FlipFromHere({ whatIf }: { whatIf: WhatIf }) {
  const { answer, failure } = useRestingFlip(whatIf.values);
  const words = en.person.whatIf;
  if (whatIf.values === null) return null;
  if (failure !== null) return <Notice kind="error" title={failure} />;
  return (
    <details class="panel-fold">
      <summary>{words.fromHere}</summary>
      {answer === null ? (
        <p class="soft">{words.searching}</p>
      ) : (
        <div class="stack">
          <PersonBlocks blocks={answer.text.body} label={words.fromHere} />
          {answer.flip.status === "found" && (
            <div>
              <Button
                isSmall
                icon="swap"
                onClick={() => whatIf.apply(en.person.steps.flip, answer.flip.changes)}
                text={en.person.flip.apply}
              />
            </div>
          )}
        </div>
      )}
    </details>
  );
}

/** Every feature, those the rebuilt model leans on most first; searched and paged where there are many. */
function FeatureList({ overview: { features }, person, whatIf }: WhatIfPanelProps) {
  const words = en.person.whatIf;
  const { found, search, field, pager } = useSearched(features, ({ feature }) => feature, {
    pageSize: PAGE_SIZE,
    label: words.search(features.length),
    pages: words.features,
  });
  const valueNow = (feature: string) =>
    Object.hasOwn(whatIf.changes, feature) ? (whatIf.changes[feature] ?? null) : (person.values[feature] ?? null);
  return (
    <section class="feature-list stack screen-only" aria-label={words.features}>
      <h3>{words.features}</h3>
      <p class="soft small">{words.order}</p>
      {field}
      {found.length === 0 && <p>{words.nothingFound(search)}</p>}
      {found.map((range) => (
        <FeatureControl
          key={`${person.row} ${range.feature}`}
          range={range}
          own={person.values[range.feature] ?? null}
          value={valueNow(range.feature)}
          onMove={(value) => whatIf.move(range.feature, value)}
          onRest={whatIf.rest}
          onPutBack={() => whatIf.putBack(range.feature)}
        />
      ))}
      {pager}
    </section>
  );
}

/** The person's own values, for paper. */
export function ValuesOnPaper({ overview, person }: Omit<WhatIfPanelProps, "whatIf">) {
  return (
    <section class="paper-only">
      <h2>{en.person.values}</h2>
      <Definitions
        items={overview.features.map(({ feature }) => ({
          term: feature,
          value: valueWords(person.values[feature] ?? null),
        }))}
      />
    </section>
  );
}
