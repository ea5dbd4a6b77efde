import type { ComponentChildren } from "preact";
import { isOutOfDate } from "../open-state.js";
import { Icon, type IconName } from "../parts/index.js";
import { hashOf, type ScreenName } from "../routes.js";
import { type StudioState, useStudio } from "../store.js";
import { en } from "../text/en.js";

const PATH: readonly ScreenName[] = ["start", "check", "run", "results"];
const LOOKS: readonly { readonly name: ScreenName; readonly icon: IconName }[] = [
  { name: "person", icon: "person" },
  { name: "letters", icon: "letter" },
  { name: "geometry", icon: "geometry" },
];

/** The way of an audit, and three ways to look at it. A place that has nothing to show yet says what it waits for. */
export function Steps({ current }: { current: ScreenName }) {
  const state = useStudio();
  return (
    <nav class="steps" aria-label={en.app.navigation}>
      <div class="steps-inner">
        <ol class="plain-list">
          {PATH.map((name, index) => (
            <li key={name} class={name === "run" && state.isRunning ? "step-running" : undefined}>
              <StepLink name={name} isCurrent={name === current} waitsFor={waitsFor(name, state)}>
                <span class="step-number" aria-hidden="true">
                  {isDone(name, state) && name !== current ? <Icon name="check" /> : index + 1}
                </span>
                {name === "results" && isOutOfDate(state) && (
                  <>
                    <Icon name="warning" />
                    <span class="hidden">{en.app.outOfDate}: </span>
                  </>
                )}
                {name === "run" && state.isRunning && <span class="hidden">{en.app.isRunning}</span>}
              </StepLink>
            </li>
          ))}
        </ol>
        <ul class="plain-list" aria-label={en.app.looks}>
          {LOOKS.map(({ name, icon }) => (
            <li key={name}>
              <StepLink name={name} isCurrent={name === current} waitsFor={waitsFor(name, state)}>
                <Icon name={icon} />
              </StepLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

interface StepLinkProps {
  readonly name: ScreenName;
  readonly isCurrent: boolean;
  readonly waitsFor: string | null;
  readonly children: ComponentChildren;
}

function StepLink({ name, isCurrent, waitsFor: wanted, children }: StepLinkProps) {
  return (
    <a
      class={`step${wanted === null ? "" : " step-later"}`}
      href={hashOf(name)}
      aria-current={isCurrent ? "page" : undefined}
      title={wanted ?? undefined}
    >
      {children}
      <span>{en.screens[name]}</span>
      {wanted !== null && <span class="hidden">({wanted})</span>}
    </a>
  );
}

/** What must be there before a screen has something to show; null when it is. */
function waitsFor(name: ScreenName, { files, opened, isRunning }: StudioState): string | null {
  switch (name) {
    case "start":
      return null;
    case "check":
      return files.decisions === null ? en.app.waitsForFiles : null;
    case "run":
      return files.decisions === null && !isRunning ? en.app.waitsForFiles : null;
    default:
      return opened === null ? en.app.waitsForAudit : null;
  }
}

/** Whether this step of the way lies behind. */
function isDone(name: ScreenName, { files, opened }: StudioState): boolean {
  if (name === "start") return files.decisions !== null || opened !== null;
  return (name === "check" || name === "run") && opened?.origin === "made here";
}
