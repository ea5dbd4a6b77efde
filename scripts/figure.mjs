/**
 * The figure of the README as SVG: people, letters and prototypes on a plane on which the rule is a straight line.
 *
 * @typedef {import("recast-audit/kernels").Matrix} Matrix
 * @typedef {{ rejected: Matrix, accepted: Matrix, counterfactual: Matrix, pairOf: Int32Array }} Clouds
 * @typedef {{ mean: Float64Array, points: Matrix, weights: Float64Array, variance: number }} Prototype
 */

const WIDTH = 880;
const HEIGHT = 520;
const PLOT = { left: 24, right: WIDTH - 24, top: 84, bottom: HEIGHT - 56 };

/** Colours that can be told apart by people with colour-blindness; shapes differ as well. */
const STYLE = `
  text { font: 14px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 17px; font-weight: 600; }
  .small { font-size: 12.5px; fill: #57606a; }
  .frame { fill: #ffffff; }
  .side { fill: #0072b2; opacity: 0.07; }
  .rejected { fill: none; stroke: #d55e00; stroke-width: 1.6; }
  .accepted { fill: #0072b2; }
  .letter { fill: none; stroke: #009e73; stroke-width: 1.6; }
  .move { stroke: #009e73; stroke-width: 1; opacity: 0.55; }
  .rule { stroke: #24292f; stroke-width: 2; stroke-dasharray: 7 5; }
  .prototype { stroke: #ffffff; stroke-width: 2; }
  .q0 { fill: #d55e00; } .q1 { fill: #0072b2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9198a1; } .frame { fill: #0d1117; }
    .side { fill: #56b4e9; opacity: 0.1; }
    .rejected { stroke: #f0883e; } .accepted { fill: #56b4e9; } .letter, .move { stroke: #3fc79a; }
    .rule { stroke: #e6edf3; } .prototype { stroke: #0d1117; } .q0 { fill: #f0883e; } .q1 { fill: #56b4e9; }
  }`;

/**
 * @param {Clouds} clouds
 * @param {readonly [Prototype, Prototype]} prototypes
 * @param {string} caption
 */
