import { KeepSwitch } from "../keep/keep-switch.js";
import { useStudio } from "../store.js";
import { en } from "../text/en.js";

export function OpenBar() {
  const { opened } = useStudio();
  if (opened === null) return null;
  return (
    <div class="open-bar">
      <div class="open-bar-inner">
        <p>
          {en.app.openAudit}{" "}
          <strong>
            <bdi>{opened.title}</bdi>
          </strong>
          , {en.app.origin[opened.origin]}
        </p>
        <KeepSwitch />
      </div>
    </div>
  );
}
