import { Switch } from "../parts/inputs.js";
import { announce } from "../parts/live-region.js";
import { Notice } from "../parts/notice.js";
import { useStudio } from "../store.js";
import { en } from "../text/en.js";
import { forgetKept, keepOpened, keptCopy, useKept } from "./kept.js";

/** Keeps the open audit in this browser, or deletes the copy that is kept. Off until somebody asks. */
export function KeepSwitch() {
  const { opened } = useStudio();
  const kept = useKept();
  const copy = keptCopy(kept, opened);
  if (opened === null) return null;
  const words = en.keep;
  const change = async (isOn: boolean) => {
    if (isOn) await keepOpened();
    else if (copy !== null) await forgetKept(copy.id);
    announce(isOn ? words.nowKept : words.nowForgotten);
  };
  return (
    <div class="keep-switch">
      <Switch
        label={words.switch}
        hint={kept.refusal ?? (copy === null ? words.switchHint : words.keptHint(copy.bytes))}
        isChecked={copy !== null}
        isDisabled={kept.isBusy || kept.refusal !== null}
        onChange={(isOn) => void change(isOn)}
      />
      {kept.failure !== null && (
        <Notice kind="error" isLive>
          {kept.failure}
        </Notice>
      )}
    </div>
  );
}
