import type { ComponentChildren } from "preact";
import { hashOf } from "../routes.js";
import { en } from "../text/en.js";
import { LinkButton } from "./button.js";
import { Icon, type IconName } from "./icon.js";
import { ScreenHead } from "./panel.js";

type Lacking = keyof typeof en.without;

interface WithoutProps {
  readonly reason: Lacking;
  readonly screen: string;
  readonly lead?: string;
  readonly icon: IconName;
  readonly children?: ComponentChildren;
}

/** A screen that has nothing to show, why, and the way to what it needs. */
export function Without({ reason, screen, lead, icon, children }: WithoutProps) {
  const { title, text } = en.without[reason];
  const place = reason.startsWith("no ") ? "start" : "results"; // another file would help, or the results tell more
  return (
    <>
      <ScreenHead title={screen}>{lead}</ScreenHead>
      <div class="empty">
        <Icon name={icon} />
        <p class="empty-title">{title}</p>
        <div class="soft">
          <p>{text}</p>
          {children}
        </div>
        <LinkButton
          kind={place === "start" ? "main" : "plain"}
          href={hashOf(place)}
          text={place === "start" ? en.app.toFiles : en.app.toResults}
        />
      </div>
    </>
  );
}
