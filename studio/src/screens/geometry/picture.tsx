import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { en } from "../../text/en.js";
import { useColours } from "./colours.js";
import { mappingOf, newPainter, personAt, plotOf, type Switches } from "./draw.js";
import type { Mapping } from "./marks.js";
import { nearestPerson, type Walk, walkTo } from "./people-order.js";
import type { Shown } from "./picture-source.js";

interface PictureProps {
  /** Null until the first frame has come. */
  readonly shown: Shown | null;
  /** Another picture was asked for and has not come yet. */
  readonly isBusy: boolean;
  readonly hasTicks: boolean;
  readonly switches: Switches;
  readonly picked: number;
  /** What is drawn, in words. */
  readonly words: string;
  /** What the label beside a person says; null for nobody. */
  readonly labelOf: (person: number) => string | null;
  readonly onPick: (person: number) => void;
  readonly onOpen: () => void;
  /** The plot's width over its height, whenever it changes. */
  readonly onAspect: (aspect: number) => void;
}

const WALKS: Readonly<Record<string, Walk>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};
const REACH = 22;
const TALLEST = 580;
const LOWEST = 300;

/** The canvas: draws once per frame that comes, picks people by click and keys. */
export function Picture({ shown, isBusy, hasTicks, switches, picked, words, labelOf, ...handlers }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [painter] = useState(newPainter);
  const size = useSize(box);
  const colours = useColours();
  const [pointed, setPointed] = useState(-1);
  const { onPick, onOpen, onAspect } = handlers;
  useLayoutEffect(() => {
    if (size === null) return;
    const { width, height } = plotOf(size.width, size.height, hasTicks);
    onAspect(Math.round((1000 * width) / height) / 1000);
  }, [size, hasTicks]);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || shown === null || size === null) return;
    painter(context, { shown, switches, picked, colours, ...size });
    context.canvas.dataset["drawn"] = String(Number(context.canvas.dataset["drawn"] ?? 0) + 1);
  }, [shown, switches, picked, size, colours]);

  const mapping =
    shown && size && mappingOf(shown.plane.view, plotOf(size.width, size.height, shown.wanted.axes !== "principal"));
  const personUnder = (event: MouseEvent): number => {
    if (shown === null || mapping === null || canvas.current === null) return -1;
    const { left, top } = canvas.current.getBoundingClientRect();
    return nearestPerson(shown, mapping, [event.clientX - left, event.clientY - top], REACH);
  };
  const walk = (event: KeyboardEvent) => {
    if (shown === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = WALKS[event.key];
    if (event.key === "Enter" && picked >= 0) onOpen();
    if (way === undefined) return;
    event.preventDefault();
    onPick(walkTo(shown, picked, way));
  };
  const arrive = (event: FocusEvent) => {
    const isByKey = event.currentTarget instanceof Element && event.currentTarget.matches(":focus-visible");
    if (isByKey && shown !== null && picked < 0) onPick(walkTo(shown, picked, "first"));
  };
  return (
    <div
      ref={box}
      class="geometry-picture"
      role="application"
      aria-label={en.geometry.picture}
      aria-describedby="geometry-keys geometry-words"
      aria-busy={isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk through the people drawn
      tabIndex={0}
      onFocus={arrive}
      onKeyDown={walk}
      onClick={(event) => onPick(personUnder(event))}
      onMouseMove={(event) => setPointed(personUnder(event))}
      onMouseLeave={() => setPointed(-1)}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={words}
        width={size === null ? 1 : Math.round(size.width * size.ratio)}
        height={size === null ? 1 : Math.round(size.height * size.ratio)}
        style={{ height: size === null ? undefined : `${size.height}px` }}
      />
      <PersonLabel
        {...{ shown, mapping, width: size?.width ?? 0 }}
        person={pointed < 0 ? picked : pointed}
        labelOf={labelOf}
      />
    </div>
  );
}

interface PersonLabelProps extends Pick<PictureProps, "shown" | "labelOf"> {
  readonly mapping: Mapping | null;
  readonly width: number;
  readonly person: number;
}

/** Who is under the pointer, or was picked by key, beside their mark. */
function PersonLabel({ shown, mapping, width, person, labelOf }: PersonLabelProps) {
  const point = shown && person >= 0 ? personAt(shown, person) : null;
  const label = labelOf(person);
  if (point === null || mapping === null || label === null) return null;
  const [x, y] = [mapping.x(point[0]), mapping.y(point[1])];
  const side = x > width / 2 ? { right: `${width - x + 10}px` } : { left: `${x + 10}px` };
  return (
    <span class="geometry-label small" aria-hidden="true" style={{ top: `${Math.max(0, y - 12)}px`, ...side }}>
      {label}
    </span>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** Pixels of the device per CSS pixel. */
  readonly ratio: number;
}

/** The size of the drawing: as wide as its box, lower than wide. */
function useSize(box: { readonly current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const width = Math.floor(element.clientWidth);
      const height = Math.round(Math.min(TALLEST, Math.max(LOWEST, 0.72 * width)));
      const ratio = Math.min(3, devicePixelRatio || 1);
      setSize((before) =>
        before?.width === width && before.height === height && before.ratio === ratio
          ? before
          : { width, height, ratio },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}
