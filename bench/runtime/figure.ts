// The figure of the run-time experiment: seconds against people per class, both on logarithmic axes, a line for each number of columns.

/** A line: seconds by people per class. */
export interface Curve {
  readonly label: string;
  readonly points: readonly (readonly [n: number, seconds: number])[];
}

/** Curves under a name. */
export interface Side {
  readonly title: string;
  readonly curves: readonly Curve[];
}

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];
const PANEL = { width: 320, height: 270, left: 48, top: 26, base: 226 };

/** Both sides beside each other, with the same axes. */
export function drawRuntime(title: string, note: string, sides: readonly Side[]): string {
  const points = sides.flatMap(({ curves }) => curves.flatMap(({ points: own }) => [...own]));
  const sizes = [...new Set(points.map(([n]) => n))].sort((a, b) => a - b);
  const seconds = points.map(([, time]) => time);
  const low = Math.floor(Math.log10(Math.min(...seconds)));
  const high = Math.ceil(Math.log10(Math.max(...seconds)));
  const first = Math.log(sizes[0] ?? 1);
  const span = Math.log(sizes.at(-1) ?? 2) - first || 1;
  const x = (n: number) => round(PANEL.left + 12 + ((Math.log(n) - first) / span) * (PANEL.width - PANEL.left - 24));
  const y = (time: number) =>
    round(PANEL.base - ((Math.log10(time) - low) / (high - low || 1)) * (PANEL.base - PANEL.top));
  const width = 24 + sides.length * (PANEL.width + 24);
  const height = 56 + PANEL.height + 34;
  const panels = sides.map(({ title: name, curves }, k) => {
    const parts = [words(0, 14, name, 'font-weight="bold"')];
    for (let power = low; power <= high; power++) {
      const at = y(10 ** power);
      parts.push(`<line x1="${PANEL.left}" y1="${at}" x2="${PANEL.width}" y2="${at}" stroke="#e0e0e0"/>`);
      const label = power < 0 ? (10 ** power).toFixed(-power) : String(10 ** power);
      parts.push(words(PANEL.left - 6, at + 4, `${label} s`, 'text-anchor="end" fill="#555555"'));
    }
    for (const n of thinned(sizes, x))
      parts.push(words(x(n), PANEL.base + 15, String(n), 'text-anchor="middle" fill="#555555"'));
    parts.push(words((PANEL.left + PANEL.width) / 2, PANEL.base + 31, "people per class", 'text-anchor="middle"'));
    curves.forEach(({ points: own }, c) => {
      parts.push(
        `<polyline points="${own.map(([n, time]) => `${x(n)},${y(time)}`).join(" ")}" fill="none" ${stroke(c)}/>`,
      );
      for (const [n, time] of own) parts.push(mark(c, x(n), y(time)));
    });
    return `<g transform="translate(${24 + k * (PANEL.width + 24)} 56)">${parts.join("")}</g>`;
  });
  const legend = (sides[0]?.curves ?? []).map(({ label }, c) => {
    const at = 24 + c * 165;
    return `<line x1="${at}" y1="${height - 16}" x2="${at + 28}" y2="${height - 16}" ${stroke(c)}/>${mark(c, at + 14, height - 16)}${words(at + 36, height - 12, label)}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" role="img">`,
    `<title>${escapeText(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    words(24, 24, title, 'font-size="15" font-weight="bold"'),
    words(24, 42, note, 'fill="#555555"'),
    ...panels,
    ...legend,
    "</svg>",
    "",
  ].join("\n");
}

/** Sizes whose words do not run into each other. */
function thinned(sizes: readonly number[], x: (n: number) => number): number[] {
  let end = Number.NEGATIVE_INFINITY;
  return sizes.filter((n) => {
    const half = 3.2 * String(n).length;
    if (x(n) - half < end + 4) return false;
    end = x(n) + half;
    return true;
  });
}

function stroke(c: number): string {
  const dash = DASHES[c % DASHES.length]!;
  return `stroke="${COLOURS[c % COLOURS.length]}" stroke-width="1.5"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}`;
}

function mark(c: number, x: number, y: number): string {
  const fill = COLOURS[c % COLOURS.length]!;
  if (c % 4 === 0) return `<circle cx="${x}" cy="${y}" r="3" fill="${fill}"/>`;
  if (c % 4 === 1) return `<rect x="${round(x - 3)}" y="${round(y - 3)}" width="6" height="6" fill="${fill}"/>`;
  const corners = c % 4 === 2 ? [0, -4, 4, 3, -4, 3] : [0, -4, 4, 0, 0, 4, -4, 0];
  return `<polygon points="${corners.map((value, i) => round(value + (i % 2 === 0 ? x : y))).join(" ")}" fill="${fill}"/>`;
}

function words(x: number, y: number, value: string, more = ""): string {
  return `<text x="${x}" y="${y}"${more === "" ? "" : ` ${more}`}>${escapeText(value)}</text>`;
}

function escapeText(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
