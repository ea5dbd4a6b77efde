import type { FrameSettings, PlaneAxes } from "recast-audit";
import type { Desk } from "../../desk.js";
import type { DrawnFrame, DrawnPlane, DrawnRegion } from "../../worker/geometry-jobs.js";
import { newestOnly } from "./newest.js";

/** All that a picture follows from. */
export interface Wanted {
  readonly axes: PlaneAxes;
  /** Width of the plot over its height. */
  readonly aspect: number;
  readonly settings: FrameSettings;
}

/** A picture, ready to be drawn. */
export interface Shown {
  readonly axes: PlaneAxes;
  readonly plane: DrawnPlane;
  readonly frame: DrawnFrame;
  readonly region: DrawnRegion;
}

/** Asks the desk for pictures, the newest first; a plane and the band's region are asked for only when they changed. */
export function pictureSource(
  desk: Pick<Desk, "call">,
  onShown: (shown: Shown) => void,
  onFailure: (error: unknown) => void,
): (wanted: Wanted) => void {
  let last: Shown | null = null;
  let aspect = 0;
  const ask = async (wanted: Wanted): Promise<Shown> => {
    const { settings, axes } = wanted;
    const isSamePlane = last !== null && last.axes === axes && aspect === wanted.aspect;
    const plane =
      isSamePlane && last !== null ? last.plane : await desk.call("geometry", "plane", { axes, aspect: wanted.aspect });
    aspect = wanted.aspect;
    const wantsRegion = !isSamePlane || last?.frame.settings.blur !== settings.blur;
    const frame = await desk.call("geometry", "frame", { settings, wantsRegion });
    const region = frame.region ?? last?.region;
    if (region === undefined) throw new Error("a frame came without a region");
    last = { axes, plane, frame, region };
    return last;
  };
  return newestOnly(ask, onShown, onFailure);
}
