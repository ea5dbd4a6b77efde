import { useEffect, useRef } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { LinkButton } from "../../parts/button.js";
import { Empty } from "../../parts/empty.js";
import { Notice } from "../../parts/notice.js";
import { ScreenHead } from "../../parts/panel.js";
import { hashOf } from "../../routes.js";
import { useStudio } from "../../store.js";
import { en } from "../../text/en.js";
import { FindPerson } from "./find-person.js";
import { PersonView } from "./person-view.js";
import { useAsked } from "./use-answers.js";
import "./person.css";

/** People of the open audit, one by one: `#person` is the list, `#person/18` the person in row 18. */
export function Screen({ part }: { readonly part: string }) {
  const { opened } = useStudio();
  useTop(part);
  const { answer, failure } = useAsked(opened, () => jobs.call("person", "overview", null));
  if (failure !== null) {
    return (
      <>
        <ScreenHead title={en.person.title} />
        <Notice kind="error" isLive title={failure} />
      </>
    );
  }
  if (answer === null) {
    return (
      <>
        <ScreenHead title={en.person.title} />
        <p role="status">{en.person.opening}</p>
      </>
    );
  }
  if (answer.kind !== "people") {
    const { title, text } = en.person.without[answer.kind];
    return (
      <>
        <ScreenHead title={en.person.title} />
        <Empty
          icon="person"
          title={title}
          actions={
            answer.kind === "no audit" || answer.kind === "no evidence" || answer.kind === "no model" ? (
              <LinkButton kind="main" href={hashOf("start")}>
                {en.person.toStart}
              </LinkButton>
            ) : (
              <LinkButton href={hashOf("results")}>{en.person.toResults}</LinkButton>
            )
          }
        >
          <p>{text}</p>
        </Empty>
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