export function drawFigure(clouds, prototypes, caption) {
  const project = projection(clouds, prototypes);
  const people = { rejected: project.all(clouds.rejected), accepted: project.all(clouds.accepted) };
  const letters = project.all(clouds.counterfactual);
  const [q0, q1] = prototypes.map(({ mean }) => project.one(mean, 0));
  const everything = [...people.rejected, ...people.accepted, ...letters, q0, q1].map((point) => point ?? [0, 0]);
  const place = scaleTo(everything);
  const [boundary] = place([project.boundary, 0]);

  const moves = letters.flatMap((letter, k) => {
    const person = people.rejected[clouds.pairOf[k] ?? -1];
    if (person === undefined) return [];
    const [x1, y1] = place(person);
    const [x2, y2] = place(letter);
    return [`<line class="move" x1="${r(x1)}" y1="${r(y1)}" x2="${r(x2)}" y2="${r(y2)}"/>`];
  });
  const marks = [
    ...moves,
    ...people.rejected.map((point) => cross("rejected", place(point), 3.6)),
    ...people.accepted.map((point) => circle("accepted", place(point), 3.4)),
    ...letters.map((point) => diamond("letter", place(point), 4.6)),
    circle("prototype q0", place(q0 ?? [0, 0]), 10),
    circle("prototype q1", place(q1 ?? [0, 0]), 10),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${caption}">`,
    `<style>${STYLE}\n</style>`,
    `<rect class="frame" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    `<rect class="side" x="${r(boundary)}" y="${PLOT.top}" width="${r(PLOT.right - boundary)}" height="${PLOT.bottom - PLOT.top}"/>`,
    ...marks,
    `<line class="rule" x1="${r(boundary)}" y1="${PLOT.top}" x2="${r(boundary)}" y2="${PLOT.bottom}"/>`,
    `<text class="small" x="${r(boundary - 8)}" y="${PLOT.bottom - 8}" text-anchor="end">the rebuilt rule rejects ←</text>`,
    `<text class="small" x="${r(boundary + 8)}" y="${PLOT.bottom - 8}">→ the rebuilt rule accepts</text>`,
    ...legend(),
    `<text class="small" x="${PLOT.left}" y="${HEIGHT - 20}">${caption}</text>`,
    "</svg>",
    "",
  ].join("\n");
}

function legend() {
  /** @type {[(place: number[]) => string, string][]} */
  const entries = [
    [(place) => cross("rejected", place, 4.5), "rejected"],
    [(place) => circle("accepted", place, 4.5), "accepted"],
    [(place) => diamond("letter", place, 5.5), "letter to a rejected person"],
    [(place) => circle("prototype q0", place, 8), "prototype, rejected"],
    [(place) => circle("prototype q1", place, 8), "prototype, accepted"],
  ];
  const columns = [0, 92, 190, 420, 600];
  const title = `<text class="title" x="${PLOT.left}" y="34">Two hundred decisions, the letters, and the rule that recast rebuilds from them</text>`;
  const marks = entries.flatMap(([mark, words], k) => {
    const x = PLOT.left + 8 + (columns[k] ?? 0);
    return [mark([x, 58]), `<text x="${x + 14}" y="63">${words}</text>`];
  });
  return [title, ...marks];
}

/**
 * Horizontal: along the difference of the prototypes' means, the normal of the rule. Vertical: the direction of the
 * largest spread of all rows at right angles to it, by power iteration.
 * @param {Clouds} clouds
 * @param {readonly [Prototype, Prototype]} prototypes
 */
function projection({ rejected, accepted, counterfactual }, [q0, q1]) {
  const d = rejected.columns;
  const center = q0.mean.map((value, k) => (value + (q1.mean[k] ?? 0)) / 2);
  const normal = unit(q1.mean.map((value, k) => value - (q0.mean[k] ?? 0)));
  const rows = [rejected, accepted, counterfactual].flatMap((cloud) =>
    Array.from({ length: cloud.rows }, (_, i) => {
      const row = cloud.values.subarray(i * d, (i + 1) * d).map((value, k) => value - (center[k] ?? 0));
      return without(row, normal);
    }),
  );
  const mean = new Float64Array(d);
  for (const row of rows) for (let k = 0; k < d; k++) mean[k] = (mean[k] ?? 0) + (row[k] ?? 0) / rows.length;
  let across = unit(
    without(
      Float64Array.from({ length: d }, (_, k) => 1 + k),
      normal,
    ),
  );
  for (let step = 0; step < 200; step++) {
    const next = new Float64Array(d);
    for (const row of rows) {
      const along = dot(row, across) - dot(mean, across);
      for (let k = 0; k < d; k++) next[k] = (next[k] ?? 0) + along * ((row[k] ?? 0) - (mean[k] ?? 0));
    }
    across = unit(without(next, normal));
  }
  /** @param {Float64Array} values @param {number} start @returns {[number, number]} */
  const one = (values, start) => {
    const row = values.subarray(start, start + d).map((value, k) => value - (center[k] ?? 0));
    return [dot(row, normal), dot(row, across)];
  };
  const gap = Math.sqrt(q1.mean.reduce((sum, value, k) => sum + (value - (q0.mean[k] ?? 0)) ** 2, 0));
  return {
    one,
    all: (/** @type {Matrix} */ x) => Array.from({ length: x.rows }, (_, i) => one(x.values, i * d)),
    // ‖x − m₀‖² + v₀ = ‖x − m₁‖² + v₁, measured from the middle of the means along the normal
    boundary: (q1.variance - q0.variance) / (2 * gap),
  };
}

/** A linear map of both coordinates onto the plot. @param {readonly (readonly number[])[]} points */
function scaleTo(points) {
  const span = [0, 1].map((axis) => {
    const values = points.map((point) => point[axis] ?? 0).sort((a, b) => a - b);
    const low = values[0] ?? 0;
    const high = values.at(-1) ?? 1;
    const margin = 0.05 * (high - low);
    return [low - margin, high + margin];
  });
  const [[x0 = 0, x1 = 1] = [], [y0 = 0, y1 = 1] = []] = span;
  /** @param {readonly number[]} point @returns {[number, number]} */
  return ([x = 0, y = 0]) => [
    PLOT.left + ((x - x0) / (x1 - x0)) * (PLOT.right - PLOT.left),
    PLOT.bottom - 28 - ((y - y0) / (y1 - y0)) * (PLOT.bottom - PLOT.top - 36),
  ];
}

/** @param {Float64Array} a @param {Float64Array} b */
function dot(a, b) {
  return a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);
}

/** @param {Float64Array} a */
function unit(a) {
  const length = Math.sqrt(dot(a, a));
  return a.map((value) => value / length);
}

/** What is left of `a` at right angles to the unit vector `n`. @param {Float64Array} a @param {Float64Array} n */
function without(a, n) {
  const along = dot(a, n);
  return a.map((value, k) => value - along * (n[k] ?? 0));
}

/** @param {number} value */
function r(value) {
  return value.toFixed(1);
}

/** @param {string} name @param {readonly number[]} place @param {number} size */
function circle(name, [x = 0, y = 0], size) {
  return `<circle class="${name}" cx="${r(x)}" cy="${r(y)}" r="${size}"/>`;
}

/** @param {string} name @param {readonly number[]} place @param {number} size */
function cross(name, [x = 0, y = 0], size) {
  return `<path class="${name}" d="M${r(x - size)} ${r(y - size)}L${r(x + size)} ${r(y + size)}M${r(x - size)} ${r(y + size)}L${r(x + size)} ${r(y - size)}"/>`;
}

/** @param {string} name @param {readonly number[]} place @param {number} size */
function diamond(name, [x = 0, y = 0], size) {
  return `<path class="${name}" d="M${r(x)} ${r(y - size)}L${r(x + size)} ${r(y)}L${r(x)} ${r(y + size)}L${r(x - size)} ${r(y)}Z"/>`;
}
