import { useEffect } from "preact/hooks";
import { messageOf } from "../message-of.js";
import { Button, Icon, tell } from "../parts/index.js";
import { hashOf } from "../routes.js";
import { store, useStudio } from "../store.js";
import { en } from "../text/en.js";

/** Name of the page, its promise, and the tools that work everywhere. */
export function Header() {
  return (
    <header class="frame-header">
      <a class="brand" href={hashOf("start")}>
        <Mark />
        {en.app.name}
      </a>
      <p class="promise soft small">
        <Icon name="lock" />
        {en.app.promise}
      </p>
      <div class="tools">
        <History />
      </div>
    </header>
  );
}

/** Two groups of people and the line between them. */
function Mark() {
  return (
    <svg class="brand-mark" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect class="mark-field" x="1" y="1" width="26" height="26" rx="5" />
      <path class="mark-line" d="M1.6 20.5C9 20.5 17 17 20 1.6" />
      <circle class="mark-full" cx="7.5" cy="8" r="1.9" />
      <circle class="mark-full" cx="13" cy="6.5" r="1.9" />
      <circle class="mark-full" cx="8" cy="14" r="1.9" />
      <circle class="mark-open" cx="17" cy="21" r="2" />
      <circle class="mark-open" cx="22" cy="14.5" r="2" />
    </svg>
  );
}

/** Kinds of input that have no undo of their own. */
const WITHOUT_TEXT = new Set(["button", "checkbox", "file", "radio", "range", "submit"]);

type Way = "undo" | "redo";

function step(way: Way): void {
  const words = en.app.history[way];
  store[way]().then(
    (label) => tell(label === null ? words.nothing : words.done(label)),
    (error: unknown) => tell(words.failed(messageOf(error))),
  );
}

/** Buttons and keys that take steps back and take them again. */
export function History() {
  useStudio();
  const next = store.next();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || hasOwnUndo(event.target)) return;
      const key = event.key.toLowerCase();
      const way = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
      if (way === null) return;
      event.preventDefault();
      step(way);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const button = (way: Way) => {
    const words = en.app.history[way];
    const label = next[way];
    return (
      <Button
        kind="quiet"
        icon={way}
        label={label === null ? words.name : words.step(label)}
        reason={label === null ? words.nothing : null}
        onClick={() => step(way)}
      />
    );
  };
  return (
    <>
      {button("undo")}
      {button("redo")}
    </>
  );
}

/** In a field of text the keys belong to the text. */
function hasOwnUndo(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !WITHOUT_TEXT.has(target.type);
}
