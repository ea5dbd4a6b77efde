import { MEASURE_WORDS, type MethodSummary, type PlaceSummary, type StudySummary } from "./summary.js";
import { TARGET_WORDS } from "./table-text.js";

// Plain SVG, made by hand: panels in rows, one per data set, target and generator. With one size a panel has a row for
// each method; with several it has a line for each. Lines differ in colour, dashes and marks, so that none of the three is needed.

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7f7f7f"];
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];
const PANEL = { width: 300, gap: 24, top: 30, bottom: 34 };
const ACROSS = 3;
const ROW = 17;

/** The summary as an SVG drawing. */
export function plotSvg(title: string, summary: StudySummary): string {
  const sizes = new Set(summary.places.map(({ n }) => n));
  const methods = summary.overall.map(({ method }) => method);
  const panels = sizes.size > 1 ? linePanels(summary, methods) : dotPanels(summary, methods);
  const across = Math.min(ACROSS, Math.max(1, panels.length));
  const width = across * PANEL.width + (across + 1) * PANEL.gap;
  const rows = Math.ceil(panels.length / across);
  const panelHeight = panels[0]?.height ?? 0;
  const legend = sizes.size > 1 ? legendOf(methods, width) : { height: 0, body: "" };
  const height = 56 + rows * (panelHeight + PANEL.gap) + legend.height;
  const body = panels.map(({ body: drawn }, k) => {
    const x = PANEL.gap + (k % across) * (PANEL.width + PANEL.gap);
    const y = 56 + Math.floor(k / across) * (panelHeight + PANEL.gap);
    return `<g transform="translate(${x} ${y})">${drawn}</g>`;
  });
  const published = summary.places.some(({ methods: all }) => all.some((own) => own.published !== null));
  const diamonds = published && sizes.size === 1 ? "; a diamond is the published value" : "";
  const note = `Mean and standard deviation of ${MEASURE_WORDS[summary.measure]}${diamonds}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" role="img">`,
    `<title>${text(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${PANEL.gap}" y="24" font-size="15" font-weight="bold">${text(title)}</text>`,
    `<text x="${PANEL.gap}" y="42" fill="#555555">${text(note)}</text>`,
    ...body,
    `<g transform="translate(0 ${height - legend.height})">${legend.body}</g>`,
    "</svg>",
    "",
  ].join("\n");
}

interface Panel {
  readonly height: number;
  readonly body: string;
}

/** The range of an axis: from a tenth below everything drawn to 1. */
function axisOf(summary: StudySummary): { readonly low: number; readonly ticks: readonly number[] } {
  const values = summary.places.flatMap(({ methods }) =>
    methods.flatMap(({ mean, sd, published }) => [mean === null ? 1 : mean - (sd ?? 0), published ?? 1]),
  );
  const tenths = Math.max(0, Math.min(9, Math.floor(Math.min(1, ...values) * 10)));
  return { low: tenths / 10, ticks: Array.from({ length: 11 - tenths }, (_, k) => (tenths + k) / 10) };
}

function dotPanels(summary: StudySummary, methods: readonly string[]): Panel[] {
  const { low, ticks } = axisOf(summary);
  const left = 118;
  const at = (value: number) => round(left + ((value - low) / (1 - low)) * (PANEL.width - left - 8));
  const height = PANEL.top + methods.length * ROW + PANEL.bottom;
  const base = height - PANEL.bottom;
  return summary.places.map((place) => {
    const parts = [panelTitle(place, true)];
    for (const tick of ticks) {
      parts.push(line(at(tick), PANEL.top - 4, at(tick), base, "#e0e0e0"));
      parts.push(
        `<text x="${at(tick)}" y="${base + 14}" text-anchor="middle" fill="#555555">${tick.toFixed(1)}</text>`,
      );
    }
    for (const [k, method] of methods.entries()) {
      const y = PANEL.top + k * ROW + ROW / 2;
      const own = place.methods.find((candidate) => candidate.method === method);
      const weight = own?.best === true ? ' font-weight="bold"' : "";
      parts.push(`<text x="${left - 8}" y="${y + 4}" text-anchor="end"${weight}>${text(method)}</text>`);
      if (own !== undefined) parts.push(dot(own, y, at));
    }
    return { height, body: parts.join("") };
  });
}

function dot({ mean, sd, published, best }: MethodSummary, y: number, at: (value: number) => number): string {
  const parts: string[] = [];
  if (published !== null) parts.push(diamond(at(published), y));
  if (mean === null) return parts.join("");
  const colour = best ? "#d55e00" : "#0072b2";
  if (sd !== null) parts.push(line(at(mean - sd), y, at(Math.min(1, mean + sd)), y, colour));
  parts.push(`<circle cx="${at(mean)}" cy="${y}" r="3.5" fill="${colour}"/>`);
  return parts.join("");
}

