/** Everything written in a drawing. */
export function textsIn(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words = ""]) => words);
}

/** The values of a numeric attribute of all elements of that name. */
export function numbersOf(svg: string, name: string, attribute: string): number[] {
  return [...svg.matchAll(new RegExp(`<${name}(?= )[^>]*? ${attribute}="([^"]*)"`, "g"))].map(([, value]) =>
    Number(value),
  );
}

/** The places of lines between values; the samples of legends, which begin at their own corner, are left out. */
export function linesIn(svg: string): (readonly [number, number])[][] {
  return [...svg.matchAll(/<path d="(M(?!0,0L)[^"MZ]*)" fill="none" stroke="[^"]*" stroke-width/g)].map(([, d = ""]) =>
    [...d.matchAll(/[ML]([^,]*),([^ML]*)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  );
}
