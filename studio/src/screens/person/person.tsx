import { useEffect, useRef } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { Notice, ScreenHead, Without } from "../../parts/index.js";
import { useStudio } from "../../store.js";
import { en } from "../../text/en.js";
import { FindPerson } from "./find-person.js";
import { PersonView } from "./person-view.js";
import { useAsked } from "./use-answers.js";
import "./person.css";

/** People of the open audit, one by one: `#person` is the list, `#person/18` the person in row 18. */
export function Screen({ part }: { part: string }) {
  const { opened } = useStudio();
  useTop(part);
  const { answer, failure } = useAsked(opened, () => jobs.call("person", "overview", null));
  if (answer !== null && answer.kind !== "people") {
    return <Without reason={answer.kind} screen={en.person.title} icon="person" />;
  }
  if (answer === null) {
    return (
      <>
        <ScreenHead title={en.person.title} />
        {failure === null ? <p role="status">{en.person.opening}</p> : <Notice kind="error" isLive title={failure} />}
      </>
    );
  }
  return /^\d+$/.test(part) ? <PersonView overview={answer} row={Number(part)} /> : <FindPerson overview={answer} />;
}

/** Begins every list and every person at the top, with the focus where their words begin. */
function useTop(part: string): void {
  const shown = useRef(part);
  useEffect(() => {
    scrollTo(0, 0);
    if (shown.current === part) return;
    shown.current = part;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [part]);
}
