import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../../message-of.js";
import { announce, Badge, Button, LinkButton, Notice, Select, Without } from "../../parts/index.js";
import { hashOf } from "../../routes.js";
import { type OpenedSummary, useStudio } from "../../store.js";
import { en } from "../../text/en.js";
import { partOf, type ResultPart } from "../../worker/results-parts.js";
import { CertificateBadge, CertificateList, CertificateState, hasChanged } from "./certificate.js";
import { Looks, OverviewPart } from "./overview.js";
import { PartView } from "./part-view.js";
import { Downloads, SaveFailures } from "./save.js";
import { anchorOf, said, withoutMarks } from "./sentences.js";
import { type Results, useResults } from "./use-results.js";
import "./results.css";

const words = en.results;

/** The results of the open audit: an overview, and the parts of the report one at a time. */
export function Screen({ part: address }: { part: string }) {
  const { opened } = useStudio();
  if (opened === null) return <Without reason="no audit" screen={en.screens.results} icon="folder" />;
  return <OpenResults opened={opened} address={address} />;
}

function OpenResults({ opened, address }: { opened: OpenedSummary; address: string }) {
  const [name = "", anchor = ""] = address.split("/");
  const asked = partOf(name);
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const results = useResults(opened, asked, attempt);
  const part = results.overview?.parts.includes(asked) === false ? "overview" : asked;
  const content = useRef<HTMLDivElement>(null);
  const isShown = part === "overview" ? results.overview !== null : results.parts.has(part);
  useArrival(content, address, anchor, isShown);
  const { overview } = results;
  if (overview === null) {
    return results.error === null ? (
      <p class="soft" role="status">
        {words.loading}
      </p>
    ) : (
      <Failed error={results.error} onAgain={() => setAttempt(attempt + 1)} />
    );
  }
  const isComplete = overview.parts.every((each) => each === "overview" || results.parts.has(each));
  return (
    <SaveFailures.Provider value={setFailure}>
      {failure !== null && (
        <Notice
          kind="error"
          title={words.saveFailed}
          isLive
          actions={<Button onClick={() => setFailure(null)} text={en.parts.close} />}
        >
          <p>{messageOf(failure)}</p>
        </Notice>
      )}
      <h1 class="paper-only">{said(overview.title)}</h1>
      <div class="results screen-only">
        <h1 class="results-title">{said(overview.title)}</h1>
        <PartList current={part} parts={overview.parts} />
        <div class="results-about stack-tight">
          <Badge>{words.madeBy(overview.version)}</Badge>
          <CertificateBadge overview={overview} />
          <Button isSmall reason={isComplete ? null : words.drawing} onClick={() => print()} text={words.print} />
        </div>
        <div class="results-content stack-loose" ref={content}>
          {part === "overview" ? (
            <>
              {hasChanged(overview) && <CertificateState overview={overview} />}
              <OverviewPart overview={overview} />
              <NotOpened results={results} />
              {overview.parts.includes("letters") && <Looks opened={opened} />}
              <Downloads overview={overview} opened={opened} />
              {!hasChanged(overview) && <CertificateState overview={overview} />}
            </>
          ) : (
            <OnePart part={part} results={results} onAgain={() => setAttempt(attempt + 1)} />
          )}
          {part === "reproduce" && isShown && (
            <section class="report-section stack" aria-labelledby={anchorOf(part, "certificate")}>
              <h2 id={anchorOf(part, "certificate")} tabIndex={-1}>
                {words.certificate}
              </h2>
              <CertificateState overview={overview} />
              <CertificateList overview={overview} />
            </section>
          )}
          <NextPart current={part} parts={overview.parts} />
        </div>
      </div>
      <PrintAll results={results} />
    </SaveFailures.Provider>
  );
}

