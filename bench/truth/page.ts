/** The page with one of its parts, which stands between two comments, made anew. The other parts stay as they were made. */
export function inPage(page: string, name: string, part: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no part '${name}' between ${start} and ${end}`);
  return `${page.slice(0, from + start.length)}\n\n${part}\n\n${page.slice(to)}`;
}
