/** The slope of log y on log x by least squares: y grows like x to that power. Null with fewer than two places. */
export function growth(points: readonly (readonly [x: number, y: number])[]): number | null {
  if (new Set(points.map(([x]) => x)).size < 2) return null;
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (pick: 0 | 1) => logs.reduce((sum, point) => sum + point[pick], 0) / logs.length;
  const [x0, y0] = [mean(0), mean(1)];
  const across = logs.reduce((sum, [x]) => sum + (x - x0) * (x - x0), 0);
  return logs.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0) / across;
}
