import { useState } from "preact/hooks";
import type { FirstPage, GlanceLine } from "../../../../src/document/document.js";
import { takeNextAudit } from "../../files.js";
import { jobs } from "../../job-worker.js";
import { Button, CopySentence, LinkButton, Section, tellFailure } from "../../parts/index.js";
import { go, hashOf } from "../../routes.js";
import type { OpenedSummary } from "../../store.js";
import { en } from "../../text/en.js";
import type { Overview } from "../../worker/results-jobs.js";
import { partOfSection } from "../../worker/results-parts.js";
import { Drawing } from "./blocks.js";
import { askFile, askGroups } from "./save.js";
import { said, withoutMarks } from "./sentences.js";

const words = en.results;

/** The first page of the report, and below it every other finding. */
export function OverviewPart({ overview: { first, others, glance } }: { overview: Overview }) {
  return (
    <>
      {first !== null && <First page={first} />}
      {others.length > 0 && (
        <Section title={words.others}>
          <Findings findings={others} />
        </Section>
      )}
      {glance.length > 0 && (
        <Section title={words.glance}>
          <ul class="results-glance plain-list">
            {glance.map((line) => (
              <Line key={line.lead} line={line} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** From so many characters on a headline is set smaller, so that the page still fits. */
const LONG_HEADLINE = 130;

/** In the order of a phone: headline and picture first. Where there is room, the rest goes beside the picture. */
function First({ page }: { page: FirstPage }) {
  const { headline, under, more, picture, folded, trust, cannot, evidence } = page;
  const look = picture === null ? "plain" : page.isTall ? "tall" : "wide";
  return (
    <article class={`first first-${look}`}>
      <div class="first-lead">
        <h2 class={headline.length > LONG_HEADLINE ? "first-long" : undefined}>{said(headline)}</h2>
        <p>
          {under !== null && <>{said(under)} </>}
          <CopySentence text={withoutMarks(under === null ? headline : `${headline}. ${under}`)} />
        </p>
      </div>
      {picture !== null && (
        <div class="first-seen">
          <Drawing figure={picture} data={askGroups} />
          {folded.map(({ summary, figure }) => (
            <details key={summary}>
              <summary>{summary}</summary>
              <Drawing figure={figure} data={askGroups} />
            </details>
          ))}
        </div>
      )}
      {more.length > 0 && (
        <div class="first-more">
          <Findings isShort findings={more} />
        </div>
      )}
      <section class="first-trust">
        <h3>{trust.title}</h3>
        {trust.figure !== null && <Drawing figure={trust.figure} data={() => askFile("tables/methods.csv")} />}
        <ul class="plain-list">
          {trust.sentences.map((text) => (
            <li key={text}>
              {said(text)} <CopySentence isShort text={withoutMarks(text)} />
            </li>
          ))}
        </ul>
      </section>
      <section class="first-cannot">
        <h3>{cannot.title}</h3>
        <ul>
          {cannot.items.map((item) => (
            <li key={item}>{said(item)}</li>
          ))}
        </ul>
      </section>
      <p class="first-evidence soft">{said(evidence)}</p>
    </article>
  );
}

/** Findings as sentences, each with the way to its part and to the clipboard. */
function Findings({ findings, isShort = false }: { findings: FirstPage["more"]; isShort?: boolean }) {
  return (
    <ul class="findings plain-list">
      {findings.map(({ text, section }) => {
        const part = partOfSection(section);
        return (
          <li key={text}>
            {said(text)}{" "}
            <a class="screen-only" href={hashOf("results", part)} aria-label={words.more(words.parts[part])}>
              {words.parts[part]}
            </a>{" "}
            <CopySentence isShort={isShort} text={withoutMarks(text)} />
          </li>
        );
      })}
    </ul>
  );
}

function Line({ line: { lead, statements, section } }: { line: GlanceLine }) {
  const part = partOfSection(section ?? "");
  return (
    <li>
      <strong>{lead}</strong>
      <p>
        {statements.map(({ text }) => said(`${text} `))}
        {section !== null && (
          <a class="screen-only" href={hashOf("results", part)} aria-label={words.more(words.parts[part])}>
            {words.parts[part]}
          </a>
        )}
      </p>
    </li>
  );
}

/** Takes the files and settings of the open audit to the check; those in place before come back with undo. */
function AuditAgain() {
  const [isAsked, setIsAsked] = useState(false);
  const again = async () => {
    setIsAsked(true);
    try {
      await takeNextAudit(en.start.undo.again, () => jobs.call("files", "reuse", undefined));
      go("check");
    } catch (error) {
      tellFailure(error);
    }
    setIsAsked(false);
  };
  return (
    <li class="stack apart small">
      <p>{words.look.again.text}</p>
      <Button
        icon="redo"
        reason={isAsked ? en.app.loading : null}
        onClick={() => void again()}
        text={words.look.again.title}
      />
    </li>
  );
}

/** The ways to look closer, where the audit has what they need. */
export function Looks({ opened }: { opened: OpenedSummary }) {
  const needs = {
    person: opened.hasModel && opened.hasPeople && opened.hasEvidence ? null : words.lookNeeds.people,
    geometry: opened.hasEvidence ? null : words.lookNeeds.evidence,
    letters: opened.hasEvidence ? null : words.lookNeeds.evidence,
  };
  const icons = { person: "person", geometry: "geometry", letters: "letter" } as const;
  return (
    <div class="screen-only">
      <Section title={words.looks} intro={words.looksHint}>
        <ul class="results-tiles plain-list">
          {(["person", "letters", "geometry"] as const).map((name) => (
            <li key={name} class="stack apart small">
              <p>{words.look[name].text}</p>
              {needs[name] === null ? (
                <LinkButton href={hashOf(name)} icon={icons[name]} text={words.look[name].title} />
              ) : (
                <p class="soft small">
                  <strong>{words.look[name].title}</strong>: {needs[name]}
                </p>
              )}
            </li>
          ))}
          {opened.hasEvidence && <AuditAgain />}
        </ul>
      </Section>
    </div>
  );
}