/** Goes to what the address names, and says which part is there now. */
function useArrival(
  content: { readonly current: HTMLDivElement | null },
  address: string,
  anchor: string,
  isShown: boolean,
): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (!isShown) return;
    const isFirst = before.current === null;
    const cameFrom = before.current?.split("/")[0];
    before.current = address;
    const target = anchor === "" ? null : document.getElementById(`results/${address}`);
    if (target !== null) {
      target.closest("details")?.setAttribute("open", "");
      target.scrollIntoView();
      target.focus({ preventScroll: true });
      return;
    }
    if (isFirst || cameFrom === address.split("/")[0]) return;
    announce(words.parts[partOf(address.split("/")[0] ?? "")]);
    if (document.activeElement instanceof HTMLSelectElement) return; // arrow keys may be choosing still
    const heading = content.current?.querySelector("h2");
    scrollTo(0, 0);
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [address, isShown]);
}

interface PartsProps {
  readonly current: ResultPart;
  readonly parts: readonly ResultPart[];
}

/** The parts as a list of links; where the screen is narrow, as a choice. */
function PartList({ current, parts }: PartsProps) {
  const partHash = (name: ResultPart) => hashOf("results", name === "overview" ? "" : name);
  return (
    <nav class="results-parts" aria-label={words.navigation}>
      <div class="results-choice">
        <Select
          label={words.part}
          value={current}
          choices={parts.map((name) => ({ value: name, label: words.parts[name] }))}
          onChange={(name) => {
            location.hash = partHash(name);
          }}
        />
      </div>
      <ul class="plain-list">
        {parts.map((name) => (
          <li key={name}>
            <a href={partHash(name)} aria-current={name === current ? "true" : undefined}>
              {words.parts[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NextPart({ current, parts }: PartsProps) {
  const next = parts[parts.indexOf(current) + 1];
  if (next === undefined) return null;
  return (
    <p class="results-next">
      <LinkButton kind="quiet" icon="right" href={hashOf("results", next)} text={words.parts[next]} />
    </p>
  );
}

interface OnePartProps {
  readonly part: ResultPart;
  readonly results: Results;
  readonly onAgain: () => void;
}

function OnePart({ part, results, onAgain }: OnePartProps) {
  const content = results.parts.get(part);
  if (content !== undefined) return <PartView part={part} content={content} />;
  if (results.error !== null) return <Failed error={results.error} onAgain={onAgain} />;
  return (
    <p class="soft" role="status">
      {words.drawing}
    </p>
  );
}

/** What of the audit is not there, and why. */
function NotOpened({ results: { overview } }: { results: Results }) {
  if (overview === null || overview.missing.length === 0) return null;
  return (
    <Notice kind="note" title={words.missing.title}>
      <ul>
        {overview.missing.map(({ what, why }) => (
          <li key={what}>
            <strong>{words.missing[what]}</strong>: {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  return (
    <Notice kind="error" title={words.failed} isLive actions={<Button onClick={onAgain} text={words.again} />}>
      <p>{withoutMarks(messageOf(error))}</p>
    </Notice>
  );
}

/** On paper all parts follow one another: drawn when the browser is about to print, and let go afterwards. */
export function PrintAll({ results }: { results: Results }) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(results);
  latest.current = results;
  useEffect(() => {
    const draw = () => place.current !== null && render(<AllParts results={latest.current} />, place.current);
    const clear = () => place.current !== null && render(null, place.current);
    addEventListener("beforeprint", draw);
    addEventListener("afterprint", clear);
    return () => {
      removeEventListener("beforeprint", draw);
      removeEventListener("afterprint", clear);
      clear();
    };
  }, []);
  return <div class="results-print-only stack-loose" ref={place} />;
}

function AllParts({ results: { overview, parts } }: { results: Results }) {
  if (overview === null) return null;
  return (
    <>
      <CertificateState overview={overview} />
      <OverviewPart overview={overview} />
      {overview.parts.map((part) => {
        const content = parts.get(part);
        return content === undefined ? null : <PartView key={part} part={part} content={content} isUnfolded />;
      })}
      <CertificateList overview={overview} />
    </>
  );
}
