import { useState } from "preact/hooks";
import { announce, Button, Dialog, Notice, Panel } from "../parts/index.js";
import { en } from "../text/en.js";
import { dayAndTime } from "./day-and-time.js";
import { forgetKept, reopenKept, useKept } from "./kept.js";
import type { KeptAudit } from "./storage.js";

/** What was kept on this computer: to open again, or to delete. Without anything kept it is one sentence. */
export function KeptList() {
  const kept = useKept();
  const [asked, setAsked] = useState<KeptAudit | "all" | null>(null);
  const words = en.keep;
  const audits = kept.audits ?? [];
  const remove = async () => {
    if (asked === null) return;
    setAsked(null);
    const isDone = await forgetKept(asked === "all" ? null : asked.id);
    if (!isDone) return;
    announce(asked === "all" ? words.allDeleted : words.deleted(asked.title));
    document.getElementById("content")?.focus({ preventScroll: true }); // the button that was pressed is gone
  };
  const total = audits.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Panel title={words.title} intro={audits.length === 0 ? words.none : words.stored(audits.length, total)}>
      {kept.refusal !== null && <Notice kind="note">{kept.refusal}</Notice>}
      {kept.failure !== null && (
        <Notice kind="error" isLive>
          {kept.failure}
        </Notice>
      )}
      {audits.length > 0 && (
        <ul class="kept-list">
          {audits.map((audit) => (
            <li key={audit.id}>
              <div class="kept-what">
                <bdi class="kept-title">{audit.title}</bdi>
                <span class="small soft number">
                  {words.facts(dayAndTime(new Date(audit.keptAt)), audit.bytes, audit.hasInputs)}
                </span>
              </div>
              <div class="row">
                <Button isSmall label={words.openOne(audit.title)} onClick={() => void reopenKept(audit)}>
                  {words.open}
                </Button>
                <Button
                  kind="quiet"
                  isSmall
                  icon="trash"
                  label={words.deleteOne(audit.title)}
                  onClick={() => setAsked(audit)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {audits.length > 0 && (
        <div class="row">
          <Button kind="danger" isSmall onClick={() => setAsked("all")}>
            {words.deleteAll}
          </Button>
        </div>
      )}
      <Dialog
        isOpen={asked !== null}
        title={asked === null || asked === "all" ? words.askAll : words.askOne(asked.title)}
        onClose={() => setAsked(null)}
        actions={
          <>
            <Button onClick={() => setAsked(null)}>{words.keepIt}</Button>
            <Button kind="danger" icon="trash" onClick={() => void remove()}>
              {asked === "all" ? words.deleteAll : words.delete}
            </Button>
          </>
        }
      >
        <p>{words.askText}</p>
      </Dialog>
    </Panel>
  );
}
