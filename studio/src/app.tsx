import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hashOf, SCREENS, type ScreenName, useRoute } from "./routes.js";
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

/** The page: header, navigation, and the screen that the address names. */
export function App() {
  const { screen, part } = useRoute();
  return (
    <>
      <a class="skip" href="#content">
        {en.app.skip}
      </a>
      <header>
        <p>{en.app.name}</p>
        <nav>
          <ul>
            {SCREENS.map((name) => (
              <li key={name}>
                <a href={hashOf(name)} aria-current={name === screen ? "page" : undefined}>
                  {en.screens[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <CurrentScreen name={screen} part={part} />
      </main>
    </>
  );
}

/** Loads a screen when it is first shown, and moves the focus to its heading when the screen changes. */
function CurrentScreen({ name, part }: { readonly name: ScreenName; readonly part: string }) {
  const [loaded, setLoaded] = useState<{ name: ScreenName; Screen: ScreenModule["Screen"] } | null>(null);
  const [failed, setFailed] = useState(false);
  const shown = useRef<ScreenName | null>(null);
  useEffect(() => {
    let isWanted = true;
    setFailed(false);
    modules[name]().then(
      ({ Screen }) => isWanted && setLoaded({ name, Screen }),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [name]);
  useEffect(() => {
    if (loaded === null) return;
    document.title = `${en.screens[loaded.name]} – ${en.app.name}`;
    if (shown.current !== null && shown.current !== loaded.name) document.getElementById("content")?.focus();
    shown.current = loaded.name;
  }, [loaded]);
  if (failed) return <p role="alert">{en.app.failed}</p>;
  if (loaded === null) return <p>{en.app.loading}</p>;
  return <loaded.Screen part={part} />;
}
