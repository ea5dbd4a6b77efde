import "./geometry.css";
import { useEffect, useState } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { Failure, ScreenHead, Without } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { GeometryOverview, WithoutGeometry } from "../../worker/measured-geometry.js";
import { GeometryView } from "./view.js";

/** The screen of the geometry: what is open, measured once. */
export function Screen() {
  const [opened, setOpened] = useState<GeometryOverview | WithoutGeometry | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    jobs.call("geometry", "open", null).then(setOpened, (error: Error) => setFailure(error.message));
  }, []);
  if (opened !== null && opened.kind !== "geometry") {
    const { kind, message } = opened;
    return (
      <Without reason={kind} screen={en.geometry.title} lead={en.geometry.lead} icon="geometry">
        {message !== "" && <p>{message}</p>}
      </Without>
    );
  }
  return (
    <>
      <ScreenHead title={en.geometry.title}>{en.geometry.lead}</ScreenHead>
      <Failure message={failure} />
      {failure === null && opened === null && <p class="soft">{en.geometry.measuring}</p>}
      {opened !== null && <GeometryView overview={opened} />}
    </>
  );
}
