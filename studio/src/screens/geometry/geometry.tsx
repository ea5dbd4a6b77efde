import "./geometry.css";
import { useEffect, useState } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { LinkButton } from "../../parts/button.js";
import { Empty } from "../../parts/empty.js";
import { Notice } from "../../parts/notice.js";
import { ScreenHead } from "../../parts/panel.js";
import { hashOf, type ScreenName } from "../../routes.js";
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
  return (
    <>
      <ScreenHead title={en.geometry.title}>{en.geometry.lead}</ScreenHead>
      {failure !== null && (
        <Notice kind="error" isLive>
          {failure}
        </Notice>
      )}
      {failure === null && opened === null && <p class="soft">{en.geometry.measuring}</p>}
      {opened?.kind === "geometry" && <GeometryView overview={opened} />}
      {opened !== null && opened.kind !== "geometry" && <Without {...opened} />}
    </>
  );
}

const WAYS_OUT: Readonly<Record<WithoutGeometry["kind"], readonly [ScreenName, string]>> = {
  "no audit": ["start", en.geometry.toStart],
  "no model": ["start", en.geometry.toStart],
  "no evidence": ["start", en.geometry.toStart],
  text: ["results", en.geometry.toResults],
  classes: ["results", en.geometry.toResults],
  "no letters": ["start", en.geometry.toCheck],
  failed: ["results", en.geometry.toResults],
};

function Without({ kind, message }: WithoutGeometry) {
  const [screen, words] = WAYS_OUT[kind];
  return (
    <Empty
      icon="geometry"
      title={en.geometry.without[kind]}
      actions={<LinkButton href={hashOf(screen)}>{words}</LinkButton>}
    >
      <p>{en.geometry.withoutHint[kind]}</p>
      {message !== "" && <p>{message}</p>}
    </Empty>
  );
}