function linePanels(summary: StudySummary, methods: readonly string[]): Panel[] {
  const { low, ticks } = axisOf(summary);
  const height = 230;
  const left = 34;
  const base = height - PANEL.bottom;
  const sizes = [...new Set(summary.places.map(({ n }) => n))].sort((a, b) => a - b);
  const y = (value: number) => round(base - ((value - low) / (1 - low)) * (base - PANEL.top));
  const x = (n: number) => round(left + 12 + (sizes.indexOf(n) / (sizes.length - 1)) * (PANEL.width - left - 24));
  return groupPlaces(summary.places).map((places) => {
    const parts = [panelTitle(places[0]!, false)];
    for (const tick of ticks) {
      parts.push(line(left, y(tick), PANEL.width, y(tick), "#e0e0e0"));
      parts.push(`<text x="${left - 6}" y="${y(tick) + 4}" text-anchor="end" fill="#555555">${tick.toFixed(1)}</text>`);
    }
    for (const n of sizes) {
      parts.push(`<text x="${x(n)}" y="${base + 14}" text-anchor="middle" fill="#555555">${n}</text>`);
    }
    parts.push(`<text x="${(left + PANEL.width) / 2}" y="${base + 28}" text-anchor="middle">people per class</text>`);
    for (const [k, method] of methods.entries()) {
      const points = places.flatMap(({ n, methods: all }) => {
        const own = all.find((candidate) => candidate.method === method);
        return own?.mean == null ? [] : [{ x: x(n), mean: own.mean, sd: own.sd ?? 0 }];
      });
      if (points.length === 0) continue;
      const path = points.map((point) => `${point.x},${y(point.mean)}`).join(" ");
      parts.push(`<polyline points="${path}" fill="none" ${strokeOf(k)}/>`);
      for (const point of points) {
        parts.push(
          line(point.x, y(point.mean - point.sd), point.x, y(Math.min(1, point.mean + point.sd)), colourOf(k)),
        );
        parts.push(markOf(k, point.x, y(point.mean)));
      }
    }
    return { height, body: parts.join("") };
  });
}

/** Places that differ in size only, together. */
function groupPlaces(places: readonly PlaceSummary[]): PlaceSummary[][] {
  const groups = new Map<string, PlaceSummary[]>();
  for (const place of places) {
    const key = JSON.stringify([place.dataset, place.target, place.generator]);
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return [...groups.values()];
}

function legendOf(methods: readonly string[], width: number): { readonly height: number; readonly body: string } {
  const column = 170;
  const across = Math.max(1, Math.floor((width - 2 * PANEL.gap) / column));
  const body = methods.map((method, k) => {
    const x = PANEL.gap + (k % across) * column;
    const y = 8 + Math.floor(k / across) * ROW;
    const stroke = `<line x1="${x}" y1="${y}" x2="${x + 28}" y2="${y}" ${strokeOf(k)}/>`;
    return `${stroke}${markOf(k, x + 14, y)}<text x="${x + 36}" y="${y + 4}">${text(method)}</text>`;
  });
  return { height: Math.ceil(methods.length / across) * ROW + 12, body: body.join("") };
}

function panelTitle({ dataset, target, generator, n }: PlaceSummary, withSize: boolean): string {
  const words = `${dataset}, ${TARGET_WORDS[target]}, ${generator}${withSize ? `, n = ${n}` : ""}`;
  return `<text x="0" y="14" font-weight="bold">${text(words)}</text>`;
}

function colourOf(k: number): string {
  return COLOURS[k % COLOURS.length]!;
}

function strokeOf(k: number): string {
  const dash = DASHES[Math.floor(k / 2) % DASHES.length]!;
  return `stroke="${colourOf(k)}" stroke-width="1.5"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}`;
}

/** A circle, square, triangle or diamond in the method's colour. */
function markOf(k: number, x: number, y: number): string {
  const fill = colourOf(k);
  const kind = k % 4;
  if (kind === 0) return `<circle cx="${x}" cy="${y}" r="3" fill="${fill}"/>`;
  if (kind === 1) return `<rect x="${x - 3}" y="${y - 3}" width="6" height="6" fill="${fill}"/>`;
  const corners = kind === 2 ? [0, -4, 4, 3, -4, 3] : [0, -4, 4, 0, 0, 4, -4, 0];
  const points = corners.map((value, i) => round(value + (i % 2 === 0 ? x : y))).join(" ");
  return `<polygon points="${points}" fill="${fill}"/>`;
}

function diamond(x: number, y: number): string {
  const points = `${round(x)} ${y - 4} ${round(x + 4)} ${y} ${round(x)} ${y + 4} ${round(x - 4)} ${y}`;
  return `<polygon points="${points}" fill="#ffffff" stroke="#555555"/>`;
}

function line(x1: number, y1: number, x2: number, y2: number, colour: string): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}"/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function text(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
