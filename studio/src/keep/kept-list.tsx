import { useState } from "preact/hooks";
import { announce, Button, Dialog, Failure, Notice, Panel } from "../parts/index.js";
import { en } from "../text/en.js";
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
      <Failure message={kept.failure} />
      {audits.length > 0 && (
        <ul class="kept-list plain-list">
          {audits.map((audit) => (
            <li key={audit.id} class="row apart">
              <div class="kept-what stack-none">
                <bdi class="kept-title">{audit.title}</bdi>
                <span class="small soft number">
                  {words.facts(dayAndTime(new Date(audit.keptAt)), audit.bytes, audit.hasInputs)}
                </span>
              </div>
              <div class="row">
                <Button
                  isSmall
                  label={words.openOne(audit.title)}
                  onClick={() => void reopenKept(audit)}
                  text={words.open}
                />
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
          <Button kind="danger" isSmall onClick={() => setAsked("all")} text={words.deleteAll} />
        </div>
      )}
      <Dialog
        isOpen={asked !== null}
        title={asked === null || asked === "all" ? words.askAll : words.askOne(asked.title)}
        onClose={() => setAsked(null)}
        actions={
          <>
            <Button onClick={() => setAsked(null)} text={words.keepIt} />
            <Button
              kind="danger"
              icon="trash"
              onClick={() => void remove()}
              text={asked === "all" ? words.deleteAll : words.delete}
            />
          </>
        }
      >
        <p>{words.askText}</p>
      </Dialog>
    </Panel>
  );
}

const two = (value: number) => String(value).padStart(2, "0");

/** 2026-03-09 14:05, in the time zone of this computer. */
export function dayAndTime(date: Date): string {
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
