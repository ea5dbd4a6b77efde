import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { FrameSettings, PlaneAxes } from "../../../../src/measure/trust/live-geometry.js";
import { jobs } from "../../job-worker.js";
import { messageOf } from "../../message-of.js";
import { announce, Failure, Notice, Panel, ScreenHead, Section, Without } from "../../parts/index.js";
import { go } from "../../routes.js";
import { en } from "../../text/en.js";
import type { GeometryOverview, WithoutGeometry } from "../../worker/measured-geometry.js";
import { Controls } from "./controls.js";
import { MOST_LINES, type Switches } from "./draw.js";
import { Legend } from "./legend.js";
import { Lens } from "./lens.js";
import { walkTo } from "./people-order.js";
import { Picture } from "./picture.js";
import { pictureSource, type Shown } from "./picture-source.js";
import { PersonReadout, personFacts, Readout } from "./readout.js";
import { axisWords, pictureWords } from "./words.js";
import "./geometry.css";

/** The screen of the geometry: what is open, measured once. */
export function Screen() {
  const [opened, setOpened] = useState<GeometryOverview | WithoutGeometry | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    jobs.call("geometry", "open", null).then(setOpened, (error: Error) => setFailure(error.message));
  }, []);
  if (opened !== null && opened.kind !== "geometry") {
    const { kind, message } = opened;
    return (
      <Without reason={kind} screen={en.geometry.title} lead={en.geometry.lead} icon="geometry">
        {message !== "" && <p>{message}</p>}
      </Without>
    );
  }
  return (
    <>
      <ScreenHead title={en.geometry.title}>{en.geometry.lead}</ScreenHead>
      <Failure message={failure} />
      {failure === null && opened === null && <p class="soft">{en.geometry.measuring}</p>}
      {opened !== null && <GeometryView overview={opened} />}
    </>
  );
}

const STILL: FrameSettings = { lambda: null, blur: 0, gamma: 0.5 };
const EVERYTHING: Switches = { lines: false, path: true, band: true, naive: false };
const DRAWN_METHOD = "recast";

