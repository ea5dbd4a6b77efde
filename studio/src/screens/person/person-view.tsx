import { useEffect } from "preact/hooks";
import { OutOfDate } from "../../frame/open-bar.js";
import { jobs } from "../../job-worker.js";
import { Badge, Button, Definitions, Download, LinkButton, Notice, ScreenHead, Section } from "../../parts/index.js";
import { hashOf } from "../../routes.js";
import { en } from "../../text/en.js";
import type { ExplainedPerson, PeopleOverview, ShownPerson } from "../../worker/person-jobs.js";
import { MarginScale } from "./answer-scales.js";
import { ContributionBars } from "./contributions.js";
import { figure, valueWords } from "./figures.js";
import { PersonBlocks } from "./person-blocks.js";
import { type Asked, useAsked } from "./use-answers.js";
import { useWhatIf, type WhatIf } from "./use-what-if.js";
import { ValuesOnPaper, WhatIfPanel } from "./what-if-panel.js";

/** One person: what was observed, what the rebuilt model says, and what it would say otherwise. */
export function PersonView({ overview, row }: { overview: PeopleOverview; row: number }) {
  const { answer: person, failure } = useAsked(row, () => jobs.call("person", "show", { row }));
  if (failure !== null) {
    return (
      <>
        <ScreenHead title={en.person.title} />
        <Notice
          kind="error"
          isLive
          title={failure}
          actions={<LinkButton href={hashOf("person")} text={en.person.all} />}
        />
      </>
    );
  }
  if (person === null) return <p>{en.app.loading}</p>;
  return <ShownPersonView key={row} overview={overview} person={person} />;
}

interface ShownProps {
  readonly overview: PeopleOverview;
  readonly person: ShownPerson;
}

function ShownPersonView({ overview, person }: ShownProps) {
  const { row, id, previous, next } = person;
  const explained = useAsked(row, () => jobs.call("person", "explain", { row }));
  const whatIf = useWhatIf(row, person.values);
  const title = id === null ? en.person.inRow(row) : en.person.called(id);
  useEffect(() => {
    document.title = `${title} – ${en.app.name}`;
  }, [title]);
  return (
    <article class="person">
      <ScreenHead
        title={title}
        actions={
          <nav class="row" aria-label={en.person.otherPeople}>
            <LinkButton href={hashOf("person")} text={en.person.all} />
            <span class="narrow-only">
              <Button icon="down" onClick={goToWhatIf} text={en.person.whatIf.title} />
            </span>
            <span class="person-steps">
              {previous !== null && (
                <LinkButton
                  kind="quiet"
                  icon="left"
                  href={hashOf("person", String(previous))}
                  label={en.person.previous}
                />
              )}
              {next !== null && (
                <LinkButton kind="quiet" icon="right" href={hashOf("person", String(next))} label={en.person.next} />
              )}
            </span>
          </nav>
        }
      >
        <p>{en.person.lead(row)}</p>
      </ScreenHead>
      <div class="person-columns screen-columns">
        <div class="stack-loose">
          <Standing overview={overview} person={person} explained={explained} />
          <Explained explained={explained} whatIf={whatIf} features={overview.features} />
          <div class="row">
            <OutOfDate />
            <Download
              make={async () => ({
                name: `${fileName(id ?? `row-${row}`)}.html`,
                content: await jobs.call("person", "html", { row }),
                type: "text/html",
              })}
              text={en.person.download}
            />
            <Button kind="quiet" onClick={() => print()} text={en.person.print} />
          </div>
        </div>
        <WhatIfPanel overview={overview} person={person} whatIf={whatIf} />
      </div>
      <p class="soft person-closing">{en.person.closing}</p>
      <ValuesOnPaper overview={overview} person={person} />
    </article>
  );
}

/** A name without what file systems refuse. */
function fileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 80) || "person";
}

