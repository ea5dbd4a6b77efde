import { Icon } from "../parts/index.js";
import { hashOf } from "../routes.js";
import { en } from "../text/en.js";
import { History } from "./history.js";

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