/** Picture, controls and numbers. */
export function GeometryView({ overview }: { overview: GeometryOverview }) {
  const [axes, setAxes] = useState<PlaneAxes>("principal");
  const [aspect, setAspect] = useState(0);
  const [settings, setSettings] = useState(STILL);
  const [isCloseUp, setIsCloseUp] = useState(overview.isPressed);
  const [switches, setSwitches] = useState(EVERYTHING);
  const [picked, setPicked] = useState(-1);
  const { shown, failure, want } = useShown();
  const wanted = useMemo(() => ({ axes, aspect, isCloseUp, settings }), [axes, aspect, isCloseUp, settings]);
  useLayoutEffect(() => {
    if (aspect > 0) want(wanted);
  }, [wanted]);

  const setLambda = (c: 0 | 1, value: number) =>
    setSettings((before) => {
      const [zero, one] = before.lambda ?? shown?.frame.formula ?? [0, 0];
      return { ...before, lambda: c === 0 ? [value, one] : [zero, value] };
    });
  const pick = (person: number) => {
    setPicked(person);
    const facts = shown && personFacts(overview, shown.frame, person);
    if (!facts) return;
    announce(en.geometry.personWords(facts));
  };
  const openPicked = () => {
    const person = overview.people[picked];
    if (person !== undefined) go("person", String(person.row));
  };
  const words = shown === null ? en.geometry.measuring : pictureWords(overview, shown);
  const isBusy = failure === null && shown?.wanted !== wanted;
  const [isToTell, setIsToTell] = useState(false);
  useEffect(() => {
    if (!isToTell || isBusy) return; // a slider that was let go is ahead of its picture
    setIsToTell(false);
    announce(words);
  }, [isToTell, isBusy, words]);
  const { favourable, unfavourable } = overview.decision;
  const isThinned =
    overview.drawn[0] + overview.drawn[1] + overview.drawn[2] <
    overview.rejected + overview.accepted + overview.letters;
  return (
    <div class="stack-loose">
      <Failure message={failure} />
      <Notice kind="note">
        {overview.method === DRAWN_METHOD ? en.geometry.ownMethod : en.geometry.otherMethod(overview.method)}
      </Notice>
      <div class="geometry-main">
        <Picture
          {...{ shown, switches, picked, words }}
          isBusy={isBusy}
          hasTicks={axes !== "principal"}
          labelOf={(person) => {
            const facts = shown && personFacts(overview, shown.frame, person);
            return facts && en.geometry.personLabel(facts.name, facts.observed, facts.answer);
          }}
          onPick={pick}
          onOpen={openPicked}
          onAspect={setAspect}
        />
        <div class="geometry-caption stack-tight">
          {shown !== null && (
            <p class="geometry-axes stack-close small">
              <span>
                <strong>{en.geometry.across}:</strong> {axisWords(shown, 0)}
              </span>
              <span>
                <strong>{en.geometry.upwards}:</strong> {axisWords(shown, 1)}
              </span>
            </p>
          )}
          {shown !== null && shown.plane.outside > 0 && <p class="small">{en.geometry.outside(shown.plane.outside)}</p>}
          <Legend {...{ favourable, unfavourable, switches }} />
          <p id="geometry-keys" class="small soft">
            {en.geometry.pictureKeys}
          </p>
        </div>
        <Controls
          {...{ axes, settings, switches, isCloseUp }}
          columns={overview.columns}
          telling={overview.telling}
          lambda={settings.lambda ?? shown?.frame.formula ?? [0, 0]}
          formula={shown?.frame.formula ?? [0, 0]}
          onAxes={setAxes}
          onCloseUp={setIsCloseUp}
          onLambda={setLambda}
          onSettings={(change) => setSettings((before) => ({ ...before, ...change }))}
          onSwitches={setSwitches}
          onReset={() => {
            setSettings(STILL);
            setSwitches(EVERYTHING);
            setAxes("principal");
            setIsCloseUp(overview.isPressed);
          }}
          onSettled={() => setIsToTell(true)}
        />
      </div>
      {shown !== null && (
        <>
          <Readout overview={overview} frame={shown.frame} />
          <div class="geometry-pair">
            <div class="stack">
              <PersonReadout
                {...{ overview, picked }}
                frame={shown.frame}
                onWalk={(step) => pick(walkTo(shown, picked, step > 0 ? "right" : "left"))}
              />
              <Panel title={en.geometry.inWords}>
                <p id="geometry-words">{words}</p>
                <p class="small soft">{en.geometry.fewLines(String(MOST_LINES))}</p>
                {isThinned && (
                  <p class="small soft">
                    {en.geometry.thinned(...(overview.drawn.map(String) as [string, string, string]))}
                  </p>
                )}
              </Panel>
            </div>
            <Lens overview={overview} lambda={shown.frame.lambda} />
          </div>
        </>
      )}
      <Section title={en.geometry.explanation}>
        <ol class="geometry-sentences">
          {en.geometry.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
        <p class="soft">{en.geometry.planeNote}</p>
      </Section>
    </div>
  );
}

/** Pictures as they come, at most one per frame of the screen. */
function useShown() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const newest = useRef<{ shown: Shown | null; frame: number }>({ shown: null, frame: 0 });
  const [want] = useState(() =>
    pictureSource(
      jobs,
      (next) => {
        const { current } = newest;
        current.shown = next;
        if (current.frame !== 0) return;
        current.frame = requestAnimationFrame(() => {
          current.frame = 0;
          setFailure(null);
          setShown(current.shown);
        });
      },
      (error) => setFailure(messageOf(error)),
    ),
  );
  useEffect(() => () => cancelAnimationFrame(newest.current.frame), []);
  return { shown, failure, want };
}
