import { useState } from "preact/hooks";
import type { GlanceLine } from "../../../../src/document/document.js";
import type { KeyFigure } from "../../../../src/reports/audit/audit-document.js";
import { takeNextAudit } from "../../files.js";
import { jobs } from "../../job-worker.js";
import { Button, LinkButton, Section, tellFailure } from "../../parts/index.js";
import { go, hashOf } from "../../routes.js";
import type { OpenedSummary } from "../../store.js";
import { en } from "../../text/en.js";
import type { Overview } from "../../worker/results-jobs.js";
import { partOfSection } from "../../worker/results-parts.js";
import { ReportTable } from "./blocks.js";
import { Place, said } from "./sentences.js";

const words = en.results;

/** The findings in brief: numbers to quote, a line for each finding, the rates that lie furthest apart. */
export function OverviewPart({ overview }: { overview: Overview }) {
  const { figures, glance, rates, caveat: strongest } = overview;
  const findings = glance.filter(({ section }) => section !== "caveats");
  const caveat = glance.find(({ section }) => section === "caveats");
  return (
    <>
      {figures.length > 0 && (
        <Section title={words.figures}>
          <ul class="results-figures plain-list">
            {figures.map((figure) => (
              <Figure key={figure.id} figure={figure} />
            ))}
          </ul>
        </Section>
      )}
      {caveat !== undefined && (
        <aside class="results-read-with" aria-label={words.caveat}>
          <p class="results-says-word">{words.caveat}</p>
          {strongest !== null && (
            <p>
              <strong>{strongest.title}.</strong> {said(strongest.text)}
            </p>
          )}
          <p>
            {caveat.statements.map(({ text }) => `${text} `)}
            <a class="screen-only" href={hashOf("results", "caveats")}>
              {words.parts.caveats}
            </a>
          </p>
        </aside>
      )}
      {rates !== null && (
        <Section title={words.parts.groups}>
          <Place.Provider value={{ part: "groups", references: new Map(), labels: new Map(), bare: null }}>
            <ReportTable table={rates} />
          </Place.Provider>
        </Section>
      )}
      <Section title={words.glance}>
        <ul class="results-glance plain-list">
          {findings.map((line) => (
            <Line key={line.lead} line={line} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function Figure({ figure: { label, value, detail, section } }: { figure: KeyFigure }) {
  return (
    <li class="stack-close">
      <p class="results-figure-label">
        <a href={hashOf("results", partOfSection(section))}>{said(label)}</a>
      </p>
      <p class="results-figure-value">{value}</p>
      <p class="results-figure-detail soft small">{said(detail)}</p>
    </li>
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
    <li class="stack">
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
          {(["person", "geometry", "letters"] as const).map((name) => (
            <li key={name} class="stack">
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
