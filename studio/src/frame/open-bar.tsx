import { KeepSwitch } from "../keep/keep-switch.js";
import { useKept } from "../keep/kept.js";
import { isOutOfDate, savedState } from "../open-state.js";
import { Badge } from "../parts/index.js";
import { hashOf } from "../routes.js";
import { useStudio } from "../store.js";
import { en } from "../text/en.js";

/** Which audit is open, whether it is saved, and whether it is about the files and settings in place. */
export function OpenBar() {
  const state = useStudio();
  useKept();
  const { opened } = state;
  if (opened === null) return null;
  const saved = savedState(state);
  return (
    <div class="open-bar">
      <div class="open-bar-inner row apart">
        <p>
          {en.app.openAudit}{" "}
          <strong>
            <bdi>{opened.title}</bdi>
          </strong>
          , {en.app.origin[opened.origin]}{" "}
          {saved !== null && <Badge kind={saved === "saved" ? "done" : "plain"}>{en.app.saved[saved]}</Badge>}
        </p>
        <KeepSwitch />
        {isOutOfDate(state) && (
          <p class="open-bar-stale" role="status">
            <OutOfDate /> {en.app.outOfDateText}{" "}
            <a class="screen-only" href={hashOf("check")}>
              {en.app.outOfDateLink}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

/** A mark beside results of other files or settings than those in place; nothing where they are the same. */
export function OutOfDate() {
  const state = useStudio();
  if (!isOutOfDate(state)) return null;
  return (
    <Badge kind="warning" icon="warning">
      {en.app.outOfDate}
    </Badge>
  );
}
