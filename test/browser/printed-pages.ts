import { inflateSync } from "node:zlib";

/** Margins of a printed page above and below its text, in points; the page number is printed in the lower one. */
const [ABOVE, BELOW] = [18, 20].map((millimetres) => (millimetres / 25.4) * 72) as [number, number];

/**
 * How far down each page of a PDF by Chromium the text reaches: 0 where a page has none, 1 where its last line
 * stands on the lower margin.
 */
export function fullness(pdf: Buffer): number[] {
  const text = pdf.toString("latin1");
  const objects = new Map(
    [...text.matchAll(/(?<=\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id, body!]),
  );
  const pagesOf = (id: string): string[] => {
    const body = objects.get(id) ?? "";
    const kids = /\/Kids \[([^\]]*)\]/.exec(body)?.[1];
    return kids === undefined ? [body] : [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesOf(kid!));
  };
  const root = /\/Type \/Catalog[\s\S]*?\/Pages (\d+) 0 R/.exec(text)?.[1] ?? "";
  return pagesOf(root).map((page) => {
    const height = Number(/\/MediaBox \[0 0 \S+ ([\d.]+)\]/.exec(page)?.[1]);
    const stream = objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? "") ?? "";
    const start = stream.indexOf("stream\n") + "stream\n".length;
    const commands = inflateSync(Buffer.from(stream.slice(start, stream.lastIndexOf("\nendstream")), "latin1"));
    const used = baselines(commands.toString("latin1")).filter((y) => y > BELOW);
    return used.length === 0 ? 0 : (height - ABOVE - Math.min(...used)) / (height - ABOVE - BELOW);
  });
}

/** Heights above the lower edge at which the commands of a page start to write. */
function baselines(commands: string): number[] {
  const found: number[] = [];
  const saved: [scale: number, shift: number][] = [];
  let [scale, shift] = [1, 0]; // the vertical part of the current transformation
  for (const line of commands.split("\n")) {
    const words = line.trim().split(" ");
    const last = words.at(-1);
    const [d, f] = [Number(words[3]), Number(words[5])];
    if (last === "q") saved.push([scale, shift]);
    else if (last === "Q") [scale, shift] = saved.pop() ?? [1, 0];
    else if (last === "cm") [scale, shift] = [scale * d, scale * f + shift];
    else if (last === "Tm") found.push(scale * f + shift);
  }
  return found;
}
