import { useState } from "preact/hooks";
import { announce, Failure, Switch } from "../parts/index.js";
import { useStudio } from "../store.js";
import { en } from "../text/en.js";
import { forgetKept, keepOpened, keptCopy, useKept } from "./kept.js";

/** Keeps the open audit in this browser, or deletes the copy that is kept. Off until somebody asks. */
export function KeepSwitch() {
  const { opened } = useStudio();
  const kept = useKept();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const copy = keptCopy(kept, opened);
  if (opened === null) return null;
  const words = en.keep;
  const change = async (isOn: boolean) => {
    if (wanted !== null) return; // one thing after the other
    setWanted(isOn);
    const isDone = isOn ? await keepOpened() : copy === null || (await forgetKept(copy.id));
    setWanted(null);
    if (isDone) announce(isOn ? words.nowKept : words.nowForgotten);
  };
  return (
    <div class="keep-switch">
      <Switch
        label={words.switch}
        hint={kept.refusal ?? (copy === null ? words.switchHint : words.keptHint(copy.bytes))}
        isChecked={wanted ?? copy !== null}
        isDisabled={kept.refusal !== null}
        onChange={(isOn) => void change(isOn)}
      />
      <Failure message={kept.failure} />
    </div>
  );
}
