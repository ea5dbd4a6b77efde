import type { ComponentChildren } from "preact";
import { en } from "../../text/en.js";
import type { Switches } from "./draw.js";

interface LegendProps {
  readonly favourable: string;
  readonly unfavourable: string;
  readonly switches: Switches;
}

/** Every mark of the picture with its words; marks that are switched off are left out. */
export function Legend({ favourable, unfavourable, switches }: LegendProps) {
  const { marks } = en.geometry;
  return (
    <ul class="geometry-legend plain-list" aria-label={en.geometry.legend}>
      <Entry words={marks.rejected(unfavourable)}>
        <circle class="geo-rejected geo-hollow" cx="12" cy="8" r="4.2" />
      </Entry>
      <Entry words={marks.accepted(favourable)}>
        <rect class="geo-accepted geo-hollow" x="8" y="4" width="8" height="8" />
      </Entry>
      <Entry words={marks.contested}>
        <circle class="geo-ink geo-hollow" cx="7" cy="8" r="4.2" />
        <circle class="geo-ink geo-full" cx="7" cy="8" r="1.5" />
        <rect class="geo-ink geo-hollow" x="14" y="4" width="8" height="8" />
        <circle class="geo-ink geo-full" cx="18" cy="8" r="1.5" />
      </Entry>
      <Entry words={marks.letters}>
        <path class="geo-letters geo-hollow" d="M8.5 4.5l7 7m0-7l-7 7" />
      </Entry>
      <Entry words={marks.q0}>
        <path class="geo-rejected geo-full" d="M7 4h10l-5 9z" />
      </Entry>
      <Entry words={marks.q1}>
        <path class="geo-accepted geo-full" d="M7 12h10l-5-9z" />
      </Entry>
      <Entry words={marks.line}>
        <path class="geo-ink geo-thick" d="M1 13 23 3" />
      </Entry>
      {switches.naive && (
        <Entry words={marks.naive}>
          <path class="geo-ink geo-thin" stroke-dasharray="7 2 1 2" d="M1 13 23 3" />
        </Entry>
      )}
      {switches.path && (
        <>
          <Entry words={marks.midpoint}>
            <circle class="geo-ink geo-hollow" cx="12" cy="8" r="3" />
          </Entry>
          <Entry words={marks.at}>
            <path class="geo-open geo-full" d="M12 3l5 5-5 5-5-5z" />
          </Entry>
          <Entry words={marks.path}>
            <path class="geo-soft geo-dotted" d="M1 8h22" />
          </Entry>
        </>
      )}
      {switches.lines && (
        <Entry words={marks.lines}>
          <path class="geo-rejected geo-thin" d="M1 5h22" />
          <path class="geo-accepted geo-thin geo-dashed" d="M1 11h22" />
        </Entry>
      )}
      {switches.band && (
        <>
          <Entry words={marks.band}>
            <path class="geo-open geo-thin" d="M1 9 9 1M1 15 15 1M7 15 21 1M13 15 23 5M19 15l4-4" />
          </Entry>
          <Entry words={marks.acceptedBeyond}>
            <path class="geo-open geo-hollow geo-dashed" d="M1 8h22" />
          </Entry>
          <Entry words={marks.rejectedBeyond}>
            <path class="geo-open geo-hollow geo-dotted" d="M1 8h22" />
          </Entry>
        </>
      )}
    </ul>
  );
}

function Entry({ words, children }: { words: string; children: ComponentChildren }) {
  return (
    <li>
      <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
        {children}
      </svg>
      <span>{words}</span>
    </li>
  );
}
