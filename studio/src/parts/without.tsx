import type { ComponentChildren } from "preact";
import { hashOf } from "../routes.js";
import { en } from "../text/en.js";
import { LinkButton } from "./button.js";
import { Empty } from "./empty.js";
import type { IconName } from "./icon.js";
import { ScreenHead } from "./panel.js";

/** Why a screen has nothing to show. */
export type Lacking = keyof typeof en.without;

/** What another file would give; everything else the results can tell. */
const GIVEN_BY_FILES: ReadonlySet<Lacking> = new Set([
  "no decisions",
  "no audit",
  "no model",
  "no evidence",
  "no letters",
]);

interface WithoutProps {
  readonly reason: Lacking;
  /** Title of the screen. */
  readonly screen: string;
  readonly lead?: string;
  readonly icon: IconName;
  readonly children?: ComponentChildren;
}

/** A screen that has nothing to show, why, and the way to what it needs. */
export function Without({ reason, screen, lead, icon, children }: WithoutProps) {
  const { title, text } = en.without[reason];
  const leadsToFiles = GIVEN_BY_FILES.has(reason);
  return (
    <>
      <ScreenHead title={screen}>{lead}</ScreenHead>
      <Empty
        icon={icon}
        title={title}
        actions={
          <LinkButton kind={leadsToFiles ? "main" : "plain"} href={hashOf(leadsToFiles ? "start" : "results")}>
            {leadsToFiles ? en.app.toFiles : en.app.toResults}
          </LinkButton>
        }
      >
        <p>{text}</p>
        {children}
      </Empty>
    </>
  );
}
