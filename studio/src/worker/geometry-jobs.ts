import type {
  FrameSettings,
  GeometryFrame,
  LiveGeometry,
  LivePlane,
  PlaneAxes,
} from "../../../src/measure/trust/live-geometry.js";
import { axesOf, closeUpOf, naiveLine, outsideOf, viewOf } from "./geometry-plane.js";
import {
  type GeometryOverview,
  type MeasuredGeometry,
  measuredOf,
  requireMeasured,
  type WithoutGeometry,
} from "./measured-geometry.js";
import type { Session } from "./session.js";

/** A plane with its points, in single precision: they are drawn, not computed with. */
export type DrawnPlane = Awaited<ReturnType<(typeof jobs)["plane"]>>;

/** The λ-band's region, to be laid under the points. */
export type DrawnRegion = ReturnType<typeof drawnRegion>;

/** Everything that follows from the sliders. */
export type DrawnFrame = Awaited<ReturnType<(typeof jobs)["frame"]>>;

/** What a plane is asked by. */
export interface PlaneRequest {
  readonly axes: PlaneAxes;
  /** Width of the drawing over its height. */
  readonly aspect: number;
  /** Leave out the few points that lie farthest. */
  readonly isCloseUp: boolean;
}

const REGION = { columns: 145, rows: 109 };

export const jobs = {
  /** Measures the clouds of the open audit, or says why it cannot. */
  open: async (session: Session, _: null): Promise<GeometryOverview | WithoutGeometry> => {
    const measured = await measuredOf(session);
    return "overview" in measured ? measured.overview : measured;
  },

  /** The points on a plane. */
  plane: async (session: Session, { axes, aspect, isCloseUp }: PlaneRequest) => {
    const measured = await requireMeasured(session);
    const live = measured.live.plane(axes);
    const bounds = isCloseUp ? closeUpOf(live, measured.live.geometry.means) : live.bounds;
    const view = viewOf(bounds, axes, aspect);
    const number = (measured.plane?.number ?? 0) + 1;
    measured.plane = { number, live, view };
    const points = {
      rejected: Float32Array.from(live.rejected),
      accepted: Float32Array.from(live.accepted),
      letters: Float32Array.from(live.letters),
    };
    return {
      /** Counts planes; a frame names the one it was made for. */
      number,
      view,
      axes: axesOf(live, axes, measured.encoder, view),
      ...points,
      naive: naiveLine(live, measured.live.geometry, measured.overview.letters),
      /** Points that a close-up leaves out. */
      outside: outsideOf([live.rejected, live.accepted, live.letters], view),
      transfer: Object.values(points).map(({ buffer }) => buffer),
    };
  },

  /** Everything that follows from λ, blur and γ on the plane asked for last. */
  frame: async (session: Session, { settings, wantsRegion }: { settings: FrameSettings; wantsRegion: boolean }) => {
    const measured = await requireMeasured(session);
    if (measured.plane === null) throw new Error("a plane must be asked for before a frame");
    const { number, live: plane, view } = measured.plane;
    const frame = measured.live.frame(plane, settings);
    const region = wantsRegion ? measured.live.region(plane, settings.blur, view, REGION) : null;
    const drawn = drawnFrame(measured, frame, region && drawnRegion(region));
    const centres = centresOn(plane, frame);
    /** Of the prototypes: s, t of the mean of Q₀, and of Q₁. */
    return { ...drawn, centres, plane: number, settings, transfer: [...drawn.transfer, centres.buffer as ArrayBuffer] };
  },
};

function drawnFrame({ live, overview }: MeasuredGeometry, frame: GeometryFrame, region: DrawnRegion | null) {
  const { rejected, accepted } = live.drawn;
  const place = (k: number) =>
    k < rejected.length ? rejected[k]! : overview.rejected + accepted[k - rejected.length]!;
  const count = rejected.length + accepted.length;
  const arrays = {
    pairs: [Float32Array.from(frame.pairs[0]), Float32Array.from(frame.pairs[1])] as const,
    support: [Float32Array.from(frame.support[0]), Float32Array.from(frame.support[1])] as const,
    path: Float32Array.from(frame.path),
    at: Float32Array.from(frame.at),
    midpoint: Float32Array.from(frame.midpoint),
    /** Of the drawn people, rejected ones first. */
    margins: Float32Array.from({ length: count }, (_, k) => frame.margins[place(k)]!),
    settled: Int8Array.from({ length: count }, (_, k) => frame.settled[place(k)]!),
  };
  let [accepting, agreeing] = [0, 0];
  for (const [i, margin] of frame.margins.entries()) {
    if (margin >= 0) accepting++;
    if (margin >= 0 === i >= overview.rejected) agreeing++;
  }
  const drawn = region === null ? [] : [region.settled, region.acceptedBeyond, region.rejectedBeyond];
  const transfer = [...Object.values(arrays).flat(), ...drawn].map(({ buffer }) => buffer as ArrayBuffer);
  return {
    /** Only when asked for: it changes with plane and blur alone. */
    region,
    transfer,
    ...arrays,
    lambda: frame.lambda,
    formula: frame.formula,
    /** √ of W₂² or of its stand-in, per class. */
    distances: [Math.sqrt(frame.squared[0]), Math.sqrt(frame.squared[1])] as const,
    length: frame.length,
    pathThinned: frame.pathThinned,
    line: frame.line,
    /** Of all observed people: how many the band leaves open, the rule accepts, and the rule is right about. */
    contested: frame.contested,
    accepting,
    agreeing,
    observed: frame.margins.length,
  };
}

/** Where the means of both prototypes lie on a plane. */
function centresOn({ centre, axes }: LivePlane, { rule }: GeometryFrame): Float32Array {
  const along = (mean: Float64Array, axis: Float64Array) =>
    mean.reduce((sum, value, k) => sum + axis[k]! * (value - centre[k]!), 0);
  return Float32Array.from(rule.means.flatMap((mean) => axes.map((axis) => along(mean, axis))));
}

function drawnRegion(region: ReturnType<LiveGeometry["region"]>) {
  return {
    columns: region.columns,
    rows: region.rows,
    settled: region.settled,
    acceptedBeyond: Float32Array.from(region.acceptedBeyond),
    rejectedBeyond: Float32Array.from(region.rejectedBeyond),
  };
}
