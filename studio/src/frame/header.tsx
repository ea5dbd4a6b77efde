import { Icon } from "../parts/icon.js";
import { hashOf } from "../routes.js";
import { en } from "../text/en.js";
import { History } from "./history.js";
import { ThemeSwitch } from "./theme-switch.js";

/** Name of the page, its promise, and the tools that work everywhere. */
export function Header() {
  return (
    <header class="frame-header">
      <div class="brand">
        <a class="brand-name" href={hashOf("start")}>
          <Mark />
          {en.app.name}
        </a>
        <span class="promise">
          <Icon name="lock" />
          {en.app.promise}
        </span>
      </div>
      <div class="tools">
        <History />
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** Two groups of people and the line between them. */
function Mark() {
  return (
    <svg class="brand-mark" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect class="mark-field" x="1" y="1" width="26" height="26" rx="5" />
      <path class="mark-line" d="M6 23 22 5" />
      <circle class="mark-full" cx="9" cy="9.5" r="3" />
      <circle class="mark-open" cx="19" cy="18.5" r="2.6" />
    </svg>
  );
}
