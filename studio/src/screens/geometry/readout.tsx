import { fixed } from "../../../../src/document/format.js";
import { Button, Definitions, LinkButton, Panel } from "../../parts/index.js";
import { hashOf } from "../../routes.js";
import { en } from "../../text/en.js";
import type { DrawnFrame } from "../../worker/geometry-jobs.js";
import type { GeometryOverview } from "../../worker/measured-geometry.js";
import { percent } from "./words.js";

/** The present distances, how often the rule is right, and the share it leaves open. */
export function Readout({ overview, frame }: { overview: GeometryOverview; frame: DrawnFrame }) {
  const words = en.geometry;
  const kind = frame.settings.blur > 0 ? words.standIn : words.exactly;
  return (
    <Panel title={words.readout}>
      <Definitions
        look="facts"
        items={[
          ...([0, 1] as const).map((c) => ({
            term: words.toLetters(c),
            value: fixed(frame.distances[c], 3),
            note: kind,
          })),
          { term: words.classes, value: fixed(overview.betweenClasses, 3), note: words.exactly },
          {
            term: words.between,
            value: fixed(frame.length, 3),
            note: frame.pathThinned ? words.betweenThinned : words.betweenNote,
          },
          {
            term: words.agreeing,
            value: percent(frame.agreeing / Math.max(1, frame.observed)),
            note: words.agreeingNote(String(frame.agreeing), String(frame.observed)),
          },
          {
            term: words.contested,
            value: percent(frame.contested / Math.max(1, frame.observed)),
            note: words.contestedNote(String(frame.contested), String(frame.observed)),
          },
        ]}
      />
    </Panel>
  );
}

interface PersonReadoutProps {
  readonly overview: GeometryOverview;
  readonly frame: DrawnFrame;
  readonly picked: number;
  readonly onWalk: (step: 1 | -1) => void;
}

/** The picked person: decision, margin, what the band says, and the way to their page. */
export function PersonReadout({ overview, frame, picked, onWalk }: PersonReadoutProps) {
  const words = en.geometry;
  const facts = personFacts(overview, frame, picked);
  return (
    <Panel
      title={words.person}
      actions={
        <>
          <Button kind="quiet" icon="left" label={words.previous} onClick={() => onWalk(-1)} />
          <Button kind="quiet" icon="right" label={words.next} onClick={() => onWalk(1)} />
        </>
      }
    >
      {facts === null ? (
        <p class="soft">{words.noPerson}</p>
      ) : (
        <>
          <p class="geometry-name">{facts.name}</p>
          <Definitions
            items={[
              { term: words.observed, value: facts.observed },
              { term: words.margin, value: facts.margin, note: words.marginNote(facts.answer) },
              { term: words.band, value: facts.settled },
            ]}
          />
          <div class="row">
            <LinkButton href={hashOf("person", String(facts.row))} icon="person" text={words.openPerson} />
          </div>
        </>
      )}
    </Panel>
  );
}

/** What is said about a drawn person; null for nobody. */
export function personFacts({ people, decision, drawn }: GeometryOverview, frame: DrawnFrame, picked: number) {
  const person = people[picked];
  const margin = frame.margins[picked];
  if (person === undefined || margin === undefined) return null;
  const { favourable, unfavourable } = decision;
  return {
    row: person.row,
    name: en.geometry.personName(String(person.row), person.id),
    observed: picked < drawn[0] ? unfavourable : favourable,
    margin: fixed(margin, 3),
    answer: margin >= 0 ? favourable : unfavourable,
    settled: en.geometry.settled(frame.settled[picked] ?? -1, favourable, unfavourable),
  };
}
