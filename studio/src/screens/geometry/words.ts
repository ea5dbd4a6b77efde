import { fixed } from "../../../../src/document/format.js";
import { en } from "../../text/en.js";
import type { Axis } from "../../worker/geometry-plane.js";
import type { GeometryOverview } from "../../worker/measured-geometry.js";
import { lineAcross } from "./draw.js";
import type { Shown } from "./picture-source.js";

/** What an axis shows. */
export function axisWords(shown: Shown, k: 0 | 1): string {
  const axis: Axis = shown.plane.axes[k];
  const share = percent(axis.explained);
  if (shown.wanted.axes === "principal") return en.geometry.component(k + 1, axis.names.join(", "), share);
  return en.geometry.feature(axis.names[0] ?? "", share);
}

/** The picture in words, as it stands. */
export function pictureWords(overview: GeometryOverview, shown: Shown): string {
  const { frame, plane } = shown;
  return en.geometry.words({
    rejected: overview.rejected,
    accepted: overview.accepted,
    letters: overview.letters,
    across: axisWords(shown, 0),
    upwards: axisWords(shown, 1),
    zero: fixed(frame.lambda[0], 3),
    one: fixed(frame.lambda[1], 3),
    isFormula: frame.settings.lambda === null,
    blur: fixed(frame.settings.blur, 2),
    gamma: fixed(frame.settings.gamma, 2),
    between: fixed(frame.length, 2),
    crosses: lineAcross(frame.line, plane.view) !== null,
    accepting: String(frame.accepting),
    agreeing: String(frame.agreeing),
    observed: String(frame.observed),
    contested: String(frame.contested),
    share: percent(frame.contested / Math.max(1, frame.observed)),
  });
}

/** A share in per cent, to whole numbers from ten on. */
export function percent(share: number): string {
  return `${fixed(100 * share, share < 0.0995 && share > 0 ? 1 : 0)} %`;
}
