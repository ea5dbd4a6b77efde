/** A place in the drawing of the lens. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What the drawing is made from: distances between distributions. */
export interface LensDistances {
  /** W₂ of rejected and of accepted rows to the letters. */
  readonly radii: readonly [number, number];
  readonly betweenClasses: number;
  readonly epsilon: readonly [number, number];
  readonly lambda: readonly [number, number];
}

/** Places and radii on a field of 100 units across; y goes down. */
export interface LensLayout {
  readonly classes: readonly [Place, Place];
  readonly letters: Place;
  readonly prototypes: readonly [Place, Place];
  /** Around the classes, and around the letters. */
  readonly small: readonly [number, number];
  readonly large: readonly [number, number];
  /** Outline of each lens as a path; empty where the circles do not cut each other. */
  readonly lenses: readonly [string, string];
  readonly height: number;
}

const WIDTH = 100;
const EDGE = 14;
const LOWEST = 40;
const HIGHEST = 84;

/** The triangle of rejected rows, accepted rows and letters in its true lengths, with the letters above. */
export function lensLayout({ radii, betweenClasses, epsilon, lambda }: LensDistances): LensLayout {
  const [a, b] = radii;
  const c = Math.min(a + b, Math.max(Math.abs(a - b), betweenClasses)); // the triangle's own limits, against rounding
  const along = c > 0 ? (a * a - b * b + c * c) / (2 * c) : 0; // how far along P₀P₁ the letters stand
  const above = Math.sqrt(Math.max(0, a * a - along * along));
  const left = Math.min(0, along) - epsilon[0];
  const right = Math.max(c, along) + epsilon[1];
  const span = Math.max(right - left, 1e-12);
  const tall = above + Math.max(...epsilon);
  const scale = Math.min((WIDTH - 2 * EDGE) / span, (HIGHEST - 2 * EDGE) / Math.max(tall, 1e-12));
  const height = Math.max(LOWEST, scale * tall + 1.5 * EDGE);
  const shift = (WIDTH - scale * (right - left)) / 2;
  const base = height - EDGE / 2 - scale * Math.max(...epsilon);
  const at = (x: number, y: number): Place => ({ x: shift + scale * (x - left), y: base - scale * y });
  const classes = [at(0, 0), at(c, 0)] as const;
  const letters = at(along, above);
  const towards = (from: Place, part: number): Place => ({
    x: from.x + part * (letters.x - from.x),
    y: from.y + part * (letters.y - from.y),
  });
  const small = [scale * epsilon[0], scale * epsilon[1]] as const;
  const large = [scale * a, scale * b] as const;
  return {
    classes,
    letters,
    prototypes: [towards(classes[0], lambda[0]), towards(classes[1], lambda[1])],
    small,
    large,
    lenses: [lensPath(classes[0], small[0], letters, large[0]), lensPath(classes[1], small[1], letters, large[1])],
    height,
  };
}

/** Outline of what two discs share; empty where neither reaches into the other. */
export function lensPath(p: Place, r: number, q: Place, s: number): string {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  const d = Math.sqrt(dx * dx + dy * dy);
  if (d === 0 || d >= r + s || d <= Math.abs(r - s)) return "";
  const along = (d * d + r * r - s * s) / (2 * d);
  const across = Math.sqrt(Math.max(0, r * r - along * along));
  const [ux, uy] = [dx / d, dy / d];
  const [mx, my] = [p.x + along * ux, p.y + along * uy];
  const first = `${round(mx - across * uy)} ${round(my + across * ux)}`;
  const second = `${round(mx + across * uy)} ${round(my - across * ux)}`;
  // each boundary is the part of one circle inside the other: the far side of p's circle, the near side of q's
  const isWide = along < 0 ? 1 : 0;
  const isDeep = d - along < 0 ? 1 : 0;
  return `M${first}A${round(r)} ${round(r)} 0 ${isWide} 0 ${second}A${round(s)} ${round(s)} 0 ${isDeep} 0 ${first}Z`;
}

function round(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
