import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useErrorBoundary, useRef, useState } from "preact/hooks";
import { Footer } from "./frame/footer.js";
import { Header } from "./frame/header.js";
import { OpenBar } from "./frame/open-bar.js";
import { Steps } from "./frame/steps.js";
import { isUnsaved } from "./open-state.js";
import { Announcer, Button, Failure, Notice, tell } from "./parts/index.js";
import { type ScreenName, screenTitle, useRoute } from "./routes.js";
import { store, useStudio } from "./store.js";
import { en } from "./text/en.js";

/** What a screen's module exports; `part` is what follows its name in the address. */
export interface ScreenModule {
  readonly Screen: ComponentType<{ readonly part: string }>;
}

const modules: Readonly<Record<ScreenName, () => Promise<ScreenModule>>> = {
  start: () => import("./screens/start/start.js"),
  check: () => import("./screens/check/check.js"),
  run: () => import("./screens/run/run.js"),
  results: () => import("./screens/results/results.js"),
  person: () => import("./screens/person/person.js"),
  geometry: () => import("./screens/geometry/geometry.js"),
  letters: () => import("./screens/letters/letters.js"),
};

const SHOWS_AUDIT: ReadonlySet<ScreenName> = new Set(["results", "person", "geometry", "letters"]);

/** The page: header, navigation, and the screen that the address names. */
export function App() {
  const { screen, part } = useRoute();
  const content = useRef<HTMLElement>(null);
  useEffect(refuseDrops, []);
  useEffect(askBeforeLeaving, []);
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => content.current?.focus()}>
        {en.app.skip}
      </button>
      <Header />
      <Steps current={screen} />
      {SHOWS_AUDIT.has(screen) && <OpenBar />}
      <main class="frame-content" id="content" tabIndex={-1} ref={content}>
        <PerAudit screen={screen}>
          <CurrentScreen
            name={screen}
            part={part}
            onShown={() => {
              if (part === "") scrollTo(0, 0);
              content.current?.focus({ preventScroll: true });
            }}
          />
        </PerAudit>
      </main>
      <Footer />
      <Announcer />
    </div>
  );
}

/** A file dropped beside a drop zone would take the browser away from the page, and everything in it would be lost. */
function refuseDrops(): () => void {
  const refuse = (event: DragEvent) => {
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    if (event.type === "drop" && !isTaken && event.dataTransfer?.types.includes("Files") === true) {
      tell(en.app.dropElsewhere);
    }
  };
  addEventListener("dragover", refuse);
  addEventListener("drop", refuse);
  return () => {
    removeEventListener("dragover", refuse);
    removeEventListener("drop", refuse);
  };
}

/** Closing the page ends a running audit and loses one that was not saved: the browser asks first. */
function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (store.get().isRunning || isUnsaved(store.get())) event.preventDefault();
  };
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

/** A screen about the open audit starts over when another one is opened, so that nothing of the first stays in it. */
function PerAudit({ screen, children }: { screen: ScreenName; children: ComponentChildren }) {
  const { opened } = useStudio();
  const seen = useRef({ opened, count: 0 });
  if (seen.current.opened !== opened) seen.current = { opened, count: seen.current.count + 1 };
  return <Guarded key={SHOWS_AUDIT.has(screen) ? `${screen} ${seen.current.count}` : screen}>{children}</Guarded>;
}

/** A screen that fails to draw leaves the rest of the page as it is. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <Notice kind="error" title={en.app.broken} isLive actions={<Button onClick={() => reset()} text={en.app.again} />}>
      <p>{en.app.brokenHint}</p>
      <p class="mono">{error instanceof Error ? error.message : String(error)}</p>
    </Notice>
  );
}

/** The first screen of a visit leaves the focus where it is; later ones take it. */
let isFirstScreen = true;

/** Loads a screen when it is first shown, and moves the focus into it. */
function CurrentScreen({ name, part, onShown }: { name: ScreenName; part: string; onShown: () => void }) {
  const [Screen, setScreen] = useState<{ readonly shown: ScreenModule["Screen"] } | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isWanted = true;
    modules[name]().then(
      (module) => isWanted && setScreen({ shown: module.Screen }),
      () => isWanted && setHasFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [name]);
  useEffect(() => {
    if (Screen === null) return;
    document.title = screenTitle(name);
    if (!isFirstScreen) onShown();
    isFirstScreen = false;
  }, [Screen]);
  if (hasFailed) return <Failure message={en.app.failed} />;
  if (Screen === null) return <p class="soft">{en.app.loading}</p>;
  return <Screen.shown part={part} />;
}
