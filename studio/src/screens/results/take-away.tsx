import { useContext } from "preact/hooks";
import type { FigureBlock } from "../../../../src/document/document.js";
import { Download, type FileToSave } from "../../parts/index.js";
import { en } from "../../text/en.js";
import { SaveFailures } from "./save.js";
import { withoutMarks } from "./sentences.js";

/** Pixels of a picture for each of the drawing's own: sharp in print and on any screen. */
const PNG_SCALE = 3;

interface TakeAwayProps {
  readonly figure: Pick<FigureBlock, "svg" | "title" | "label">;
  /** Makes the numbers behind it; null where there is no table of them. */
  readonly data: (() => Promise<FileToSave>) | null;
}

/** A chart as a drawing, as a picture, and its numbers. */
export function TakeAway({ figure, data }: TakeAwayProps) {
  const onFailure = useContext(SaveFailures);
  const title = withoutMarks(figure.title);
  const name = fileName(title);
  const words = en.results.chart;
  const ways = {
    SVG: () => ({ name: `${name}.svg`, content: standaloneSvg(figure), type: "image/svg+xml" }),
    PNG: async () => ({ name: `${name}.png`, content: await pngOf(standaloneSvg(figure)) }),
    CSV: data,
  };
  return (
    <span class="chart-take screen-only">
      {(["SVG", "PNG", "CSV"] as const).map((format) => {
        const make = ways[format];
        if (make === null) return null;
        const label = words.save(title, format);
        return (
          <Download key={format} kind="quiet" isSmall label={label} make={make} onFailure={onFailure} text={format} />
        );
      })}
    </span>
  );
}

/** The drawing as a file that stands alone: in the colours of light paper, on white, with its words as a title. */
export function standaloneSvg({ svg, label }: Pick<FigureBlock, "svg" | "label">): string {
  const [, width = "0", height = "0"] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const words = withoutMarks(label).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const ground = `<title>${words}</title><rect width="${width}" height="${height}" fill="#ffffff"/>`;
  return svg
    .replaceAll(/var\(--chart-[a-z]+, ?(#[0-9a-f]{6})\)/gi, "$1")
    .replaceAll(/ (?:class|aria-hidden|focusable)="[^"]*"/g, "")
    .replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace(/^(<svg[^>]*>)/, (opening) => `${opening}${ground}`);
}

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * PNG_SCALE);
  canvas.height = Math.round(image.height * PNG_SCALE);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error(en.results.chart.notDrawn)) : resolve(blob)),
      "image/png",
    );
  });
}

/** Words as the stem of a file's name. */
function fileName(title: string): string {
  const stem = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return stem.replaceAll(/^-|-$/g, "").slice(0, 60) || "chart";
}