/** The decision, the rebuilt model's answer, and whether the evidence determines it. */
function Standing({ overview, person, explained }: ShownProps & { readonly explained: Asked<ExplainedPerson> }) {
  const { answer, decision, isAccepted, certainty } = person;
  const words = en.person.standing;
  const { favourable, unfavourable } = overview;
  const heldOut = certainty && certainty.outOfFold.margin >= 0;
  const agrees = (heldOut ?? answer.isAccepted) === isAccepted;
  const agreement = agrees ? words.same : words.differs;
  const isOpen = certainty?.determined === "contested";
  const clearAnswer = certainty?.determined === "accepted by all" ? favourable : unfavourable;
  const sections = explained.answer?.text.sections.filter(({ id }) => id === "certainty") ?? [];
  return (
    <Section title={words.title}>
      <Definitions
        look="facts"
        items={[
          { term: words.decision, value: decision, note: words.side(isAccepted) },
          ...(heldOut === null
            ? []
            : [{ term: words.heldOut, value: heldOut ? favourable : unfavourable, note: agreement }]),
          { term: words.rebuilt, value: answer.answer, note: words.fittedOn },
          { term: words.margin, value: figure(answer.margin), note: words.marginNote(answer.isAccepted) },
        ]}
      />
      {!agrees && <Notice kind="note" title={words.differsLong} />}
      {answer.unfamiliar.length > 0 && (
        <Notice kind="warning" title={en.person.whatIf.unfamiliar(answer.unfamiliar.join(", "))} />
      )}
      <MarginScale overview={overview} own={answer} moved={null} />
      <h3>
        {words.determined}{" "}
        {certainty !== null && (
          <Badge kind={isOpen ? "warning" : "accent"} icon={isOpen ? "swap" : "check"}>
            {isOpen ? words.open : words.clear(clearAnswer)}
          </Badge>
        )}
      </h3>
      {certainty === null ? (
        <p>{words.noTable}</p>
      ) : (
        sections.map(({ body, title }) => <PersonBlocks key={title} blocks={body} label={title} />)
      )}
    </Section>
  );
}

interface ExplainedProps {
  readonly explained: Asked<ExplainedPerson>;
  readonly whatIf: WhatIf;
  readonly features: PeopleOverview["features"];
}

/** What takes a moment: the flip, the letters, the contributions, similar people. */
function Explained({ explained: { answer, failure }, whatIf, features }: ExplainedProps) {
  if (failure !== null) return <Notice kind="error" isLive title={failure} />;
  if (answer === null) return <p role="status">{en.person.explaining}</p>;
  const { page, text } = answer;
  const of = (topic: string) => text.sections.filter(({ id }) => id === topic || id.startsWith(`${topic}-`));
  const apply = (
    label: string,
    changes: readonly { readonly feature: string; readonly to: string | number | null }[],
  ) => {
    whatIf.apply(label, changes);
    goToWhatIf();
  };
  return (
    <>
      {of("flip").map(({ title, body }) => (
        <Section key={title} title={en.person.flip.title}>
          <PersonBlocks blocks={body} label={title} />
          {page.flip?.status === "found" && (
            <div>
              <Button
                icon="swap"
                onClick={() => apply(en.person.steps.flip, page.flip?.changes ?? [])}
                text={en.person.flip.apply}
              />
            </div>
          )}
        </Section>
      ))}
      {of("letter").map(({ title, body }, k) => {
        const letter = page.letters[k];
        return (
          <Section key={title} title={title}>
            <PersonBlocks blocks={body} label={title} />
            {letter !== undefined && letter.changes.length > 0 && (
              <div>
                <Button
                  icon="letter"
                  onClick={() => apply(en.person.steps.letter, letter.changes)}
                  text={en.person.letter.apply}
                />
              </div>
            )}
          </Section>
        );
      })}
      {of("contributions").map(({ title, body }) => (
        <Section key={title} title={title}>
          <PersonBlocks blocks={body.filter(({ kind }) => kind === "paragraph")} label={title} />
          <ContributionBars page={page} />
        </Section>
      ))}
      <Others page={page} features={features} />
      {of("researchers").map(({ title, body }) => (
        <Section key={title} title={title}>
          <PersonBlocks blocks={body} label={title} />
        </Section>
      ))}
    </>
  );
}

/** Leads eyes and keyboard to where the change can be seen. */
function goToWhatIf(): void {
  const panel = document.getElementById("what-if");
  if (panel === null) return;
  panel.tabIndex = -1;
  panel.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "start" });
}

const MOST_DIFFERENCES = 8;

interface OthersProps {
  readonly page: ExplainedPerson["page"];
  /** The order in which differences are told. */
  readonly features: PeopleOverview["features"];
}

/** Similar people with the other decision, each a link. */
function Others({ page: { others }, features }: OthersProps) {
  const words = en.person.others;
  const place = new Map(features.map(({ feature }, k) => [feature, k]));
  const told = (differences: (typeof others)[number]["differences"]) => {
    const sorted = differences.toSorted((a, b) => (place.get(a.feature) ?? 0) - (place.get(b.feature) ?? 0));
    const first = sorted
      .slice(0, MOST_DIFFERENCES)
      .map(({ feature, theirs }) => words.difference(feature, valueWords(theirs)));
    const left = sorted.length - first.length;
    return left > 0 ? [...first, words.more(left)] : first;
  };
  return (
    <Section title={words.title} intro={others.length === 0 ? words.nobody : words.intro}>
      <ul class="others">
        {others.map(({ id, row, distance, differences }) => (
          <li key={row}>
            <a href={hashOf("person", String(row))}>{id ?? en.person.find.row(row ?? 0)}</a>{" "}
            <span class="soft">{words.distance(figure(distance))}</span>
            <p class="small">{differences.length === 0 ? words.alike : told(differences).join("; ")}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
