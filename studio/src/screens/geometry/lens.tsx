import { fixed } from "../../../../src/document/format.js";
import { Panel } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { GeometryOverview } from "../../worker/measured-geometry.js";
import { lensLayout, type Place } from "./lens-layout.js";
import { percent } from "./words.js";

/** The paper's lens: distributions as points, W₂ as distance, and the prototypes on their way to the letters. */
export function Lens({ overview, lambda }: { overview: GeometryOverview; lambda: readonly [number, number] }) {
  const words = en.geometry;
  const { radii, betweenClasses } = overview;
  const { classes, letters, prototypes, small, large, lenses, height } = lensLayout({ ...overview, lambda });
  const alt = words.lensAlt({
    zero: fixed(radii[0], 2),
    one: fixed(radii[1], 2),
    classes: fixed(betweenClasses, 2),
    l0: percent(lambda[0]),
    l1: percent(lambda[1]),
  });
  const [p0, p1] = classes;
  const [q0, q1] = prototypes;
  return (
    <Panel title={words.lens} intro={words.lensIntro}>
      <svg class="geometry-lens" viewBox={`0 0 100 ${height}`} role="img" aria-label={alt}>
        <defs>
          <pattern id="geometry-stripes" width="1.6" height="1.6" patternUnits="userSpaceOnUse">
            <path class="geo-open geo-fine" d="M-0.4 0.4l0.8-0.8M0 1.6 1.6 0M1.2 2l0.8-0.8" />
          </pattern>
        </defs>
        {lenses.map((path, c) => (
          <path key={c} class="geo-open geo-lens" d={path} fill="url(#geometry-stripes)" />
        ))}
        <circle class="geo-rejected geo-round geo-lens-dashed" cx={p0.x} cy={p0.y} r={small[0]} />
        <circle class="geo-accepted geo-round geo-lens-dashed" cx={p1.x} cy={p1.y} r={small[1]} />
        <circle class="geo-rejected geo-round geo-lens-dotted" cx={letters.x} cy={letters.y} r={large[0]} />
        <circle class="geo-accepted geo-round geo-lens-dotted" cx={letters.x} cy={letters.y} r={large[1]} />
        <path class="geo-soft geo-round" d={`M${at(p0)}L${at(letters)}L${at(p1)}Z`} />
        <path class="geo-ink geo-round geo-lens-path" d={`M${at(q0)}L${at(q1)}`} />
        <circle class="geo-rejected geo-spot" cx={p0.x} cy={p0.y} r="1.5" />
        <rect class="geo-accepted geo-spot" x={p1.x - 1.35} y={p1.y - 1.35} width="2.7" height="2.7" />
        <path class="geo-letters geo-cross" d={`M${letters.x - 1.4} ${letters.y - 1.4}l2.8 2.8m0-2.8l-2.8 2.8`} />
        <path class="geo-rejected geo-full" d={`M${q0.x - 1.7} ${q0.y - 1.4}h3.4l-1.7 3z`} />
        <path class="geo-accepted geo-full" d={`M${q1.x - 1.7} ${q1.y + 1.4}h3.4l-1.7-3z`} />
        <text x={p0.x} y={p0.y + small[0] + 4} text-anchor="middle">
          {words.lensNames.rejected}
        </text>
        <text x={p1.x} y={p1.y + small[1] + 4} text-anchor="middle">
          {words.lensNames.accepted}
        </text>
        <text x={letters.x} y={letters.y - 3} text-anchor="middle">
          {words.lensNames.letters}
        </text>
        <text x={q0.x - 2.4} y={q0.y} text-anchor="end">
          Q₀
        </text>
        <text x={q1.x} y={q1.y - 4} text-anchor="middle">
          Q₁
        </text>
      </svg>
      <p class="small soft">{words.lensNote}</p>
    </Panel>
  );
}

function at({ x, y }: Place): string {
  return `${x} ${y}`;
}
